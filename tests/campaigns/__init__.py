"""Long checks, run by scripts/campaign; short versions of them are among the tests."""
