"""A match as text: what is written is read back the same, and what cannot be read is answered with its line."""

import pytest
from game_samples import records
from hypothesis import given, settings
from hypothesis import strategies as st

from tamsk_pi.games.deciding import decided, in_milliseconds, judgements, result_of, rulings_of
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.reader import parse_game
from tamsk_pi.games.record import Comment, GameRecord, Told
from tamsk_pi.games.writer import format_game, is_untimed
from tamsk_pi.rules.acts import Flip, Lift, Place, Release, Ring, Say, Start
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import Hourglass, Player
from tamsk_pi.rules.settings import MatchSettings

A2 = parse_cell("A2")
S = 1_000_000_000
MS = 1_000_000

BY_HAND = """\
Red: Ada
Black: Burm
Event: Club evening
Date: 2026-11-29
Result: red resigned 29-32
Level: 1

1. red1 A1-A2 +
2. black1 D1-D2
   # he forgot his ring
   ring D2 red
3. red2 G1-F1 +
   say resign black
"""

TIMED = """\
Red: Red
Black: Black
Level: 3
timer_ms: 20000

1. red1 A1-A2 2.0/2.3/2.6 +3.1
2. black1 D1-E1 5.0/5.25,5.5?,5.75/6.0-6.5 +7.0/black
   6.123456789 timer
   8.0 lift red3
   8.5 flip red3
   9.0 place red3 D6 held
   9.0 tilt red3
   10.0 release red3
   9.25 flip black1 inferred known 10.5
   9.25 no-flip black1 known 12.0
   12.5 trouble node-silent red1
   13.0 paired black2 black3
   14.0 lift red1
   14.5 place red1 B2 presumed
   14.6 release red1
   14.5 named red1 known 16.0
   14.5 swapped red1 red2 known 16.5
   30.0 outage 20.0 red1=A2 red2=G1 red3=D6 black1=E1 black2=G4 black3=A4 A2=1 E1=1
   31.0 end
"""


@settings(max_examples=60, deadline=None)
@given(records())
def test_any_record_is_read_back_as_it_was_written(record: GameRecord) -> None:
    assert parse_game(format_game(record), "x") == record


@settings(max_examples=30, deadline=None)
@given(records())
def test_what_the_referee_said_changes_nothing_that_is_read(record: GameRecord) -> None:
    assert parse_game(format_game(record, list(decided(record))), "x") == record


@settings(max_examples=30, deadline=None)
@given(records(), st.lists(st.tuples(st.integers(-1, 12), st.text(max_size=20)), max_size=4))
def test_comments_stay_and_the_text_is_canonical_once_written(
    record: GameRecord, comments: list[tuple[int, str]]
) -> None:
    said = [
        (min(after, len(record.told) - 1), " ".join("".join(c for c in text if c.isprintable()).split()))
        for after, text in comments
    ]
    wanted = sorted(text for _, text in said if text)
    with_comments = GameRecord(
        record.settings,
        record.told,
        record.until_ns,
        record.tags,
        tuple(Comment(after, text) for after, text in said if text),
    )
    again = parse_game(format_game(with_comments), "x")
    assert sorted(comment.text for comment in again.comments) == wanted
    assert again.told == record.told
    assert parse_game(format_game(again), "x") == again


@pytest.mark.parametrize("text", [BY_HAND, TIMED])
def test_canonical_text_is_written_as_it_was_read(text: str) -> None:
    record = parse_game(text, "x")
    moves = format_game(record, list(decided(record)))
    assert "\n".join(line for line in moves.split("\n") if not line.startswith("   ;")) == text


def test_a_level_1_match_by_hand_needs_no_times() -> None:
    record = parse_game(BY_HAND, "x")
    rulings = rulings_of(decided(record))
    assert is_untimed(record)
    assert result_of(rulings) == record.tags.result
    assert [(r.as_json()["player"], r.as_json()["kind"]) for r in rulings if r.kind == "ring-accepted"] == [
        ("red", "regular"),
        ("red", "extra"),
        ("red", "regular"),
    ]


def test_a_move_holds_what_the_hand_did_and_when() -> None:
    record = parse_game("Level: 3\n0.5 setup\n1 start\nred1 A1-A2 2/2.3,2.4?/2.6-2.75 +3.000000001/black", "x")
    assert record.told[2:] == (
        Told(Lift(2 * S, Hourglass.RED1)),
        Told(Flip(2_300 * MS, Hourglass.RED1)),
        Told(Flip(2_400 * MS, Hourglass.RED1, is_inferred=True)),
        Told(Place(2_600 * MS, Hourglass.RED1, A2)),
        Told(Release(2_750 * MS, Hourglass.RED1)),
        Told(Ring(3 * S + 1, A2, Player.BLACK)),
    )
    assert record.told[1] == Told(Start(S, MatchSettings()))


def test_acts_of_several_lines_come_in_the_order_of_their_times() -> None:
    record = parse_game("Level: 2\n1. red1 A1-A2 2/2.3/2.6 +9\n2.5 say resign black\n2.3 flip red2", "x")
    assert [type(told.act) for told in record.told[2:]] == [Lift, Flip, Flip, Say, Place, Release, Ring]


