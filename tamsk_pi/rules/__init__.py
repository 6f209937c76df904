"""The game without time's passing: board, pieces, positions, moves, sand arithmetic, settings, acts."""
