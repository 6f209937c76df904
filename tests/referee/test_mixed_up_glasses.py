"""Names that were told wrongly: presumed placings, what makes them sure, and how the referee puts a mix-up right.

Red has lifted red1 (from A1) and red2 (from G1, as the table stands) and placed the one that only one of them may go.
"""

from collections.abc import Iterable

from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.why import Case, Circumstance
from tamsk_pi.rules.acts import Act, Flip, Lift, Named, Paired, Place, Release, Setup, Start, Swapped
from tamsk_pi.rules.board import CELLS, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass
from tamsk_pi.rules.settings import MatchSettings

MS = 1_000_000
RED1, RED2, BLACK1 = Hourglass.RED1, Hourglass.RED2, Hourglass.BLACK1
A2, E1, F1 = (parse_cell(name) for name in ("A2", "E1", "F1"))


class Table:
    """A referee that is told acts and watermarks in milliseconds."""

    def __init__(self, settings: MatchSettings | None = None) -> None:
        self.state = RefereeState.initial()
        self.tell([Setup(0, HOME, (0,) * len(CELLS)), Start(1_000 * MS, settings or MatchSettings())])
        self.until(1_500)

    def tell(self, acts: Iterable[Act]) -> None:
        for act in acts:
            self.state, _ = step(self.state, act)

    def until(self, ms: int) -> list[Ruling]:
        self.state, rulings = step(self.state, Watermark(ms * MS))
        return list(rulings)


def two_in_the_air(told: Hourglass, *, is_presumed: bool = True) -> list[Act]:
    """Both turned over, one placed on A2, told under that name."""
    return [
        Lift(2_000 * MS, RED1),
        Lift(2_200 * MS, RED2),
        Flip(2_400 * MS, RED1),
        Flip(2_500 * MS, RED2),
        Place(3_000 * MS, told, A2, is_presumed),
        Release(3_000 * MS, told),
    ]


def black_moves() -> list[Act]:
    return [
        Lift(5_000 * MS, BLACK1),
        Flip(5_200 * MS, BLACK1),
        Place(5_500 * MS, BLACK1, E1),
        Release(5_500 * MS, BLACK1),
    ]


