"""One statement of a scenario: its words to a value (scenarios.md, "Format").

All functions raise ValueError saying what is wrong and what was expected; the reader adds file and line.
"""

from collections.abc import Sequence
from typing import Final

from tamsk_pi.rules.acts import Answer, Flip, Lift, Ring, Say, Setup, Start, Take, Tilt, TurnTimer, Upright
from tamsk_pi.rules.board import CELLS, parse_cell
from tamsk_pi.rules.pieces import HOME, parse_hourglass, parse_player
from tamsk_pi.rules.settings import MatchSettings, StartRule
from tamsk_pi.scenario.expecting import EXPECT_USAGE, parse_expect
from tamsk_pi.scenario.faults import FAULT_USAGE, parse_fault
from tamsk_pi.scenario.hands import HAND_USAGE, parse_hand
from tamsk_pi.scenario.statements import End, Put, Statement
from tamsk_pi.scenario.words import parse_seconds_ns, suggestion

SAY_USAGE: Final = (
    "say resign, draw, undo, pause, resume or confirm PLAYER, say alive or dead G, or say owner CELL PLAYER"
)
USAGE: Final = {
    "setup": "setup",
    "start": "start",
    "lift": "lift G",
    "place": "place G CELL",
    "hold": "hold G CELL SECONDS",
    "flip": "flip G",
    "tilt": "tilt G",
    "upright": "upright G",
    "ring": "ring CELL PLAYER",
    "take": "take CELL",
    "timer": "timer",
    "say": SAY_USAGE,
    "hand": HAND_USAGE,
    "fault": FAULT_USAGE,
    "expect": EXPECT_USAGE,
    "end": "end",
}


def standard_setup(at_ns: int, start: StartRule) -> Setup:
    """The board as `setup` leaves it: glasses on their corners, off the board in free placement; no rings."""
    at_home = start is StartRule.CORNERS
    return Setup(at_ns, HOME if at_home else (None,) * len(HOME), (0,) * len(CELLS))


def parse_statement(at_ns: int, words: Sequence[str], settings: MatchSettings) -> Statement:
    """The statement of a line's words after its time, in a scenario under these settings."""
    match words:
        case ["setup"]:
            return standard_setup(at_ns, settings.start)
        case ["start"]:
            return Start(at_ns, settings)
        case ["lift", glass]:
            return Lift(at_ns, parse_hourglass(glass))
        case ["place", glass, cell]:
            return Put(at_ns, parse_hourglass(glass), parse_cell(cell))
        case ["hold", glass, cell, seconds]:
            return Put(at_ns, parse_hourglass(glass), parse_cell(cell), parse_seconds_ns(seconds))
        case ["flip", glass]:
            return Flip(at_ns, parse_hourglass(glass))
        case ["tilt", glass]:
            return Tilt(at_ns, parse_hourglass(glass))
        case ["upright", glass]:
            return Upright(at_ns, parse_hourglass(glass))
        case ["ring", cell, player]:
            return Ring(at_ns, parse_cell(cell), parse_player(player))
        case ["take", cell]:
            return Take(at_ns, parse_cell(cell))
        case ["timer"]:
            return TurnTimer(at_ns)
        case ["say", *rest]:
            return parse_say(at_ns, rest)
        case ["hand", *rest]:
            return parse_hand(at_ns, rest)
        case ["fault", *rest]:
            return parse_fault(at_ns, rest)
        case ["expect", *rest]:
            return parse_expect(at_ns, rest)
        case ["end"]:
            return End(at_ns)
        case [verb, *_] if verb in USAGE:
            raise ValueError(f"{' '.join(words)!r} is not complete or too long; expected {USAGE[verb]}")
        case [verb, *_]:
            near = suggestion(verb, USAGE)
            raise ValueError(f"{verb!r} is not a statement{near or '; expected ' + ', '.join(USAGE)}")
        case _:
            raise ValueError(f"nothing follows the time; expected {', '.join(USAGE)}")


def parse_say(at_ns: int, words: Sequence[str]) -> Say:
    """The answer that the words after `say` name."""
    match words:
        case [("resign" | "draw" | "undo" | "pause" | "resume" | "confirm") as what, player]:
            return Say(at_ns, Answer(what), player=parse_player(player))
        case [("alive" | "dead") as what, glass]:
            return Say(at_ns, Answer(what), hourglass=parse_hourglass(glass))
        case ["owner", cell, player]:
            return Say(at_ns, Answer.OWNER, player=parse_player(player), cell=parse_cell(cell))
        case _:
            raise ValueError(f"{' '.join(('say', *words))!r} is not an answer; expected {SAY_USAGE}")
