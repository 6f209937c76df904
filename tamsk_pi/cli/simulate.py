"""`tamsk-pi simulate`: the daemon on the virtual board, played by a scenario or from the page."""

import argparse
import asyncio
import contextlib
import sys
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.files import flush_results, read_scenario
from tamsk_pi.cli.logs import log_to_stderr
from tamsk_pi.cli.progress import progress_bar
from tamsk_pi.cli.recording import add_record_option, recording_to
from tamsk_pi.clock import NS_PER_S
from tamsk_pi.config import (
    Config,
    PageConfig,
    default_state_directory,
    draw_pin,
    known_languages,
    load_config,
    load_layout,
)
from tamsk_pi.daemon.live import TABLE_FILE, play_live
from tamsk_pi.daemon.performance import SETTLING_NS, PlayInterruptedError, play_scenario, scratch_directory
from tamsk_pi.daemon.service import listen, page_url
from tamsk_pi.referee.rulings import Ruling
from tamsk_pi.scenario.expectations import check
from tamsk_pi.scenario.statements import Scenario

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

MAX_SPEED = "max"
MIN_SCANS_PER_S = 30
FAST_SHOW_NS = 200_000_000


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "simulate",
        "run the daemon on the virtual board",
        "simulate --open\n"
        "simulate --scenario late.tamsk --port 8037\n"
        "simulate --scenario late.tamsk --speed max --rulings -",
        "Without a scenario the page is the hands, until Ctrl-C or SIGTERM ends it with exit code 0; an unfinished "
        "match goes on at the next start. With one, exit code 1 if a ruling that it expects did not come, 130 if a "
        "signal came before its end.",
    )
    parser.add_argument("--scenario", metavar="FILE", help="what hands do; - for standard input")
    parser.add_argument("--speed", type=_speed, default=1.0, metavar="N|max", help="times real time (default 1)")
    parser.add_argument("--seed", type=_seed, metavar="N", help="seed of tolerances and noise (default 0)")
    parser.add_argument(
        "--port",
        type=_port,
        metavar="N",
        help="port of the page (default 8037, 0: a free one)",
    )
    parser.add_argument(
        "--language",
        type=_language,
        metavar="TAG",
        help="what the page is read in, such as de (default: the configured one, else each browser's own)",
    )
    parser.add_argument("--rulings", metavar="FILE", help="append rulings to it, a JSON object a line; - for output")
    parser.add_argument("--open", action="store_true", help="open the page in the browser; a scenario is watched")
    parser.add_argument("--state", metavar="DIR", help="where matches and the virtual table are kept")
    parser.add_argument("--config", metavar="FILE", help="configuration (default: the user's own)")
    parser.add_argument("--uncalibrated", action="store_true", help="the page's board has sensors as they are bought")
    parser.add_argument(
        "--follow-lights", action="store_true", help="begin empty; hands calibrate the page's board by its lights"
    )
    add_record_option(parser)
    parser.add_argument("--frames", action="store_true", help="enter at the level of frames, not of SPI bytes")


def _speed(text: str) -> float | str:
    if text == MAX_SPEED:
        return text
    try:
        speed = float(text)
    except ValueError:
        speed = 0.0
    if not 0 < speed <= 1000:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number above 0, up to 1000, or max")
    return speed


