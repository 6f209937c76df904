"""From the figures into a match, and from what was said in it back into the figures, through the whole daemon."""

from pathlib import Path

from timed_table import S, at_table

from tamsk_pi.calibration.files import load_sand, save_sand
from tamsk_pi.calibration.sand import SandFigures, Source, given
from tamsk_pi.daemon.page.hands import FlipGlass, LiftGlass, PlaceGlass
from tamsk_pi.daemon.sand_desk import SandDesk
from tamsk_pi.daemon.sand_virtual import SandFollower
from tamsk_pi.rules.acts import Answer, Say
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.simulator.settings import TableSettings

RED1 = Hourglass.RED1
FIGURES = (
    SandFigures()
    .with_end("red1", 0, given(20_000, 600, "2026-11-29"))
    .with_end("red1", 1, given(16_000, 600, "2026-11-29"))
)
TABLE = TableSettings(end_ms=((20_000, 18_000), *((180_000, 180_000),) * 5))
START_S, LIFT_S = 4, 5
ALIVE_S = LIFT_S + 1.15 + 16.4
"""Its end B runs 2 s longer than its figure says; after 16.6 s its expiry would be ruled."""


class Evening:
    """A match in which red1 is moved once; both players look at its sand when it is nearly out."""

    def __init__(self) -> None:
        self._due: list[float] = [START_S, LIFT_S, LIFT_S + 1, ALIVE_S, ALIVE_S + 3, ALIVE_S + 5]
        self.settings: MatchSettings | None = None

    def round(self, hands: SandFollower, now_ns: int) -> None:
        """Before every scan."""
        while self._due and now_ns >= self._due[0] * S:
            self._do(hands, self._due.pop(0))

    def _do(self, hands: SandFollower, at_s: float) -> None:
        daemon, board = hands.daemon, hands.board
        if at_s == START_S:
            daemon.start_match(MatchSettings(level=2))
        elif at_s == LIFT_S:
            board.obey(LiftGlass(RED1))
        elif at_s == LIFT_S + 1:
            board.obey(PlaceGlass(RED1, parse_cell("A2"), True))
        elif at_s == ALIVE_S:
            self.settings = daemon.controller.state.settings
            daemon.say(Say(0, Answer.ALIVE, None, RED1))
        elif at_s == ALIVE_S + 3:
            daemon.say(Say(0, Answer.RESIGN, Player.BLACK))
        else:
            daemon.stop()


def test_a_match_runs_by_the_figures_and_what_was_said_in_it_improves_them(tmp_path: Path) -> None:
    save_sand(tmp_path / "sand.json", FIGURES)
    evening = Evening()
    at_table(tmp_path, TABLE, evening.round, 60)
    assert evening.settings is not None
    assert evening.settings.end_ms[RED1] == (20_000, 16_000)
    assert evening.settings.end_uncertainty_ms[RED1] == (600, 600)
    kept = load_sand(tmp_path / "sand.json")
    learned = kept.end("red1", 1)
    assert learned is not None
    assert learned.source is Source.LEARNED
    assert 16_050 < learned.mean_ms < 18_000
    assert kept.end("red1", 0) == FIGURES.end("red1", 0)
    assert load_sand(tmp_path / "sand.json.old") == FIGURES


def test_turned_before_the_match_the_glass_stands_on_its_other_end(tmp_path: Path) -> None:
    save_sand(tmp_path / "sand.json", FIGURES)
    seen: list[MatchSettings] = []

    def round_(hands: SandFollower, now_ns: int) -> None:
        if 3 * S <= now_ns < 3 * S + S // 20:
            hands.board.obey(FlipGlass(RED1))
        if 26 * S <= now_ns < 26 * S + S // 20:
            hands.daemon.start_match(MatchSettings(level=2))
        if now_ns >= 27 * S:
            state = hands.daemon.controller.state
            seen.append(state.settings)
            assert state.glass(RED1).sand.end_down == 1
            assert state.turn is not None
            hands.daemon.stop()

    at_table(tmp_path, TABLE, round_, 60)
    # It stood on end A when the referee's knowledge of it begins, before it was turned over.
    assert seen[0].ends_down[RED1] == 0


def test_timing_ends_when_a_match_begins(tmp_path: Path) -> None:
    timings: list[object] = []

    def round_(hands: SandFollower, now_ns: int) -> None:
        if 3 * S <= now_ns < 3 * S + S // 20:
            hands.daemon.desks.time_sand()
        if 4 * S <= now_ns < 4 * S + S // 20:
            timings.append(hands.daemon.desks.sand.timing)
            hands.daemon.start_match(MatchSettings())
            timings.append(hands.daemon.desks.sand.timing)
            hands.daemon.stop()

    at_table(tmp_path, TABLE, round_, 10)
    assert timings[0] is not None
    assert timings[1] is None


def test_a_spare_is_timed_under_its_own_name(tmp_path: Path) -> None:
    desk = SandDesk(tmp_path / "sand.json")
    desk.begin(("red1",), 1, {"red1": "red4"})
    assert desk.timing is not None
    desk.timing = desk.timing.turned("red1", 0, 0)
    assert desk.press(180 * S)
    assert load_sand(tmp_path / "sand.json").glasses == ("red4",)
    desk.undo()
    assert load_sand(tmp_path / "sand.json").glasses == ()