def brief(rulings: Iterable[Ruling]) -> list[tuple[str, int, bool]]:
    return [(ruling.kind, ruling.at_ns // MS, ruling.provisional) for ruling in rulings]


def test_a_move_under_a_presumed_name_is_provisional_until_the_glass_is_known() -> None:
    table = Table()
    table.tell(two_in_the_air(RED1))
    assert brief(table.until(3_500)) == [("move-accepted", 3_000, True), ("turn-started", 3_000, True)]
    table.tell([Named(3_000 * MS, RED1)])
    assert table.until(4_000) == []
    assert table.state.provisional == ()
    assert not table.state.glass(RED1).is_name_presumed


def test_what_is_ruled_under_a_presumed_name_says_so_and_what_is_ruled_of_a_known_glass_does_not() -> None:
    def doubts(told: Hourglass, *, is_presumed: bool) -> list[tuple[str, Circumstance]]:
        table = Table()
        table.tell(two_in_the_air(told, is_presumed=is_presumed))
        rulings = table.until(3_500)
        assert all(ruling.why is not None for ruling in rulings)
        whys = [(ruling.kind, ruling.why) for ruling in rulings if ruling.why is not None]
        return [(kind, given) for kind, why in whys for given in why.given if given.case is Case.NAME_PRESUMED]

    assert doubts(RED1, is_presumed=True) == [("move-accepted", Circumstance(Case.NAME_PRESUMED, hourglass=RED1))]
    assert doubts(RED2, is_presumed=True) == [("act-refused", Circumstance(Case.NAME_PRESUMED, hourglass=RED2))]
    assert doubts(RED1, is_presumed=False) == []


def test_a_mix_up_known_before_it_is_decided_is_ruled_rightly_at_once() -> None:
    table = Table()
    table.tell([*two_in_the_air(RED2), Swapped(3_000 * MS, RED1, RED2)])
    assert brief(table.until(3_500)) == [("move-accepted", 3_000, False), ("turn-started", 3_000, False)]
    assert table.state.glass(RED1).accepted == A2


def test_a_mix_up_that_was_refused_is_corrected_once_the_glass_is_known() -> None:
    table = Table()
    table.tell(two_in_the_air(RED2))
    refused = table.until(3_500)
    assert [(r.kind, getattr(r, "reason", "")) for r in refused] == [("act-refused", "not-adjacent")]
    table.tell([Swapped(3_000 * MS, RED1, RED2)])
    corrected = table.until(4_000)
    assert brief(corrected) == [("move-accepted", 3_000, False), ("turn-started", 3_000, False)]
    assert corrected[0].why is not None
    assert corrected[0].why.corrects == (3,)
    assert (table.state.glass(RED1).seat, table.state.glass(RED2).seat) == (A2, None)
    assert table.state.glass(RED2).is_in_air


def test_a_mix_up_known_after_the_opponent_has_moved_stands_and_the_glasses_get_their_names() -> None:
    table = Table()
    table.tell([*two_in_the_air(RED1), Place(4_000 * MS, RED2, F1, is_presumed=True), Release(4_000 * MS, RED2)])
    table.until(4_900)
    table.tell(black_moves())
    table.until(6_000)
    table.tell([Swapped(3_000 * MS, RED1, RED2)])
    assert table.until(7_000) == []
    one, other = table.state.glass(RED1), table.state.glass(RED2)
    assert (one.seat, other.seat, other.accepted, other.has_started) == (F1, A2, A2, True)
    assert one.refusal is not None
    assert (one.is_name_presumed, other.is_name_presumed) == (False, False)
    assert one.sand.runs_out_ns() == (2_400 + 180_000) * MS


def test_a_mix_up_of_long_ago_exchanges_where_the_two_are_and_not_their_sand() -> None:
    table = Table()
    table.tell(two_in_the_air(RED1))
    table.until(3_500)
    table.tell(black_moves())
    for ms in range(6_000, 400_000, 2_000):
        table.until(ms)
    before = table.state
    table.tell([Swapped(3_000 * MS, RED1, RED2)])
    table.until(400_500)
    assert table.state.glass(RED2).accepted == before.glass(RED1).accepted == A2
    assert table.state.glass(RED2).sand == before.glass(RED2).sand


def test_what_was_measured_goes_with_the_glass_that_stands_at_the_corner() -> None:
    ends = ((170_000, 171_000), (180_000, 181_000), *((175_000, 175_000),) * 4)
    settings = MatchSettings(end_ms=ends, ends_down=(0, 1, 0, 0, 0, 0, 0))
    table = Table(settings)
    table.tell([*two_in_the_air(RED1, is_presumed=False)[:1], Paired(2_000 * MS, RED1, RED2)])
    table.tell([Flip(2_400 * MS, RED1), Place(3_000 * MS, RED1, A2), Release(3_000 * MS, RED1)])
    table.until(3_500)
    sand = table.state.glass(RED1).sand
    assert table.state.settings.running_ms(RED1) == (180_000, 181_000)
    # It stood on its end B, so that its end A is down now.
    assert (sand.end_down, sand.runs_out_ns()) == (0, (2_400 + 180_000) * MS)


def test_a_pairing_known_too_late_corrects_the_sand_from_the_first_turn_on() -> None:
    ends = ((170_000, 171_000), (180_000, 181_000), *((175_000, 175_000),) * 4)
    table = Table(MatchSettings(end_ms=ends))
    table.tell(
        [Lift(2_000 * MS, RED1), Flip(2_400 * MS, RED1), Place(3_000 * MS, RED1, A2), Release(3_000 * MS, RED1)]
    )
    ruled = table.until(3_500)
    assert [r.kind for r in ruled] == ["move-accepted", "turn-started"]
    table.tell([Paired(2_000 * MS, RED1, RED2)])
    assert table.until(5_000) == []
    assert table.state.glass(RED1).sand.runs_out_ns() == (2_400 + 181_000) * MS
