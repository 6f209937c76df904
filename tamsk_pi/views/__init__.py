"""What is shown: one BoardView value, and the pictures made of it for lights, sound and page."""
