"""Proving dice: every face is recomputed from the revealed secret."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.kernel.playing.dice import (
    Dice,
    commitment,
    derive,
    encounter_in_dice,
    entropy_digest,
    open_secret,
    parse_dice,
)
from engine.kernel.state import events as e
from engine.kernel.state.campaign_events import DiceEpochClosed
from engine.kernel.structs.messages import Recorded
from engine.service.proof.verdict import Verdict, broken

MOST_THINGS = 1 << 32
"""The most things to draw from: limits the sides of a die, so that its faces can be computed."""

_HEX = frozenset("0123456789abcdef")


class _SecretRange(Struct):
    """Versions that use one pair of secrets: from the creation, a fork or the epoch before, to the next of these.

    hidden_committed: None: whoever reads this did not get the hidden secret of the epoch before.
    """

    encounter: str
    since: int
    committed: str
    hidden_committed: str | None
    secret: str = ""
    hidden: str = ""
    closed: bool = False


class FaceCount(Struct, frozen=True):
    """Faces of the rolls that everybody sees: proven by the secret, and typed by people."""

    proven: int = 0
    typed: int = 0


def _is_secret(text: str) -> bool:
    return len(text) == 64 and set(text) <= _HEX


def recorded_roll(event: e.DiceRolled | e.Drawn) -> tuple[Dice, tuple[int, ...]]:
    """The dice of a roll or a draw, and their faces. ValueError if they are not valid dice."""
    if isinstance(event, e.Drawn):
        if not 0 <= event.index < event.among <= MOST_THINGS:
            raise ValueError(f"{event.index} is none of {event.among} things")
        return Dice(1, event.among), (event.index + 1,)
    dice = parse_dice(event.dice)
    if len(event.faces) != dice.count or not all(1 <= face <= dice.sides for face in event.faces):
        raise ValueError(f"{event.dice} cannot fall like this")
    return dice, event.faces


def prove_dice(
    events: Sequence[Recorded], hidden: Mapping[int, bool], *, cut: bool = False
) -> tuple[Verdict, FaceCount]:
    """Check every die against its secret. events: of the whole stream, or as a seat sees it.

    hidden: versions of rolls -> whether the rules hid the roll from the players; a missing version that not
    everybody saw may use either secret. cut: part of the first event is withheld. Details are given for open rolls
    only. Whether a roll was one that people type is judged by the replay; here, that somebody types at all.
    """
    if not events or not isinstance(events[0].event, e.EncounterCreated):
        return broken(1, "the first event is not EncounterCreated"), FaceCount()
    created = events[0].event
    try:
        faces = _typed_faces(events, created, cut)
    except ValueError as error:
        return broken(int(error.args[0]), str(error.args[1])), FaceCount()
    if created.dice_mode == "PHYSICAL":
        return Verdict("NOT_PROVABLE", None, "typed by people"), faces
    return _prove_server_dice(events, created, hidden, faces)


def _typed_faces(events: Sequence[Recorded], created: e.EncounterCreated, cut: bool) -> FaceCount:
    """The faces that people typed. ValueError (version, reason) for a typed roll in a fight where nobody types."""
    typed, physical = 0, created.dice_mode == "PHYSICAL"
    may = not physical and (cut or bool(created.types))
    for recorded in events:
        event = recorded.event
        if not isinstance(event, (e.DiceRolled, e.Drawn)):
            continue
        said = event.typed if isinstance(event, e.DiceRolled) else None
        if said is not None and not (said and may):
            raise ValueError(recorded.version, "dice are said to be typed, and the first event lets nobody type them")
        if (said or physical) and not recorded.draft.whole:
            typed += len(event.faces) if isinstance(event, e.DiceRolled) else 1
    return FaceCount(0, typed)


def _prove_server_dice(
    events: Sequence[Recorded], created: e.EncounterCreated, hidden: Mapping[int, bool], faces: FaceCount
) -> tuple[Verdict, FaceCount]:
    stretches = [_SecretRange(created.encounter, 1, created.commitment, created.hidden_commitment)]
    try:
        for recorded in events:
            if isinstance(recorded.event, e.EncounterForked):
                v = recorded.event
                stretches.append(_SecretRange(v.encounter, recorded.version, v.commitment, v.hidden_commitment))
            elif isinstance(recorded.event, e.EncounterEnded):
                stretches[-1].secret = recorded.event.dice_secret
                stretches[-1].hidden = recorded.event.hidden_secret or ""
                _check_revealed(stretches[-1], created.dice_mode == "OPEN")
            elif isinstance(recorded.event, DiceEpochClosed):
                own, closing = stretches[-1], recorded.event
                own.secret, own.hidden, own.closed = closing.dice_secret, closing.hidden_secret or "", True
                _check_revealed(own, created.dice_mode == "OPEN")
                stretches.append(_SecretRange(own.encounter, recorded.version, own.secret, own.hidden or None))
            elif isinstance(recorded.event, (e.DiceRolled, e.Drawn)):
                recorded_roll(recorded.event)
    except ValueError as error:
        return broken(recorded.version, str(error)), faces
    if created.dice_mode == "OPEN":
        given = open_secret(created.seed)
        for stretch in stretches:
            stretch.secret = stretch.hidden = given
            stretch.encounter = encounter_in_dice(stretch.encounter, created.dice_mode)
    return _recompute(events, stretches, hidden, faces)


def _check_revealed(stretch: _SecretRange, given: bool) -> None:
    """ValueError if a revealed secret does not match its commitment."""
    if given:
        return
    for secret, committed in ((stretch.secret, stretch.committed), (stretch.hidden, stretch.hidden_committed)):
        if secret and not (_is_secret(secret) and committed in (None, commitment(secret))):
            raise ValueError("the secret revealed is not the one whose SHA-256 was published before the first roll")
    if not stretch.secret:
        raise ValueError("the fight has ended without revealing its dice secret")


def _recompute(
    events: Sequence[Recorded], stretches: Sequence[_SecretRange], hidden: Mapping[int, bool], counted: FaceCount
) -> tuple[Verdict, FaceCount]:
    entropy: list[str] = []
    stirred, number, proven, typed, shown = "", 0, 0, 0, 0
    parents: int | None = None
    unproven = rolled = waits = False
    unseen: int | None = None
    for recorded in events:
        while number + 1 < len(stretches) and recorded.version >= stretches[number + 1].since:
            number += 1
        event, stretch = recorded.event, stretches[number]
        if isinstance(event, e.EntropyAdded):
            if rolled:
                return broken(recorded.version, "somebody added to the dice after some had fallen"), counted
            entropy.append(event.entropy)
        if not isinstance(event, (e.DiceRolled, e.Drawn)):
            continue
        if not rolled:  # entropy is never added later, so once is enough
            rolled, stirred = True, entropy_digest(entropy)
        if isinstance(event, e.DiceRolled) and event.typed:
            typed += not recorded.draft.whole
            continue
        secrets = _secrets(stretch, recorded, hidden)
        if not secrets:
            if number + 1 < len(stretches) and not stretch.closed:
                unproven = True
                if not recorded.draft.whole:  # not even the position of a hidden roll is disclosed
                    parents = parents or recorded.version
            elif stretch.secret:
                unseen = unseen or recorded.version  # a roll with the secret that this reader does not get
            else:
                waits = True
            continue
        dice, faces = recorded_roll(event)
        if not any(_falls(secret, stretch.encounter, recorded.version, dice, stirred) == faces for secret in secrets):
            if not stretch.hidden and recorded.draft.whole:
                unseen = unseen or recorded.version
                continue
            return broken(recorded.version, "these dice did not fall so: the secret gives other faces"), counted
        if not recorded.draft.whole:
            proven, shown = proven + 1, shown + dice.count
    said = f"{proven} open rolls recomputed"
    if typed:
        said = f"{said} ({shown} faces), {typed} typed by people ({counted.typed} faces)"
    return _judge(stretches, said, waits, unproven, parents, unseen), FaceCount(shown, counted.typed)


def _secrets(stretch: _SecretRange, recorded: Recorded, hidden: Mapping[int, bool]) -> list[str]:
    """The known secrets that a roll may use; a roll that everybody sees uses the open one."""
    if not recorded.draft.whole:
        candidates = [stretch.secret]
    else:
        known = hidden.get(recorded.version)
        candidates = (
            [stretch.secret, stretch.hidden] if known is None else [stretch.hidden if known else stretch.secret]
        )
    return [secret for secret in candidates if secret]


def _falls(secret: str, encounter: str, version: int, dice: Dice, stirred: str) -> tuple[int, ...]:
    return tuple(derive(secret, encounter, version, die, dice.sides, stirred) for die in range(dice.count))


def _judge(
    stretches: Sequence[_SecretRange],
    description: str,
    waits: bool,
    unproven: bool,
    parents: int | None,
    unseen: int | None,
) -> Verdict:
    own, epochs = stretches[-1], any(stretch.closed for stretch in stretches)
    if not own.secret and epochs and waits:
        later = f"those since version {own.since} wait until their secret is published, at the next fight or on demand"
        return Verdict("NOT_YET_REVEALED", None, f"{description}; {later}")
    if not own.secret and not epochs:
        return Verdict("NOT_YET_REVEALED", None, "the secret is revealed when the fight ends")
    if unproven:
        return Verdict(
            "NOT_PROVABLE",
            parents,
            f"{description}; those before version {_forked_at(stretches)} are the parent fight's",
        )
    if unseen is not None:
        return Verdict("NOT_PROVABLE", unseen, f"{description}; the secret of hidden rolls is the GM's")
    return Verdict("PROVEN", None, description)


def _forked_at(stretches: Sequence[_SecretRange]) -> int:
    """The version from which on the dice are this stream's own."""
    own = stretches[-1].encounter
    return next(stretch.since for stretch in stretches if stretch.encounter == own)
