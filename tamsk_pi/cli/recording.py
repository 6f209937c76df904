"""Raw recordings on the command line: `--record FILE`, and one replayed."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tamsk_pi.cli.errors import CommandError, Exit
from tamsk_pi.daemon.recorder import Recorder
from tamsk_pi.daemon.replaying import LayoutDiffersError, Replayed, act_line, replay_recording
from tamsk_pi.journal.recording import Recording, RecordingError, parse_recording
from tamsk_pi.layout import Layout


def add_record_option(parser: argparse.ArgumentParser) -> None:
    """`--record FILE`."""
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="keep the last 7 hours of frames and packets there and in FILE.1, at most 128 MiB; `replay` perceives "
        "them again",
    )


@contextmanager
def recording_to(target: str | None) -> Iterator[Recorder | None]:
    """The recorder for that file, None without one; raises CommandError where it cannot be made."""
    if target is None:
        yield None
        return
    path = Path(target)
    try:
        path.open("ab").close()
    except OSError as error:
        raise CommandError(f"--record {target}: {error.strerror}; expected a file that can be written") from error
    recorder = Recorder(path)
    try:
        yield recorder
    finally:
        recorder.close()


def replay_raw(name: str, data: bytes, layout: Layout, *, prints_acts: bool) -> int:
    """Replay the recording in these bytes; one summary line, or the first difference and exit code 1."""
    try:
        recording = parse_recording(name, data)
        result = replay_recording(recording, layout)
    except (RecordingError, LayoutDiffersError) as error:
        raise CommandError(str(error) if str(error).startswith(name) else f"{name}: {error}") from error
    if prints_acts:
        for act in result.acts:
            sys.stdout.write(f"{act_line(act)}\n")
    if result.difference is not None:
        sys.stdout.write(f"{name}: first difference at {result.difference}\n")
        return Exit.ANSWER_IS_NO
    sys.stdout.write(f"{name}: {_summary(recording, result)}\n")
    return Exit.DONE


def _summary(recording: Recording, result: Replayed) -> str:
    counts = f"{result.rulings} rulings and {len(result.acts)} acts from {result.frames} frames"
    parts = [f"identical; {counts}" if result.is_compared else f"not compared, its beginning was given up; {counts}"]
    if result.sessions > 1:
        parts.append(f"{result.sessions} sessions")
    if recording.torn:
        parts.append(f"{recording.torn} torn bytes at its end left out")
    return "; ".join(parts)
