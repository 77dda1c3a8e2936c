"""A roll, from its difficulty to its consequences: a module for each window."""
