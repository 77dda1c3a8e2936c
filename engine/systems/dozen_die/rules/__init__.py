"""The rules of Dozen Die, a folder per chapter of its book; none imports a later one."""
