"""Pictures: what they show, and that they are sound."""

import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree as ET

import pytest

from splendor import (
    CARDS,
    EXTRA_NOBLES,
    NOBLES,
    Card,
    CardBack,
    Gem,
    Gems,
    InvalidValueError,
    Phase,
    Player,
    Reserved,
    legal_actions,
    observe,
    parse_action,
    setup,
)
from splendor.model.gems import GEMS
from splendor.render import Picture, svg
from splendor.render.palette import PAINTS
from splendor.render.theme import DARK, LIGHT
from tests.command import ENVIRONMENT
from tests.games import buying, play, states_of

SVG = "{http://www.w3.org/2000/svg}"
ACTIONS = [
    "T wug",
    "T rr",
    "R 2w1",
    "R #3",
    "B 3g1 yyk",
    "B 1k1 -",
    "-wk",
    "N wug",
    "P",
    "> 1g5",
    "> #1",
]


def read(picture: str) -> ET.Element:
    """A picture as XML."""
    return ET.fromstring(picture)  # noqa: S314 - our own


def titles(picture: str) -> list[str]:
    """Everything that is read out, in order, behind the title of the whole."""
    return [each.text or "" for each in read(picture).iter(f"{SVG}title")][1:]


def written(picture: str) -> list[str]:
    """All that is written in a picture."""
    return [each.text or "" for each in read(picture).iter(f"{SVG}text")]


def pictures() -> Iterator[tuple[str, str]]:
    """Pictures of all kinds of things."""
    things: tuple[Picture, ...] = (
        *CARDS.values(),
        *NOBLES.values(),
        *EXTRA_NOBLES.values(),
        *map(CardBack, (1, 2, 3)),
    )
    for thing in things:
        yield str(thing), svg(thing)
    for action in ACTIONS:
        yield action, svg(parse_action(action))
    opening, actions = play(3, 4, policy=buying)
    for number, state in enumerate(states_of(opening, actions)):
        if number % 30 == 0 or state.phase is Phase.OVER:
            yield f"state {number}", svg(state, names=("A", "B", "", "D"))
            yield f"view {number}", svg(observe(state, None))
            yield f"player {number}", svg(state.players[0])


@pytest.mark.parametrize(
    ("name", "picture"), [pytest.param(*each, id=each[0]) for each in pictures()]
)
def test_a_picture_is_sound_and_needs_nothing_else(name: str, picture: str) -> None:
    root = read(picture)
    assert root.tag == f"{SVG}svg", name
    first = root[0]
    assert first.tag == f"{SVG}title"
    assert first.text
    _, _, width, height = map(float, root.attrib["viewBox"].split())
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (width, height)
    for each in root.iter():
        assert each.tag.removeprefix(SVG) in {
            "svg",
            "g",
            "path",
            "rect",
            "circle",
            "text",
            "title",
            "style",
        }
        assert not {"href", "style", "id", "onload"} & each.attrib.keys()
    assert re.findall("url|http|import|@font", picture.replace(SVG[1:-1], "")) == []
    for numbers in re.findall(r'd="([^"]*)"', picture):
        assert re.fullmatch(r"[MLHVAaZ0-9. -]+", numbers)


@pytest.mark.parametrize("card", CARDS.values(), ids=str)
def test_a_card_shows_points_bonus_cost_and_id(card: Card) -> None:
    picture = svg(card)
    costs = [str(count) for count in card.cost.counts if count]
    points = [str(card.points)] if card.points else []
    assert written(picture) == [card.bonus.letter, *costs, card.id, *points]
    assert titles(picture) == [read(picture)[0].text]
    assert f"{card.bonus.value} bonus" in titles(picture)[0]
    assert card.cost.in_words() in titles(picture)[0]
    classes = {name for names in re.findall(r'class="([^"]*)"', picture) for name in names.split()}
    used = {card.bonus, *(gem for gem in GEMS if card.cost.of(gem))}
    assert {gem for gem in GEMS if f"s-{gem.value}" in classes} == used


def test_each_gem_has_a_shape_of_its_own() -> None:
    shapes = {re.findall(r'd="([^"]*)"', svg(parse_action(f"T {gem.letter}")))[0] for gem in GEMS}
    assert len(shapes) == 6


