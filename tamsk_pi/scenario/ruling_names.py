"""The rulings an `expect` may name, and the keys of each (scenarios.md, "What comes out").

The scenario room lies below the referee's, which makes the rulings; a test holds the two together.
"""

from typing import Final

COMMON_KEYS: Final = ("at_ms", "rule", "provisional")
EVIDENCE_KEY: Final = "why"
"""A ruling's evidence is left out of comparisons, so nothing can be expected of it."""

RULING_KEYS: Final[dict[str, tuple[str, ...]]] = {
    "match-started": ("level", "penalty", "start"),
    "turn-started": ("player",),
    "move-accepted": ("player", "hourglass", "from", "to"),
    "ring-accepted": ("player", "cell", "kind", "left"),
    "ring-lapsed": ("player", "cell"),
    "ring-reassigned": ("player", "cell", "left"),
    "act-refused": ("player", "hourglass", "reason", "cells"),
    "refusal-cleared": ("cells",),
    "hourglass-expired": ("player", "hourglass"),
    "timer-started": ("player",),
    "timer-ran-out": ("player", "outcome"),
    "penalty-granted": ("player", "reason", "turns"),
    "penalty-lapsed": ("player",),
    "turn-passed": ("player", "reason"),
    "warning": ("reason", "player", "hourglass", "cells"),
    "question": ("reason",),
    "paused": ("player",),
    "resumed": (),
    "taken-back": ("cells", "undone"),
    "match-ended": ("winner", "reason", "red_left", "black_left"),
}
