"""Whole fights as exported files, played again by today's code from their recorded rolls and answers."""
