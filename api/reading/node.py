"""A fight as it is answered: parts are made when they are asked for."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct, structs

from api.reading.ids import format_encounter
from api.reading.offers import Offering
from api.reading.shared import Shared
from api.reading.shelves import Shelf, Shelves
from api.reading.spoken import Spoken, speak
from engine.kernel.combatant import Combatant
from engine.kernel.entropy import may_add_entropy
from engine.kernel.fight import Board, DiceMode, Policy, Status, TakeBackConsent
from engine.kernel.rulebook import Rulebook
from engine.service.knowing import per_combatant
from engine.service.seeing import Glimpse, Told
from engine.service.signing import Signer
from schemas import answers
from schemas.words import Instant


class SystemPart:
    """A system's part of the state, or of one combatant."""

    def __init__(self, book: Rulebook[Any], kind: str, part: Struct) -> None:
        self.system, self.key = book.system.id, book.key
        self.type, self.part = f"{book.prefix}{kind}", part

    def __getattr__(self, name: str) -> Any:
        return getattr(self.part, name)


class EncounterNode(Shared):
    """A fight at a version as a seat sees it. pinned: asked for at a version, so that its ids name it.

    shelves: where events stand that were told lately; without them all are told anew.
    """

    def __init__(
        self, glimpse: Glimpse, locale: str, signer: Signer, *, pinned: bool = False, shelves: Shelves | None = None
    ) -> None:
        self.glimpse, self.locale, self._signer, self.pinned = glimpse, locale, signer, pinned
        self._shelves = shelves
        self._fight = glimpse.seen.fight
        self.encounter, self.version = glimpse.id, glimpse.version
        self.id = format_encounter(glimpse.id, glimpse.version if pinned else None)
        self.name, self.system = self._fight.name, self._fight.system
        self.status: Status = self._fight.status
        self.dice: DiceMode = self._fight.dice
        self.round, self.acting, self.order = self._fight.round, self._fight.acting, self._fight.order
        self.outcome: str | None = self._fight.outcome
        self.board: Board | None = self._fight.board
        self.may_add_entropy = not pinned and may_add_entropy(self._fight, glimpse.seat)
        self.take_back_consent: TakeBackConsent = self._fight.take_backs.consent
        self.head = glimpse.head
        self.commitment, self.head_hash = glimpse.commitment, glimpse.head.hash
        self.created_at, self.updated_at = Instant(glimpse.created), Instant(glimpse.time)

    @property
    def book(self) -> Rulebook[Any]:
        return self.glimpse.book

    @property
    def seat(self) -> str | None:
        """The seat it is seen by; None: as everybody sees it."""
        return self.glimpse.seat

    @cached_property
    def signature(self) -> answers.HeadSignature:
        """The server's word that the fight has had this head."""
        signed = self._signer.sign(self.encounter, self.head)
        return answers.HeadSignature(key=signed.key, value=signed.value)

    @cached_property
    def seats(self) -> tuple[answers.Seat, ...]:
        """Who sits at the table."""
        return tuple(
            answers.Seat(id=f"{self.id}.{s.seat}", key=s.seat, name=s.name, role=s.role, bot=s.bot)
            for s in self._fight.seats.values()
        )

    @cached_property
    def policy(self) -> tuple[Policy, ...]:
        """What this table does with kinds of questions."""
        return tuple(self._fight.policy.values())

    @cached_property
    def handovers(self) -> tuple[answers.Handover, ...]:
        """Who is offered to another seat, and who is lent."""
        kept = ((self._fight.offered, False), (self._fight.handed, True))
        return tuple(
            answers.Handover(combatant=who, giver=one.giver, taker=one.taker, accepted=accepted)
            for these, accepted in kept
            for who, one in these.items()
        )

    @cached_property
    def combatants(self) -> tuple[answers.Combatant, ...]:
        """Everybody this seat knows of."""
        return tuple(self._combatant(c) for c in self._fight.combatants.values())

    def _combatant(self, c: Combatant) -> answers.Combatant:
        id = f"{self.id}.{c.id}"
        return answers.Combatant(
            id=id,
            key=c.id,
            name=c.name,
            side=c.side,
            seat=c.controller,
            owner=c.owner,
            kind=c.kind,
            vitals=tuple(answers.Vital(id=f"{id}.{key}", key=key, now=v.now, max=v.max) for key, v in c.vitals.items()),
            conditions=tuple(
                answers.Condition(
                    id=f"{id}.{x.key}",
                    key=x.key,
                    kind=x.kind,
                    source=x.source,
                    amount=x.amount,
                    left=x.left,
                    until=x.until,
                )
                for x in c.conditions
            ),
            place=c.place,
            out=c.out,
            rules=self._part_of(c.id),
        )

    def _part_of(self, combatant: str) -> SystemPart | None:
        field = per_combatant(self.book)
        part = getattr(self.glimpse.seen.own, field).get(combatant) if field else None
        return SystemPart(self.book, "Combatant", part) if part is not None else None

    @cached_property
    def rules(self) -> SystemPart:
        """The system's part."""
        return SystemPart(self.book, "State", self.glimpse.seen.own)

    @cached_property
    def _offering(self) -> Offering:
        opened = {recorded.version: recorded.time for recorded in self.glimpse.position.trail}
        return Offering(self.book, self.glimpse.seen, self.glimpse.seat, f"{self.id}.", self.locale, opened)

    @cached_property
    def decisions(self) -> tuple[answers.Decision, ...]:
        """The open decisions."""
        return tuple(self._offering.decisions())

    def offers_to(self, combatant: str | None = None) -> list[answers.Offer]:
        """What this seat may order now; of a past version nothing can be ordered."""
        return [] if self.pinned else self._offering.orders(combatant)

    @cached_property
    def take_backs(self) -> tuple[answers.Offer, ...]:
        """What this seat may say of taking back; of a past version nothing."""
        return () if self.pinned else tuple(self._offering.take_backs(self.version))

    def speak(self, told: Iterable[Told], asked: Iterable[Told] = ()) -> list[Spoken]:
        """Events of this fight in the reader's language. asked: the decisions that they answer."""
        return speak(self.glimpse, told, self.locale, asked)

    def shelf(self) -> Shelf | None:
        """What its reader was told lately; None where nothing is kept."""
        return self._shelves.of(self.glimpse, self.locale) if self._shelves is not None else None

    def keep(self, shelf: Shelf, told: Iterable[Spoken]) -> None:
        """Put on that shelf what its reader was told."""
        if self._shelves is not None:
            self._shelves.put(shelf, self.glimpse, self.locale, told)

    # -- for REST
    def answer(self) -> answers.Encounter:
        """All of it, as REST sends it: a system's parts as JSON under its key."""
        combatants = tuple(structs.replace(c, rules=_untyped(c.rules)) for c in self.combatants)
        names = set(answers.Encounter.__struct_fields__) - {"combatants", "rules", "offers"}
        figures = {name: getattr(self, name) for name in names}
        offers = tuple(self.offers_to())
        return answers.Encounter(combatants=combatants, rules=_untyped(self.rules), offers=offers, **figures)


def _untyped(part: SystemPart | None) -> Any:
    return None if part is None else {part.key: msgspec.to_builtins(part.part)}
