"""A process with lights on, for the test that ends it: it says when they are on and, at last, what still shines."""

import atexit
import signal
import sys

from driver_fakes import LAYOUT, CountsTable

from tamsk_pi.clock import SystemClock
from tamsk_pi.drivers.exit_guard import leaving_on_signals
from tamsk_pi.drivers.lights import LightsWay, open_lights
from tamsk_pi.simulator.chips.install import install

# A shell that runs the tests in the background has its children ignore these.
signal.signal(signal.SIGINT, signal.default_int_handler)
signal.signal(signal.SIGHUP, signal.SIG_DFL)

with install(CountsTable(), SystemClock(), LAYOUT) as chips:
    atexit.register(lambda: sys.stdout.write(f"{sorted(set(chips.strip.pixels))}\n"))
    with leaving_on_signals():
        open_lights(LAYOUT.lights, LightsWay.SPI).show([(9, 9, 9)] * 53)
        sys.stdout.write(f"{sorted(set(chips.strip.pixels))}\n")
        sys.stdout.flush()
        signal.pause()
