"""A match as SGF, ours and that of others."""

import pytest
from game_samples import MATCH, record_in, records
from hypothesis import given, settings
from sgfmill import sgf_grammar

from tamsk_pi.games.deciding import decided, rulings_of, with_result
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.reader import parse_game
from tamsk_pi.games.record import Comment, GameRecord, Tags
from tamsk_pi.games.sgf import format_sgf, parse_sgf

BY_HAND = (
    "Red: Ada ] \\ : x\nBlack: Zoë\nEvent: a: b\nLevel: 1\n# first\n1. red1 A1-A2 +\n# ] \\] : end\\\nsay draw red\n"
)


def sgf(record: GameRecord) -> bytes:
    steps = list(decided(record))
    return format_sgf(with_result(record, rulings_of(steps)), steps, "tests:1")


def root_of(data: bytes) -> dict[str, list[str]]:
    root = sgf_grammar.parse_sgf_game(data).sequence[0]
    return {name: [sgf_grammar.text_value(value).decode() for value in values] for name, values in root.items()}


@settings(max_examples=40, deadline=None)
@given(records())
def test_any_record_is_read_back_as_it_was_written(record: GameRecord) -> None:
    steps = list(decided(record))
    game = parse_sgf(format_sgf(record, steps, "tests:1"), "x")
    assert game.record == record
    assert game.left_out == ()


def test_the_root_says_what_other_programs_look_for() -> None:
    root = root_of(sgf(record_in(MATCH)))
    assert {name: root[name] for name in ("FF", "GM", "CA", "AP", "PB", "PW", "RE", "RU", "OT")} == {
        "FF": ["4"],
        "GM": ["38"],
        "CA": ["UTF-8"],
        "AP": ["tests:1"],
        "PB": ["Black"],
        "PW": ["Red"],
        "RE": ["B+"],
        "RU": ["level 3, revised penalty, corners"],
        "OT": ["sand 180 s a glass, neutral timer 15 s"],
    }


def test_each_accepted_move_is_a_node_of_its_colour() -> None:
    nodes = sgf_grammar.parse_sgf_game(sgf(record_in(MATCH))).sequence
    moves = [node.get("W", node.get("B")) for node in nodes[1:]]
    assert len(moves) == 49
    assert moves[0] == [b"red1 A1-A2 12.668/13.084/13.3 +14.267/red"]
    assert nodes[2]["B"] == [b"black1 D1-D2 15.996/16.208/16.611 +17.722/black"]


@pytest.mark.parametrize(
    ("result", "written", "read"),
    [
        ("red rings 3-10", "W+7", "red"),
        ("black resigned 3-10", "B+R", "black"),
        ("black full-cell 3-10", "B+", "black"),
        ("none tie 3-3", "0", "none"),
        ("unfinished", "Void", "unfinished"),
    ],
)
def test_results_are_those_of_sgf_and_read_where_nothing_says_more(result: str, written: str, read: str) -> None:
    record = GameRecord(record_in(MATCH).settings, (), 0, Tags(result=result))
    data = format_sgf(record, (), "tests:1")
    assert root_of(data)["RE"] == [written]
    assert parse_sgf(data, "x").record.tags.result == result
    assert parse_sgf(f"(;GM[38]RE[{written}]XH[Level: 3])".encode(), "x").record.tags.result == read


def test_brackets_backslashes_colons_and_letters_of_all_kinds_survive() -> None:
    record = parse_game(BY_HAND, "x")
    game = parse_sgf(sgf(record), "x")
    assert (game.record.settings, game.record.told) == (record.settings, record.told)
    assert game.record.comments == (Comment(-1, "first"), Comment(2, "] \\] : end\\"))
    assert game.record.tags.event == "a: b"


def test_comments_that_look_like_the_referee_s_words_stay_comments() -> None:
    record = parse_game("Level: 1\n# ; mine\n1. red1 A1-A2\n# # twice", "x")
    assert [comment.text for comment in parse_sgf(sgf(record), "x").record.comments] == ["; mine", "# twice"]


@pytest.mark.parametrize(("date", "day"), [("2026-11-29T20:15:00Z", ["2026-11-29"]), ("last Friday", None)])
def test_only_a_day_is_a_date_for_others_and_the_exact_one_is_kept(date: str, day: list[str] | None) -> None:
    data = format_sgf(GameRecord(record_in(MATCH).settings, (), 0, Tags(date=date)), (), "tests:1")
    assert root_of(data).get("DT") == day
    assert parse_sgf(data, "x").record.tags.date == date


def test_a_name_changed_in_another_program_counts() -> None:
    data = sgf(parse_game(BY_HAND, "x")).replace("Zoë".encode(), b"Zita")
    assert parse_sgf(data, "x").record.settings.black == "Zita"


def test_soft_line_breaks_and_other_charsets_are_read() -> None:
    data = "(;FF[4]GM[38]PB[Zo\\\në]CA[ISO-8859-1]XH[Level: 1];W[red1\nA1-A2 +])".encode("latin-1")
    record = parse_sgf(data, "x").record
    assert record.settings.black == "Zoë"
    assert len(record.told) == 6


def test_variations_and_unknown_properties_are_told_and_the_main_line_is_taken() -> None:
    game = parse_sgf(b"(;GM[38]KM[6.5]XH[Level: 1];W[red1 A1-A2]N[n](;B[black1 D1-D2]N[m])(;B[black1 D1-E1]))", "x")
    assert len(game.record.told) == 2 + 3 + 3
    assert game.left_out == (
        "variations, the main line was taken",
        "KM, which stands in 1 of the nodes",
        "N, which stands in 2 of the nodes",
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"(;GM[1];B[dd])", "x: node 0: GM[1] is another game; expected GM[38], TAMSK"),
        (b"(;SZ[19])", "x: node 0: GM[1] is another game; expected GM[38], TAMSK"),
        (b"(;GM[38])(;GM[38])", "x: holds 2 games; expected one, so give each a file of its own"),
        (
            b"(;GM[38]\n;W[red1 A1-A2\n",
            "x:2: not SGF from here on (error parsing game 0: unexpected end of SGF data)",
        ),
        (b"(;GM[38]CA[klingon])", "x: node 0: CA[klingon] is not a known charset; expected UTF-8"),
        (b"(;GM[38]CA[UTF-8]PB[\xff])", "x: node 0: not UTF-8 (invalid start byte); expected what CA says"),
        (b"(;GM[38]XH[Level: 9])", "x: node 0: level=9: expected 1, 2 or 3"),
        (
            b"(;GM[38]XH[Level: 1];B[red1 A1-A2])",
            "x: node 1: B[red1 A1-A2] is no move of black; expected a black glass",
        ),
        (b"(;GM[38]XH[Level: 1];W[red1 B1-B2])", "x: node 1: red1 stands on A1, not on B1; expected red1 A1-"),
        (b"(;GM[38]XH[Level: 1];;XA[rong])", "x: node 2: 'rong' is not an act"),
    ],
)
def test_what_is_no_match_of_tamsk_is_answered_with_its_place(data: bytes, message: str) -> None:
    with pytest.raises(GameError) as caught:
        parse_sgf(data, "x")
    assert str(caught.value).startswith(message)
