"""Seats, invitations to them, and which seat controls which combatant."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from engine.kernel.authoring.rules_versions import require_played
from engine.kernel.playing import facts
from engine.kernel.playing.position import Step
from engine.kernel.playing.step import Circumstances
from engine.kernel.seating import handover, seats
from engine.kernel.state.events import ControlChanged, SeatAdded
from engine.kernel.state.fight import Fight
from engine.kernel.state.seat import Invitation, SeatEntry
from engine.kernel.structs.ids import Role
from engine.kernel.structs.messages import Event
from engine.service import clock, randomness
from engine.service.pool.owner import owner_of
from engine.service.reading.loader import Loaded, Loader
from engine.service.reading.views import StepResult, UnknownEncounter
from engine.service.writing.revoking import Revoking
from engine.service.writing.steps import Steps
from engine.service.writing.writer import Writer, fingerprint
from engine.store.port import Store

Fact = Callable[[Fight, str], Event]
"""From the current encounter and the time to the fact; RuleRefusal if it is impossible."""


class Asking(Struct, frozen=True):
    """A request to change the table. by: the requesting seat; None: the operator. The rest as in `submit`."""

    encounter: str
    by: str | None
    expected: int | None = None
    key: str | None = None


class Admitted(Struct, frozen=True):
    """The seat admitted by an invitation. epoch: of the tokens it gives. many: others may use it too."""

    seat: str
    role: Role
    epoch: int
    many: bool = False


def proof_of(secret: str) -> str:
    """The hash of an invitation's secret, as stored in the stream: hex SHA-256."""
    return hashlib.sha256(secret.encode()).hexdigest()


