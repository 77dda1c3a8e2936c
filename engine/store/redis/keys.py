"""The names of all keys. Those of one encounter share a hash tag, so a cluster keeps them in one slot."""

from __future__ import annotations

from engine.store.port import host_stream

DIRECTORY = "skald:dir"
"""Sorted set of all encounter ids, every score 0, so it is ordered by id."""
RUNNING = "skald:dir:running"
"""The same for encounters that have not ended; a page that finds an ended one removes it."""
DUE = "skald:due"
"""Sorted set of "encounter decision", score: the deadline as Unix time in milliseconds."""
TICK = "skald:tick"
"""String: "machine elapsed now" of the process that has noted its time last."""
WAKE = "skald:wake"
"""Channel: "encounter version" after an append, "encounter e<epoch> seat" after a revocation."""

HOSTS = "skald:hosts"
"""Sorted set of all host ids, every score 0, so it is ordered by id."""

WEBHOOKED = "skald:hooks"
"""Sorted set of the ids of encounters with webhooks that may have something to tell, every score 0."""

PROBE = "skald:probe:{skald:dir}"
"""Written to check that the server accepts writes (on a cluster: the directory's server); it expires."""

RATES = "skald:rate"
"""Prefix of the rate counters; the two windows of one limit share a hash tag."""


def claim(owner: str, key: str) -> str:
    """String: the encounter that a creation key belongs to; it expires."""
    return f"skald:made:{command_field(owner, key)}"


def events(encounter: str) -> str:
    """Stream of the events: authoritative."""
    return f"skald:{{{encounter}}}:events"


def commands(encounter: str) -> str:
    """Hash: `command_field` -> "fingerprint first last". It could be rebuilt from the stream."""
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
    """Hash: version -> hash, line feed, body. Made by one code, ignored by others."""
    return f"skald:{{{encounter}}}:snap:{code}"


def newest(encounter: str) -> str:
    """Code, blank, version, blank, then as in `snapshots`: the snapshot stored last. The next replaces it."""
    return f"skald:{{{encounter}}}:snap"


def damaged(encounter: str) -> str:
    """The version at which the encounter was found damaged; missing if it is whole."""
    return f"skald:{{{encounter}}}:damaged"


def present(encounter: str) -> str:
    """Hash: "process seat" -> "streams until": who watches, and until when (Unix milliseconds). It expires."""
    return f"skald:{{{encounter}}}:present"


def lease(name: str) -> str:
    """The process that holds a named lease; it expires."""
    return f"skald:lease:{name}"


def shelf_items(owner: str) -> str:
    """Hash: "kind/key" -> version, size, digest and details of an item. In one slot with the other two."""
    return f"skald:{{shelf:{owner}}}:items"


def shelf_contents(owner: str) -> str:
    """Hash: "kind/key" -> content of an item."""
    return f"skald:{{shelf:{owner}}}:contents"


def shelf_figures(owner: str) -> str:
    """Hash: version of the last change, bytes of all contents. It stays when the last item goes: versions only grow."""
    return f"skald:{{shelf:{owner}}}:figures"


def host(id: str) -> str:
    """Hash: name and created of a host. In one slot with all else of that host, also the epoch of his tokens."""
    return f"skald:{{{host_stream(id)}}}:host"


def fights(host: str) -> str:
    """Sorted set of the ids of a host's encounters, every score 0."""
    return f"skald:{{{host_stream(host)}}}:fights"


def running(host: str) -> str:
    """The same for those that have not ended; a page that finds an ended one removes it."""
    return f"skald:{{{host_stream(host)}}}:running"


def made(host: str) -> str:
    """Hash: creation key -> encounter of a host. As many as he has encounters, at most."""
    return f"skald:{{{host_stream(host)}}}:made"


def standing(encounter: str) -> str:
    """Hash: host, archived, published: who may do what with an encounter. Missing parts are the plain ones."""
    return f"skald:{{{encounter}}}:standing"


def webhooks(encounter: str) -> str:
    """Hash: "owner/key" -> a webhook as JSON."""
    return f"skald:{{{encounter}}}:hooks"


def webhook_states(encounter: str) -> str:
    """Hash: "owner/key" -> how far a webhook is, as JSON."""
    return f"skald:{{{encounter}}}:hooks:at"


def letters(encounter: str, webhook: str) -> str:
    """Sorted set of letters of a webhook ("owner/key") as ids; score: the number that `letter_bodies` counts."""
    return f"skald:{{{encounter}}}:letters:{webhook}"


def letter_bodies(encounter: str, webhook: str) -> str:
    """Hash: id of a letter -> the letter as JSON; "" -> how many were ever kept."""
    return f"skald:{{{encounter}}}:letters:{webhook}:bodies"


def pictures(encounter: str) -> str:
    """Hash: id of a picture -> what it is, as JSON."""
    return f"skald:{{{encounter}}}:pictures"


def picture_bytes(encounter: str) -> str:
    """Hash: id of a picture -> its bytes."""
    return f"skald:{{{encounter}}}:pictures:bytes"


def picture_room(host: str) -> str:
    """Hash: "encounter/picture" -> bytes that it takes of a host's room; host "": the operator's."""
    return f"skald:{{{host_stream(host)}}}:picture-room"


def origins(whose: str) -> str:
    """Hash: origin -> by whom and since when it is allowed for an encounter, or for a host (`host_stream`)."""
    return f"skald:{{{whose}}}:origins"


def known_origin(origin: str) -> str:
    """String: an origin that was allowed for anything; it expires."""
    return f"skald:origin:{origin}"


def short_code(code: str) -> str:
    """String: which invitation a short code stands for; it expires."""
    return f"skald:short:{code}"


def codes(encounter: str) -> str:
    """Set of the codes that made snapshots of an encounter, to drop all of them without a scan."""
    return f"skald:{{{encounter}}}:snaps"


def command_field(seat: str, key: str) -> str:
    """A command's key, separate per seat: nobody can read another seat's answers by guessing keys.

    A bar inside the seat is escaped; otherwise two pairs could make one field.
    """
    return seat.replace("%", "%25").replace("|", "%7C") + "|" + key
