"""The page: what the board shows, in a browser; on the virtual board also the hands that move its pieces."""
