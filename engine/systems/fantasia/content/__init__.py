"""Content: data files, the structs they are made of (`kinds`), and what is read from them (`catalogue`)."""
