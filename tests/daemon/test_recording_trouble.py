"""A recording that cannot go on is a trouble that players see; the match goes on without it."""

from pathlib import Path

import pytest

from tamsk_pi.clock import NS_PER_MS, VirtualClock
from tamsk_pi.config import Config, load_layout
from tamsk_pi.daemon.assembly import make_parts, make_perception
from tamsk_pi.daemon.recorder import Recorder
from tamsk_pi.journal.tape import BLOCK_ITEMS
from tamsk_pi.perception.frames import READINGS, Frame
from tamsk_pi.views.catalogue import message

FULL = Path("/dev/full")
LEVELS = (512,) * READINGS


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
def test_a_full_disk_ends_the_recording_and_is_shown_among_the_troubles(tmp_path: Path) -> None:
    parts = make_parts(Config(matches=tmp_path), load_layout(None), VirtualClock())
    recorder = Recorder(FULL)
    controller = recorder.controller(parts, make_perception(parts), None)
    controller.frame(Frame(0, LEVELS))
    assert controller.view(0).troubles == ()
    for i in range(1, BLOCK_ITEMS + 1):
        controller.frame(Frame(i * 10 * NS_PER_MS, LEVELS))
    detail = "/dev/full: No space left on device; make room on the disk, and restart to record again"
    assert controller.view(BLOCK_ITEMS * 10 * NS_PER_MS).troubles == (message("trouble-recording", detail=detail),)
    recorder.close()
    parts.keeper.close()
