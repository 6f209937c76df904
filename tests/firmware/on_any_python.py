"""Checks of the firmware's pure modules that need nothing but the language: CPython and MicroPython run them alike.

Prints one line a result, for the caller to compare. Uses nothing of unittest, pytest, typing or dataclasses.
"""
# ruff: noqa: T201 - what it prints is its result

import battery
import flip
import motion
import node
import packet
import schedule

DOWN_A = (0.0, 0.0, 1.0)
DOWN_B = (0.0, 0.0, -1.0)
STILL = (0.0, 0.0, 0.0)
WRAPS_MS = (1 << 29, 1 << 30, 1 << 31, 1 << 32)


def new_node(at_ms: int) -> "node.Node":
    return node.Node(flip.FlipDetector(), motion.MotionDetector(), schedule.Schedule(at_ms), packet.PacketBuilder())


def pose(since_ms: int) -> tuple[tuple[float, float, float], tuple[float, float, float]]:
    """Standing on A; from 1000 ms on turned over within 400 ms, 7.854 rad/s; then standing on B."""
    if since_ms < 1000:
        return DOWN_A, STILL
    if since_ms >= 1400:
        return DOWN_B, STILL
    turned = (since_ms - 1000) / 400 * 3.14159
    # Sine and cosine by their series: no two libraries need agree on the last bit.
    square = turned * turned
    sine = turned * (1 - square / 6 * (1 - square / 20 * (1 - square / 42 * (1 - square / 72))))
    cosine = 1 - square / 2 * (1 - square / 12 * (1 - square / 30 * (1 - square / 56 * (1 - square / 90))))
    return (0.0, sine, cosine), (7.854, 0.0, 0.0)


def turned_over(start_ms: int) -> list[tuple[int, bytes]]:
    """Everything a node says about one turn that begins a second after `start_ms`."""
    one, sent = new_node(start_ms), []
    for since_ms in range(0, 3000, 10):
        now_ms = start_ms + since_ms
        accel, gyro = pose(since_ms)
        one.take(now_ms, accel, gyro)
        if one.is_due(now_ms):
            sent.append((since_ms, one.advertisement(now_ms, 80)))
    return sent


def check_packets() -> None:
    builder = packet.PacketBuilder()
    for values in ((90, 3, True, 1800, 0x010203), (0, 256, False, -1, None), (100, 255, False, 0, 1 << 24)):
        print("packet", values, builder.build(*values).hex())
    print("name", packet.name_structure().hex())
    for tenths in range(-1800, 1801, 450):
        print("rotation", tenths, builder.build(50, 1, False, tenths, 5).hex())


def check_a_turn() -> None:
    for since_ms, data in turned_over(0):
        print("turn", since_ms, data.hex())


def check_wraps() -> None:
    usual = turned_over(0)
    for wrap_ms in WRAPS_MS:
        print("wrap", wrap_ms, turned_over(wrap_ms - 1500) == usual)


def check_sleep() -> None:
    one = new_node(0)
    for at_ms in range(0, 300, 10):
        one.take(at_ms, DOWN_A, STILL)
    for at_ms in (300, 1000, 239_000, 241_000, 599_000, 601_000, 1 << 30):
        print("sleep", at_ms, one.temper(at_ms), one.pause_ms(at_ms), one.is_due(at_ms))


def check_battery() -> None:
    for millivolts in range(3000, 4400, 100):
        print("battery", millivolts, battery.percent(millivolts))
    print("battery", round(battery.pin_millivolts(32768, 2.5)))


check_packets()
check_a_turn()
check_wraps()
check_sleep()
check_battery()
print("done")
