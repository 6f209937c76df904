"""One file a match: every event and ruling, kept before it is shown, decided again on replay."""
