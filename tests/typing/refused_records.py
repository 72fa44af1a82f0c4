# pyright: reportUnknownArgumentType=false, reportUnknownMemberType=false
"""Wrong uses of records, formats, bots, pictures and tools; as in refused_play.py."""

from pathlib import Path

from splendor import (
    READERS,
    Action,
    Card,
    Claims,
    Commitment,
    Disclosure,
    Ending,
    Gems,
    Generator,
    Meta,
    Move,
    Opening,
    Pass,
    Reader,
    Reading,
    Record,
    Report,
    Result,
    State,
    UnreadableError,
    Value,
    Verdict,
    commit,
    digest,
    find_games,
    format_action,
    format_position,
    format_record,
    format_turn,
    from_json,
    import_games,
    legal_actions,
    load,
    parse_action,
    parse_position,
    parse_record,
    parse_turn,
    read_bga,
    read_lines,
    record_game,
    redact,
    replay,
    to_json,
    verify,
    write_lines,
)
from splendor.bots import BOTS, Bot, GreedyBot, RandomBot, ask, play_game
from splendor.render import Picture, headline, replay_html, say, svg
from splendor.testing import (
    Adapter,
    OwnEngine,
    Refusal,
    check_engine,
    divide,
    games,
    openings,
    perft,
    states,
    views,
)
from splendor.testing import cards as cards_of


def use(*_: object) -> None:
    """Take what an expression gives."""


def records_are_frozen(record: Record, report: Report, move: Move, meta: Meta) -> None:
    record.players[0] = "Ada"  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    record.events.append(move)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    record.events += (move,)  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    record.players = ("Ada", "Bo")  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    record.result = None  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    move.action = Pass()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    report.verdict = Verdict.VALID  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    report.scores = ()  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]
    meta["table"] = 17  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    del meta["table"]  # type: ignore[attr-defined]  # pyright: ignore[reportIndexIssue]
    meta.update(table=17)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


