"""What is measured of one board once and kept: its sensors' zeros and gains."""
