"""The rules of La Fantasia Final, a folder per chapter of its book; none imports a later one."""
