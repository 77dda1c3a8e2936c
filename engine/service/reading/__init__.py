"""Loading encounters, showing them as a seat sees them, and watching them."""
