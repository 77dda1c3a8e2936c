"""Tests of Mongolian Mercenaries."""
