"""What things cost, against the parts they are made of: run with `make bench`. No test asserts a time."""