def _port(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or int(text) > 65_535:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a port, 0 to 65535")
    return int(text)


def _language(text: str) -> str:
    if text not in (known := known_languages()):
        raise argparse.ArgumentTypeError(f"{text!r}: expected {' or '.join(known)}")
    return text


def _seed(text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text!r}: expected a whole number, at most 18 digits")
    return int(text)


def run(args: argparse.Namespace) -> int:
    log_to_stderr()
    config = load_config(None if args.config is None else Path(args.config))
    if args.port is not None:
        config = replace(config, page=replace(config.page, port=args.port))
    if args.language is not None:
        config = replace(config, page=replace(config.page, language=args.language))
    if args.scenario is None:
        return _play_by_page(args, config)
    return _play_scenario(args, config, read_scenario(args.scenario))


def _play_by_page(args: argparse.Namespace, config: Config) -> int:
    if args.speed == MAX_SPEED:
        raise CommandError("--speed max needs a --scenario: nobody's hands are that fast")
    directory = default_state_directory() / "virtual" if args.state is None else Path(args.state)
    config = replace(config, matches=directory / "matches", page=_with_pin(config))
    with _rulings_to(args.rulings) as on_rulings, recording_to(args.record) as recorder:
        asyncio.run(
            play_live(
                config,
                load_layout(config.layout),
                directory,
                speed=float(args.speed),
                seed=args.seed or 0,
                on_rulings=on_rulings,
                on_page=lambda url: _announce(url, args.open),
                recorder=recorder,
                is_uncalibrated=args.uncalibrated,
                follows_lights=args.follow_lights,
            )
        )
    return Exit.DONE


def _with_pin(config: Config) -> PageConfig:
    return replace(config.page, pin=config.page.pin or draw_pin())


def _announce(url: str, opens: bool, hint: str = "a match goes on where it was next time") -> None:
    sys.stderr.write(f"The board is at {url}\nStop with Ctrl-C; {hint}.\n")
    sys.stderr.flush()
    if opens:
        webbrowser.open(url)


def _play_scenario(args: argparse.Namespace, config: Config, scenario: Scenario) -> int:
    if args.speed == MAX_SPEED and (args.port is not None or args.open):
        raise CommandError("--speed max is too fast to watch; choose a number, or leave --port and --open out")
    seed = scenario.settings.seed if args.seed is None else args.seed
    layout = load_layout(config.layout)
    with contextlib.ExitStack() as stack:
        directory = Path(stack.enter_context(scratch_directory()) if args.state is None else args.state)
        on_rulings = stack.enter_context(_rulings_to(args.rulings))
        recorder = stack.enter_context(recording_to(args.record))
        page = (
            stack.enter_context(listen(config.page.host, config.page.port))
            if args.port is not None or args.open
            else None
        )
        if page is not None:
            _announce(page_url(page, ""), args.open, "here you watch, the scenario is the hands")
        pace = _Pace(stack.enter_context(progress_bar(scenario.end_ns + SETTLING_NS, "playing")))
        try:
            rulings = play_scenario(
                scenario,
                replace(config, matches=directory / "matches"),
                layout,
                seed,
                speed=None if args.speed == MAX_SPEED else float(args.speed),
                table_path=directory / TABLE_FILE if args.state is not None else None,
                is_frame_level=args.frames,
                show_ns=FAST_SHOW_NS if args.speed == MAX_SPEED else None,
                on_rulings=on_rulings,
                page=page,
                on_round=pace.round,
                recorder=recorder,
            )
        except PlayInterruptedError:
            sys.stderr.write("tamsk-pi: stopped before the scenario's end; what it expects was not checked\n")
            return Exit.INTERRUPTED
    if args.speed != MAX_SPEED and pace.scans_per_s < MIN_SCANS_PER_S:
        raise CommandError(
            f"--speed {args.speed} is too fast for this machine: {pace.scans_per_s:.0f} scans in a second "
            f"of play, and the sensors need {MIN_SCANS_PER_S}; choose a smaller one, or max"
        )
    unmet = check(scenario, [r.as_json() for r in rulings])
    for expectation in unmet:
        sys.stderr.write(f"{expectation.message}\n")
    return Exit.ANSWER_IS_NO if unmet else Exit.DONE


class _Pace:
    """Counts the rounds of a play, and passes each on to `tell`."""

    def __init__(self, tell: Callable[[int], None]) -> None:
        self._tell = tell
        self._first_ns: int | None = None
        self._last_ns = 0
        self._rounds = 0

    def round(self, now_ns: int) -> None:
        """One more round, at this instant."""
        if self._first_ns is None:
            self._first_ns = now_ns
        self._last_ns = now_ns
        self._rounds += 1
        self._tell(now_ns)

    @property
    def scans_per_s(self) -> float:
        """Rounds in a second of play; 0 if it was over before there were two."""
        return max(0, self._rounds - 1) * NS_PER_S / max(1, self._last_ns - (self._first_ns or 0))


@contextmanager
def _rulings_to(target: str | None) -> Iterator[Callable[[Sequence[Ruling]], None]]:
    """What is called with rulings that are kept; each is written out at once."""
    if target is None:
        yield lambda _rulings: None
        return
    with contextlib.ExitStack() as stack:
        put = _print if target == "-" else stack.enter_context(Path(target).open("ab", buffering=0)).write

        def write(rulings: Sequence[Ruling]) -> None:
            try:
                put("".join(ruling.as_line() + "\n" for ruling in rulings).encode())
            except BrokenPipeError:
                raise
            except OSError as error:
                raise CommandError(f"--rulings {target}: {error.strerror}; the journal has them all") from error

        yield write


def _print(lines: bytes) -> None:
    sys.stdout.write(lines.decode())
    flush_results()
