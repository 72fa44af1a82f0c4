"""What clients send: JSON from strangers, read strictly."""

from __future__ import annotations

import json
from typing import Annotated, Any, Final, Literal, TypeAlias, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, TypeAdapter, ValidationError
from pydantic_core import PydanticCustomError

from splendor import Action, UnreadableError, from_json

from .refusal import Refusal

MAX_LENGTH: Final = 4096
"""The longest message; four names of 40 characters have less, however they are escaped."""
SEATS: Final = range(2, 5)
LENGTHS: Final = range(1, 41)
"""How many characters a name may have."""


def _printable(name: str) -> str:
    """Pass what has no line ends, nothing that reverses a line, and no half of a character."""
    if len(name) not in LENGTHS or not name.isprintable() or name != name.strip():
        message = "a name has 1 to 40 printable characters, and no space at its ends"
        raise PydanticCustomError("name", message)
    return name


def _seated(names: list[str]) -> list[str]:
    if len(names) not in SEATS:
        message = "two to four play"
        raise PydanticCustomError("number", message)
    if len(set(names)) < len(names):
        message = "every player needs a different name"
        raise PydanticCustomError("names", message)
    return names


class _Message(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


Name: TypeAlias = Annotated[str, AfterValidator(_printable)]


class NewTable(_Message):
    """Who sits down at a new table, in the order of the seats."""

    players: Annotated[list[Name], AfterValidator(_seated)]


class Join(_Message):
    """A player shows the token of a seat."""

    type: Literal["join"]
    token: str
    pictures: bool = False


class Watch(_Message):
    """A spectator shows nothing."""

    type: Literal["watch"]
    pictures: bool = False


class Act(_Message):
    """A decision: its number, from 0, and the action as the package writes it."""

    type: Literal["act"]
    number: Annotated[int, Field(ge=0)]
    action: dict[str, Any]

    def read(self) -> Action:
        """Return the action, or refuse what is none."""
        try:
            return from_json(json.dumps(self.action), Action)
        except UnreadableError as error:
            raise Refusal("unreadable", f"the action: {error}") from None


_T = TypeVar("_T")
NEW_TABLE: Final = TypeAdapter(NewTable)
HELLO: Final[TypeAdapter[Join | Watch]] = TypeAdapter(
    Annotated[Join | Watch, Field(discriminator="type")]
)
ACT: Final = TypeAdapter(Act)


def read(text: str | bytes, expected: TypeAdapter[_T]) -> _T:
    """Return a message of the kind that is expected, or refuse the text."""
    if len(text) > MAX_LENGTH:
        raise too_big()
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_number)
        return expected.validate_python(value)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False, include_context=False)[0]
        place = ".".join(map(str, first["loc"])) or "message"
        raise Refusal("unreadable", f"{place[:100]}: {first['msg'][:200]}") from None
    except (ValueError, RecursionError) as error:
        raise Refusal("unreadable", f"this is no JSON: {str(error)[:200]}") from None


def too_big() -> Refusal:
    """Return why a long message is not read."""
    return Refusal("too-big", f"a message has at most {MAX_LENGTH} characters")


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    if len(dict(pairs)) < len(pairs):
        message = "a key stands twice in an object"
        raise ValueError(message)
    return dict(pairs)


def _no_number(name: str) -> None:
    message = f"{name} is no number"
    raise ValueError(message)
