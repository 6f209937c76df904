"""Whatever text a file holds, it is a scenario or it is refused with its place; nothing else comes out."""

from hypothesis import example, given, settings
from hypothesis import strategies as st

from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.errors import ScenarioError
from tamsk_pi.scenario.grammar import USAGE
from tamsk_pi.scenario.reader import decode, parse

some_words = st.sampled_from(
    [
        *USAGE,
        *(
            "match",
            "level=2",
            "seed=",
            "=",
            "red1",
            "black3",
            "A1",
            "D4",
            "Z9",
            "red",
            "black",
            "stuck",
            "dead",
            "node",
        ),
        *(
            "how",
            "bare",
            "steel",
            "knock",
            "clumsy",
            "slowly",
            "over",
            "crooked",
            "adc",
            "stale",
            "cables",
            "mux-dead",
        ),
        *("loss", "silent", "power", "cut", "back", "clear", "alive", "owner", "resign", "within", "move-accepted"),
        *("to=A2", "cells=A1,A2", "x=y", "0", "0.4", "-1", "1e9", "1.0000", "999999999999", "#", "٣", "\u2028", "…"),
    ]
)
some_lines = st.builds(
    lambda at, words: " ".join([at, *words]), st.sampled_from(["0", "0.5", "2", "", "match"]), st.lists(some_words)
)


def outcome(data: bytes) -> str:
    try:
        scenario = parse(decode(data, "f"), "f")
    except ScenarioError as error:
        return str(error)
    acts = to_acts(scenario)
    assert [act.at_ns for act in acts] == sorted(act.at_ns for act in acts)
    return "f: read"


@settings(max_examples=150, deadline=None)
@given(st.lists(some_lines, max_size=6))
@example(["0 expect move-accepted within"])
@example(["0 fault power back 999999.999"])
def test_any_lines_are_read_or_refused(lines: list[str]) -> None:
    assert outcome("\n".join(lines).encode()).startswith("f:")


@settings(deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_read_or_refused(data: bytes) -> None:
    assert outcome(data).startswith("f:")
