"""One ruling for every kind, reason and rule that the contract can print."""

from typing import Final

from tamsk_pi.referee.rulings import (
    ActRefused,
    HourglassExpired,
    MatchEnded,
    MatchStarted,
    MoveAccepted,
    Paused,
    PenaltyGranted,
    PenaltyLapsed,
    Question,
    RefusalCleared,
    Resumed,
    RingAccepted,
    RingLapsed,
    RingReassigned,
    Ruling,
    TakenBack,
    TimerRanOut,
    TimerStarted,
    TurnPassed,
    TurnStarted,
    Warned,
)
from tamsk_pi.rules.board import Cell, parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player

RED, BLACK = Player.RED, Player.BLACK
RED1 = Hourglass.RED1
A1, A2, C3 = (parse_cell(name) for name in ("A1", "A2", "C3"))


def started(level: int, penalty: str, start: str) -> MatchStarted:
    rule = "G.opt" if start == "free-placement" else "G1.1"
    return MatchStarted(at_ns=0, rule=rule, level=level, penalty=penalty, start=start)


def moved(rule: str, origin: Cell | None = A1) -> MoveAccepted:
    return MoveAccepted(at_ns=0, rule=rule, player=RED, hourglass=RED1, origin=origin, to=A2)


def ring(rule: str, kind: str) -> RingAccepted:
    return RingAccepted(at_ns=0, rule=rule, player=RED, cell=A2, ring_kind=kind, left=31)


def refused(reason: str, rule: str, cells: tuple[Cell, ...] = (A1, C3)) -> ActRefused:
    return ActRefused(at_ns=0, rule=rule, player=RED, hourglass=RED1, reason=reason, cells=cells)


def refused_ring(reason: str, rule: str, cells: tuple[Cell, ...] = (A2,)) -> ActRefused:
    return ActRefused(at_ns=0, rule=rule, player=None, hourglass=None, reason=reason, cells=cells)


def ran_out(outcome: str, rule: str) -> TimerRanOut:
    return TimerRanOut(at_ns=0, rule=rule, player=RED, outcome=outcome)


def granted(reason: str, rule: str, turns: int | None = None) -> PenaltyGranted:
    return PenaltyGranted(at_ns=0, rule=rule, player=BLACK, reason=reason, turns=turns)


def passed(reason: str, rule: str) -> TurnPassed:
    return TurnPassed(at_ns=0, rule=rule, player=RED, reason=reason)


def ended(winner: Player | None, reason: str, rule: str) -> MatchEnded:
    return MatchEnded(at_ns=0, rule=rule, winner=winner, reason=reason, red_left=3, black_left=5)


