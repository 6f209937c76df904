"""An uncalibrated table whose frames go straight to the guide, and hands that do what its tasks ask for."""

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache

from tamsk_pi.calibration.guide import Guide
from tamsk_pi.calibration.guide_view import GuideView, Task
from tamsk_pi.calibration.plan import StepKind
from tamsk_pi.config import load_influence, load_layout
from tamsk_pi.layout import Layout
from tamsk_pi.perception.calibration import Calibration
from tamsk_pi.perception.influence import Influence
from tamsk_pi.rules.acts import Flip, Lift, Ring
from tamsk_pi.rules.board import CELLS, Cell, parse_cell
from tamsk_pi.rules.pieces import HOURGLASSES, Hourglass, Player
from tamsk_pi.scenario.statements import Put
from tamsk_pi.simulator.scan_timing import scan_timing
from tamsk_pi.simulator.settings import UNCALIBRATED, TableSettings, Tolerances
from tamsk_pi.simulator.table import Table

MS = 1_000_000
S = 1_000 * MS
SCAN_NS = 25 * MS
AGAIN_NS = 3 * S


@cache
def board() -> Layout:
    return load_layout(None)


@cache
def influence() -> Influence:
    return load_influence()


def cell(name: str) -> Cell:
    return parse_cell(name)


@dataclass
class GuidedBoard:
    """`misses` says where the hands lay a ring in truth that is asked for on a cell, once each."""

    seed: int = 1
    now_ns: int = 0
    misses: dict[Cell, Cell] = field(default_factory=dict)
    tolerances: Tolerances = UNCALIBRATED
    in_use: Calibration | None = None

    def __post_init__(self) -> None:
        self.table = Table(board(), TableSettings(seed=self.seed, tolerances=self.tolerances))
        self.guide = Guide(influence(), board().reading_at, board().lights.cell_order, self.in_use)
        self._timing = scan_timing(board())
        self._free_ns = 0
        self._done_ns: dict[tuple[Cell, Task], int] = {}

    @property
    def view(self) -> GuideView:
        return self.guide.view()

    def wait(self, seconds: float) -> GuideView:
        """Let time pass, hands in the lap."""
        end_ns = self.now_ns + round(seconds * S)
        while self.now_ns < end_ns:
            self._scan()
        return self.view

    def until(self, is_there: Callable[[GuideView], bool], seconds: float = 240.0) -> GuideView:
        """Do what is asked for until the guide's view is so."""
        end_ns = self.now_ns + round(seconds * S)
        while not is_there(self.view):
            assert self.now_ns < end_ns, self.view
            for _ in range(4):
                self._scan()
            if not is_there(self.view) and self.now_ns >= self._free_ns:
                self._obey()
        return self.view

    def until_step(self, kind: StepKind, layer: int = 0) -> GuideView:
        return self.until(lambda view: view.step.kind is kind and layer in (0, view.step.layer))

    def until_measured(self) -> GuideView:
        return self.until(lambda _: self.guide.measured is not None)

    def _scan(self) -> None:
        self.guide.frame(self.table.scan(self.now_ns, self._timing))
        self.now_ns += SCAN_NS

    def _obey(self) -> None:
        view = self.view
        for cell in CELLS:
            task = view.tasks[cell]
            if self._done_ns.get((cell, task), -AGAIN_NS) + AGAIN_NS <= self.now_ns and self._do(cell, task, view):
                self._done_ns[cell, task] = self.now_ns
                return

    def _do(self, cell: Cell, task: Task, view: GuideView) -> bool:
        soon_ns = self.now_ns + 250 * MS
        match task:
            case Task.RING:
                self.table.perform(Ring(soon_ns, self.misses.pop(cell, cell), None))
                self._free_ns = self.now_ns + 150 * MS
            case Task.RED_GLASS | Task.BLACK_GLASS:
                self._free_ns = soon_ns + 600 * MS
                player = Player.RED if task is Task.RED_GLASS else Player.BLACK
                walks = view.step.kind is StepKind.WALK
                glass = Hourglass.RED1 if walks else self._beside(player)
                if self.standing(glass) is not None:
                    self.table.perform(Lift(soon_ns, glass))
                self.table.perform(Put(self._free_ns, glass, cell))
            case Task.TURN:
                glass = next(g for g in HOURGLASSES if self.standing(g) == cell)
                self._free_ns = self.now_ns + 700 * MS
                self.table.perform(Flip(self._free_ns, glass))
            case _:
                return False
        return True

    def _beside(self, player: Player) -> Hourglass:
        return next(g for g in HOURGLASSES if g.player is player and self.standing(g) is None)

    def standing(self, glass: Hourglass) -> Cell | None:
        return self.table.truth().hourglasses[glass].cell


@cache
def calibrated() -> GuidedBoard:
    """A board on which everything was measured; not to be touched any more."""
    guided = GuidedBoard(seed=5)
    guided.until_measured()
    return guided
