"""Journals to test with: every act, settings that are all unlike their defaults, a few rulings."""

from tamsk_pi.journal.records import ActRecord, Header, Record, RulingRecord, WatermarkRecord
from tamsk_pi.referee.rulings import MatchEnded, MoveAccepted, TurnStarted
from tamsk_pi.rules.acts import (
    Act,
    Answer,
    Flip,
    Lift,
    Named,
    NoFlip,
    Outage,
    Paired,
    Place,
    Release,
    Ring,
    Say,
    SensorTrouble,
    Setup,
    Start,
    Swapped,
    Take,
    Tilt,
    Trouble,
    TurnTimer,
    Upright,
)
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass, Player
from tamsk_pi.rules.settings import HolderRule, MatchSettings, PenaltyRule, StartRule

A2 = parse_cell("A2")
D4 = parse_cell("D4")

ODD_SETTINGS = MatchSettings(
    level=2,
    penalty=PenaltyRule.FIRST_EDITION,
    start=StartRule.FREE_PLACEMENT,
    holders=HolderRule.COUNTED,
    seed=71,
    red='Zoë "the glass"\n',
    black="黒",
    sand_ms=177_500,
    timer_ms=14_800,
    sand_uncertainty_ms=600,
    act_uncertainty_ms=40,
    flip_uncertainty_ms=200,
    end_ms=((177_500, 183_400), (180_001, 179_999)),
    end_uncertainty_ms=((600, 610), (1_200, 3_000)),
    timer_end_ms=(14_700, 15_100),
    ends_down=(0, 1, 1, 0, 0, 1, 0),
    ring_window_ms=3_100,
    ringless_limit=61,
    flip_grace_ms=401,
    full_cell_confirm_ms=1_001,
    hold_warning_ms=3_001,
    release_cap_ms=1_002,
    timer_grace_ms=301,
    penalty_window_ms=5_001,
    answer_window_ms=30_001,
    tie_tolerance_ms=1_003,
    announce_missing_ring=True,
)

HEADER = Header(
    settings=MatchSettings(red="Zoë"),
    origin_ns=123_456_789_012_345,
    calibration_digest="c0ffee",
    config_digest="f00d",
    software_version="0.1.0",
    started_at="2026-11-29T20:15:00+00:00",
)

ACTS: tuple[Act, ...] = (
    Setup(1, (*HOME[:5], None), (0,) * 36 + (1,)),
    Start(2, MatchSettings()),
    Start(2, ODD_SETTINGS),
    Lift(3, Hourglass.RED1),
    Place(4, Hourglass.BLACK3, A2),
    Release(5, Hourglass.RED2),
    Flip(6, Hourglass.RED3),
    Flip(6, Hourglass.BLACK3, is_inferred=True),
    NoFlip(6, Hourglass.BLACK3),
    Place(6, Hourglass.RED1, A2, is_presumed=True),
    Named(6, Hourglass.RED1),
    Swapped(6, Hourglass.RED1, Hourglass.RED3),
    Paired(6, Hourglass.BLACK1, Hourglass.BLACK2),
    Tilt(7, Hourglass.BLACK1),
    Upright(8, Hourglass.BLACK2),
    Ring(9, D4, Player.RED),
    Ring(9, D4),
    Take(10, A2),
    TurnTimer(11),
    Say(12, Answer.OWNER, player=Player.BLACK, cell=D4),
    Say(12, Answer.ALIVE, hourglass=Hourglass.RED1),
    Say(12, Answer.RESIGN, player=Player.RED),
    Trouble(13, SensorTrouble.SENSOR_DEAD, cells=(A2, D4)),
    Trouble(13, SensorTrouble.NODE_SILENT, hourglass=Hourglass.BLACK1),
    Outage(2**62, 14, HOME, (0,) * 37),
)

MOVE = MoveAccepted(at_ns=3_500_001, rule="G1.2", player=Player.RED, hourglass=Hourglass.RED1, origin=None, to=A2)
TURN = TurnStarted(at_ns=3_500_001, rule="G1.1", player=Player.BLACK)
END = MatchEnded(at_ns=9_000_000, rule="G1.6", winner=None, reason="tie", red_left=3, black_left=3)

RECORDS: tuple[Record, ...] = (
    *(ActRecord(act) for act in ACTS[:7]),
    RulingRecord.of(MOVE),
    RulingRecord.of(TURN),
    WatermarkRecord(4_000_000),
    WatermarkRecord(4_000_000, 3_000_000),
    *(ActRecord(act) for act in ACTS[7:10]),
)
