"""`tamsk-pi replay`: a journal decided again, or a raw recording perceived again, and compared with what was then."""

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from tamsk_pi.cli.commands import add_command
from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.cli.explaining import add_explain, explained
from tamsk_pi.cli.recording import replay_raw
from tamsk_pi.config import load_config, load_layout
from tamsk_pi.journal.codec import parse_journal
from tamsk_pi.journal.recording import is_recording
from tamsk_pi.journal.records import ActRecord, Journal, WatermarkRecord
from tamsk_pi.journal.replay import ReplayResult, replay, versions

if TYPE_CHECKING:
    from tamsk_pi.cli.commands import Subparsers


def add(subparsers: "Subparsers") -> None:
    parser = add_command(
        subparsers,
        "replay",
        "decide a journal, or perceive a recording, again and compare every ruling",
        "replay match-000017-20261129T201500.journal\nreplay evening.tamskraw",
        "Exit code 0 and one line if all is identical; else the first difference and exit code 1.",
    )
    parser.add_argument("journal", metavar="FILE", help="journal of a match, or what --record made")
    parser.add_argument("--acts", action="store_true", help="of a recording: print what perception says, a line each")
    parser.add_argument("--config", metavar="FILE", help="of a recording: the configuration that names its layout")
    add_explain(parser)


def run(args: argparse.Namespace) -> int:
    data = _bytes_of(Path(args.journal))
    if is_recording(data):
        config = load_config(None if args.config is None else Path(args.config))
        return replay_raw(args.journal, data, load_layout(config.layout), prints_acts=args.acts)
    journal = parse_journal(args.journal, data)
    result = replay(journal)
    if result.difference is not None:
        sys.stdout.write(f"{args.journal}: first difference at {result.difference}\n")
        sys.stderr.write(f"tamsk-pi: {versions(journal)}\n")
        return Exit.ANSWER_IS_NO
    if args.explain:
        header = journal.header
        lines = explained(result.rulings, header.settings, args.language, header.origin_ns)
        sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.write(f"{args.journal}: identical; {_summary(journal, result)}\n")
    return Exit.DONE


def _bytes_of(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise CommandError(f"{path}: {error.strerror}; expected the journal of a match") from error


def _summary(journal: Journal, result: ReplayResult) -> str:
    acts = _number(sum(isinstance(record, ActRecord) for record in journal.records), "act")
    watermarks = _number(sum(isinstance(record, WatermarkRecord) for record in journal.records), "watermark")
    parts = [
        f"{_number(journal.ruling_count, 'ruling')} from {acts} and {watermarks}",
        "the match ended" if journal.is_finished else "the match has not ended",
    ]
    if result.unkept:
        parts.append(f"{_number(len(result.unkept), 'ruling')} torn off at its end")
    if journal.torn:
        parts.append(f"{_number(len(journal.torn), 'torn byte')} at its end left out")
    return "; ".join(parts)


def _number(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
