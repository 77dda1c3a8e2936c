"""The rules, a folder per chapter with its orders, events, questions and rules; none imports a later one."""