def test_a_state_shows_all_that_lies_on_the_table() -> None:
    opening, actions = play(5, 3, policy=buying)
    for state in list(states_of(opening, actions))[::9]:
        picture = svg(state, names=("Ada", "Bo", "Cy"))
        shown = titles(picture)
        for row in state.rows:
            for card in row:
                assert any(title.startswith(f"{card}: ") for title in shown) or card is None
        for noble in (
            *state.nobles,
            *(noble for player in state.players for noble in player.nobles),
        ):
            assert any(title.startswith(f"noble {noble}: ") for title in shown)
        for gem in GEMS:
            count = state.bank.of(gem)
            assert f"bank: {count} {gem.value} token{'s' * (count != 1)}" in shown
        for level, deck in enumerate(state.decks, start=1):
            title = f"deck of level {level}: "
            assert [each for each in shown if each.startswith(title)] == [
                title + (f"{len(deck)} card{'s' * (len(deck) != 1)}" if deck else "empty")
            ]
        for player in state.players:
            points = f"{player.points} point{'s' * (player.points != 1)}, "
            assert any(title.startswith(points) for title in shown)
            held = [f"holds: {count} " for count in player.tokens.counts]
            assert all(any(title.startswith(each) for title in shown) for each in held)
            bought = Counter(card.bonus for card in player.purchased)
            for card in player.purchased:
                mine = f"bonuses of {bought[card.bonus]} {card.bonus.value} card"
                assert any(title.startswith(mine) and card.id in title for title in shown)
            for entry in player.reserved:
                assert any(title.startswith(f"{entry.card}: ") for title in shown)


def test_programs_that_know_no_variables_find_the_colours_as_well() -> None:
    """CairoSVG stops at a variable that it meets; what stands in @supports it passes over."""
    for theme, colours in (("light", LIGHT), ("dark", DARK), ("auto", LIGHT)):
        picture = svg(CARDS["3r2"], theme=theme)  # type: ignore[arg-type]
        (style,) = re.findall("<style>(.*?)</style>", picture)
        plain, _, guarded = style.partition("@supports(fill:var(--a)){")
        assert "var(" not in plain
        assert "var(--splendor-paper," in guarded
        assert guarded.count("{") == guarded.count("}") - 1
        if theme == "dark":
            assert f".splendor-dark .s-paper{{fill:{colours['paper']}}}" in plain
        else:
            assert plain == ""
            assert f'fill="{colours["paper"]}"' in picture


def test_the_mover_is_marked_until_the_game_is_over() -> None:
    opening, actions = play(5, 2, policy=buying)
    for state in states_of(opening, actions):
        marks = written(svg(state)).count("\u25b6 ")
        assert marks == (state.phase is not Phase.OVER)


def test_a_card_that_only_its_owner_knows_is_marked() -> None:
    known = svg(Player(reserved=[Reserved(CARDS["3g1"], face_down=True)]))
    assert "reserved face down" in titles(known)
    assert "reserved face down" not in titles(svg(Player(reserved=[Reserved(CARDS["3g1"])])))
    hidden = svg(Player(reserved=[Reserved(CardBack(3), face_down=True)]))
    assert "a card of level 3, face unknown" in titles(hidden)


def test_what_no_game_has_is_drawn_as_well() -> None:
    """The pictures are of use where a position is wrong."""
    crowd = [Reserved(card) for card in list(CARDS.values())[:7]]
    many = Player(tokens=Gems(*[31] * 6), reserved=crowd, nobles=NOBLES.values())
    picture = svg(many)
    assert sum(": " in title and title[0].isdigit() for title in titles(picture)) >= 7
    assert "31" in written(picture)
    edge = [float(x) for x in re.findall(r"translate\(([\d.]+) 37\) scale", picture)]
    assert max(edge) + 70 <= 572


@pytest.mark.parametrize(
    "name", ["<b>Bo</b>", "A & B", '"quoted"', "\ufffe\x00\x1b", "\u202eevil", "Ünï 🎉"]
)
def test_names_are_text(name: str) -> None:
    picture = svg(setup(2, seed=1), names=(name, ""))
    root = read(picture)
    assert {each.tag for each in root.iter()} <= {
        SVG + tag for tag in ("svg", "g", "path", "rect", "circle", "text", "title", "style")
    }
    assert not re.search("[\x00-\x08\x1b\u202e\ufffe]", picture)
    if name.isprintable():
        assert name in written(picture)


