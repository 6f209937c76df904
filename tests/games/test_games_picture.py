"""The board in plain characters."""

from tamsk_pi.games.deciding import decided
from tamsk_pi.games.picture import board_picture
from tamsk_pi.games.reader import parse_game


def test_the_board_shows_glasses_rings_and_what_is_left() -> None:
    record = parse_game("Red: Ada\nLevel: 1\n1. red1 A1-B2 +\n2. black1 D1-D2 +", "x")
    assert board_picture(list(decided(record))[-1].state) == (
        "                                 D7 r3 .\n"
        "                      C6 -- .               E6 -- .\n"
        "           B5 -- .               D6 -- ..              F5 -- .\n"
        "A4 b3 .               C5 -- ..              E5 -- ..              G4 b2 .\n"
        "           B4 -- ..              D5 -- ...             F4 -- ..\n"
        "A3 -- .               C4 -- ...             E4 -- ...             G3 -- .\n"
        "           B3 -- ..              D4 -- ....            F3 -- ..\n"
        "A2 -- .               C3 -- ...             E3 -- ...             G2 -- .\n"
        "           B2 r1 o.              D3 -- ...             F2 -- ..\n"
        "A1 -- .               C2 -- ..              E2 -- ..              G1 r2 .\n"
        "           B1 -- .               D2 b1 o.              F1 -- .\n"
        "                      C1 -- .               E1 -- .\n"
        "                                 D1 -- .\n"
        "\n"
        "red (Ada): 31 rings left\n"
        "black (Black): 31 rings left\n"
        "red to move\n"
    )


def test_a_glass_that_has_run_out_is_marked() -> None:
    record = parse_game("Level: 2\nsand_ms: 5000\n1. red1 A1-B2 1/1.3/1.6 +2\n9 end", "x")
    picture = board_picture(list(decided(record))[-1].state)
    assert "B2 r1xo." in picture
    assert "red (Red): 31 rings left; run out: red1" in picture


def test_before_free_placement_the_glasses_are_beside_the_board() -> None:
    record = parse_game("Level: 2\nStart: free-placement\n1. red1 off-B2 /1.3/1.6", "x")
    assert "not brought in: red2, red3\n" in board_picture(list(decided(record))[-1].state)
