"""What cards say, by hand."""
