"""Sheets, weapons and items."""
