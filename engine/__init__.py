"""Skald: an event-sourced combat engine for tabletop fights."""
