"""Nothing leaks: what a seat gets to see is the same, byte for byte, whatever it cannot know.

A twin of a state differs from it only in cards that one viewer has not seen. Everything that the
viewer may be shown is made of both, and compared.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import islice, product
from random import Random
from typing import Any

import attrs
import pytest

from splendor import (
    CARDS,
    PRESETS,
    Action,
    Card,
    CardBack,
    Gems,
    IllegalActionError,
    InvalidPositionError,
    Meta,
    Move,
    Phase,
    Player,
    Record,
    ReserveFromDeck,
    ReturnTokens,
    SplendorError,
    State,
    apply,
    check,
    commit,
    determinize,
    digest,
    disclose,
    format_position,
    format_record,
    legal_actions,
    observe,
    parse_action,
    possible_reveals,
    problems,
    record_game,
    redact,
    replay,
    setup,
    to_json,
)
from splendor.cli.output import render
from splendor.cli.showing import view_of_state
from splendor.model.state import PlayerDraft, StateDraft
from splendor.render import replay_html, svg
from tests.effort import effort
from tests.positions import hand, position, seat
from tests.walks import walk, writable

pytestmark = pytest.mark.sweep
GAMES = range(6)
LEVELS = (1, 2, 3)


def viewers(state: State) -> Iterator[int | None]:
    """All seats and the spectators."""
    yield from range(len(state.players))
    yield None


@cache
def game(number: int) -> tuple[State, tuple[Action, ...], tuple[State, ...]]:
    """The opening, the actions and all states of a random game under one of the presets."""
    rules = [*PRESETS.values()][number % len(PRESETS)]
    opening = setup(2 + number % 3, seed=number, rules=rules, first_player=number % 2)
    steps = list(walk(opening, Random(number), 1000))  # noqa: S311 - a game
    return opening, tuple(a for _, a, _ in steps), (opening, *(after for _, _, after in steps))


def chosen(number: int) -> Iterator[State]:
    """Some states of a game: now and then one, and all in which more than a move is decided."""
    for index, state in enumerate(game(number)[2]):
        rare = state.phase in {Phase.NOBLE, Phase.OVER}
        if rare or index % (7 if state.phase is Phase.RETURN else 13) == number:
            yield state


def twin_of(state: State, viewer: int | None, seed: int = 0) -> State:
    """The state with the cards that a viewer has not seen shuffled among themselves."""
    return determinize(observe(state, viewer), seed=seed)


# What can be shown


def shown(view: State) -> dict[str, object]:
    """Everything that a view says of itself, and that others say of it."""
    drafts = (view, *view.players)
    slots = (StateDraft.__slots__, *[PlayerDraft.__slots__] * len(view.players))
    return {
        "repr": repr(view),
        "str": str(view),
        "position": format_position(view),
        "json": to_json(view),
        "digest": digest(view),
        "hash": hash(view),
        "pickle": pickle.dumps(view),
        "fields": [
            repr(getattr(draft, name))
            for draft, names in zip(drafts, slots, strict=True)
            for name in names
        ],
        "legal": repr(legal_actions(view)),
        "reveals": [repr(possible_reveals(view, level)) for level in LEVELS],
        "problems": repr(problems(view)),
        "table": render(*view_of_state(view).parts),
        "picture": svg(view),
        "place": view.awaited_place,
    }


def told(error: SplendorError) -> tuple[object, ...]:
    """All that a refusal says, but for the state that an IllegalActionError carries along."""
    kept = {name: value for name, value in vars(error).items() if name != "state"}
    causes = (error.__cause__, error.__context__, getattr(error, "__notes__", None))
    return (type(error), str(error), repr(error), error.args, pickle.dumps(kept), causes)


def answer(ask: Callable[[], object]) -> object:
    """What comes back from a call, or what is told of its error."""
    try:
        return repr(ask())
    except SplendorError as error:
        return told(error)


def refusals(state: State, actions: Sequence[Action]) -> list[object]:
    """What is told of every action, and of now and then one also all that an error says of it."""
    answers: list[object] = []
    for index, action in enumerate(actions):
        refusal = check(state, action)
        answers.append(refusal and (refusal.rule, refusal.parameters, refusal.sentence))
        if refusal is not None and index % 29 == 0:
            answers.append(answer(lambda action=action: apply(state, action)))  # type: ignore[misc]
    return answers


def readings(state: State) -> list[object]:
    """What is told of actions as text: cards bought without a payment, reserved and turned up."""
    texts = [f"{letter} {card}" for letter in "BR>" for card in CARDS]
    return [answer(lambda text=text: parse_action(text, state)) for text in texts]  # type: ignore[misc]


def disclosures(state: State) -> list[object]:
    """What comes of putting each card into each hand and each row."""
    return [
        answer(lambda viewer=viewer, card=card: disclose(state, viewer, card))  # type: ignore[misc]
        for viewer in viewers(state)
        for card in CARDS.values()
    ]


# States


@pytest.mark.rule("INFO-1", "INFO-2", "INFO-3", "INFO-4", "INFO-5")
@pytest.mark.pitfall(25)
@pytest.mark.parametrize("number", GAMES)
def test_a_view_says_nothing_of_what_its_viewer_cannot_know(number: int) -> None:
    different = 0
    for state in islice(chosen(number), 0, None, effort(3)):
        for viewer in viewers(state):
            twin = twin_of(state, viewer)
            different += twin != state
            assert shown(observe(twin, viewer)) == shown(observe(state, viewer))
    assert different > effort(4, 10)


def test_the_chosen_states_are_of_all_phases_but_reveal() -> None:
    """And the comparison does find what differs: full states are not the same as their twins."""
    states = [state for number in GAMES for state in chosen(number)]
    assert {state.phase for state in states} == set(Phase) - {Phase.REVEAL}
    twin = shown(twin_of(states[1], None))
    same = {name for name, value in shown(states[1]).items() if value == twin[name]}
    assert same <= {"legal", "reveals", "problems", "table", "place"}


@pytest.mark.rule("INFO-2", "INFO-4", "RES-7", "BUY-1", "PASS-2")
@pytest.mark.pitfall(25)
@pytest.mark.parametrize("number", GAMES)
def test_no_refusal_tells_the_mover_what_they_cannot_know(number: int) -> None:
    """Of a full state, as a server keeps it, just as of a view; and as text, and by `apply`."""
    for state in list(chosen(number))[number::5]:
        twin = twin_of(state, state.mover)
        view = observe(state, state.mover)
        actions = writable(view)
        expected = refusals(view, actions)
        assert refusals(state, actions) == expected
        assert refusals(twin, actions) == expected
        assert readings(state) == readings(twin) == readings(view)
        assert legal_actions(state) == legal_actions(twin) == legal_actions(view)


@pytest.mark.rule("INFO-2", "INFO-4")
@pytest.mark.pitfall(25)
@pytest.mark.parametrize("number", GAMES)
def test_no_refusal_of_an_action_or_a_card_in_a_view_tells_more_than_the_view(number: int) -> None:
    for state in list(chosen(number))[number::7]:
        for viewer in viewers(state):
            twin = observe(twin_of(state, viewer), viewer)
            view = observe(state, viewer)
            actions = writable(view)
            assert refusals(twin, actions) == refusals(view, actions)
            assert disclosures(twin) == disclosures(view)


@pytest.mark.rule("INFO-2", "INFO-4")
def test_an_error_keeps_its_state_to_itself() -> None:
    """Who passes an error on sends its violation; only the attribute `state` holds the position."""
    state = next(state for state in chosen(3) if state.phase is Phase.MAIN)
    secrets = [card.id for deck in state.decks for card in deck if isinstance(card, Card)]
    with pytest.raises(IllegalActionError) as caught:
        apply(state, ReturnTokens(Gems()))
    error = caught.value
    assert error.state is state
    for text in (str(error), repr(error), repr(error.args), repr(error.violation)):
        assert not any(secret in text for secret in secrets)
    assert state not in error.args
    assert (error.__cause__, error.__context__) == (None, None)


@pytest.mark.rule("INFO-2", "INFO-4", "INV-2")
def test_the_problems_of_a_broken_view_name_nothing_hidden() -> None:
    for state in islice(chosen(1), 0, None, 3):
        for viewer in viewers(state):
            view, twin = observe(state, viewer), observe(twin_of(state, viewer), viewer)
            for changes in (
                {"bank": Gems()},
                {"decks": ((*view.decks[0], CardBack(1)), *view.decks[1:])},
                {"rows": (view.rows[0], view.rows[0], view.rows[2])},
            ):
                broken: list[Any] = [attrs.evolve(known, **changes) for known in (view, twin)]
                errors = []
                for known in broken:
                    with pytest.raises(InvalidPositionError) as caught:
                        determinize(known, seed=1)
                    errors.append(told(caught.value))
                assert errors[0] == errors[1]


# While a card is due


def counted_walk(number: int) -> Iterator[State]:
    """States of a game on counted decks in which players are told most of what they draw."""
    random = Random(number)  # noqa: S311 - a game
    state = observe(setup(2 + number % 3, seed=number), None)
    while state.phase is not Phase.OVER:
        yield state
        mover, action = state.mover, random.choice(legal_actions(state))
        state = apply(state, action)
        if isinstance(action, ReserveFromDeck) and random.random() < 0.8:
            state = disclose(state, mover, random.choice(possible_reveals(state, action.level)))


def drawn(player: Player) -> list[Card | CardBack]:
    return [entry.card for entry in player.reserved if entry.face_down]


def cards(faces: Iterable[Card | CardBack]) -> list[Card]:
    return [face for face in faces if isinstance(face, Card)]


def told_otherwise(state: State, viewer: int | None, random: Random) -> State:
    """The state with other cards known to the others: they were told something else."""
    twin = observe(state, viewer)
    for other, player in enumerate(state.players):
        for entry in player.reserved:
            if other != viewer and entry.face_down and isinstance(entry.card, Card):
                cards = possible_reveals(twin, entry.card.level)
                twin = disclose(twin, other, random.choice(cards))
    return twin


@pytest.mark.rule("INFO-2", "ROW-1", "ROW-6")
@pytest.mark.parametrize("number", GAMES)
def test_what_others_were_told_shows_nowhere_while_a_card_is_turned_up(number: int) -> None:
    random = Random(number)  # noqa: S311 - a game
    different = 0
    states = [
        state
        for state in counted_walk(number)
        if state.phase is Phase.REVEAL and any(cards(drawn(player)) for player in state.players)
    ][:: effort(12)]
    for state in states:
        for viewer in viewers(state):
            twin = told_otherwise(state, viewer, random)
            different += twin != state
            view = observe(state, viewer)
            assert shown(observe(twin, viewer)) == shown(view)
            assert view.phase is Phase.REVEAL
    state = states[-1]
    twin, view = observe(told_otherwise(state, None, random), None), observe(state, None)
    actions = writable(view)
    assert refusals(twin, actions) == refusals(view, actions)
    assert disclosures(twin) == disclosures(view)
    assert different


# Hands and decks


@pytest.mark.rule("INFO-2", "INFO-3")
@pytest.mark.parametrize("level", LEVELS)
def test_the_place_of_a_hidden_card_in_a_hand_tells_nothing(level: int) -> None:
    """Whichever card it is, first or last of its level, and in whichever order it came."""
    up = f"{level}g3"
    for card in CARDS.values():
        if card.level == level and card.id != up:
            for order in (f"{up} ?{card}", f"?{card} {up}"):
                state = position(seat(hand=order), seat())
                assert hand(observe(state, 1), 0) == f"{up} #{level}"
                assert pickle.dumps(observe(state, 1).players[0]) == pickle.dumps(
                    position(seat(hand=f"#{level} {up}"), seat()).players[0]
                )


@pytest.mark.rule("INFO-4")
def test_of_a_deck_its_size_is_known_and_nothing_else() -> None:
    for state in game(2)[2]:
        for viewer in viewers(state):
            view = observe(state, viewer)
            for level, (deck, cards) in enumerate(zip(view.decks, state.decks, strict=True), 1):
                assert deck == (CardBack(level),) * len(cards)


# Whole games


def faces_of(state: State, twin: State) -> dict[Card | CardBack, Card]:
    """Which card of the twin takes the place of each card of a deck or drawn from one."""
    faces: dict[Card | CardBack, Card] = {}
    for one, two in zip(state.decks, twin.decks, strict=True):
        faces |= dict(zip(one, cards(two), strict=True))
    for player, other in zip(state.players, twin.players, strict=True):
        faces |= dict(zip(drawn(player), cards(drawn(other)), strict=True))
    return faces


def twin_game(number: int, cut: int, viewer: int | None) -> list[State] | None:
    """The states of the same game with other cards in place of those not seen up to a cut.

    None where a player who passed could have bought one of those cards.
    """
    opening, actions, states = game(number)
    last = states[cut]
    faces = faces_of(last, twin_of(last, viewer, cut))
    decks = [[faces.get(card, card) for card in deck] for deck in opening.decks]
    played = [attrs.evolve(opening, decks=decks)]
    for action in actions[:cut]:
        if check(played[-1], action) is not None:
            return None
        played.append(apply(played[-1], action))
    return played


def record_of(states: Sequence[State], number: int) -> Record:
    """The server's record, with its digests, its decks and its notes."""
    _, actions, _ = game(number)
    made = record_game(
        states[0],
        actions[: len(states) - 1],
        meta=Meta({"next": str(states[-1].decks[0][:1])}),
    )
    known = replay(made).states[1:]
    events = tuple(
        attrs.evolve(event, digest=digest(state), meta=Meta({"hand": repr(state.players)}))
        for event, state in zip(made.events, known, strict=True)
    )
    return attrs.evolve(made, events=events, decks=tuple(map(tuple, map(cards, states[0].decks))))


