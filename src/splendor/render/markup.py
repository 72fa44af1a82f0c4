"""Elements of SVG and HTML as strings, in which nothing of a stranger's can be markup."""

from __future__ import annotations

import html
from typing import Final

from splendor.render.foreign import clean

_NO_XML: Final = str.maketrans({"\ufffe": "\ufffd", "\uffff": "\ufffd"})
"""The two characters that `clean` lets pass and no XML may hold."""

_SPELLED: Final = len(r"\U0010ffff")
"""How long a character gets at most when it is spelled out."""


def text(content: str) -> str:
    """Return a text as the content of an element or the value of an attribute.

    >>> text('<b>Ada & "Bo"')
    '&lt;b&gt;Ada &amp; &quot;Bo&quot;'
    """
    if not (content.isascii() and content.isprintable()):
        content = clean(content, _SPELLED * len(content)).translate(_NO_XML)
    return html.escape(content)


def element(name: str, *content: str, **attributes: object) -> str:
    """Return an element with its content, which is markup, and attributes, which are not.

    In the names of attributes `_` stands for `-`, and one at the end is left out.

    >>> element("g", element("path", d="M0 0"), class_="gem", stroke_width=2)
    '<g class="gem" stroke-width="2"><path d="M0 0"/></g>'
    """
    pairs = (
        f' {key.rstrip("_").replace("_", "-")}="{text(str(value))}"'
        for key, value in attributes.items()
    )
    start = f"<{name}{''.join(pairs)}"
    return f"{start}>{''.join(content)}</{name}>" if content else f"{start}/>"


def titled(title: str, *content: str) -> str:
    """Return drawings as one picture, which is read out, and shown at the pointer, as a title."""
    return element("g", element("title", text(title)), *content, role="img")


def placed(drawing: str, x: float, y: float, scale: float = 1) -> str:
    """Return a drawing moved to a place, in another size if there is one."""
    return element("g", drawing, transform=moved(x, y, scale))


def moved(x: float, y: float, scale: float = 1) -> str:
    """Return what moves a drawing to a place.

    >>> moved(10, 2.5)
    'translate(10 2.5)'
    """
    size = "" if scale == 1 else f" scale({scale:g})"
    return f"translate({x:g} {y:g}){size}"
