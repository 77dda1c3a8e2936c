"""What a fight taught: chances and outcomes of its rolls, who did what, how dice fell, how long people thought."""
