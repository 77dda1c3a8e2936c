"""Tests of the geometry of an open table."""
