"""The sensor view's JSON."""

import json

from fake_sensors import A2, C3, sensor_facts

from tamsk_pi.perception.frames import READINGS
from tamsk_pi.rules.acts import Act, Lift, Place, Release, Ring, Setup, Take
from tamsk_pi.rules.board import CELL_NAMES, CELLS, parse_cell
from tamsk_pi.rules.pieces import HOME, Hourglass
from tamsk_pi.views.catalogue import Catalogue
from tamsk_pi.views.sensor_view import CellTrace, Mark, Marker, cell_trace, sensor_map

ENGLISH, GERMAN = Catalogue.load("en"), Catalogue.load("de")
MAP = sensor_map(sensor_facts(), ENGLISH)
A1 = parse_cell("A1")


def _numbers(layer: str) -> list[float]:
    numbers = MAP[layer]
    assert isinstance(numbers, list)
    return [float(str(number)) for number in numbers]


def test_a_layer_has_both_readings_of_every_cell() -> None:
    assert [len(_numbers(layer)) for layer in ("field", "off", "noise", "drift")] == [READINGS] * 4
    assert list(MAP["cells"]) == list(CELL_NAMES)  # type: ignore[arg-type]


def test_a_reading_is_shown_over_its_zero_and_over_what_it_should_be() -> None:
    assert _numbers("field")[2 * A2 : 2 * A2 + 2] == [32.5, 24.0]
    assert _numbers("off")[2 * A2 : 2 * A2 + 2] == [1.5, 0.0]
    assert set(_numbers("off")) == {0.0, 1.5, 88.0}


def test_drift_is_the_common_one_and_the_reading_s_own() -> None:
    assert _numbers("drift")[2 * A2 : 2 * A2 + 2] == [0.2, -0.2]


def test_a_cell_says_what_is_believed_how_surely_and_what_else_it_might_be() -> None:
    cells = MAP["cells"]
    assert isinstance(cells, dict)
    assert cells["A2"] == {
        "hourglass": "red1",
        "colour": "red",
        "rings": 1,
        "margin": 11.2,
        "second_colour": "none",
        "second_rings": 2,
        "seems": None,
        "is_settled": True,
        "is_held": False,
        "is_uncertain": False,
    }
    moving, unknown = cells["D4"], cells["E5"]
    assert isinstance(moving, dict)
    assert isinstance(unknown, dict)
    assert (moving["seems"], moving["is_settled"]) == ("ring", False)
    assert (unknown["is_uncertain"], unknown["margin"], unknown["second_colour"]) == (True, 0.0, "black")


def test_what_is_wrong_is_said_in_the_viewer_s_language() -> None:
    assert MAP["untrusted"] == [2 * C3 + 1]
    assert MAP["findings"] == ["Cell C3, sensor S1: the reading stands still at 600. Check its wire."]
    german = sensor_map(sensor_facts(), GERMAN)["findings"]
    assert german == ["Feld C3, Sensor S1: der Messwert steht still bei 600. Prüfe seinen Draht."]


def test_the_map_of_a_whole_board_takes_few_bytes() -> None:
    assert len(json.dumps(MAP, separators=(",", ":"))) < 8_000


def test_a_trace_says_its_cell_s_levels_and_marks_in_milliseconds() -> None:
    marks = (Mark(5_000_000, A2, "place", Hourglass.RED1), Mark(9_000_000, A2, "ring"))
    trace = CellTrace(A2, (1_000_000, 11_000_000), (543, 544), (536, 535), marks, is_whole=False)
    assert cell_trace(trace, sensor_facts()) == {
        "cell": "A2",
        "is_whole": False,
        "at_ms": [1, 11],
        "s0": [543, 544],
        "s1": [536, 535],
        "levels": [543.0, 536.0],
        "zeros": [512.0, 512.0],
        "marks": [
            {"at_ms": 5, "what": "place", "hourglass": "red1"},
            {"at_ms": 9, "what": "ring", "hourglass": None},
        ],
    }


def test_a_lift_and_a_release_are_marked_where_the_glass_stood() -> None:
    marker = Marker()
    assert marker.marks([Setup(0, HOME, (0,) * len(CELLS))]) == []
    red1 = Hourglass.RED1
    acts: list[Act] = [Lift(1, red1), Place(2, red1, A2), Release(3, red1), Ring(4, A2), Take(5, A2)]
    assert marker.marks(acts) == [
        Mark(1, A1, "lift", red1),
        Mark(2, A2, "place", red1),
        Mark(3, A2, "release", red1),
        Mark(4, A2, "ring"),
        Mark(5, A2, "take"),
    ]


def test_a_glass_that_stands_nowhere_leaves_no_mark() -> None:
    assert Marker().marks([Lift(1, Hourglass.BLACK2), Release(2, Hourglass.BLACK2)]) == []
