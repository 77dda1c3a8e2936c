"""The rules of Saari, a folder per chapter with its orders, events, questions and rules; none imports a later one."""
