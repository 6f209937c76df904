"""Frames and reports in, acts out: what hands did, when, and up to which instant nothing more can come."""
