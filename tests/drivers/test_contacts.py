"""The wired tilt switch and the buttons: bounces out, instants kept."""

from itertools import pairwise

from driver_fakes import LAYOUT, CountsTable
from hypothesis import given
from hypothesis import strategies as st

from tamsk_pi.clock import NS_PER_MS, VirtualClock
from tamsk_pi.drivers.buttons import Button, ButtonPress, Buttons
from tamsk_pi.drivers.contact import Debouncer, Edge
from tamsk_pi.drivers.tilt_switch import TiltSwitch
from tamsk_pi.perception.frames import TiltSwitchEdge
from tamsk_pi.simulator.chips.install import install

HOLD_NS = 20


def debounce(changes: list[tuple[int, bool]], until_ns: int) -> list[Edge]:
    state, edges = Debouncer(HOLD_NS), []
    for at_ns, is_closed in changes:
        state, edge = state.raw(at_ns, is_closed)
        edges.append(edge)
    state, edge = state.settle(until_ns)
    return [found for found in (*edges, edge) if found is not None]


def test_a_bouncing_contact_closes_once_from_the_instant_at_which_it_held() -> None:
    assert debounce([(100, True), (103, False), (105, True)], 130) == [Edge(105, is_closed=True)]


def test_a_knock_shorter_than_the_hold_time_is_nothing() -> None:
    assert debounce([(100, True), (119, False)], 1_000) == []


def test_a_contact_that_has_held_long_enough_is_not_lost_when_it_opens_before_anybody_looks() -> None:
    assert debounce([(100, True), (120, False)], 1_000) == [Edge(100, is_closed=True), Edge(120, is_closed=False)]


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), max_size=30))
def test_edges_alternate_and_hold_whatever_the_line_does(steps: list[tuple[int, bool]]) -> None:
    now_ns, changes = 0, []
    for wait_ns, is_closed in steps:
        now_ns += wait_ns
        changes.append((now_ns, is_closed))
    edges = debounce(changes, now_ns + HOLD_NS)
    assert [edge.is_closed for edge in edges] == [i % 2 == 0 for i in range(len(edges))]
    assert all(later.at_ns - edge.at_ns >= HOLD_NS for edge, later in pairwise(edges))
    assert not changes or (edges[-1].is_closed if edges else False) == changes[-1][1]


def test_turning_the_neutral_timer_is_one_edge_at_the_instant_it_came_to_rest() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        switch = TiltSwitch(LAYOUT.neutral_timer, clock)
        for is_end_b_down in (True, False, True):
            clock.pause_ns(5 * NS_PER_MS)
            chips.set_tilt(is_end_b_down)
        assert switch.drain() == []
        clock.pause_ns(80 * NS_PER_MS)
        assert switch.drain() == [TiltSwitchEdge(15 * NS_PER_MS, is_end_b_down=True)]
        assert switch.is_end_b_down
        assert switch.drain() == []
        switch.close()
        switch.close()


def test_a_timer_that_stands_on_end_b_at_the_start_has_not_been_turned() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        chips.set_tilt(is_end_b_down=True)
        switch = TiltSwitch(LAYOUT.neutral_timer, clock)
        assert switch.is_end_b_down
        clock.pause_ns(1_000 * NS_PER_MS)
        assert switch.drain() == []
        switch.close()


def test_a_short_press_is_reported_when_it_is_over() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        buttons = Buttons(LAYOUT.buttons, clock)
        clock.pause_ns(7 * NS_PER_MS)
        chips.set_button("red", is_pressed=True)
        clock.pause_ns(300 * NS_PER_MS)
        assert buttons.drain() == []
        chips.set_button("red", is_pressed=False)
        clock.pause_ns(20 * NS_PER_MS)
        assert buttons.drain() == [ButtonPress(7 * NS_PER_MS, Button.RED, is_long=False)]
        buttons.close()


def test_a_long_press_is_reported_while_the_finger_is_down_and_only_once() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        buttons = Buttons(LAYOUT.buttons, clock)
        chips.set_button("board", is_pressed=True)
        clock.pause_ns(999 * NS_PER_MS)
        assert buttons.drain() == []
        clock.pause_ns(1 * NS_PER_MS)
        assert buttons.drain() == [ButtonPress(0, Button.BOARD, is_long=True)]
        chips.set_button("board", is_pressed=False)
        clock.pause_ns(20 * NS_PER_MS)
        assert buttons.drain() == []
        buttons.close()


def test_presses_come_in_the_order_of_the_fingers() -> None:
    clock = VirtualClock()
    with install(CountsTable(), clock, LAYOUT) as chips:
        buttons = Buttons(LAYOUT.buttons, clock)
        for name in ("black", "red"):
            chips.set_button(name, is_pressed=True)
            clock.pause_ns(50 * NS_PER_MS)
            chips.set_button(name, is_pressed=False)
            clock.pause_ns(50 * NS_PER_MS)
        assert [press.button for press in buttons.drain()] == [Button.BLACK, Button.RED]
        buttons.close()
