"""`tamsk-pi games`: the matches that were played, shown, written out and read in."""

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tamsk_pi import __version__
from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.game_files import FoundGame, journal_paths, keep_imported, match_id, read_match
from tamsk_pi.cli.game_list import json_lines, listed, table_lines
from tamsk_pi.cli.progress import progress_bar
from tamsk_pi.clock import SystemClock, date_and_time
from tamsk_pi.config import default_state_directory, load_config
from tamsk_pi.games.deciding import (
    Step,
    agrees,
    before_ply,
    decided,
    in_milliseconds,
    result_of,
    rulings_of,
    with_result,
)
from tamsk_pi.games.errors import GameError
from tamsk_pi.games.journals import has_started, import_header, journal_records
from tamsk_pi.games.picture import board_picture
from tamsk_pi.games.record import GameRecord
from tamsk_pi.games.scenarios import scenario_text
from tamsk_pi.games.sgf import format_sgf
from tamsk_pi.games.writer import format_game
from tamsk_pi.referee.rulings import ActRefused, MoveAccepted

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers

SOFTWARE: Final = f"tamsk-pi:{__version__}"
FORMATS: Final = ("text", "sgf", "scenario")


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "games",
        "list, show, export and import matches",
        "games list\ngames show 17\ngames export 17 --format sgf -o match.sgf\ngames import match.sgf",
        "A match is named by its ID in the list, by the beginning of its journal's name, or by a file: a journal, a "
        "record as text or SGF, a scenario.",
    )
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = add_command(
        actions,
        "list",
        "list the matches that were kept",
        "games list\ngames list --state /tmp/table --json",
        "Damaged journals are listed with what is wrong.",
    )
    listing.add_argument("--json", action="store_true", help="print a JSON object a match and line")
    show = add_command(
        actions, "show", "show a match's moves and board", "games show 17\ngames show match.sgf --ply 12"
    )
    show.add_argument("match", metavar="FILE", help="the match: its ID, or a file")
    show.add_argument("--ply", metavar="N", type=_count, help="only the board after N accepted moves")
    export = add_command(
        actions,
        "export",
        "write a match as text, SGF or a scenario",
        "games export 17\ngames export 17 --format sgf -o match.sgf",
        "An existing file is not overwritten.",
    )
    export.add_argument("match", metavar="FILE", help="the match: its ID, or a file")
    export.add_argument("--format", choices=FORMATS, default="text", help="form to write (default text)")
    export.add_argument("-o", "--output", metavar="FILE", help="write there instead of to standard output")
    importing = add_command(
        actions,
        "import",
        "decide a written match again and keep it as a journal",
        "games import match.game\ngames import match.sgf --directory ~/matches",
        "It is kept in the directory's `imported`; the board never goes on with it.",
    )
    importing.add_argument("match", metavar="FILE", help="record as text or SGF, or a scenario; - for standard input")
    for action in (listing, show, export, importing):
        _add_directory(action)


def _add_directory(parser: argparse.ArgumentParser) -> None:
    places = parser.add_mutually_exclusive_group()
    places.add_argument("--directory", metavar="DIR", help="directory of the journals (default: that of `run`)")
    places.add_argument("--state", metavar="DIR", help="directory given to `simulate --state`")
    places.add_argument("--virtual", action="store_true", help="the matches of `simulate` without --state")
    parser.add_argument("--config", metavar="FILE", help="configuration (default: systemd's, else the user's own)")


def run(args: argparse.Namespace) -> int:
    actions: dict[str, Callable[[argparse.Namespace], int]] = {
        "list": _list,
        "show": _show,
        "export": _export,
        "import": _import,
    }
    try:
        return actions[args.action](args)
    except GameError as error:
        sys.stderr.write(f"{error}\n" if error.name else f"tamsk-pi: {args.match}: {error}\n")
        return Exit.WRONG_USE


def _list(args: argparse.Namespace) -> int:
    directory = _directory(args)
    paths = journal_paths(directory)
    if not paths:
        sys.stderr.write(f"tamsk-pi: {directory}: no matches{_elsewhere(args)}\n")
    rows = []
    with progress_bar(len(paths), "reading") as tell:
        for number, path in enumerate(paths, start=1):
            rows.append(listed(path))
            tell(number)
    lines = json_lines(rows) if args.json else table_lines(rows)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return Exit.DONE


