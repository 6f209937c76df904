"""Raw recordings of named faults, perceived again: what hands did comes out, and nothing that they did not.

`scripts/make-recordings` makes them from the scenarios beside them, at the level of SPI bytes.
"""

from pathlib import Path

import pytest
from hands_at_play import compare, truth

from tamsk_pi.config import load_layout
from tamsk_pi.daemon.replaying import replay_recording
from tamsk_pi.journal.recording import parse_recording
from tamsk_pi.perception.findings import FindingKind
from tamsk_pi.perception.perception import Perception
from tamsk_pi.rules.acts import Act, Setup, Trouble
from tamsk_pi.scenario.reader import parse
from tamsk_pi.scenario.statements import Fault

RECORDINGS = sorted((Path(__file__).parents[1] / "recordings").glob("*.tamskraw"))
MS = 1_000_000
BOARD_ACTS_MS = 50
TURNS_MS = 250
NAMED_MS = 2_000
FINDINGS = {
    "adc-zeros": FindingKind.ADC,
    "cables": FindingKind.CABLES,
    "crooked-ring": None,
    "dead-cell": FindingKind.STUCK,
    "drift-off": FindingKind.DRIFT_OFF,
    "mux-dead": FindingKind.MUX_DEAD,
    "node-silent": None,
    "noisy": FindingKind.NOISE,
    "select-stuck": FindingKind.SELECT_STUCK,
    "spi-gone": FindingKind.SPI_GONE,
    "stale": FindingKind.STALE,
    "stuck": FindingKind.STUCK,
}
"""What perception finds in each recording; None: nothing, because no sensor is broken."""


def told(path: Path) -> list[Act]:
    recording = parse_recording(path.name, path.read_bytes())
    return replay_recording(recording, load_layout(None), is_compared=False).acts


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_fault_hides_no_act_and_makes_none(path: Path) -> None:
    happened = truth(path.with_suffix(".tamsk").read_text(encoding="utf-8"))
    acts = told(path)
    problems, errors = compare(happened, [act for act in acts if not isinstance(act, (Setup, Trouble))])
    assert problems == []
    assert {kind: max(map(abs, ms)) for kind, ms in errors.items()} == {
        kind: pytest.approx(0, abs=TURNS_MS if kind == "Flip" else BOARD_ACTS_MS) for kind in errors
    }


@pytest.mark.parametrize("path", RECORDINGS, ids=lambda path: path.stem)
def test_a_recorded_fault_is_named_within_two_seconds_and_no_other(path: Path) -> None:
    named_ns: dict[FindingKind, int] = {}

    def look(now_ns: int, perception: Perception) -> None:
        for finding in perception.health(now_ns).findings:
            named_ns.setdefault(finding.kind, now_ns)

    recording = parse_recording(path.name, path.read_bytes())
    replay_recording(recording, load_layout(None), is_compared=False, on_frame=look)
    expected = FINDINGS[path.stem]
    assert set(named_ns) == ({expected} if expected else set())
    if expected:
        broken_ms = fault_ms(path) + (NAMED_MS if expected is FindingKind.SPI_GONE else 0)
        assert named_ns[expected] // MS - broken_ms <= NAMED_MS


def fault_ms(path: Path) -> int:
    """When the scenario breaks something."""
    lines = parse(path.with_suffix(".tamsk").read_text(encoding="utf-8"), path.stem).lines
    return next(line.statement.at_ns // MS for line in lines if isinstance(line.statement, Fault))


def test_every_recording_is_small_and_has_its_scenario() -> None:
    assert [path.stem for path in RECORDINGS] == sorted(FINDINGS)
    assert [path.name for path in RECORDINGS if not path.with_suffix(".tamsk").exists()] == []
    assert max(path.stat().st_size for path in RECORDINGS) < 400_000
