"""What becomes known late: rulings are by event time, provisional ones marked, corrected once, in good faith."""

from collections.abc import Iterable
from dataclasses import dataclass, field

import pytest
from hypothesis import HealthCheck, given, settings
from random_hands import MS, Doing, Hands, doings

from tamsk_pi.referee.late import CLOSE_NS
from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import MatchEnded, Ruling
from tamsk_pi.rules.acts import Act, Flip, NoFlip, Ring, Take, TurnTimer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import OWN_HOURGLASSES, Hourglass, Player
from tamsk_pi.rules.settings import LEVELS, MatchSettings, PenaltyRule
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse

RED1, BLACK1 = Hourglass.RED1, Hourglass.BLACK1
HEAD = "match level=3\n0.000 setup\n1.000 start\n"
RED_MOVES = "2.000 lift red1\n2.300 flip red1\n2.600 place red1 A2\n"
BLACK_MOVES = "5.000 lift black1\n5.200 flip black1\n5.500 place black1 E1\n"


@dataclass
class Told:
    """A referee to whom acts are told in an order of one's own."""

    state: RefereeState
    rulings: list[Ruling] = field(default_factory=list)
    events: list[Act | Watermark] = field(default_factory=list)

    def tell(self, acts: Iterable[Act]) -> None:
        for act in acts:
            self._step(act)

    def until(self, at_ms: int, sure_ms: int | None = None) -> list[Ruling]:
        """Decide up to there; what is ruled by that."""
        return self._step(Watermark(at_ms * MS, None if sure_ms is None else sure_ms * MS))

    def _step(self, event: Act | Watermark) -> list[Ruling]:
        self.events.append(event)
        self.state, rulings = step(self.state, event)
        self.rulings.extend(rulings)
        return list(rulings)


def told(text: str, *, without: type[Act] | None = None, extra: str = "") -> Told:
    """A match that has begun; the acts of these lines told and undecided, but those of a kind not known yet."""
    scenario = parse(HEAD.replace("level=3", f"level=3 {extra}") + text, "late.tamsk")
    table = Told(RefereeState.initial(scenario.settings))
    table.tell(act for act in to_acts(scenario) if without is None or not isinstance(act, without))
    table.until(1_500)
    return table


