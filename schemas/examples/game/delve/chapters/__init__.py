"""The rules of Delve, a module for each chapter; none imports a later one: basics, fighting, magic, moving, turns."""