def _show(args: argparse.Namespace) -> int:
    game, steps = _read(args)
    moves = sum(isinstance(ruling, MoveAccepted) for ruling in rulings_of(steps))
    if args.ply is None:
        picture = board_picture(steps[-1].state) if steps else ""
        sys.stdout.write(f"{format_game(game.record, steps)}\n{picture}")
        return Exit.DONE
    if args.ply > moves:
        raise CommandError(f"{game.name}: {moves} moves were accepted; expected --ply 0 to {moves}")
    sys.stdout.write(board_picture(before_ply(steps, args.ply)[0]))
    return Exit.DONE


def _export(args: argparse.Namespace) -> int:
    game, steps = _read(args)
    match args.format:
        case "sgf":
            data = format_sgf(game.record, steps, SOFTWARE)
        case "scenario":
            scenario = scenario_text(game.record, game.name)
            data = scenario.text.encode()
            if scenario.differs:
                _note(game, f"a scenario cannot say all of it: on this one {scenario.differs}")
        case _:
            data = format_game(game.record, steps).encode()
    if args.output is None:
        sys.stdout.write(data.decode())
        return Exit.DONE
    try:
        with Path(args.output).open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise CommandError(f"{args.output}: exists already; choose another name") from None
    except OSError as error:
        raise CommandError(f"{args.output}: {error.strerror}; expected a place to write to") from error
    return Exit.DONE


def _import(args: argparse.Namespace) -> int:
    game = read_match(args.match, _directory(args))
    steps = list(decided(game.record))
    if not has_started(steps):
        raise CommandError(
            f"{game.name}: no match comes of it, the referee refuses its start; see `tamsk-pi games show`"
        )
    rulings = rulings_of(steps)
    result = result_of(rulings)
    claimed = game.record.tags.result
    if not agrees(claimed, result):
        _note(game, f"the file says {claimed!r}, the referee finds {result!r}; his result is kept")
    for note in game.notes:
        _note(game, note)
    record = with_result(game.record, rulings)
    header = import_header(record, __version__, date_and_time(SystemClock().wall_ns()))
    path = keep_imported(_directory(args), header, list(journal_records(steps)), record)
    moves = sum(isinstance(ruling, MoveAccepted) for ruling in rulings)
    refused = sum(isinstance(ruling, ActRefused) for ruling in rulings)
    counts = f"{_number(moves, 'move')}, {_number(refused, 'act')} refused"
    sys.stdout.write(f"{match_id(path)}: {result}; {counts}; kept in {path}\n")
    return Exit.DONE


def _read(args: argparse.Namespace) -> tuple[FoundGame, Sequence[Step]]:
    """The match that was asked for, in milliseconds if that is exact enough, and its steps; tells what is odd."""
    game = read_match(args.match, _directory(args))
    for note in game.notes:
        _note(game, note)
    record: GameRecord = in_milliseconds(game.record)
    steps = list(decided(record))
    return FoundGame(game.name, with_result(record, rulings_of(steps))), steps


def _note(game: FoundGame, text: str) -> None:
    sys.stderr.write(f"tamsk-pi: {game.name}: {text}\n")


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _directory(args: argparse.Namespace) -> Path:
    if args.directory is not None:
        return Path(args.directory)
    if args.state is not None:
        return Path(args.state) / "matches"
    if args.virtual:
        return _virtual()
    return load_config(None if args.config is None else Path(args.config)).matches


def _virtual() -> Path:
    return default_state_directory() / "virtual" / "matches"


def _elsewhere(args: argparse.Namespace) -> str:
    is_default = args.directory is None and args.state is None and not args.virtual
    return "; those of `simulate`: --virtual" if is_default and journal_paths(_virtual()) else ""


def _count(word: str) -> int:
    if not (word.isascii() and word.isdigit() and len(word) < 7):
        raise argparse.ArgumentTypeError(f"{word!r}: expected a whole number, 0 or more")
    return int(word)
