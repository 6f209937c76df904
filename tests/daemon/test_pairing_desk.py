"""Pairing in a running daemon on the virtual board: by light, without files, used at once."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tamsk_pi.calibration.node_file import load_nodes
from tamsk_pi.calibration.node_pairing import VESSELS
from tamsk_pi.clock import VirtualClock
from tamsk_pi.config import Config, ConfigError, load_layout, with_paired_nodes
from tamsk_pi.daemon.assembly import board_options, make_daemon, make_parts
from tamsk_pi.daemon.daemon import Daemon
from tamsk_pi.daemon.virtual import VirtualBoard
from tamsk_pi.drivers.radio import Radio
from tamsk_pi.perception.settings import NeutralTimer
from tamsk_pi.rules.acts import Act, Flip, TurnTimer
from tamsk_pi.rules.board import parse_cell
from tamsk_pi.rules.pieces import HOURGLASSES
from tamsk_pi.rules.settings import MatchSettings
from tamsk_pi.simulator.nodes import NODE_ADDRESSES, encode_payload
from tamsk_pi.simulator.settings import TableSettings
from tamsk_pi.simulator.table import Table
from tamsk_pi.views.catalogue import PlayerError

S = 1_000_000_000
LAYOUT = load_layout(None)
TRUE = dict(zip(VESSELS, NODE_ADDRESSES, strict=True))


class Evening:
    """A daemon on the virtual board; `nodes` are those it was configured with."""

    def __init__(self, directory: Path, nodes: dict[str, str]) -> None:
        self.path = directory / "nodes.toml"
        clock = VirtualClock()
        config = Config(matches=directory / "matches", nodes=tuple(nodes.items()))
        self.parts = make_parts(config, LAYOUT, clock)
        table = Table(LAYOUT, TableSettings())
        self.board = VirtualBoard(LAYOUT, table, clock, board_options(self.parts), is_frame_level=True)
        self.board.set_up()
        self.daemon: Daemon = make_daemon(
            self.parts,
            self.board.drivers,
            self.board.scanner,
            show_ns=S // 20,
            nodes_path=self.path,
            before_round=self.begin_round,
        )
        self.on_round: Callable[[int], None] = lambda _now_ns: None
        self.clock = clock

    def begin_round(self, now_ns: int) -> None:
        self.on_round(now_ns)

    async def until(self, at_s: float) -> None:
        await self.daemon.run(round(at_s * S))

    def hands(self, *acts: Act) -> None:
        for act in acts:
            self.board.perform(act)  # type: ignore[arg-type]

    @property
    def said(self) -> tuple[str | None, str | None]:
        """Glass and cell that are asked for."""
        desk = self.daemon.desks.pairing
        assert desk is not None
        view = desk.view()
        return (None, None) if view is None else (view.glass, view.cell)


def evening(play: Callable[[Evening], object], directory: Path, nodes: dict[str, str]) -> Evening:
    """That evening, played; `play` is a coroutine function."""
    made = Evening(directory, nodes)

    async def whole() -> None:
        try:
            await made.until(3)
            await play(made)  # type: ignore[misc]
        finally:
            made.board.close()
            made.parts.keeper.close()

    asyncio.run(whole())
    return made


def lit(board: VirtualBoard) -> set[int]:
    """The cells that shine, by their place in the chain."""
    return {i for i, rgb in enumerate(board.latched_pixels[:37]) if any(rgb)}


def test_a_glass_with_a_new_node_is_paired_alone_and_used_at_once(tmp_path: Path) -> None:
    wrong = TRUE | {"red2": "C0:FF:EE:00:00:99"}
    seen: list[object] = []

    async def play(e: Evening) -> None:
        radio = e.board.drivers.radio
        assert isinstance(radio, Radio)
        assert TRUE["red2"] in radio.strangers
        e.daemon.desks.pair(["red2"])
        shown: set[int] = set()
        for tenth in range(31, 45):
            await e.until(tenth / 10)
            shown |= lit(e.board)
        seen.append((e.said, shown))
        e.hands(Flip(5 * S, HOURGLASSES[1]))
        await e.until(9)
        assert TRUE["red2"] not in radio.strangers
        await e.until(14)
        seen.append([(n.hourglass, n.is_live) for n in e.daemon.controller.node_health])

    made = evening(play, tmp_path, wrong)
    assert seen[0] == (("red2", "G1"), {LAYOUT.lights.cell_pixel(parse_cell("G1"))})
    assert seen[1] == [*((glass, True) for glass in HOURGLASSES), (None, True)]
    assert load_nodes(made.path) == TRUE
    assert with_paired_nodes(Config(nodes=tuple(wrong.items())), made.path).nodes == tuple(TRUE.items())


def test_the_neutral_timer_is_paired_by_turning_it_twice(tmp_path: Path) -> None:
    async def play(e: Evening) -> None:
        e.daemon.desks.pair(["neutral_timer"])
        for at_s in (4, 7):
            e.hands(TurnTimer(at_s * S))
            await e.until(at_s + 2)

    made = evening(play, tmp_path, {})
    assert load_nodes(made.path) == {"neutral_timer": TRUE["neutral_timer"]}
    assert dict(made.parts.nodes) == {TRUE["neutral_timer"]: NeutralTimer.NEUTRAL_TIMER}


def test_while_one_glass_is_paired_another_that_turns_is_not_taken(tmp_path: Path) -> None:
    async def play(e: Evening) -> None:
        e.daemon.desks.pair(["red1"])
        e.hands(Flip(5 * S, HOURGLASSES[4]))
        await e.until(8)
        assert e.said == ("red1", "A1")
        e.hands(Flip(9 * S, HOURGLASSES[0]))
        await e.until(12)

    assert load_nodes(evening(play, tmp_path, {}).path) == {"red1": TRUE["red1"]}


def test_two_turned_together_are_asked_for_again(tmp_path: Path) -> None:
    async def play(e: Evening) -> None:
        e.daemon.desks.pair(["red1"])
        e.hands(Flip(5 * S, HOURGLASSES[0]), Flip(5 * S + 100_000_000, HOURGLASSES[4]))
        await e.until(8)
        desk = e.daemon.desks.pairing
        assert desk is not None
        view = desk.view()
        assert view is not None
        assert (view.glass, str(view.doubt)[:30]) == ("red1", "Message(key='pairing-several',")
        e.hands(Flip(9 * S, HOURGLASSES[0]))
        await e.until(12)

    assert load_nodes(evening(play, tmp_path, {}).path) == {"red1": TRUE["red1"]}


class NextDoor:
    """The nodes of another board, heard as well as ours, three times a second; some are turned over at an instant."""

    def __init__(self, turned_s: dict[str, float]) -> None:
        self._turned_s = turned_s
        self._due_ns = 0

    def speak(self, e: Evening, now_ns: int) -> None:
        if now_ns < self._due_ns:
            return
        self._due_ns = now_ns + S // 3
        now_s = now_ns / S
        for number in range(7):
            address = f"AA:00:00:00:01:{number:02X}"
            turn_s = self._turned_s.get(address, -60.0)
            is_told = now_s >= turn_s + 0.1
            age_ms = round(1_000 * (now_s - turn_s)) if is_told else 60_000
            payload = encode_payload(round(3 * now_s), 5 + (is_told and turn_s > 0), False, 0, age_ms)
            e.board.chips.air.deliver(address, payload, -60)


def test_a_new_node_is_found_while_the_board_next_door_is_played_on(tmp_path: Path) -> None:
    """One of theirs is turned over together with ours, another one with our second turn."""
    wrong = TRUE | {"red2": "C0:FF:EE:00:00:99"}
    next_door = NextDoor({"AA:00:00:00:01:00": 5.1, "AA:00:00:00:01:03": 10.4})
    doubts: list[str] = []

    async def play(e: Evening) -> None:
        desk = e.daemon.desks.pairing
        assert desk is not None
        e.on_round = lambda now_ns: next_door.speak(e, now_ns)
        e.daemon.desks.pair(["red2"])
        e.hands(Flip(5 * S, HOURGLASSES[1]), Flip(10 * S, HOURGLASSES[1]))
        for half in range(7, 28):
            await e.until(half / 2)
            view = desk.view()
            doubts.append("" if view is None or view.doubt is None else str(view.doubt).split("'")[1])

    made = evening(play, tmp_path, wrong)
    assert [key for key in dict.fromkeys(doubts) if key] == ["pairing-several"]
    assert load_nodes(made.path) == TRUE


def test_in_a_match_nothing_is_paired(tmp_path: Path) -> None:
    async def play(e: Evening) -> None:
        e.daemon.start_match(MatchSettings())
        await e.until(4)
        with pytest.raises(PlayerError, match="Pair it when the match is over"):
            e.daemon.desks.pair(["red1"])

    assert not evening(play, tmp_path, TRUE).path.exists()


def test_while_nodes_are_paired_no_match_begins_and_the_board_s_button_skips_and_ends(tmp_path: Path) -> None:
    async def play(e: Evening) -> None:
        e.daemon.desks.pair(["red1", "red2", "red3"])
        await e.until(3.5)
        with pytest.raises(PlayerError, match="being paired; end that first"):
            e.daemon.start_match(MatchSettings())
        e.board.chips.set_button("board", True)
        await e.until(4)
        e.board.chips.set_button("board", False)
        await e.until(4.5)
        assert e.said == ("red2", "G1")
        e.hands(Flip(5 * S, HOURGLASSES[1]))
        await e.until(8)
        assert e.said == ("red3", "D7")
        e.board.chips.set_button("board", True)
        await e.until(10)
        desk = e.daemon.desks.pairing
        assert desk is not None
        assert (desk.active, e.daemon.controller.is_playing) == (None, False)

    assert load_nodes(evening(play, tmp_path, {}).path) == {"red2": TRUE["red2"]}


def test_what_was_found_before_it_was_ended_is_kept(tmp_path: Path) -> None:
    async def play(e: Evening) -> None:
        e.daemon.desks.pair()
        e.hands(Flip(5 * S, HOURGLASSES[0]))
        await e.until(8)
        assert e.said == ("red2", "G1")
        e.daemon.desks.end_pairing()
        desk = e.daemon.desks.pairing
        assert desk is not None
        assert desk.view() is None

    assert load_nodes(evening(play, tmp_path, {}).path) == {"red1": TRUE["red1"]}


def test_a_disk_that_takes_nothing_is_said_and_the_nodes_are_used_all_the_same(tmp_path: Path) -> None:
    (tmp_path / "nodes.toml").mkdir()
    (tmp_path / "nodes.toml" / "in the way").write_text("", encoding="utf-8")

    async def play(e: Evening) -> None:
        e.daemon.desks.pair(["red1"])
        e.hands(Flip(5 * S, HOURGLASSES[0]))
        await e.until(8)
        desk = e.daemon.desks.pairing
        assert desk is not None
        view = desk.view()
        assert view is not None
        assert "trouble-pairing" in str(view.trouble)

    assert dict(evening(play, tmp_path, {}).parts.nodes) == {TRUE["red1"]: HOURGLASSES[0]}


def test_a_damaged_file_of_nodes_stops_the_daemon_with_what_to_do(tmp_path: Path) -> None:
    path = tmp_path / "nodes.toml"
    path.write_text("[nodes]\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="pair again"):
        with_paired_nodes(replace(Config()), path)
