"""What a node that reads its sensor every 10 ms gets to see of a trace; for the modules without hardware."""

from dataclasses import dataclass

from tamsk_pi.simulator.motion_traces import Trace, Vector

SAMPLE_NS = 10_000_000


@dataclass(frozen=True, slots=True)
class Sample:
    """One reading; no errors of the sensor in it."""

    at_ms: int
    accel: Vector
    gyro: Vector | None


def sampled(trace: Trace) -> list[Sample]:
    """Every 10 ms the mean of the last 10 ms."""
    found = []
    for at_ns in range(SAMPLE_NS, trace.duration_ns, SAMPLE_NS):
        accel, gyro = trace.felt(at_ns - SAMPLE_NS, at_ns)
        found.append(Sample(at_ns // 1_000_000, accel, gyro))
    return found
