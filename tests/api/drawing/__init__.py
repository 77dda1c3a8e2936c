"""Tests of the drawing of a scene."""
