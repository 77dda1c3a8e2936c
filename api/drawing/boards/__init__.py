"""The five kinds of spaces, laid out in pixels."""
