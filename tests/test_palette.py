"""The colours: told apart by any eye, and read on each other."""

from collections.abc import Iterable
from itertools import combinations

import pytest

from splendor.model.gems import GEMS
from splendor.render.palette import PAINTS
from splendor.render.theme import DARK, LIGHT

# How the colours of linear light look to those who lack one kind of cone (Machado et al. 2009, at
# full severity).
SIGHTS = {
    "usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.01182, 0.04294, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.3039),
    ),
    "none": ((0.2126, 0.7152, 0.0722),) * 3,
}


def light(colour: str) -> tuple[float, ...]:
    """Linear light of a colour such as #9e1b14."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    return tuple(
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )


def seen(colour: str, sight: str) -> tuple[float, ...]:
    """What a sight makes of a colour, in CIE L*a*b*."""
    linear = light(colour)
    red, green, blue = (
        min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True))))
        for row in SIGHTS[sight]
    )
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


def distance(one: str, other: str, sight: str) -> float:
    """How different two colours look; 2.3 is just noticeable."""
    pairs = zip(seen(one, sight), seen(other, sight), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def contrast(one: str, other: str) -> float:
    """The contrast of WCAG 2.2, from 1 to 21."""
    dark, bright = sorted(
        0.2126 * red + 0.7152 * green + 0.0722 * blue
        for red, green, blue in map(light, (one, other))
    )
    return (bright + 0.05) / (dark + 0.05)


def least(colours: Iterable[str], sight: str) -> float:
    """How different the two most similar colours look."""
    return min(distance(one, other, sight) for one, other in combinations(colours, 2))


@pytest.mark.parametrize("sight", SIGHTS)
def test_any_two_gems_look_different_to_every_eye(sight: str) -> None:
    """Even without any colour, by their lightness alone."""
    assert least((PAINTS[gem].fill for gem in GEMS), sight) > (7 if sight == "none" else 20)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_what_is_written_can_be_read(theme: dict[str, str]) -> None:
    for gem in GEMS:
        assert contrast(theme[gem.value], theme[f"{gem.value}-ink"]) >= 4.5
    for name in ("ink", "muted"):
        assert contrast(theme[name], theme["paper"]) >= 4.5
        assert contrast(theme[name], theme["table"]) >= 4.5
    assert contrast(theme["back"], theme["back-ink"]) >= 4.5
    for line in ("line", "mark", *(f"seat-{seat}" for seat in range(4))):
        assert contrast(theme[line], theme["table"]) >= 3


@pytest.mark.parametrize("sight", [sight for sight in SIGHTS if sight != "none"])
@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_the_lines_of_any_two_seats_look_different(theme: dict[str, str], sight: str) -> None:
    assert least((theme[f"seat-{seat}"] for seat in range(4)), sight) > 7
