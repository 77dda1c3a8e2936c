"""Making fights: a new one, or a what-if that branches off another."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel import events as e
from engine.kernel import facts, overruling
from engine.kernel.decisions import Visibility
from engine.kernel.dice import TypedFaces, open_secret
from engine.kernel.errors import RuleRefusal
from engine.kernel.facts import Creation
from engine.kernel.fight import Board, DiceMode, Fight, SeatEntry
from engine.kernel.misread import dotted, misread
from engine.kernel.orders import Entry as CombatantEntry
from engine.kernel.rulebook import Rulebook
from engine.kernel.seats import check_playable
from engine.kernel.step import Circumstances
from engine.service import chance, clock
from engine.service.loading import FAR, Loader, time_of
from engine.service.reading import glimpse
from engine.service.registry import Registry
from engine.service.seeing import Glimpse, whole
from engine.service.vault import Vault, commitments, dice_of
from engine.service.writing import Request, Writer, fingerprint, seal
from engine.store import chain
from engine.store.port import NOTHING, Head, KeyReused, Secrets, Store


class NewEncounter(Struct, frozen=True, kw_only=True, rename="camel", forbid_unknown_fields=True):
    """A fight to create. combatants: JSON of the system's Enter order; setup: of its setup; seed: for OPEN dice."""

    system: str
    name: str
    seats: tuple[SeatEntry, ...]
    combatants: tuple[dict[str, Any], ...] = ()
    setup: dict[str, Any] = {}
    dice: DiceMode = "SEEDED"
    seed: str = ""
    figures_open: bool = False
    board: Board | None = None


class Creator:
    """Makes the fights of one store."""

    def __init__(self, store: Store, registry: Registry, loader: Loader, vault: Vault, writer: Writer) -> None:
        self._store, self._registry = store, registry
        self._loader, self._vault, self._writer = loader, vault, writer

    async def create(self, new: NewEncounter, key: str | None) -> Glimpse:
        """See `Encounters.create`."""
        book = self._registry.book(new.system)
        try:
            msgspec.convert(new.setup, book.system.setup)
        except msgspec.ValidationError as error:
            what, where = misread(error, new.setup, book.system.setup)
            raise RuleRefusal(what, field=dotted(("setup", book.key, *where))) from error
        for number, one in enumerate(new.seats):
            check_playable(one, one.bot, f"seats.{number}.bot")
        gm = next((s.seat for s in new.seats if s.role == "GM"), None)
        encounter, made = await self._claim("", "", key, fingerprint(new), gm)
        if made is not None:
            return made
        hidden = _secrets(new)
        proof = commitments(new.dice, hidden)
        creation = Creation(
            encounter=encounter,
            name=new.name,
            dice=new.dice,
            seats=new.seats,
            combatants=tuple(_entry(book, number, raw) for number, raw in enumerate(new.combatants)),
            setup=new.setup,
            chain=chain.ALGORITHM,
            commitment=proof[0],
            hidden_commitment=proof[1],
            seed=new.seed if new.dice == "OPEN" else "",
            figures_open=new.figures_open,
            board=new.board,
        )
        time = clock.step_time("")
        step = facts.create(book, creation, seat=None, clock=lambda: time)
        await self._store.enter(encounter)
        entries = seal(book, NOTHING, step.new)
        request = Request("", key or chance.idempotency_key(), fingerprint(new))
        await self._writer.append(encounter, book, NOTHING, entries, step, request, hidden)
        return await glimpse(self._loader, encounter, gm, entries[-1].version)

    async def fork(self, encounter: str, seat: str, at: int, key: str | None) -> Glimpse:
        """See `Encounters.fork`."""
        loaded, _ = await self._loader.head(encounter)
        facts.must_be_gm(loaded.position.state.fight, seat)
        if not 1 <= at <= loaded.head.version:
            raise RuleRefusal(f"fork at a version from 1 to {loaded.head.version}", field="at")
        branch, made = await self._claim(f"{encounter}/{seat}", seat, key, fingerprint("fork", at), seat)
        if made is not None:
            return made
        book = loaded.book
        position, top = await self._loader.at(encounter, book, at)
        copied = await self._loader.stream(encounter, at)
        fight = position.state.fight
        if _sealed_from(fight, seat) and not await self._laid_open(encounter, book, at, loaded.head.version, fight):
            reason = "answers are sealed at that version: fork before they were asked for, or when they are laid open"
            raise RuleRefusal(reason, field="at")
        hidden = chance.dice_secrets()
        if fight.dice == "OPEN":
            hidden = await self._vault.secrets(encounter) or hidden
        proof = commitments(fight.dice, hidden)
        event = e.EncounterForked(
            encounter=branch,
            parent=fight.id,
            forked_at=at,
            parent_hash=top.hash,
            commitment=proof[0],
            hidden_commitment=proof[1],
        )
        time = clock.step_time(time_of(top))
        # These secrets are the branch's only once they are stored: the same key may be at work elsewhere with others.
        dice = dice_of(branch, fight.dice, hidden)
        circumstances = Circumstances(seat, dice, TypedFaces((), None), {}, lambda: time)
        step = overruling.fork(book, position, event, seat, circumstances)
        entries = [*copied, *seal(book, Head(top.version, top.hash), step.new)]
        await self._store.enter(branch)
        request = Request(seat, key or chance.idempotency_key(), fingerprint("fork", at))
        await self._writer.append(branch, book, NOTHING, entries, step, request, hidden)
        return await glimpse(self._loader, branch, seat, entries[-1].version)

    async def _laid_open(self, encounter: str, book: Rulebook[Any], at: int, head: int, fight: Fight) -> bool:
        """Whether the answers of the window that is open in `fight` have been laid open since."""
        later = [whole(book, entry).event for entry in (await self._loader.stream(encounter, head))[at:]]
        first = fight.window.first if fight.window else 0
        return any(isinstance(event, e.AnswersRevealed) and event.window == first for event in later)

    async def _claim(
        self, owner: str, seat: str, key: str | None, print_: str, viewer: str | None
    ) -> tuple[str, Glimpse | None]:
        """The id of a fight to make; or of the one that this key has made, and how it stood then."""
        encounter = chance.encounter_id()
        if key is None:
            return encounter, None
        encounter = await self._store.claim(owner, key, encounter)
        remembered = (await self._store.open(encounter, after=FAR, seat=seat, key=key)).remembered
        if remembered is None:
            return encounter, None
        if remembered.fingerprint != print_:
            raise KeyReused(f"the idempotency key {key!r} stands for another request")
        return encounter, await glimpse(self._loader, encounter, viewer, remembered.last)


def _sealed_from(fight: Fight, seat: str) -> bool:
    """Whether answers are in that this seat may not know yet: in a branch it could have them laid open by itself."""
    asked = fight.window.asked if fight.window else ()
    return any(a.answered and a.visibility is Visibility.SEALED and seat not in a.seats for a in asked)


def _secrets(new: NewEncounter) -> Secrets:
    if new.dice == "OPEN":
        return Secrets(open_secret(new.seed), open_secret(new.seed))
    return chance.dice_secrets()


def _entry(book: Rulebook[Any], number: int, raw: dict[str, Any]) -> CombatantEntry:
    try:
        return msgspec.convert(raw, book.enter)
    except msgspec.ValidationError as error:
        what, where = misread(error, raw, book.enter)
        raise RuleRefusal(what, field=dotted(("combatants", number, *where))) from error