SENTENCES: Final[dict[Ruling, str]] = {
    started(3, "revised", "corners"): (
        "The match begins at level 3: the glasses stand on their corners; "
        "for lateness the opponent may drop a second ring."
    ),
    started(3, "1998", "free-placement"): (
        "The match begins at level 3: the glasses are brought in one by one; for lateness a turn is sat out."
    ),
    started(1, "revised", "corners"): "The match begins at level 1: the glasses stand on their corners.",
    TurnStarted(at_ns=0, rule="G1.1", player=RED): "Anna to move.",
    TurnStarted(at_ns=0, rule="G3.5", player=BLACK): "Time is up: B{0} may move.",
    moved("G1.2"): "Anna moved A1 → A2.",
    moved("G3.4"): "Anna moved A1 → A2, late.",
    moved("G98.1"): "Anna moved A1 → A2, late.",
    moved("G.opt", None): "Anna brought a glass in on A2.",
    moved("G3.4", None): "Anna brought a glass in on A2, late.",
    ring("G1.3", "regular"): "Anna dropped a ring on A2; 31 left.",
    ring("H3", "extra"): "B{0} had dropped no ring on A2, so Anna did; 31 left.",
    ring("G3.4", "penalty"): "Anna dropped the penalty ring on A2; 31 left.",
    RingLapsed(at_ns=0, rule="H2", player=RED, cell=A2): "Anna dropped no ring on A2 in time.",
    RingReassigned(at_ns=0, rule="H5", player=RED, cell=A2, left=30): (
        "The last ring on A2 counts for Anna, who has 30 left."
    ),
    refused("out-of-turn", "H9"): "Refused: it is not Anna’s turn.",
    refused("run-out", "H9"): "Refused: that glass has run out and stays where it is.",
    refused("own-cell", "H9", (A1,)): "Refused: a glass may not be turned over on its own cell.",
    refused("other-glass-first", "G2.2"): "Refused: Anna must move each of the three glasses once first.",
    refused("other-glass-first", "H41"): "Refused: Anna must bring all three glasses in first.",
    refused("not-adjacent", "H9"): "Refused: A1 and C3 are not neighbours.",
    refused("occupied", "H9"): "Refused: that cell belongs to another glass.",
    refused("not-flipped", "H11"): "Refused: that glass was not turned over.",
    refused("sand-in-top", "H18", (A1,)): (
        "Not ready: red1 has sand in its upper bulb. Let it run out, then start again."
    ),
    refused("not-set-up", "H18"): "Not ready: red1 is not where it begins.",
    refused("in-pause", "H39"): "red1 was moved during the pause: put it back.",
    refused_ring("not-set-up", "H18"): "Not ready: there are rings on A2. Take them off.",
    refused_ring("in-pause", "H39"): "The rings on A2 changed during the pause: put them right.",
    refused_ring("ring-on-full", "G1.4"): "Refused: A2 is full. Take that ring off.",
    refused_ring("ring-surplus", "H6"): "Refused: A2 has got its ring already. Take that one off.",
    refused_ring("ring-too-late", "H3"): "Refused: the ring on A2 came too late. Take it off.",
    refused_ring("ring-wrong-cell", "H6"): "Refused: no ring may be dropped on A2 now. Take it off.",
    refused_ring("ring-taken", "H6"): "A ring is missing on A2: put it back.",
    refused_ring("timer-void", "H23", ()): (
        "The timer was not empty or binds this turn already: turning it binds nobody."
    ),
    refused_ring("timer-void", "H24", ()): "The timer was turned just as the move was made: it binds nobody.",
    RefusalCleared(at_ns=0, rule="H9", cells=(A1, C3)): "Put right: A1 and C3.",
    RefusalCleared(at_ns=0, rule="H23", cells=()): "Put right.",
    HourglassExpired(at_ns=0, rule="G2.6", player=RED, hourglass=RED1): "Anna has lost red1: its sand has run out.",
    TimerStarted(at_ns=0, rule="G3.2", player=RED): "The timer runs: Anna must move before it is empty.",
    ran_out("in-time", "H27"): "The timer ran out; Anna had moved in time.",
    ran_out("late", "G3.4"): "Anna was late: the move was not finished when the timer ran out.",
    ran_out("late", "G98.1"): "Anna was late: the move was not finished when the timer ran out.",
    ran_out("forfeit", "G3.6"): "Anna had not begun to move when the timer ran out.",
    ran_out("forfeit", "G98.2"): "Anna had not begun to move when the timer ran out.",
    granted("late", "G3.4"): "Anna was late: B{0} may drop a second ring.",
    granted("forfeit", "G3.6"): "Anna forfeits the turn: B{0} may drop a second ring.",
    granted("late", "G98.1", 2): "Anna was late: B{0} plays 2 turns in a row.",
    granted("forfeit", "G98.2", 2): "Anna forfeits the turn: B{0} plays 2 turns in a row.",
    PenaltyLapsed(at_ns=0, rule="H31", player=BLACK): "B{0} did not drop the penalty ring in time.",
    PenaltyLapsed(at_ns=0, rule="H30", player=BLACK): (
        "B{0} had not dropped the penalty ring yet; a new one takes its place."
    ),
    passed("blocked", "G1.5"): "Anna cannot move and passes.",
    passed("forfeit", "G3.6"): "Anna forfeits the turn.",
    passed("forfeit", "G98.2"): "Anna forfeits the turn.",
    passed("forfeit", "H28"): "Anna forfeits the turn.",
    passed("sitting-out", "G98.3"): "Anna sits this turn out.",
    Warned(at_ns=0, rule="H14", reason="hold", player=RED, hourglass=RED1): (
        "Anna has not put red1 down for long: let it stand."
    ),
    Warned(at_ns=0, rule="H20", reason="close-to-expiry", player=RED, hourglass=RED1): (
        "That was close: red1 was about to run out when Anna lifted it."
    ),
    Warned(at_ns=0, rule="H12", reason="count-uncertain", cells=(A2,)): (
        "The number of rings on A2 is in doubt: have a look."
    ),
    Warned(at_ns=0, rule="architecture", reason="node-silent", hourglass=RED1): (
        "red1 is not heard any more: check its battery."
    ),
    Warned(at_ns=0, rule="architecture", reason="sensor-dead", cells=(A2,)): (
        "The sensors of A2 have failed: what happens there is not seen."
    ),
    Question(at_ns=0, rule="H37", reason="tie-close"): (
        "Which of the last hourglasses ran longer? Both players say it."
    ),
    Question(at_ns=0, rule="H12", reason="full-cell"): (
        "Is the cell under that glass full? Count its rings; both players say it."
    ),
    Question(at_ns=0, rule="H5", reason="holder-count"): (
        "From whose holder did the last ring come? Both players say it."
    ),
    Question(at_ns=0, rule="H40", reason="outage"): (
        "The board was without power. Does everything stand where it should? Both players say it."
    ),
    Paused(at_ns=0, rule="H39", player=RED): "The match is paused, as Anna asked.",
    Resumed(at_ns=0, rule="H39"): "The match goes on.",
    TakenBack(at_ns=0, rule="H39", cells=(A1, C3), undone="move-accepted"): (
        "The last move is taken back: put A1 and C3 right."
    ),
    TakenBack(at_ns=0, rule="H39", cells=(A2,), undone="ring-accepted"): (
        "The last ring is taken back: take it off A2."
    ),
    ended(RED, "rings", "G1.6"): "Anna wins with 3 rings left against 5.",
    ended(BLACK, "rings", "G1.6"): "B{0} wins with 5 rings left against 3.",
    ended(BLACK, "full-cell", "G1.4"): "B{0} wins: Anna moved onto a full cell.",
    ended(RED, "last-hourglass", "G2.9"): "Anna wins: with equal rings the hourglass that ran longest decides.",
    ended(RED, "last-hourglass", "H37"): "Anna wins: with equal rings the hourglass that ran longest decides.",
    ended(None, "last-hourglass", "H37"): "Nobody wins: rings and sand are equal.",
    ended(RED, "resigned", "H39"): "Anna wins: B{0} resigned.",
    ended(None, "tie", "G1.7"): "A tie: both have 3 rings left.",
    ended(None, "tie", "H37"): "A tie: both have 3 rings left.",
    ended(None, "agreed", "H39"): "A draw, as both agreed.",
}
"""With red called Anna and black called B{0}, a name that must not be taken for something to fill in."""
