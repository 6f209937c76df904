"""A stretch of a match through the whole daemon: how fast it plays, how soon light answers, what memory it takes."""

import tempfile
import time
from dataclasses import replace
from pathlib import Path
from typing import Final

from tamsk_pi.bench.stopwatch import quantile
from tamsk_pi.bench.whole import resident_mib
from tamsk_pi.clock import NS_PER_MS
from tamsk_pi.config import Config
from tamsk_pi.daemon.performance import Performance
from tamsk_pi.layout import Layout
from tamsk_pi.rules.acts import Lift, Ring
from tamsk_pi.scenario.statements import Put, Scenario
from tamsk_pi.views.light_choice import cell_signals
from tamsk_pi.views.light_language import Signal

PATIENCE_NS: Final = 1_000_000_000


class _Answers:
    """Watches what the lights say; an act is answered when what they say changes for the first time after it.

    A ring that is seen falling lights its cell before it rests: its answer counts as 0 ms.
    """

    def __init__(self, scenario: Scenario, performance: Performance) -> None:
        self._acts = [
            s
            for line in scenario.lines
            if isinstance(s := line.statement, (Lift, Put, Ring)) and s.at_ns <= scenario.end_ns
        ]
        self._performance = performance
        self._said: tuple[Signal, ...] = ()
        self._waiting: list[int] = []
        self.delays_ms: list[float] = []

    def look(self, now_ns: int) -> None:
        """Called before every round with its instant."""
        daemon = self._performance.daemon
        assert daemon is not None
        said = cell_signals(daemon.showing.view)
        if said != self._said:
            self._said = said
            self.delays_ms += [(now_ns - at_ns) / NS_PER_MS for at_ns in self._waiting]
            self._waiting.clear()
        while self._acts and self._acts[0].at_ns <= now_ns:
            act = self._acts.pop(0)
            if isinstance(act, Ring) and said[act.cell] is Signal.SEEN:
                self.delays_ms.append(0.0)
            else:
                self._waiting.append(act.at_ns)
        self._waiting = [at_ns for at_ns in self._waiting if now_ns - at_ns < PATIENCE_NS]


async def measure_match(scenario: Scenario, layout: Layout) -> dict[str, float]:
    """At the level of SPI bytes, 100 scans and 30 pictures a second of virtual time.

    Act to light: from the instant an act happens to the first change of what the lights say, in virtual time; the
    round in which it is shown is counted whole. How fast it plays is by processor time.
    """
    with tempfile.TemporaryDirectory() as directory:
        performance = Performance(scenario, replace(Config(), matches=Path(directory)), layout, 1)
        answers = _Answers(scenario, performance)
        begun = time.process_time()
        await performance.play(on_round=answers.look)
        spent_s = time.process_time() - begun
    return {
        "act_to_light_ms_p50": quantile(answers.delays_ms, 0.5),
        "act_to_light_ms_p95": quantile(answers.delays_ms, 0.95),
        "match_virtual_speedup": scenario.end_ns / 1e9 / spent_s,
        "rss_mib": resident_mib(),
    }
