"""Tests of the file that plays a fight."""
