"""A hourglass node in software: the board, its chip, and hands that turn it over."""
