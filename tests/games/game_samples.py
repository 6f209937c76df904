"""Records to test with: any acts at any instants, many of them at the same ones."""

from pathlib import Path

from hypothesis import strategies as st

from tamsk_pi.games.record import GameRecord, Tags, Told, in_order
from tamsk_pi.games.scenarios import record_of_scenario
from tamsk_pi.rules.acts import (
    Act,
    Answer,
    Flip,
    Lift,
    NoFlip,
    Outage,
    Place,
    Release,
    Ring,
    Say,
    SensorTrouble,
    Setup,
    Start,
    Take,
    Tilt,
    Trouble,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.board import CELLS
from tamsk_pi.rules.pieces import HOME, HOURGLASSES, Player
from tamsk_pi.rules.settings import HolderRule, MatchSettings, PenaltyRule, StartRule
from tamsk_pi.scenario.reader import parse

ROOT = Path(__file__).parents[2]
SCENARIOS = sorted((ROOT / "tests" / "scenarios").rglob("*.tamsk"))
MATCH = ROOT / "tests" / "matches" / "late-forfeit-and-sand.tamsk"

players = st.sampled_from(Player)
glasses = st.sampled_from(HOURGLASSES)
cells = st.sampled_from(CELLS)
instants = st.one_of(
    st.integers(0, 5).map(lambda s: s * 1_000_000_000),
    st.integers(0, 9_000).map(lambda ms: ms * 1_000_000),
    st.integers(0, 10**13),
)
boards = st.tuples(
    st.one_of(st.just(HOME), st.tuples(*[st.none() | cells] * len(HOURGLASSES))),
    st.one_of(st.just((0,) * len(CELLS)), st.tuples(*[st.integers(0, 4)] * len(CELLS))),
)
names = st.text(max_size=20)


def settings_of(level: int | None = None) -> st.SearchStrategy[MatchSettings]:
    return st.builds(
        MatchSettings,
        level=st.integers(1, 3) if level is None else st.just(level),
        penalty=st.sampled_from(PenaltyRule),
        start=st.sampled_from(StartRule),
        holders=st.sampled_from(HolderRule),
        seed=st.integers(0, 999_999_999),
        red=names,
        black=names,
        sand_ms=st.integers(1, 999_999_999),
        end_ms=st.sampled_from(((), tuple((180_000 + i, 179_000 - i) for i in range(len(HOURGLASSES))))),
        end_uncertainty_ms=st.sampled_from(((), tuple((500 + i, 0) for i in range(len(HOURGLASSES))))),
        timer_end_ms=st.sampled_from(((), (14_700, 15_100))),
        ends_down=st.sampled_from(((), (0, 1, 1, 0, 0, 1, 1))),
        ring_window_ms=st.none() | st.integers(0, 20_000),
        announce_missing_ring=st.booleans(),
    )


tags = st.builds(Tags, event=names, place=names, round=names, date=names, annotator=names, source=names, result=names)


def says(at: st.SearchStrategy[int]) -> st.SearchStrategy[Say]:
    return st.one_of(
        st.builds(Say, at, st.sampled_from([Answer.RESIGN, Answer.DRAW, Answer.UNDO, Answer.PAUSE]), players),
        st.builds(Say, at, st.sampled_from([Answer.ALIVE, Answer.DEAD]), hourglass=glasses),
        st.builds(Say, at, st.just(Answer.OWNER), players, cell=cells),
    )


def outages(at: st.SearchStrategy[int]) -> st.SearchStrategy[Outage]:
    return st.builds(lambda a, b, board: Outage(max(a, b), min(a, b), *board), at, at, boards)


def acts(at: st.SearchStrategy[int]) -> st.SearchStrategy[Act]:
    return st.one_of(
        st.builds(Lift, at, glasses),
        st.builds(Flip, at, glasses, st.booleans()),
        st.builds(Place, at, glasses, cells),
        st.builds(Release, at, glasses),
        st.builds(Ring, at, cells, st.none() | players),
        *(st.builds(kind, at, glasses) for kind in (NoFlip, Tilt, Upright)),
        st.builds(Take, at, cells),
        st.builds(TurnTimer, at),
        says(at),
        st.builds(
            Trouble, at, st.sampled_from(SensorTrouble), st.lists(cells, max_size=2).map(tuple), st.none() | glasses
        ),
        outages(at),
        st.builds(lambda a, board: Setup(a, *board), at, boards),
    )


@st.composite
def carried(draw: st.DrawFn) -> list[Act]:
    """A glass carried, somehow, at instants that increase."""
    glass, cell = draw(glasses), draw(cells)
    times = sorted(draw(st.lists(instants, min_size=6, max_size=6)))
    flips = [Flip(times[1], glass), Flip(times[2], glass, draw(st.booleans()))][: draw(st.integers(0, 2))]
    ring = [Ring(times[5], cell, draw(st.none() | players))] if draw(st.booleans()) else []
    return [Lift(times[0], glass), *flips, Place(times[3], glass, cell), Release(times[4], glass), *ring]


@st.composite
def records(draw: st.DrawFn, level: int | None = None) -> GameRecord:
    """Any record without comments, most of whose acts are moves."""
    settings = draw(settings_of(level))
    told = [Told(Setup(0, HOME, (0,) * len(CELLS))), Told(Start(draw(instants), settings))]
    for move in draw(st.lists(carried(), max_size=4)):
        told += map(Told, move)
    for act, later in draw(st.lists(st.tuples(acts(instants), st.none() | instants), max_size=6)):
        told.append(Told(act, None if later is None else act.at_ns + later))
    return GameRecord(settings, in_order(told), draw(instants), draw(tags))


def record_in(path: Path) -> GameRecord:
    """What hands do in that scenario."""
    return record_of_scenario(parse(path.read_text(encoding="utf-8"), str(path)))
