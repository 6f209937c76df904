"""Guessing the PIN costs time."""

import pytest

from tamsk_pi.daemon.page.pin import TRIES, TRIES_OF_ALL, WAIT_NS, PinLock

PIN = "2718"


class Now:
    def __init__(self) -> None:
        self.ns = 1_000

    def __call__(self) -> int:
        return self.ns


def _guess_wrong(lock: PinLock, times: int, address: str = "a") -> None:
    for _ in range(times):
        with pytest.raises(ValueError, match="This is not the PIN"):
            lock.check("0000", PIN, address)


def test_the_right_pin_passes() -> None:
    PinLock(Now()).check(PIN, PIN, "a")


def test_an_empty_pin_opens_nothing() -> None:
    with pytest.raises(ValueError, match="not the PIN"):
        PinLock(Now()).check("", "", "a")


def test_after_five_wrong_ones_even_the_right_one_waits_thirty_seconds() -> None:
    now = Now()
    lock = PinLock(now)
    _guess_wrong(lock, TRIES)
    with pytest.raises(ValueError, match="try again in 30 s"):
        lock.check(PIN, PIN, "a")
    now.ns += WAIT_NS - 1
    with pytest.raises(ValueError, match="try again in 1 s"):
        lock.check(PIN, PIN, "a")
    now.ns += 1
    lock.check(PIN, PIN, "a")


def test_one_guesser_does_not_lock_out_another_address() -> None:
    lock = PinLock(Now())
    _guess_wrong(lock, TRIES)
    lock.check(PIN, PIN, "b")


def test_a_right_pin_forgives_the_wrong_ones_of_its_address() -> None:
    lock = PinLock(Now())
    _guess_wrong(lock, TRIES - 1)
    lock.check(PIN, PIN, "a")
    _guess_wrong(lock, TRIES)


def test_many_addresses_together_have_a_limit_too() -> None:
    lock = PinLock(Now())
    for i in range(TRIES_OF_ALL):
        _guess_wrong(lock, 1, address=str(i))
    with pytest.raises(ValueError, match="Too many wrong PINs"):
        lock.check(PIN, PIN, "another")


def test_an_offered_pin_may_be_any_text() -> None:
    with pytest.raises(ValueError, match="not the PIN"):
        PinLock(Now()).check("\ud800é", PIN, "a")
