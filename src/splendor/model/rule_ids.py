"""The id of every rule, with the rule in one sentence; refusals and problems name these."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Self


class RuleId(Enum):
    """A rule of Splendor, or of this library about games, by its stable id.

    The value is the id as it is written, `sentence` says what it demands. Ids are never reused.

    >>> RuleId("TAKE-5").sentence
    'Two tokens of one colour may be taken only while the bank holds at least four of it.'
    >>> str(RuleId.TAKE_5)
    'TAKE-5'
    """

    sentence: str

    def __new__(cls, value: str, sentence: str = "") -> Self:
        """Make a member whose value is the id alone."""
        member = object.__new__(cls)
        member._value_ = value
        member.sentence = sentence
        return member

    if TYPE_CHECKING:  # that it is a string, checkers do not see in `__new__`

        @property
        def value(self) -> str:
            """The id as it is written, such as `TAKE-5`."""
            ...

    def __str__(self) -> str:
        return self.value

    def __repr__(self) -> str:
        return f"RuleId.{self.name}"

    COMP_1 = "COMP-1", "There are seven tokens of each of the five gem colours and five of gold."
    COMP_2 = (
        "COMP-2",
        "There are 90 different cards, 40, 30 and 20 by level, and each exists once.",
    )
    COMP_3 = "COMP-3", "A card has a level, one bonus colour, 0 to 5 points and a cost in gems."
    COMP_4 = "COMP-4", "There are ten noble tiles, each asking for bonuses and worth 3 points."

    SETUP_1 = "SETUP-1", "Two, three or four players take part."
    SETUP_2 = "SETUP-2", "The deck of each level is shuffled on its own."
    SETUP_3 = "SETUP-3", "Four cards of each level are laid out face up."
    SETUP_4 = "SETUP-4", "The nobles are shuffled and one more than there are players is revealed."
    SETUP_5 = "SETUP-5", "Nobles that were not revealed are out of the game."
    SETUP_6 = "SETUP-6", "With two players each gem colour starts with four tokens."
    SETUP_7 = "SETUP-7", "With three players each gem colour starts with five tokens."
    SETUP_8 = "SETUP-8", "With four players each gem colour starts with seven tokens."
    SETUP_9 = "SETUP-9", "Gold starts with five tokens at every number of players."
    SETUP_10 = "SETUP-10", "Players start without tokens, cards, nobles and reservations."
    SETUP_11 = "SETUP-11", "The youngest player starts; here the starting seat is given."

    TURN_1 = "TURN-1", "Play goes clockwise from the starting player."
    TURN_2 = (
        "TURN-2",
        "A turn is exactly one of: take three different, take two the same, reserve, buy.",
    )
    TURN_3 = "TURN-3", "A player who has a legal action must act."
    TURN_4 = "TURN-4", "Only the one whose decision is awaited may decide, and only that decision."
    TURN_5 = "TURN-5", "A turn runs: action, refill of the row, return of tokens, noble, end test."

    TAKE_1 = "TAKE-1", "A player may take one token of each of three different gem colours."
    TAKE_2 = (
        "TAKE-2",
        "With fewer than three colours in the bank, one of each that is there is taken.",
    )
    TAKE_3 = "TAKE-3", "With three or more colours in the bank, fewer than three may not be taken."
    TAKE_4 = "TAKE-4", "A player may take two tokens of one gem colour."
    TAKE_5 = (
        "TAKE-5",
        "Two tokens of one colour may be taken only while the bank holds at least four of it.",
    )
    TAKE_6 = "TAKE-6", "Gold is never taken as a gem."
    TAKE_7 = "TAKE-7", "A colour of which the bank has no token cannot be taken."
    TAKE_8 = "TAKE-8", "Taking no token is not an action."
    TAKE_9 = "TAKE-9", "Two tokens of one colour are not taken together with another colour."
    TAKE_10 = "TAKE-10", "Holding many tokens neither forbids nor shortens a take."
    TAKE_11 = "TAKE-11", "Never more than three tokens are taken, nor three of one colour."

    LIMIT_1 = "LIMIT-1", "A player ends a turn with at most ten tokens, gold included."
    LIMIT_2 = "LIMIT-2", "Whoever holds more than ten tokens returns exactly the excess."
    LIMIT_3 = (
        "LIMIT-3",
        "Any tokens held may be returned, gold and those just taken too, and no others.",
    )
    LIMIT_4 = "LIMIT-4", "Nobody returns tokens while holding ten or fewer."
    LIMIT_5 = "LIMIT-5", "The limit of ten does not apply before the end of the turn."
    LIMIT_6 = "LIMIT-6", "Bonuses are not tokens and do not count toward the limit."

    RES_1 = "RES-1", "A face-up card, or the top card of a deck, may be reserved."
    RES_2 = "RES-2", "A player holds at most three reserved cards at a time."
    RES_3 = "RES-3", "Whoever reserves takes one gold if the bank has any."
    RES_4 = "RES-4", "With no gold in the bank the reservation is made without it."
    RES_5 = "RES-5", "Nothing can be reserved from an empty deck or an empty place."
    RES_6 = "RES-6", "A reserved card leaves the hand only when its holder buys it."
    RES_7 = "RES-7", "Only its holder may buy a reserved card."
    RES_8 = "RES-8", "Reserving is the only way to get gold."
    RES_9 = "RES-9", "A reserved card gives no points and no bonus."
    RES_10 = "RES-10", "A card that one could pay for may be reserved all the same."

    ROW_1 = "ROW-1", "A face-up card taken away is replaced at once from the deck of its level."
    ROW_2 = "ROW-2", "Once a deck is empty the places of its row stay empty."
    ROW_3 = "ROW-3", "The new card lies where the old one lay."
    ROW_4 = "ROW-4", "Reserving from a deck and buying from hand leave the rows alone."
    ROW_5 = "ROW-5", "Decks are never shuffled again or refilled."
    ROW_6 = "ROW-6", "The card turned up is of the level of its row."

    BUY_1 = "BUY-1", "A face-up card or one of one's own reserved cards may be bought."
    BUY_2 = "BUY-2", "A reserved card is bought on a later turn than the one it was reserved on."
    BUY_3 = "BUY-3", "A bought card stays face up with its owner."
    BUY_4 = "BUY-4", "The points of a bought card count at once."
    BUY_5 = "BUY-5", "A card that one cannot pay for cannot be bought."
    PAY_1 = "PAY-1", "Of each colour the cost less one's bonuses is due, and never less than none."
    PAY_2 = "PAY-2", "A gold token stands for one token of any colour due."
    PAY_3 = "PAY-3", "Gold may be paid even for a colour that one holds."
    PAY_4 = "PAY-4", "Exactly what is due is paid, and nothing more."
    PAY_5 = "PAY-5", "The tokens paid, gold too, go back to the bank at once."
    PAY_6 = "PAY-6", "A card whose whole cost the bonuses cover is free."
    PAY_7 = "PAY-7", "Only tokens that one holds can be paid."
    BON_1 = "BON-1", "Every bought card is one lasting bonus of its colour."
    BON_2 = "BON-2", "A card's bonus pays from the next turn on; it never pays for itself."
    BON_3 = "BON-3", "Bonuses are not used up and never stand for another colour."

    NOB_1 = "NOB-1", "At the end of each turn, its player is checked against the revealed nobles."
    NOB_2 = (
        "NOB-2",
        "A noble visits a player whose bonuses, the card just bought included, reach its numbers.",
    )
    NOB_3 = "NOB-3", "Tokens and reserved cards do not count for nobles."
    NOB_4 = "NOB-4", "The visit cannot be refused and is not an action."
    NOB_5 = "NOB-5", "At most one noble visits in a turn."
    NOB_6 = "NOB-6", "When several nobles qualify, the player picks one."
    NOB_7 = "NOB-7", "A noble that has visited stays with its player and is not replaced."
    NOB_8 = "NOB-8", "Bonuses are not spent on nobles."
    NOB_9 = "NOB-9", "A noble passed over stays on the table for everybody."
    NOB_10 = "NOB-10", "Nobles visit only the player whose turn it is."

    END_1 = (
        "END-1",
        "Once a turn ends with its player at the target score, the round is the last one.",
    )
    END_2 = "END-2", "A round runs from the starting player to the player on their right."
    END_3 = "END-3", "At the end all players have had the same number of turns."
    END_4 = "END-4", "When the last seat of the round reaches the target, the game is over at once."
    END_5 = "END-5", "The turns of the last round follow all the rules."
    END_6 = (
        "END-6",
        "When all players pass in succession and no noble comes, the game stops: a stalemate.",
    )
    END_7 = "END-7", "Under a turn limit of N the game stops when round N is complete."
    END_8 = "END-8", "After the end nothing more may be done."
    END_9 = (
        "END-9",
        "Tested after a turn, in order: target, in a complete round; stalemate; turn limit.",
    )

    WIN_1 = "WIN-1", "The score is the points on bought cards and nobles."
    WIN_2 = "WIN-2", "The highest score wins, whoever brought about the end."
    WIN_3 = "WIN-3", "In a tie on points the one with the fewest bought cards wins."
    WIN_4 = "WIN-4", "Who is equal in that too shares the victory."

    PASS_1 = "PASS-1", "A player without a legal action passes, and can do nothing else."
    PASS_2 = "PASS-2", "A player with a legal action may not pass."
    PASS_3 = "PASS-3", "A pass is a turn: the noble and the end are tested after it."

    INFO_1 = "INFO-1", "Tokens, bought cards, nobles, scores and the bank are known to all."
    INFO_2 = "INFO-2", "Of a card reserved from a deck only its holder knows more than the level."
    INFO_3 = "INFO-3", "A card reserved face up is known to all."
    INFO_4 = "INFO-4", "The order of the decks is known to nobody, their sizes to all."
    INFO_5 = "INFO-5", "A bought card is known to all, however it was reserved."
    INFO_6 = "INFO-6", "Nobles that were not revealed are not known."

    INV_1 = (
        "INV-1",
        "Of each colour, the bank and the players together hold what they started with.",
    )
    INV_2 = "INV-2", "Each of the 90 cards is in exactly one deck, row, hand or purchase."
    INV_3 = "INV-3", "The nobles on the table and with the players are those revealed, once each."
    INV_4 = "INV-4", "Players hold at most ten tokens between turns, and thirteen within one."
    INV_5 = "INV-5", "Nobody holds more than three reserved cards."
    INV_6 = "INV-6", "A row is full unless its deck is empty or its refill is awaited."
    INV_7 = "INV-7", "No count is negative, and scores never fall."
    INV_8 = "INV-8", "The numbers of turns that players have had differ by one at most."
    INV_9 = "INV-9", "A player gains at most one card and one noble a turn, and only on their turn."
    INV_10 = "INV-10", "Exactly the legal actions can be applied."

    LOG_1 = "LOG-1", "A log may record the refill of a row late, or not at all after the last turn."
    LOG_2 = "LOG-2", "A log may leave out a payment: coloured tokens first, gold for the rest."
    LOG_3 = "LOG-3", "A log may leave out the choice of a noble where only one can visit."

    VAR_1 = "VAR-1", "Option `target_score`: the points that make the round the last one."
    VAR_2 = "VAR-2", "Option `tie_break`: whether fewest bought cards decides among equals."
    VAR_3 = (
        "VAR-3",
        "Option `take_fewer`: whether one or two different tokens may be taken at will.",
    )
    VAR_4 = "VAR-4", "Option `gold_tokens`: the supply of gold."
    VAR_5 = (
        "VAR-5",
        "Options `noble_pool` and `noble_count`: the nobles, and how many are revealed.",
    )
    VAR_6 = "VAR-6", "Option `turn_limit`: after how many rounds the game stops."
    VAR_7 = "VAR-7", "Option `payment`: whether gold may stand for a colour that one holds."
    VAR_8 = "VAR-8", "Option `gem_tokens`: the supply of each gem colour."