class Seating:
    """Changes the tables of one store's encounters."""

    def __init__(self, revoking: Revoking, loader: Loader, writer: Writer, steps: Steps, store: Store) -> None:
        self._revoking, self._loader, self._writer, self._steps, self._store = revoking, loader, writer, steps, store

    # -- seats
    async def add(self, asking: Asking, entry: SeatEntry) -> StepResult:
        """Add a seat, or give a former seat back."""
        return await self._write(asking, lambda fight, _: seats.seat_added(fight, asking.by, entry), "add", entry)

    async def rename(self, asking: Asking, whose: str, name: str) -> StepResult:
        """Rename a seat."""
        return await self._write(
            asking, lambda fight, _: seats.seat_renamed(fight, asking.by, whose, name), "rename", whose, name
        )

    async def remove(self, asking: Asking, whose: str) -> StepResult:
        """Remove a seat; its tokens are revoked, and what it had is the game master's, who is asked in its stead."""

        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = seats.seat_removed(loaded.position.state.fight, asking.by, whose)
            require_played(loaded.book)
            # Revoke the tokens first: after a crash here the removal can be repeated, but no removed seat can read.
            await self._revoking.revoke(asking.encounter, whose)
            return await self._steps.change(asking.encounter, loaded, event, asking.by, circumstances)

        print_ = fingerprint("table", "remove", whose)
        return await self._writer.write(
            asking.encounter, asking.by, put, asking.expected, asking.key, print_, (), fresh=True
        )

    # -- combatants
    async def hand_over(self, asking: Asking, combatant: str, to: str | None) -> StepResult:
        """Hand a combatant over to another seat; None: to the GM. From a player it is an offer."""
        return await self._write(
            asking, lambda fight, _: handover.handed_over(fight, asking.by, combatant, to), "hand", combatant, to
        )

    async def answer_handover(self, asking: Asking, combatant: str, accept: bool) -> StepResult:
        """Accept or decline an offered combatant."""
        by = asking.by or ""
        return await self._write(
            asking,
            lambda fight, _: handover.handover_answered(fight, by, combatant, accept),
            "handed",
            combatant,
            accept,
        )

    async def recall(self, asking: Asking, combatant: str) -> StepResult:
        """Return a combatant to the seat that lent it."""
        return await self._write(
            asking, lambda fight, _: handover.recalled(fight, asking.by, combatant), "back", combatant
        )

    # -- invitations
    async def invite(
        self, asking: Asking, whose: str, secret_of: Callable[[str], str], *, hours: int, many: bool
    ) -> Invitation:
        """Create an invitation to a seat. secret_of: from its key to its secret, which is not stored.

        hours: how long it is valid; many: for any number of readers. A repeated key returns the first one.
        """
        key, now = randomness.invitation_key(), clock.now_ms()
        epoch = (await self._epochs(asking.encounter)).get(whose, 0)
        expires = clock.format_ms(now + hours * 3_600_000)
        invitation = Invitation(key, whose, proof_of(secret_of(key)), epoch, expires, many)
        done = await self._write(
            asking, lambda fight, _: seats.invited(fight, asking.by, invitation), "invite", whose, hours, many
        )
        made: Any = done.seen_events[-1].recorded.event
        return Invitation(made.invitation, made.whose, made.proof, made.epoch, made.expires, made.many)

    async def withdraw(self, asking: Asking, key: str) -> StepResult:
        """Withdraw an invitation."""
        return await self._write(asking, lambda fight, _: seats.withdrawn(fight, asking.by, key), "withdraw", key)

    async def invitations(self, encounter: str) -> list[Invitation]:
        """The valid invitations."""
        loaded, opening = await self._loader.head(encounter)
        now = clock.format_ms(clock.now_ms())
        return [
            invitation
            for invitation in loaded.position.state.fight.invitations.values()
            if invitation.expires > now and opening.epochs.get(invitation.seat, 0) == invitation.epoch
        ]

    async def join(self, encounter: str, invitation: str, secret: str, key: str | None) -> Admitted:
        """Join with an invitation. A single-use one is then used up; the same key admits the same person again.

        RuleRefusal, with the same message for every invalid invitation.
        """
        proof = proof_of(secret)
        try:
            loaded, opening = await self._loader.head(encounter, key=f"join {invitation} {key}" if key else "")
        except UnknownEncounter:
            raise seats.no_invitation() from None
        fight = loaded.position.state.fight
        if key is None or opening.remembered is None:
            now = clock.format_ms(clock.now_ms())
            candidate = seats.valid_invitation(fight, invitation, proof, now)
            if opening.epochs.get(candidate.seat, 0) != candidate.epoch:
                raise seats.no_invitation()
            if candidate.many:
                return Admitted(candidate.seat, fight.seats[candidate.seat].role, candidate.epoch, many=True)
        asking = Asking(encounter, None, key=f"join {invitation} {key or randomness.idempotency_key()}")
        done = await self._write(
            asking, lambda fight, time: seats.joined(fight, invitation, proof, time), "join", invitation, proof
        )
        whose = done.seen_events[-1].recorded.event.whose  # type: ignore[attr-defined]  # it is a SeatJoined
        entry = done.view.position.state.fight.seats[whose]
        return Admitted(whose, entry.role, await self._epoch_of(encounter, invitation, done.last))

    async def _epoch_of(self, encounter: str, invitation: str, last: int) -> int:
        """The epoch that an invitation was made for: a seat revoked since is not admitted."""
        book = await self._loader.book(encounter)
        before, _ = await self._loader.at(encounter, book, last - 1, owner=owner_of(encounter, f"join {invitation}"))
        return before.state.fight.invitations[invitation].epoch

    # -- inside
    async def _epochs(self, encounter: str) -> dict[str, int]:
        (current,) = await self._store.heads([encounter])
        return current.epochs

    async def _write(self, asking: Asking, fact: Fact, *what: object) -> StepResult:
        async def put(loaded: Loaded, circumstances: Circumstances) -> Step[Any]:
            event = fact(loaded.position.state.fight, clock.format_ms(clock.now_ms()))
            if isinstance(event, (ControlChanged, SeatAdded)):
                return await self._steps.change(asking.encounter, loaded, event, asking.by, circumstances)
            return facts.table_fact(loaded.book, loaded.position, event, seat=asking.by, clock=circumstances.clock)

        return await self._writer.write(
            asking.encounter, asking.by, put, asking.expected, asking.key, fingerprint("table", *what), ()
        )
