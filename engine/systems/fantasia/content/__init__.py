"""Content: data files, their structs (`kinds`), and what is read from them (`catalogue`)."""