def test_free_placement_brings_glasses_in_from_off() -> None:
    text = "Level: 2\nStart: free-placement\n1. red1 off-D4 /1.3/1.6 +2\n2. black1 off-D5 /5.3/5.6"
    record = parse_game(text, "x")
    assert [r.kind for r in rulings_of(decided(record))].count("move-accepted") == 2
    assert "1. red1 off-D4 /1.3/1.6 +2.0" in format_game(record, list(decided(record)))


def test_instants_are_cut_to_milliseconds_only_where_the_rulings_stay() -> None:
    record = parse_game("Level: 3\n1. red1 A1-A2 2.0009/2.3009/2.6009 +3.1009\n", "x")
    assert "2.0/2.3/2.6 +3.1" in format_game(in_milliseconds(record))
    apart = "Level: 3\n1. red1 A1-A2 2/2.3/2.6 +3\n6.0009 lift black1\n6.0001 flip black1\n6.0012 say resign red"
    assert judgements(in_milliseconds(parse_game(apart, "x"))) == judgements(parse_game(apart, "x"))


def test_a_millisecond_that_decides_keeps_its_decimals() -> None:
    # The window of the regular ring ends 3 s after the release, the end included (H2).
    record = parse_game("Level: 2\n1. red1 A1-A2 2/2.3/2.6006 +5.6009", "x")
    kinds = [r.as_json().get("kind") for r in rulings_of(decided(record)) if r.kind == "ring-accepted"]
    assert kinds == ["extra"]
    assert in_milliseconds(record) == record


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "x:1: no header; expected lines such as `Level: 3` above the moves"),
        ("Level: 4", "x:1: level=4: expected 1, 2 or 3"),
        ("Level: 1\nLvel: 1", "x:2: 'lvel' is not known here; did you mean 'level'?"),
        ("Level: 1\nLevel: 2", "x:2: 'level' is said twice; expected it once"),
        ('Level: 1\nRed: "Ada', 'x:2: "Ada: expected text, or a JSON string in quotes'),
        ("Level: 1\n1. red1 A1-A2 +\n1. black1 D1-D2", "x:3: move 1 after move 1; expected numbers that increase"),
        ("Level: 1\n1. red1 B1-B2", "x:2: red1 stands on A1, not on B1; expected red1 A1-…"),
        ("Level: 1\n1. red1 A1-Z9", "x:2: 'Z9' is not a cell; cells are A1–A4, B1–B5"),
        ("Level: 1\n1. red1 A1-A2 + +", "x:2: '+' does not belong to a move; expected GLASS FROM-TO"),
        ("Level: 1\n1. say draw red", "x:2: 'say draw red' is not a move; expected 1. GLASS FROM-TO"),
        ("Level: 1\n4 red1 A1-A2", "x:2: a time in front of a move; expected NUMBER. GLASS"),
        ("Level: 1\nrin A2", "x:2: 'rin' is not an act; did you mean 'ring'?"),
        ("Level: 1\nlift", "x:2: 'lift' is not complete or too long; expected lift G"),
        ("Level: 2\n1. red1 A1-A2 +", "x:2: a line without its time; at level 2 sand runs, so expected one"),
        ("Level: 2\nsay draw red", "x:2: a line without its time; at level 2 sand runs, so expected one"),
        ("Level: 2\n1. red1 A1-A2 3/2/4", "x:2: 3/2/4: expected times that never decrease"),
        ("Level: 2\n1. red1 A1-A2 3/3.1/4 +", "x:2: '+': the move has its times; expected that of its ring too"),
        ("Level: 2\n1. red1 A1-A2 /3/4", "x:2: /3/4: a glass from a cell is lifted, and no time of lifting"),
        ("Level: 2\n3 flip red1 known 2", "x:2: known before it happened; expected a later time after `known`"),
        ("Level: 2\n3 end\n4 end", "x:3: a second end; expected one"),
        ("Level: 2\n3 setup red1=A1 red1=A2", "x:2: 'red1=A2': expected each G=CELL or CELL=RINGS once"),
        ("Level: 2\n3 trouble heat", "x:2: 'heat' is not a trouble; expected trouble count-uncertain"),
        ("Level: 2\nend_ms: 1/2", "x:2: '1/2': expected six running times in milliseconds"),
    ],
)
def test_what_cannot_be_read_is_answered_with_its_line(text: str, message: str) -> None:
    with pytest.raises(GameError) as caught:
        parse_game(text, "x")
    assert str(caught.value).startswith(message)


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=60), st.sampled_from(["", "Level: 1\n", "Level: 3\n1. red1 A1-A2 1/2/3 +"]))
def test_any_text_is_a_record_or_an_error_with_a_place(text: str, before: str) -> None:
    try:
        where = parse_game(before + text, "x").until_ns
    except GameError as error:
        where = error.where if isinstance(error.where, int) else -1
    assert where >= 0
