"""The scenario room knows exactly the rulings that the referee makes, and their keys."""

from dataclasses import fields

from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.scenario.ruling_names import COMMON_KEYS, EVIDENCE_KEY, RULING_KEYS

PRINTED_AS = {"origin": "from", "ring_kind": "kind", "at_ns": "at_ms"}


def test_the_rulings_an_expectation_may_name_are_those_of_the_referee() -> None:
    made = {
        kind.kind: {PRINTED_AS.get(f.name, f.name) for f in fields(kind)} - {*COMMON_KEYS, EVIDENCE_KEY}
        for kind in Ruling.__subclasses__()
    }
    assert made == {kind: set(keys) for kind, keys in RULING_KEYS.items()}
