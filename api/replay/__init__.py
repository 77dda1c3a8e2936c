"""A fight as one HTML file that plays itself, without a server or any other file."""
