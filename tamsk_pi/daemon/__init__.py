"""The controller, which does no I/O, and the asyncio shell around it: sensors, journal, lights, page."""
