"""What a notebook asks a value for to show it as a picture."""

from __future__ import annotations

from importlib import import_module


class Pictured:
    """A value that notebooks show as the picture that `splendor.render.svg` draws of it."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        # Drawing is the business of a floor above, which is looked up only when somebody looks.
        picture: str = import_module("splendor.render").svg(self)
        return picture
