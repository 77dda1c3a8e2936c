"""Benchmarks against the bare parts Skald is made of: run with `make bench`. No test asserts a time."""
