"""The evidence of rulings in words, as a player who disagrees would ask for it."""

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tamsk_pi.referee.referee import RefereeState, decide
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.referee.why import Why
from tamsk_pi.rules.pieces import Player
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.evidence import evidence

SCENARIOS = Path(__file__).parents[1] / "scenarios"
NAMES = {Player.RED: "Anna", Player.BLACK: "Ben"}
CATALOGUES = {tag: Catalogue.load(tag) for tag in ("en", "de")}

LATE = """match timer_ms=5000 act_uncertainty_ms=30
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
4.000 timer
8.000 lift black1
8.400 flip black1
9.140 place black1 D2
12.500 ring D2 black
15.000 end
"""


def ruled(text: str) -> tuple[Ruling, ...]:
    """What the referee rules on this scenario."""
    scenario = parse(text, "test")
    return decide(RefereeState.initial(scenario.settings), to_acts(scenario), scenario.end_ns)[1]


def in_scenario(name: str) -> tuple[Ruling, ...]:
    return ruled((SCENARIOS / f"{name}.tamsk").read_text(encoding="utf-8"))


def said(rulings: tuple[Ruling, ...], words: str, language: str = "en", origin_ns: int = 0) -> list[str]:
    """The sentences about the first ruling whose line has all of these words."""
    ruling = next(r for r in rulings if all(word in r.as_line() for word in words.split()))
    return [CATALOGUES[language].say(m) for m in evidence(ruling, NAMES, origin_ns)]


def test_a_late_move_is_told_with_its_margin_and_its_uncertainty() -> None:
    assert said(ruled(LATE), "move-accepted black1") == [
        "Released 140 ms after the timer ran out; uncertainty 30 ms.",
        "black1: lifted at 0:08.000, turned over at 0:08.400 and released on D2 at 0:09.140.",
        "Rests on: timer ran out at 0:09.000.",
    ]


def test_the_same_is_told_in_german() -> None:
    assert said(ruled(LATE), "move-accepted black1", "de") == [
        "Losgelassen 140 ms nach Ablauf der neutralen Uhr; Unsicherheit 30 ms.",
        "Schwarz 1: angehoben um 0:08,000, umgedreht um 0:08,400 und auf D2 losgelassen um 0:09,140.",
        "Beruht auf: neutrale Uhr abgelaufen um 0:09,000.",
    ]


def test_instants_count_from_the_match_s_origin() -> None:
    assert said(ruled(LATE), "timer-ran-out", origin_ns=1_000_000_000) == [
        "Lifted 1.0 s before the timer ran out, and still in the hand then; uncertainty 30 ms.",
        "black1: lifted at 0:07.000.",
        "Rests on: timer turned over at 0:03.000.",
    ]


@pytest.mark.parametrize(
    ("scenario", "words", "sentences"),
    [
        (
            "g2.5-the-opponent-starts-before-the-ring",
            "ring-too-late",
            [
                "It fell 1.2 s after the time for the ring was over.",
                "Rests on: released on D2 at 0:04.200, time for the ring over at 0:07.200 and ring dropped on D2 "
                "at 0:08.400.",
            ],
        ),
        (
            "g1.1-red-begins",
            "out-of-turn",
            [
                "black1: lifted at 0:02.000 and released on D2 at 0:02.500.",
                "Rests on: turn of Anna began at 0:01.000.",
            ],
        ),
        (
            "g2.2-three-glasses-in-three-turns",
            "other-glass-first",
            [
                "red2 and red3 have to move first.",
                "red1: lifted at 0:06.000, turned over at 0:06.300 and released on C3 at 0:06.600.",
            ],
        ),
        (
            "g2.6-a-glass-that-has-run-out-is-lost",
            "hourglass-expired",
            [
                "The sand ran for 12.0 s.",
                "A full top runs for 12.0 s at this end, as measured.",
                "It stands on end B.",
                "red1: turned over at 0:02.300.",
            ],
        ),
        ("g1.5-blocked-then-free-again", "blocked", ["Every cell next to red1, red2 and red3 is held or full."]),
        (
            "h37-a-draw-when-nothing-is-left-to-compare",
            "tie-close",
            [
                "The glass of Ben ran out 3.0 s later.",
                "A difference of up to 4.0 s counts as equal.",
                "red1: sand ran out at 0:14.300.",
                "black1: sand ran out at 0:17.300.",
            ],
        ),
        (
            "h24-turned-in-the-grace",
            "timer-void",
            [
                "Turned over 500 ms after a release; within 1.0 s it is meant for the turn that has ended.",
                "Rests on: released at 0:02.600 and timer turned over at 0:03.100.",
            ],
        ),
        ("h39-a-draw-takes-both", "agreed", ["Rests on: said by Ben at 0:08.000 and said by Anna at 0:09.000."]),
    ],
)
def test_the_evidence_a_player_would_ask_for(scenario: str, words: str, sentences: list[str]) -> None:
    assert said(in_scenario(scenario), words) == sentences


@pytest.mark.parametrize("language", CATALOGUES)
def test_every_ruling_of_every_scenario_says_why_in_whole_sentences(language: str) -> None:
    sentences = {
        CATALOGUES[language].say(message)
        for path in sorted(SCENARIOS.rglob("*.tamsk"))
        for ruling in ruled(path.read_text(encoding="utf-8"))
        for message in evidence(ruling, NAMES)
    }
    assert len(sentences) > 500
    odd = [s for s in sentences if not re.fullmatch(r"([A-ZÄÖÜ]|\d|red|black).*[^ .]\.", s) or "  " in s or "{" in s]
    assert odd == []


def test_a_correction_names_the_rulings_whose_place_it_takes() -> None:
    corrected = replace(ruled(LATE)[0], why=Why(corrects=(4, 7)))
    assert said((corrected,), "") == ["This takes the place of ruling 4 and 7."]


def test_without_evidence_nothing_is_said() -> None:
    assert evidence(replace(ruled(LATE)[0], why=None), NAMES) == ()
