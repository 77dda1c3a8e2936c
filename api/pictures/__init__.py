"""Pictures that the server keeps: read from a file, made anew, and without anything that was not seen."""
