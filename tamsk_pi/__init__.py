"""tamsk-pi: a TAMSK board that referees itself."""

__version__ = "0.1.0"
