"""Skald: an event-sourced combat engine for tabletop fights."""

from importlib.metadata import version

__version__ = version("skald")
