"""How fast games are counted, and against the plain generator of the tests."""

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Final

from tamsk_pi.bench.stopwatch import cpu_seconds
from tamsk_pi.rules.perft import RingRule, perft
from tamsk_pi.rules.position import start_position

DEPTH: Final = 6
LEVEL: Final = 1
PLAIN_MODEL: Final = "naive_perft.py"


def measure_perft() -> dict[str, float]:
    """`perft 6 --level 1 --rings always` by both generators, in processor time; a node is a counted leaf."""
    nodes, own_s = cpu_seconds(lambda: perft(start_position(LEVEL), DEPTH, RingRule.ALWAYS))
    plain = _plain_model()
    plain_nodes, plain_s = cpu_seconds(lambda: plain.NaiveGame(LEVEL, ring_is_optional=False).perft(DEPTH))
    if nodes != plain_nodes:
        raise AssertionError(f"the generators count {nodes} and {plain_nodes}")
    return {"perft_nodes_per_s": nodes / own_s, "perft_ratio_to_naive": plain_s / own_s}


def _plain_model() -> ModuleType:
    """The model of the tests: shipped with the package, or in the checkout."""
    package = Path(__file__).resolve().parent.parent
    path = package / PLAIN_MODEL
    if not path.is_file():
        path = package.parent / "tests" / "rules" / PLAIN_MODEL
    spec = importlib.util.spec_from_file_location("naive_perft", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
