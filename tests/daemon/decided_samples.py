"""Rounds of a small match as the controller decides them, for the keeper's tests."""

from tamsk_pi.daemon.controller import Decided
from tamsk_pi.journal.records import ActRecord, Record, WatermarkRecord, records_of
from tamsk_pi.referee.referee import RefereeState, Watermark, step
from tamsk_pi.referee.rulings import MatchStarted, Ruling
from tamsk_pi.rules.acts import Act, Start
from tamsk_pi.scenario.acts import to_acts
from tamsk_pi.scenario.reader import parse

S = 1_000_000_000
MOVES = """
0.000 setup
1.000 start
2.000 lift red1
2.300 flip red1
2.600 place red1 A2
3.100 ring A2 red
6.000 lift black1
6.300 flip black1
6.600 place black1 E1
7.200 ring E1 black
"""
REFUSED = """
0.000 setup
0.500 lift red1
1.000 start
2.000 end
"""


def rounds(text: str = MOVES, end_ns: int = 20 * S) -> list[Decided]:
    """One round up to the start, one for each act after it, decided up to the instant before, and one for the end."""
    scenario = parse(text, "match.tamsk")
    state = RefereeState.initial(scenario.settings)
    out: list[Decided] = []
    records: list[Record] = []
    rulings: list[Ruling] = []
    for act in (*to_acts(scenario), None):
        up_to_ns = end_ns if act is None else act.at_ns - 1
        events: list[Act | Watermark] = [Watermark(up_to_ns)] if out else []
        for event in [*events, *([] if act is None else [act])]:
            state, ruled = step(state, event)
            cause = WatermarkRecord(event.at_ns) if isinstance(event, Watermark) else ActRecord(event)
            records += records_of(cause, ruled)
            rulings += ruled
        if out or isinstance(act, Start):
            begins = act.settings if isinstance(act, Start) else None
            out.append(Decided(tuple(records), tuple(rulings), begins))
            records, rulings = [], []
    return out


def all_records(decided: list[Decided]) -> tuple[Record, ...]:
    """Everything there was to keep."""
    return tuple(record for one in decided for record in one.records)


def is_start_in(decided: Decided) -> bool:
    """Whether the match started in that round."""
    return any(isinstance(ruling, MatchStarted) for ruling in decided.rulings)
