"""`tamsk-pi doctor`: what is wrong with a board, part by part, and what to do about it."""
