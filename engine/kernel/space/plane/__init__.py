"""Geometry of an open table, in hundredths of its unit of length. Exact: whole numbers and fractions only."""