def brief(rulings: Iterable[Ruling]) -> list[tuple[str, int]]:
    return [(ruling.kind, ruling.at_ns // MS) for ruling in rulings]


def corrects(ruling: Ruling) -> tuple[int, ...]:
    return () if ruling.why is None else ruling.why.corrects


def test_a_flip_reported_eight_seconds_late_makes_a_refused_move_accepted_by_event_time() -> None:
    table = told(RED_MOVES + "3.200 ring A2 red\n", without=Flip)
    refused = table.until(3_600, sure_ms=2_100)
    assert [(*b, r.provisional) for b, r in zip(brief(refused), refused, strict=True)] == [
        ("act-refused", 2_600, True)
    ]
    table.tell([Flip(2_300 * MS, RED1)])
    corrected = table.until(10_300)
    assert brief(corrected) == [("move-accepted", 2_600), ("turn-started", 2_600), ("ring-accepted", 3_200)]
    assert [corrects(r) for r in corrected] == [(3,), (), ()]
    assert not any(r.provisional for r in corrected)
    assert table.state.waiting_rings == ()


def test_what_has_been_corrected_is_not_corrected_again() -> None:
    table = told(RED_MOVES, without=Flip)
    table.until(3_600, sure_ms=2_100)
    table.tell([Flip(2_300 * MS, RED1)])
    table.until(10_300)
    table.tell([TurnTimer(2_700 * MS)])
    assert not any(corrects(r) for r in table.until(11_000))
    assert table.state.glass(RED1).accepted == parse_cell("A2")


def test_an_inferred_flip_makes_what_follows_provisional_until_the_opponent_has_moved() -> None:
    table = told("2.000 lift red1\n2.600 place red1 A2\n3.000 ring A2 red\n4.000 timer\n" + BLACK_MOVES)
    table.tell([Flip(2_300 * MS, RED1, is_inferred=True)])
    ruled = table.until(6_000)
    assert [(r.kind, r.provisional) for r in ruled] == [
        ("move-accepted", True),
        ("turn-started", True),
        ("ring-accepted", True),
        ("timer-started", True),
        ("move-accepted", False),
        ("turn-started", False),
    ]
    assert ruled[0].as_json()["provisional"] is True
    assert "provisional" not in ruled[4].as_json()


def test_the_node_s_late_word_confirms_without_a_word_and_corrects_the_sand() -> None:
    table = told("2.000 lift red1\n2.600 place red1 A2\n")
    table.tell([Flip(2_550 * MS, RED1, is_inferred=True)])
    table.until(3_000)
    told_so_far = [table.state.provisional]
    table.tell([NoFlip(2_550 * MS, RED1), Flip(2_100 * MS, RED1)])
    assert table.until(5_000) == []
    assert [*told_so_far, table.state.provisional] == [(3, 4), ()]
    assert table.state.glass(RED1).sand.runs_out_ns() == (2_100 + 180_000) * MS


def test_an_inferred_flip_that_did_not_happen_is_put_right_before_the_opponent_has_moved() -> None:
    table = told("2.000 lift red1\n2.600 place red1 A2\n3.000 ring A2 red\n5.000 lift black1\n")
    table.tell([Flip(2_300 * MS, RED1, is_inferred=True)])
    table.until(5_100)
    table.tell([NoFlip(2_300 * MS, RED1)])
    corrected = table.until(6_000)
    assert [(r.kind, getattr(r, "reason", None)) for r in corrected] == [
        ("act-refused", "not-flipped"),
    ]
    assert [ring.cell for ring in table.state.waiting_rings] == [parse_cell("A2")]
    assert corrects(corrected[0]) == (3, 4, 5)
    assert table.state.turn is not None
    assert table.state.turn.player is Player.RED


def test_what_the_opponent_has_played_on_stands_and_the_sand_is_what_it_is() -> None:
    table = told("2.000 lift red1\n2.600 place red1 A2\n3.000 ring A2 red\n" + BLACK_MOVES + "6.000 ring E1 black\n")
    table.tell([Flip(2_300 * MS, RED1, is_inferred=True)])
    before = list(table.until(6_200))
    table.tell([NoFlip(2_300 * MS, RED1)])
    after = table.until(7_000)
    assert [r.kind for r in after] == ["hourglass-expired"]
    assert table.state.glass(RED1).accepted == parse_cell("A2")
    assert sum(table.state.rings) == 2
    assert not any(corrects(r) for r in (*before, *after))


def test_who_obeyed_a_wrong_refusal_is_not_refused_for_it() -> None:
    table = told(RED_MOVES + "5.000 flip red1\n", without=Flip)
    table.until(4_000, sure_ms=2_100)
    table.tell([Flip(5_000 * MS, RED1)])
    obeyed = table.until(5_100)
    assert [r.kind for r in obeyed] == ["refusal-cleared", "move-accepted", "turn-started"]
    table.tell([Flip(2_300 * MS, RED1)])
    assert brief(table.until(8_000)) == [("hourglass-expired", 7_700), ("ring-lapsed", 8_000)]
    glass = table.state.glass(RED1)
    assert (glass.turns, glass.accepted, glass.refusal) == (0, parse_cell("A2"), None)
    table.tell(to_acts(parse(HEAD + BLACK_MOVES.replace("5.", "9."), "x"))[2:])
    assert "move-accepted" in [r.kind for r in table.until(9_600)]


def test_a_ring_understood_late_takes_the_place_of_its_lapse() -> None:
    table = told(RED_MOVES)
    assert brief(table.until(5_700, sure_ms=5_500))[-1] == ("ring-lapsed", 5_600)
    table.tell([Ring(5_550 * MS, parse_cell("A2"))])
    corrected = table.until(5_950)
    assert brief(corrected) == [("ring-accepted", 5_550)]
    assert corrects(corrected[0]) == (5,)
    assert table.state.extra_rights == ()


def test_an_extra_ring_that_was_accepted_meanwhile_is_not_taken_away() -> None:
    table = told("2.000 lift red1\n2.300 flip red1\n2.600 place red1 B2\n5.700 ring B2 black\n")
    assert [r.kind for r in table.until(5_800)][-2:] == ["ring-lapsed", "ring-accepted"]
    table.tell([Ring(5_550 * MS, parse_cell("B2"))])
    (ruled,) = table.until(5_950)
    assert (ruled.kind, ruled.at_ns // MS, ruled.judged()["reason"]) == ("act-refused", 5_550, "ring-surplus")
    assert table.state.left == (32, 31)


def test_a_neutral_timer_known_late_binds_from_when_it_was_turned() -> None:
    table = told("", extra="timer_ms=5000")
    table.until(9_000)
    table.tell([TurnTimer(3_000 * MS)])
    assert brief(table.until(9_500)) == [
        ("timer-started", 3_000),
        ("timer-ran-out", 8_000),
        ("penalty-granted", 8_000),
        ("turn-passed", 8_000),
        ("turn-started", 8_000),
    ]


def test_a_move_made_in_good_faith_is_not_lost_to_a_timer_nobody_was_shown() -> None:
    table = told(RED_MOVES.replace("2.", "9."), extra="timer_ms=5000")
    assert brief(table.until(9_700))[-1] == ("turn-started", 9_600)
    table.tell([TurnTimer(3_000 * MS)])
    table.until(9_800)
    assert table.state.glass(RED1).accepted == parse_cell("A2")
    assert table.state.turn is not None
    assert table.state.turn.player is Player.BLACK


def test_a_correction_with_nothing_new_to_rule_names_the_glass_whose_node_spoke_late() -> None:
    """Red1 was turned in the hand again and put back as it stood: its sand had not run out."""
    moves = RED_MOVES + BLACK_MOVES + "5.800 lift red1\n5.900 flip red1\n6.200 flip red1\n6.300 place red1 A2\n"
    table = told(moves, extra="sand_ms=7000", without=Flip)
    table.tell([Flip(2_300 * MS, RED1), Flip(5_200 * MS, BLACK1)])
    assert brief(table.until(9_500, sure_ms=5_000))[-1] == ("hourglass-expired", 9_300)
    table.tell([Flip(5_900 * MS, RED1), Flip(6_200 * MS, RED1)])
    (told_now,) = table.until(9_600)
    assert (told_now.kind, told_now.at_ns // MS, told_now.judged()["hourglass"]) == ("warning", 5_900, "red1")
    assert corrects(told_now) == (len(table.rulings) - 1,)
    assert not table.state.glass(RED1).is_lost


def test_a_flip_older_than_the_match_is_taken_as_it_comes() -> None:
    table = told("")
    table.until(2_000)
    table.tell([Flip(500 * MS, BLACK1)])
    table.until(3_000)
    assert table.state.glass(BLACK1).sand.runs_out_ns() is not None


def test_a_node_that_is_silent_for_the_rest_of_the_match_changes_no_ruling() -> None:
    text = RED_MOVES + BLACK_MOVES + "7.000 lift red2\n7.200 flip red2\n7.500 place red2 F2\n"
    known, silent = told(text), told(text, without=Flip)
    silent.tell(
        Flip(at_ms * MS, glass, is_inferred=glass is RED1)
        for at_ms, glass in ((2_300, RED1), (5_200, BLACK1), (7_200, Hourglass.RED2))
    )
    assert [r.judged() for r in silent.until(500_000)] == [r.judged() for r in known.until(500_000)]


def final(rulings: Iterable[Ruling]) -> list[tuple[str, int]]:
    """What remains when every correction is applied, whatever the order: what is said, and when it was."""
    kept: dict[int, Ruling] = {}
    for number, ruling in enumerate(rulings, 1):
        for withdrawn in corrects(ruling):
            del kept[withdrawn]
        if not (corrects(ruling) and ruling.kind == "warning"):
            kept[number] = ruling
    return sorted((str(sorted((r.judged() | {"at_ms": 0}).items())), r.at_ns) for r in kept.values())


LATE_KINDS = (Flip, Ring, Take, TurnTimer)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("penalty", PenaltyRule)
@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(what=doings(max_size=40))
def test_acts_known_only_before_the_next_one_are_decided_as_if_they_had_been_known_at_once(
    level: int, penalty: PenaltyRule, what: list[Doing]
) -> None:
    chosen = MatchSettings(level=level, penalty=penalty, sand_ms=9_000, timer_ms=1_500, answer_window_ms=4_000)
    acts = Hands(chosen).play(what)
    in_time, late = Told(RefereeState.initial(chosen)), Told(RefereeState.initial(chosen))
    for i, act in enumerate(acts):
        next_ns = acts[i + 1].at_ns if i + 1 < len(acts) else act.at_ns + 300 * MS
        in_time.tell([act])
        in_time.until((next_ns - 1) // MS)
        if isinstance(act, LATE_KINDS) and next_ns > act.at_ns + MS:
            late.until((next_ns - 1) // MS)
        late.tell([act])
        late.until((next_ns - 1) // MS)
        if any(isinstance(r, MatchEnded) for r in (*in_time.rulings, *late.rulings)):
            return  # no correction brings an end, nor undoes one
        if late.state.turn != in_time.state.turn:
            return  # it stands: someone would have lost what he did
    those, these = final(late.rulings), final(in_time.rulings)
    assert [said for said, _ in those] == [said for said, _ in these]
    assert all(abs(a - b) <= CLOSE_NS for (_, a), (_, b) in zip(those, these, strict=True))


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(what=doings(max_size=40))
def test_a_replay_of_what_was_known_late_gives_the_same_rulings_and_state(what: list[Doing]) -> None:
    chosen = MatchSettings(sand_ms=9_000, timer_ms=1_500)
    table = Told(RefereeState.initial(chosen))
    held_back: list[Act] = []
    for i, act in enumerate(Hands(chosen).play(what)):
        if isinstance(act, Flip) and i % 3 == 0:
            held_back.append(act)
        else:
            table.tell([act])
        table.until(act.at_ns // MS, sure_ms=act.at_ns // MS - 500)
        if i % 7 == 6:
            table.tell(held_back)
            held_back.clear()
    again = Told(RefereeState.initial(chosen))
    for event in table.events:
        again._step(event)
    assert [r.as_line() for r in again.rulings] == [r.as_line() for r in table.rulings]
    assert again.state == table.state


def test_good_faith_holds_for_both_players_moves() -> None:
    """Black's glass is turned in his own turn, its report is late, red has moved since: nothing of red's is lost."""
    text = RED_MOVES + "3.000 ring A2 red\n" + BLACK_MOVES + "7.000 lift red2\n7.200 flip red2\n7.500 place red2 F2\n"
    table = told(text, without=Flip)
    table.tell([Flip(2_300 * MS, RED1), Flip(5_200 * MS, BLACK1, is_inferred=True), Flip(7_200 * MS, Hourglass.RED2)])
    table.until(8_000)
    accepted = [table.state.glass(g).accepted for g in (*OWN_HOURGLASSES[Player.RED], BLACK1)]
    table.tell([NoFlip(5_200 * MS, BLACK1)])
    table.until(9_000)
    assert accepted == [table.state.glass(g).accepted for g in (*OWN_HOURGLASSES[Player.RED], BLACK1)]
