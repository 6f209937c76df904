"""Scenario files: what hands do on a board, and when; read, checked and compared with rulings."""
