"""Combatants and moments for tests of cards: a hunter of the party against a ghoul, one of each beside them."""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.systems.mongolian_mercenaries.cards.moments import Moment, Party, Source
from engine.systems.mongolian_mercenaries.content.kinds import Ability, CreatureType, Manner, When

HUNTER = Party(id="hunter", side="party")
FRIEND = Party(id="friend", side="party")
GHOUL = Party(id="ghoul", side="enemies", type=CreatureType.UNDEAD)
RAT = Party(id="rat", side="enemies", type=CreatureType.BEAST)


def moment(*parties: Party, **facts: Any) -> Moment:
    """The hunter strikes the ghoul, unless said otherwise. parties: instead of those of the same id."""
    people = {one.id: one for one in (HUNTER, FRIEND, GHOUL, RAT)} | {one.id: one for one in parties}
    usual: dict[str, Any] = {"actor": "hunter", "target": "ghoul", "manner": Manner.MELEE, "distance": 1, "round": 1}
    return Moment(parties=people, **{**usual, **facts})


def bearing(party: Party, *abilities: Ability, card: str = "card", since: int = 0) -> Party:
    """The same one with a card that says this."""
    source = Source(id=card, abilities=abilities, since=since)
    return structs.replace(party, sources=(*party.sources, source))


def struck(*parties: Party, when: When = When.ATTACKED, **facts: Any) -> Moment:
    """The ghoul strikes the hunter."""
    return moment(*parties, when=when, actor="ghoul", target="hunter", **facts)
