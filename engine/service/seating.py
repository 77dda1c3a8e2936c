"""Who sits at the table, and whom he orders: seats, invitations to them, combatants that change hands."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.kernel import facts, handing, seats
from engine.kernel.fight import Fight, Invitation, SeatEntry
from engine.kernel.ids import Role
from engine.kernel.messages import Event
from engine.kernel.position import Step
from engine.kernel.step import Circumstances
from engine.service import chance, clock
from engine.service.loading import Loaded, Loader
from engine.service.seeing import Done, UnknownEncounter
from engine.service.writing import Writer, fingerprint
from engine.store.port import Store

Fact = Callable[[Fight, str], Event]
"""From the fight as it stands, and the time, to the fact; RuleRefusal where it cannot be."""


class Asking(Struct, frozen=True):
    """Who wants a change of the table, and how. by: his seat; None: the operator. The rest as for `submit`."""

    encounter: str
    by: str | None
    expected: int | None = None
    key: str | None = None


class Admitted(Struct, frozen=True):
    """Whom an invitation lets in. epoch: of the tokens that it gives."""

    seat: str
    role: Role
    epoch: int


def proof_of(secret: str) -> str:
    """What stands in the stream for an invitation's secret: hex SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Seating:
    """Changes the tables of one store's fights."""

    def __init__(self, store: Store, loader: Loader, writer: Writer) -> None:
        self._store, self._loader, self._writer = store, loader, writer

    # -- seats
    async def add(self, asking: Asking, entry: SeatEntry) -> Done:
        """Somebody sits down, or comes back to the seat that he had."""
        return await self._write(asking, lambda fight, _: seats.seat_added(fight, asking.by, entry), "add", entry)

    async def rename(self, asking: Asking, whose: str, name: str) -> Done:
        """A seat is called otherwise."""
        return await self._write(
            asking, lambda fight, _: seats.seat_renamed(fight, asking.by, whose, name), "rename", whose, name
        )

    async def remove(self, asking: Asking, whose: str) -> Done:
        """Somebody leaves the table; his tokens end, and what he holds open."""

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = seats.seat_removed(loaded.position.state.fight, asking.by, whose)
            # First the tokens: whoever is cut off here may be removed again, but nobody who has left reads on.
            await self._store.raise_epoch(asking.encounter, whose)
            return facts.foreign(loaded.book, loaded.position, event, seat=asking.by, clock=circumstances.clock)

        print_ = fingerprint("table", "remove", whose)
        return await self._writer.write(
            asking.encounter, asking.by, put, asking.expected, asking.key, print_, (), fresh=True
        )

    # -- combatants
    async def hand_over(self, asking: Asking, combatant: str, to: str | None) -> Done:
        """A combatant takes orders from another seat; None: from the GM. Of a player it is an offer."""
        return await self._write(
            asking, lambda fight, _: handing.handed_over(fight, asking.by, combatant, to), "hand", combatant, to
        )

    async def answer_handover(self, asking: Asking, combatant: str, accept: bool) -> Done:
        """The seat that is offered a combatant takes him, or does not."""
        by = asking.by or ""
        return await self._write(
            asking,
            lambda fight, _: handing.handover_answered(fight, by, combatant, accept),
            "handed",
            combatant,
            accept,
        )

    async def recall(self, asking: Asking, combatant: str) -> Done:
        """A combatant obeys who lent him again."""
        return await self._write(
            asking, lambda fight, _: handing.recalled(fight, asking.by, combatant), "back", combatant
        )

    # -- invitations
    async def invite(
        self, asking: Asking, whose: str, secret_of: Callable[[str], str], *, hours: int, many: bool
    ) -> Invitation:
        """An invitation to a seat. secret_of: from its key to its secret, which is not kept.

        hours: how long it serves; many: for any number of readers. A repeated key gives the first one again.
        """
        key, now = chance.invitation_key(), clock.now_ms()
        epoch = (await self._epochs(asking.encounter)).get(whose, 0)
        expires = clock.format_ms(now + hours * 3_600_000)
        one = Invitation(key, whose, proof_of(secret_of(key)), epoch, expires, many)
        done = await self._write(
            asking, lambda fight, _: seats.invited(fight, asking.by, one), "invite", whose, hours, many
        )
        made: Any = done.told[-1].recorded.event
        return Invitation(made.invitation, made.whose, made.proof, made.epoch, made.expires, made.many)

    async def withdraw(self, asking: Asking, key: str) -> Done:
        """An invitation serves no more."""
        return await self._write(asking, lambda fight, _: seats.withdrawn(fight, asking.by, key), "withdraw", key)

    async def invitations(self, encounter: str) -> list[Invitation]:
        """Those that serve now."""
        loaded, opening = await self._loader.head(encounter)
        now = clock.format_ms(clock.now_ms())
        return [
            one
            for one in loaded.position.state.fight.invitations.values()
            if one.expires > now and opening.epochs.get(one.seat, 0) == one.epoch
        ]

    async def join(self, encounter: str, invitation: str, secret: str, key: str | None) -> Admitted:
        """Sit down by an invitation. One for a single person is used up; the same key lets in again who was let in.

        RuleRefusal, in the same words for every invitation that does not serve.
        """
        proof = proof_of(secret)
        try:
            loaded, opening = await self._loader.head(encounter, key=f"join {invitation} {key}" if key else "")
        except UnknownEncounter:
            raise seats.no_invitation() from None
        fight = loaded.position.state.fight
        if key is None or opening.remembered is None:
            now = clock.format_ms(clock.now_ms())
            one = seats.valid_invitation(fight, invitation, proof, now)
            if opening.epochs.get(one.seat, 0) != one.epoch:
                raise seats.no_invitation()
            if one.many:
                return Admitted(one.seat, fight.seats[one.seat].role, one.epoch)
        asking = Asking(encounter, None, key=f"join {invitation} {key or chance.idempotency_key()}")
        done = await self._write(
            asking, lambda fight, time: seats.joined(fight, invitation, proof, time), "join", invitation, proof
        )
        whose = done.told[-1].recorded.event.whose  # type: ignore[attr-defined]  # it is a SeatJoined
        entry = done.glimpse.position.state.fight.seats[whose]
        return Admitted(whose, entry.role, await self._epoch_of(encounter, invitation, done.last))

    async def _epoch_of(self, encounter: str, invitation: str, last: int) -> int:
        """The epoch that an invitation was made for: who was revoked since stays outside."""
        book = await self._loader.book(encounter)
        before, _ = await self._loader.at(encounter, book, last - 1)
        return before.state.fight.invitations[invitation].epoch

    # -- inside
    async def _epochs(self, encounter: str) -> dict[str, int]:
        (standing,) = await self._store.look([encounter])
        return standing.epochs

    async def _write(self, asking: Asking, fact: Fact, *what: object) -> Done:
        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = fact(loaded.position.state.fight, clock.format_ms(clock.now_ms()))
            return facts.foreign(loaded.book, loaded.position, event, seat=asking.by, clock=circumstances.clock)

        return await self._writer.write(
            asking.encounter, asking.by, put, asking.expected, asking.key, fingerprint("table", *what), ()
        )
