"""A board that has everything wrong that the health panel can say."""

from dataclasses import replace

from tamsk_pi.perception.findings import Finding, FindingKind, SensorHealth
from tamsk_pi.perception.node_health import NodeHealth
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.views.health_view import HealthView, Surroundings, health_view

NOW_NS = 1_000_000_000_000


def troubled_health() -> HealthView:
    """Well, low, silent, doubled and weak, asleep, unheard; the timer unpaired."""
    ok = NodeHealth(HOURGLASSES[0], NOW_NS - 10**9, True, False, -61, 58, 87, 1_500, False, "1.0", False, 2e-5)
    red2 = replace(ok, hourglass=HOURGLASSES[1], battery_percent=9, minutes_left=70, is_battery_low=True)
    red3 = replace(ok, hourglass=HOURGLASSES[2], is_live=False, last_ns=NOW_NS - 300 * 10**9)
    black1 = replace(ok, hourglass=HOURGLASSES[3], is_doubled=True, rssi_dbm=-93, clock_error=-0.0165)
    black2 = replace(ok, hourglass=HOURGLASSES[4], is_live=False, is_asleep=True)
    black3 = NodeHealth(HOURGLASSES[5])
    broken = Finding(FindingKind.MUX_DEAD, 0, tuple(range(16)), (2,))
    around = Surroundings(
        ("Bluetooth: nothing is heard at all; check the adapter",), 3, is_supply_low=True, dark_s=40
    )
    sensors = SensorHealth(NOW_NS, (broken,), frozenset(range(16)), 0.73)
    return health_view([ok, red2, red3, black1, black2, black3], sensors, around, NOW_NS)
