"""Proving dice: every face again, from the secret that the fight revealed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import Struct

from engine.kernel import events as e
from engine.kernel.dice import Dice, commitment, derive, named_in_dice, open_secret, parse_dice, stir
from engine.kernel.messages import Recorded
from engine.service.verdict import Verdict, broken

MOST_THINGS = 1 << 32
"""What one is drawn from at most: no die has so many sides that its face could never be found."""

_HEX = frozenset("0123456789abcdef")


class _Stretch(Struct):
    """Versions that one pair of secrets serves: from the creation, or from a fork, to the next fork."""

    encounter: str
    since: int
    committed: str
    hidden_committed: str
    secret: str = ""
    hidden: str = ""


def _is_secret(text: str) -> bool:
    return len(text) == 64 and set(text) <= _HEX


def fallen(event: e.DiceRolled | e.Drawn) -> tuple[Dice, tuple[int, ...]]:
    """The dice of a roll or a draw, and their faces. ValueError where they cannot be dice."""
    if isinstance(event, e.Drawn):
        if not 0 <= event.index < event.among <= MOST_THINGS:
            raise ValueError(f"{event.index} is none of {event.among} things")
        return Dice(1, event.among), (event.index + 1,)
    dice = parse_dice(event.dice)
    if len(event.faces) != dice.count or not all(1 <= face <= dice.sides for face in event.faces):
        raise ValueError(f"{event.dice} cannot fall like this")
    return dice, event.faces


def prove_dice(events: Sequence[Recorded], hidden: Mapping[int, bool]) -> Verdict:
    """Whether every die fell as its secret says. events: of the whole stream, or what a seat sees of it.

    hidden: versions of rolls -> whether the rules rolled them out of the players' sight; a version that is not there
    and that not everybody saw may rest on either secret. Details tell of open rolls only.
    """
    if not events or not isinstance(events[0].event, e.EncounterCreated):
        return broken(1, "the first event is not EncounterCreated")
    created = events[0].event
    if created.dice_mode == "PHYSICAL":
        return Verdict("NOT_PROVABLE", None, "typed by people")
    stretches = [_Stretch(created.encounter, 1, created.commitment, created.hidden_commitment)]
    try:
        for recorded in events:
            if isinstance(recorded.event, e.EncounterForked):
                v = recorded.event
                stretches.append(_Stretch(v.encounter, recorded.version, v.commitment, v.hidden_commitment))
            elif isinstance(recorded.event, e.EncounterEnded):
                stretches[-1].secret = recorded.event.dice_secret
                stretches[-1].hidden = recorded.event.hidden_secret or ""
                _check_revealed(stretches[-1], created.dice_mode == "OPEN")
            elif isinstance(recorded.event, (e.DiceRolled, e.Drawn)):
                fallen(recorded.event)
    except ValueError as error:
        return broken(recorded.version, str(error))
    if created.dice_mode == "OPEN":
        given = open_secret(created.seed)
        for stretch in stretches:
            stretch.secret = stretch.hidden = given
            stretch.encounter = named_in_dice(stretch.encounter, created.dice_mode)
    return _recompute(events, stretches, hidden)


def _check_revealed(stretch: _Stretch, given: bool) -> None:
    """ValueError where a revealed secret is not the one that was committed to."""
    if given:
        return
    for secret, committed in ((stretch.secret, stretch.committed), (stretch.hidden, stretch.hidden_committed)):
        if secret and not (_is_secret(secret) and commitment(secret) == committed):
            raise ValueError("the secret revealed is not the one whose SHA-256 was published before the first roll")
    if not stretch.secret:
        raise ValueError("the fight has ended without revealing its dice secret")


def _recompute(events: Sequence[Recorded], stretches: Sequence[_Stretch], hidden: Mapping[int, bool]) -> Verdict:
    entropy: list[str] = []
    stirred, number, proven = "", 0, 0
    parents: int | None = None
    unproven = rolled = False
    unseen: int | None = None
    for recorded in events:
        while number + 1 < len(stretches) and recorded.version >= stretches[number + 1].since:
            number += 1
        event, stretch = recorded.event, stretches[number]
        if isinstance(event, e.EntropyAdded):
            if rolled:
                return broken(recorded.version, "somebody added to the dice after some had fallen")
            entropy.append(event.entropy)
        if not isinstance(event, (e.DiceRolled, e.Drawn)):
            continue
        if not rolled:  # nobody adds later, so once will do
            rolled, stirred = True, stir(entropy)
        secrets = _secrets(stretch, recorded, hidden)
        if not secrets:
            if number + 1 < len(stretches):
                unproven = True
                if not recorded.draft.whole:  # of hidden rolls not even the place is told
                    parents = parents or recorded.version
            elif stretch.secret:
                unseen = unseen or recorded.version  # a roll under the secret that this reader does not get
            continue
        dice, faces = fallen(event)
        if not any(_falls(secret, stretch.encounter, recorded.version, dice, stirred) == faces for secret in secrets):
            if not stretch.hidden and recorded.draft.whole:
                unseen = unseen or recorded.version
                continue
            return broken(recorded.version, "these dice did not fall so: the secret gives other faces")
        proven += not recorded.draft.whole
    return _judge(stretches, proven, unproven, parents, unseen)


def _secrets(stretch: _Stretch, recorded: Recorded, hidden: Mapping[int, bool]) -> list[str]:
    """The secrets that a roll may rest on, as far as they are known; one that everybody sees rests on the open one."""
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
    stretches: Sequence[_Stretch], proven: int, unproven: bool, parents: int | None, unseen: int | None
) -> Verdict:
    own = stretches[-1]
    if not own.secret:
        return Verdict("NOT_YET_REVEALED", None, "the secret is revealed when the fight ends")
    said = f"{proven} open rolls recomputed"
    if unproven:
        return Verdict("NOT_PROVABLE", parents, f"{said}; those before version {own.since} are the parent fight's")
    if unseen is not None:
        return Verdict("NOT_PROVABLE", unseen, f"{said}; the secret of hidden rolls is the GM's")
    return Verdict("PROVEN", None, said)
