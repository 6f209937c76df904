"""A daemon that is running, asked through its own page how the board is: only one process may hold the buses."""

import json
from typing import Final
from urllib.error import URLError
from urllib.request import urlopen

from tamsk_pi.config import PageConfig
from tamsk_pi.doctor.check import Check, Group, Verdict

PATIENCE_S: Final = 3.0
_MOST_BYTES: Final = 1 << 20
_VERDICTS: Final = {"ok": Verdict.OK, "warning": Verdict.WARNING, "fail": Verdict.FAIL}


def page_address(page: PageConfig) -> str:
    """Where this computer reaches the page."""
    host = "127.0.0.1" if page.host == "0.0.0.0" else page.host
    return f"http://[{host}]:{page.port}/" if ":" in host else f"http://{host}:{page.port}/"


def ask_daemon(page: PageConfig) -> list[Check] | None:
    """What the daemon knows of its board; None where its page does not answer."""
    try:
        with urlopen(f"{page_address(page)}api/state?lang=en", timeout=PATIENCE_S) as answer:
            state = json.loads(answer.read(_MOST_BYTES))
    except (URLError, OSError, ValueError):
        return None
    health = state.get("health") if isinstance(state, dict) else None
    return told_checks(health) if isinstance(health, dict) else None


def told_checks(health: dict[str, object]) -> list[Check]:
    """The checks in a page's "health" (views/health_view.py)."""
    notes = health.get("notes")
    checks = []
    for note in notes if isinstance(notes, list) else ():
        verdict = _VERDICTS.get(str(note.get("condition")), Verdict.WARNING)
        checks.append(Check(Group.SENSORS, "daemon", verdict, str(note.get("text"))))
    nodes = health.get("nodes")
    for node in nodes if isinstance(nodes, list) else ():
        checks.append(_node(node))
    dead = health.get("dead_sensors")
    verdict = Verdict.OK if not dead else Verdict.FAIL
    checks.append(Check(Group.SENSORS, "sensors", verdict, f"{dead} of 74 sensors are not believed"))
    return checks


def _node(node: dict[str, object]) -> Check:
    verdict = _VERDICTS.get(str(node.get("condition")), Verdict.WARNING)
    if node.get("heard_s") is None:
        said = str(node.get("state"))
    else:
        said = (
            f"{node.get('state')}, battery {node.get('battery_percent')} %, {node.get('per_minute')} packets a "
            f"minute, last {node.get('heard_s')} s ago, {node.get('rssi_dbm')} dBm, version "
            f"{node.get('firmware') or 'unknown'}"
        )
    return Check(Group.RADIO, str(node.get("label")), verdict, f"{node.get('label')}: {said}")
