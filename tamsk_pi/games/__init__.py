"""Game records: a match as text that people read and write, as SGF, and as a scenario (docs/notation.md)."""
