"""What a new match is told of the time before it."""

from tamsk_pi.daemon.prelude import REMEMBERED_NS, Prelude
from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.rules.acts import Flip, Lift, Place, Release, Ring, Setup, Start, Take, TurnTimer
from tamsk_pi.rules.board import CELLS, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass
from tamsk_pi.rules.settings import MatchSettings

S = 1_000_000_000
NO_RINGS = (0,) * len(CELLS)


def rulings_at_start(prelude: Prelude, at_ns: int) -> list[tuple[str, object]]:
    settings = MatchSettings()
    acts = (*prelude.acts(at_ns), Start(at_ns, settings))
    _, rulings = decide(RefereeState.initial(settings), acts, at_ns)
    return [(r.kind, r.as_json().get("reason")) for r in rulings]


def test_pieces_that_were_moved_about_stand_where_they_were_left() -> None:
    prelude = Prelude()
    prelude.note(Setup(0, HOME, NO_RINGS))
    prelude.note(Lift(1 * S, Hourglass.RED1))
    prelude.note(Place(2 * S, Hourglass.RED1, parse_cell("B2")))
    prelude.note(Release(2 * S, Hourglass.RED1))
    assert rulings_at_start(prelude, 10 * S) == [("act-refused", "not-set-up")]
    prelude.note(Lift(11 * S, Hourglass.RED1))
    prelude.note(Place(12 * S, Hourglass.RED1, HOME[0]))
    assert rulings_at_start(prelude, 20 * S) == [("match-started", None), ("turn-started", None)]


def test_sand_that_was_turned_up_minutes_ago_is_still_known() -> None:
    prelude = Prelude()
    prelude.note(Setup(0, HOME, NO_RINGS))
    prelude.note(Flip(100 * S, Hourglass.BLACK2))
    assert rulings_at_start(prelude, 279 * S) == [("act-refused", "sand-in-top")]
    assert rulings_at_start(prelude, 281 * S) == [("match-started", None), ("turn-started", None)]


def test_rings_left_on_the_board_are_known_until_they_are_taken() -> None:
    prelude = Prelude()
    prelude.note(Setup(0, HOME, NO_RINGS))
    prelude.note(Ring(1 * S, parse_cell("D4")))
    assert rulings_at_start(prelude, 2 * S) == [("act-refused", "not-set-up")]
    prelude.note(Take(3 * S, parse_cell("D4")))
    assert rulings_at_start(prelude, 4 * S) == [("match-started", None), ("turn-started", None)]


def test_a_long_evening_leaves_few_acts_behind() -> None:
    prelude = Prelude()
    prelude.note(Setup(0, HOME, NO_RINGS))
    for i in range(10_000):
        prelude.note(Flip(i * S, Hourglass.RED1))
    acts = prelude.acts(10_000 * S)
    assert len(acts) <= REMEMBERED_NS // S + 1 + 1 + 2 * len(HOME)


def test_a_board_seen_for_the_first_time_has_its_sand_at_the_bottom() -> None:
    prelude = Prelude()
    prelude.note(Flip(1 * S, Hourglass.RED1))
    prelude.note(TurnTimer(2 * S))
    prelude.note(Setup(3 * S, HOME, NO_RINGS))
    assert [type(act) for act in prelude.acts(4 * S)[:3]] == [Setup, TurnTimer, Place]
    assert rulings_at_start(prelude, 4 * S) == [("match-started", None), ("turn-started", None)]
