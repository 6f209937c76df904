"""What the referee said, in short words below a record's moves; reading a record leaves them out."""

from typing import Final

from tamsk_pi.games.instants import format_instant
from tamsk_pi.referee.rulings import RingAccepted, Ruling

_PLAIN: Final = frozenset(
    ("match-started", "turn-started", "move-accepted", "ring-lapsed", "refusal-cleared", "timer-started")
)
"""Said by the moves themselves, or of no interest afterwards."""

_SHOWN_ELSEWHERE: Final = frozenset(("ruling", "at_ms", "rule", "why"))


def remark_of(ruling: Ruling) -> str:
    """The ruling in words; empty where the move's own line says enough.

    Its instant, its kind, its fields, and its point of the rules: `44.4 timer-ran-out black late (G3.4)`.
    """
    if ruling.kind in _PLAIN or (isinstance(ruling, RingAccepted) and ruling.ring_kind == "regular"):
        return ""
    values = [_word(name, value) for name, value in ruling.as_json().items() if name not in _SHOWN_ELSEWHERE]
    words = [format_instant(max(0, ruling.at_ns // 1_000_000 * 1_000_000)), ruling.kind, *(v for v in values if v)]
    return f"{' '.join(words)} ({ruling.rule})"


def _word(name: str, value: object) -> str:
    match value:
        case None:
            return ""
        case bool():
            return name if value else ""
        case list():
            return ",".join(map(str, value))
        case int():
            return f"{name.replace('_', ' ')} {value}"
        case _:
            return str(value)
