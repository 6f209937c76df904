"""The board's chips in software, below the libraries the drivers use: bytes on a bus in, bytes out."""
