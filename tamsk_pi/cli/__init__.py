"""The commands of `tamsk-pi`, one file each. To add one: write `cli/NAME.py`, name it in `commands.COMMANDS`."""

from tamsk_pi.cli.entry import main

__all__ = ["main"]
