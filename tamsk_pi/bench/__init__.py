"""Speed, measured: each module one subject, each figure with how it was measured; nothing here asserts a figure."""
