"""The names of all keys. Those of one encounter share a hash tag, so a cluster keeps them in one slot."""

from __future__ import annotations

DIRECTORY = "skald:dir"
"""Sorted set of all encounter ids, every score 0: read in the order of the ids."""
RUNNING = "skald:dir:running"
"""The same of those that have not ended; mended when a page meets one that has."""
DUE = "skald:due"
"""Sorted set of "encounter decision", score: the deadline as Unix time in milliseconds."""
WAKE = "skald:wake"
"""Channel: "encounter version" after an append, "encounter e<epoch> seat" after a revocation."""

PROBE = "skald:probe:{skald:dir}"
"""Written to see whether the server takes writes, on a cluster the one of the directory; it ends by itself."""

RATES = "skald:rate"
"""How the names of counted requests begin; the two windows of one share a hash tag."""


def claim(owner: str, key: str) -> str:
    """The encounter that a creation's key stands for; it ends by itself."""
    return f"skald:made:{command_field(owner, key)}"


def events(encounter: str) -> str:
    """Stream of the events: the truth."""
    return f"skald:{{{encounter}}}:events"


def commands(encounter: str) -> str:
    """Hash: `command_field` -> "fingerprint first last". The stream could rebuild it."""
    return f"skald:{{{encounter}}}:commands"


def secret(encounter: str) -> str:
    """Hash: dice, hidden. Written with the first events, never exported before the end."""
    return f"skald:{{{encounter}}}:secret"


def preferences(encounter: str) -> str:
    """Hash: "seat kind" -> preference."""
    return f"skald:{{{encounter}}}:prefs"


def seats(encounter: str) -> str:
    """Hash: seat -> epoch of its tokens."""
    return f"skald:{{{encounter}}}:seats"


def meta(encounter: str) -> str:
    """Hash: a listing's figures, version and hash of the head. A cache."""
    return f"skald:{{{encounter}}}:meta"


def snapshots(encounter: str, code: str) -> str:
    """Hash: version -> hash, line feed, body. Made by one code, ignored by any other."""
    return f"skald:{{{encounter}}}:snap:{code}"


def newest(encounter: str) -> str:
    """Code, blank, version, blank, and as in `snapshots`: the snapshot that was kept last. The next takes its place."""
    return f"skald:{{{encounter}}}:snap"


def codes(encounter: str) -> str:
    """Set of the codes that made snapshots of an encounter, so that all can be dropped without a scan."""
    return f"skald:{{{encounter}}}:snaps"


def command_field(seat: str, key: str) -> str:
    """A command's key, told apart by seat: nobody reads another's answers by guessing keys.

    A bar inside the seat is escaped, or two pairs could make one field.
    """
    return seat.replace("%", "%25").replace("|", "%7C") + "|" + key
