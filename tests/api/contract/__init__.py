"""The published contract, and REST as it says it."""