def records_take_their_parts(opening: Opening, action: Action, card: Card, state: State) -> None:
    Record(("Ada", "Bo"))  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Record(["Ada", "Bo"], opening)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), opening, events=[Move(action)])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), opening, events=(action,))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), opening, perspective="private")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), opening, rules="official")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), opening, seed="42")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Record(("Ada", "Bo"), opening, meta={"table": 17})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Move("T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Move(action, by="Ada")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Move(action, claims={"points": 3})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Disclosure("1w1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Disclosure(card, seat="Ada")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Claims(change=[1, 0, 0, 0, 0, 0])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Claims(points="3")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Ending("won")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Ending("resigned", seat="Ada")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Result(winners=0)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Result(points=[15, 3])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Generator()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Generator("mine", version=1)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Commitment(b"digest")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Commitment("digest", salt="salt")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Meta(["final"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def recording_takes_a_game(opening: State, actions: list[Action], record: Record) -> None:
    record_game(opening)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    record_game(record, actions)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    record_game(opening, ["T wug"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    record_game(opening, actions, ("Ada", "Bo"))  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    record_game(opening, actions, players=["Ada", "Bo"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    record_game(opening, actions, seed="42")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    record_game(opening, actions, ending="resigned")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    record_game(opening, actions, meta={"table": 17})  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    commit(opening)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    commit(opening, salt="salt")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def json_takes_what_has_a_spelling(card: Card, report: Report, meta: Meta) -> None:
    to_json(card)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    to_json(report)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    to_json(meta)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    to_json([Pass()])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    digest(report)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    find_games(7)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    from_json("{}")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]
    from_json({}, State)  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    from_json("{}", "State")  # type: ignore[call-overload]  # pyright: ignore[reportArgumentType, reportCallIssue]
    from_json("{}", int)  # type: ignore[type-var]  # pyright: ignore[reportArgumentType, reportCallIssue]
    from_json("{}", Card)  # type: ignore[type-var]  # pyright: ignore[reportArgumentType, reportCallIssue]
    from_json("{}", Report)  # type: ignore[type-var]  # pyright: ignore[reportArgumentType, reportCallIssue]
    from_json("{}", State, "strict")  # type: ignore[call-overload]  # pyright: ignore[reportCallIssue]


def text_takes_text(state: State, record: Record, action: Action) -> None:
    format_action("T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    format_turn(action)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    format_turn(["T wug"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    format_position(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    format_record(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    parse_action(b"T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    parse_action("T wug", record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    parse_turn("T wug")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    parse_position(b"a line")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    parse_record(Path("game.splendor"))  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def files_take_paths(record: Record, path: Path) -> None:
    load(b"{}")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    load(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    read_lines(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    read_lines(path, on_error="skip")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    write_lines(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    write_lines(["{}"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    import_games(path)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    read_bga(b"one file")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    verify(path)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    verify("game.json")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    replay(load)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    redact(record)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    redact(record, "Ada")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def none_has_to_be_told_apart(record: Record, report: Report) -> None:
    use(report.problem.rule)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(report.final.players)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(report.outcome.winners)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(record.result.winners)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(record.decks[0])  # type: ignore[index]  # pyright: ignore[reportOptionalSubscript]
    use(record.commitment.sealed)  # type: ignore[union-attr]  # pyright: ignore[reportOptionalMemberAccess]
    use(record.events[0].action)  # type: ignore[union-attr]  # pyright: ignore[reportAttributeAccessIssue]
    use(report.verdict == "valid")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(report.verdict.VALIDATED)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
    use(record.ending == "played")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]
    use(record.ending.kind == "won")  # type: ignore[comparison-overlap]  # pyright: ignore[reportUnnecessaryComparison]


def name_of(content: object) -> str:
    """Return a name, where a bool is wanted."""
    return str(content)


def one_reading(values: list[Value]) -> Reading:
    """Return one reading, where several are wanted."""
    return values[0].fail("unreadable")


def readers_have_two_functions(value: Value, errors: list[str]) -> None:
    Reader("mine")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    Reader("mine", name_of, READERS[0].interpret)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Reader("mine", callable, one_reading)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Reading("a game")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Reading(value)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    value["key"] = value  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    value.one_of(["w", "u"], "a colour")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    value.text()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    UnreadableError("why", "path")  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    read_lines("games.jsonl", on_error=errors.append)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


class Mute:
    """No bot: it has no `choose`."""


class Speaker:
    """No bot: it answers with text."""

    def choose(self, view: State) -> str:
        """Answer."""
        return format_action(legal_actions(view)[0])


class Omniscient:
    """No bot: it wants more than its view."""

    def choose(self, view: State, state: State) -> Action:
        """Cheat."""
        return legal_actions(state)[view.turn]


def bots_choose(state: State, bot: Bot) -> None:
    ask(Mute(), state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ask(Speaker(), state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ask(Omniscient(), state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ask(GreedyBot, state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ask("greedy", state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    ask(state, bot)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    play_game(state, [Speaker(), bot])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    play_game(state, [GreedyBot, RandomBot])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    play_game(state, bot)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    play_game(state, [bot, bot], players=["Ada", "Bo"])  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    play_game(state, [bot, bot], seed="1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    bot.choose()  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    bot.choose(view=state)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    BOTS["mine"] = GreedyBot  # type: ignore[index]  # pyright: ignore[reportIndexIssue]
    BOTS["greedy"].choose(state)  # type: ignore[attr-defined]  # pyright: ignore[reportFunctionMemberAccess]
    GreedyBot(1)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    RandomBot(seed="1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    RandomBot().seed = 2  # type: ignore[misc]  # pyright: ignore[reportAttributeAccessIssue]


def pictures_show_values(state: State, record: Record, gems: Gems, picture: Picture) -> None:
    svg(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    svg(gems)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    svg("1w1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    svg(state, ["Ada", "Bo"])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    svg(state, names=[1, 2])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    svg(state, theme="blue")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    replay_html(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    replay_html(picture)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    say("T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    say(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    headline(record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    headline(state, [1, 2])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]


class Halfway:
    """No adapter: it cannot apply."""

    def load(self, position: str) -> str:
        """Keep the text."""
        return position


class Mixed(OwnEngine):
    """No adapter: it loads one thing and dumps another."""

    def load(self, position: str, /) -> str:  # type: ignore[override]  # pyright: ignore[reportIncompatibleMethodOverride]
        """Keep the text."""
        return position


def tools_take_their_kinds(state: State, adapter: Adapter[bytes]) -> None:
    openings("2")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    openings(rules=Record)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    games(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    states(most_actions="20")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    views(openings)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    cards_of("1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    check_engine(Halfway())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    check_engine(OwnEngine)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    check_engine(OwnEngine(), ["games"])  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    check_engine(OwnEngine(), parts=["everything"])  # type: ignore[list-item]  # pyright: ignore[reportArgumentType]
    check_engine(OwnEngine(), corpus="folder")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    adapter.load(state)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    adapter.apply(state, "T wug")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    adapter.apply(b"", Pass())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    legal_actions(states())  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    perft(state)  # type: ignore[call-arg]  # pyright: ignore[reportCallIssue]
    divide(state, "1")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    Refusal(5)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