@pytest.mark.rule("INFO-1", "INFO-2", "INFO-3", "INFO-4", "INFO-5", "ROW-1")
@pytest.mark.pitfall(25)
@pytest.mark.parametrize("number", GAMES)
def test_a_whole_game_looks_the_same_whatever_was_never_seen(number: int) -> None:
    """Every view on the way, and the redacted record, as JSON and as text."""
    _, actions, states = game(number)
    played = 0
    cuts = (len(actions) // 3, len(actions) * 2 // 3, len(actions))
    ways = [*product(cuts, viewers(states[0]))]
    for cut, viewer in ways[effort(number % 2, 0) :: effort(2)]:
        twins = twin_game(number, cut, viewer)
        if twins is None:
            continue
        played += twins != list(states[: cut + 1])
        for state, twin in islice(zip(states, twins, strict=False), 0, None, effort(5)):
            one, two = observe(state, viewer), observe(twin, viewer)
            assert repr(one) == repr(two)
            assert to_json(one) == to_json(two)
        full = [record_of(known[: cut + 1], number) for known in (states, twins)]
        assert to_json(full[0]) != to_json(full[1])
        record, other = (redact(each, viewer) for each in full)
        assert to_json(record) == to_json(other)
        assert format_record(record) == format_record(other)
        assert pickle.dumps(record) == pickle.dumps(other)
        assert replay_html(record) == replay_html(other)
        assert record.events
        assert all(event.digest for event in record.events)
    assert played > effort(1, 3)


@pytest.mark.rule("INFO-2", "INFO-4")
def test_the_commitment_on_a_redacted_record_is_sealed_again() -> None:
    opening, actions, _ = game(0)
    salt = bytes(range(16))
    record = record_game(opening, actions, seed=0, commitment=commit(opening, salt=salt))
    for viewer in viewers(opening):
        text = to_json(redact(record, viewer))
        assert commit(opening, salt=salt).digest in text
        assert salt.hex() not in text
        assert isinstance(redact(record, viewer).events[0], Move)