def test_a_long_name_is_cut_short_in_the_picture_and_not_in_its_title() -> None:
    picture = svg(setup(2, seed=1), names=("x" * 100, ""))
    assert f"{'x' * 22}..." in written(picture)
    assert f"{'x' * 100} is to move" in titles(picture)


def test_a_text_ends_where_its_room_does() -> None:
    """However wide its characters are: it stands in a frame of its own that cuts it off."""
    wide = svg(setup(2, seed=1), names=("W" * 24, "\u1e9d\u0335\u0361" * 8))
    frames = [each for each in read(wide).iter(f"{SVG}svg") if "overflow" in each.attrib]
    assert [float(each.attrib["width"]) for each in frames] == [1096, 244, 262]
    assert {each.attrib["overflow"] for each in frames} == {"hidden"}
    head, *_ = frames
    title = read(wide)[0].text or ""
    size = float(head[0].attrib["font-size"])
    assert size * len(title) <= 2000
    assert size <= 20


def test_a_name_that_spells_a_class_changes_nothing() -> None:
    plain = svg(setup(2, seed=1), names=("Ada", "Bo"))
    assert svg(setup(2, seed=1), names=("s-nothing ", "Bo")) == plain.replace("Ada", "s-nothing ")


def test_colours_are_variables_with_a_default_for_each_theme() -> None:
    thing = CARDS["3r2"]
    light, dark, auto = (svg(thing, theme=theme) for theme in ("light", "dark", "auto"))
    rule = ".splendor-{} .s-paper{{fill:var(--splendor-paper,{})}}"
    assert rule.format("light", LIGHT["paper"]) in light
    assert rule.format("dark", DARK["paper"]) in dark
    assert rule.format("auto", LIGHT["paper"]) in auto
    night = auto.partition("@media(prefers-color-scheme:dark){")[2]
    assert rule.format("auto", DARK["paper"]) in night
    assert "s-red{" not in night, "gems have one colour by day and by night"
    assert "@media" not in light + dark
    assert f'fill="{PAINTS[Gem.RED].fill}"' in light, "for what knows no CSS"
    assert "--splendor-blue" not in light, "no rule that nothing uses"


def test_what_has_one_colour_in_both_themes_needs_no_rule_for_the_dark() -> None:
    assert "@media" in svg(CARDS["1w1"])
    assert "@media" not in svg(CARDS["1w1"], theme="light")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"theme": "sepia"}, "a theme is auto, light or dark, not 'sepia'"),
        ({"theme": []}, "a theme is auto, light or dark, not a list"),
        ({"names": ("Ada",)}, "1 names for 2 players"),
        ({"names": "AB"}, "names is a sequence, not 'AB'"),
        ({"names": (1, 2)}, "a name is a string, not 1"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(InvalidValueError, match=re.escape(message)):
        svg(setup(2, seed=1), **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("thing", [None, "1w1", 3, Gems(1), Phase.MAIN, [CARDS["1w1"]]])
def test_what_is_no_picture_is_refused(thing: object) -> None:
    with pytest.raises(InvalidValueError, match="a picture is of a state, a player, a card"):
        svg(thing)  # type: ignore[arg-type]


def test_names_are_for_players_alone() -> None:
    with pytest.raises(InvalidValueError, match="1 names for 0 players"):
        svg(CARDS["1w1"], names=("Ada",))
    assert "Ada" in written(svg(Player(), names=("Ada",)))
    assert "player" in written(svg(Player()))


def test_notebooks_show_the_picture() -> None:
    state = setup(2, seed=1)
    things = (
        state,
        state.players[0],
        CARDS["1w1"],
        CardBack(1),
        NOBLES["wu"],
        *legal_actions(state),
    )
    for thing in things:
        assert thing._repr_svg_() == svg(thing)


def test_the_bytes_are_the_same_in_every_process() -> None:
    code = (
        "import hashlib, splendor; from splendor.render import Picture, svg, replay_html; "
        "game = splendor.record_game(splendor.setup(2, seed=1), [splendor.ReserveFromDeck(2)]); "
        "text = svg(splendor.setup(4, seed=1)) + replay_html(game); "
        "print(hashlib.sha256(text.encode()).hexdigest())"
    )
    outputs = {
        subprocess.run(
            [sys.executable, "-c", code],
            capture_output=True,
            check=True,
            env={**ENVIRONMENT, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "2")
    }
    assert len(outputs) == 1
