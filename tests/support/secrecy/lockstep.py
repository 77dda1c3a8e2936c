"""Plays two worlds in step: what is possible in both is done in both, and outsiders must see the same after each step.

Tests call `lockstep`; a `Secret` says how the worlds differ.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import structs

from api.errors.problems import problem_of
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.overruling.takeback import default_target
from engine.kernel.playing.decide import Choice
from engine.kernel.state import events as k
from engine.kernel.state.combatant import Combatant
from engine.kernel.state.decisions import Visibility, filled
from engine.kernel.state.fight import ROLL, Asked, Fight, State
from engine.kernel.state.redaction.audience import strings_in
from engine.kernel.state.stored.codec import canonical
from engine.kernel.structs.errors import Fault, RuleRefusal
from engine.kernel.structs.messages import Recorded, plain
from engine.kit.testing import picks
from engine.service.reading.loader import Loaded
from engine.service.registry import Registry
from tests.support.amounts import LONG, amount
from tests.support.fights.playing import Play
from tests.support.laws import laws
from tests.support.secrecy.worlds import (
    LOCALES,
    MISSING,
    WRONG,
    Compared,
    Leak,
    Secret,
    World,
    answered,
    events_of,
    export_of,
    previewed,
    replay_file_of,
    same,
    state_of,
    watched,
)

LOOKED_BACK = amount("SKALD_WORLDS_PAST", 3, 8)
"""Past versions that are compared for each outsider."""


class Lockstep:
    """Both worlds, and what was compared."""

    def __init__(self, registry: Registry, secret: Secret, rng: random.Random) -> None:
        self.secret, self.rng, self.done = secret, rng, Compared()
        wishes = zip((secret.one, secret.other), secret.dice, strict=True)
        self.worlds = [World(registry, wish, dice) for wish, dice in wishes]
        self.aside = random.Random(1)  # for what a usual run leaves out: the fights are those of a long one
        self.told = 0
        self.split = self.closing = False
        self.live: dict[tuple[str | None, int], bytes] = {}

    @property
    def one(self) -> World:
        return self.worlds[0]

    def match(self, what: str, seat: str | None, *data: bytes) -> None:
        """Assert that both worlds' bytes are the same and name nobody hidden."""
        self.done.bytes += same(what, seat, *data)
        self.named(what, seat, data[0])

    def named(self, what: str, seat: str | None, data: bytes) -> None:
        low = data.lower()
        for name in self.secret.hidden:
            if name.lower().encode() in low:
                at = low.index(name.lower().encode())
                raise Leak(f"{seat} reads {name!r} in {what}: {data[max(0, at - 200) : at + 100]!r}")

    # -- at a stop
    async def compare(self) -> None:
        """Compare all that outsiders get of the current state, and of the events since the last comparison."""
        version = (await self.one.loaded()).head.version
        for seat in self.secret.outsiders:
            spoken = LOCALES if LONG else (self.aside.choice(LOCALES),)
            states = [await state_of(world, world.id, seat, locales=spoken) for world in self.worlds]
            for what in states[0]:
                self.match(what, seat, states[0][what], states[1][what])
            self.live[seat, version] = states[0]["its view"]
            locale = self.rng.choice(LOCALES)
            told = [await events_of(w, w.id, seat, self.told + 1, version, locale) for w in self.worlds]
            self.match("the events", seat, *told)
        self.told = version

    async def wrong_orders(self) -> None:
        """Orders and answers of outsiders, most of them illegal, get the same reply in both."""
        loaded = await self.one.loaded()
        for seat in filter(None, self.secret.outsiders):
            for play in wrong(loaded.book, loaded.position.state, seat, self.secret, self.rng):
                same(f"the preview of {play}", seat, *[await previewed(world, play) for world in self.worlds])
                self.done.previews += 1
                (one, made), (other, there) = [await answered(world, play) for world in self.worlds]
                if made and there and not self.secret.strict and not alike(made, there, self.secret):
                    continue
                self.done.bytes += same(f"the answer to {play}", seat, one, other)
                self.done.refusals += 1

    async def previews(self) -> None:
        """What outsiders' offers would do is told alike in both."""
        loaded = await self.one.loaded()
        book, state = loaded.book, loaded.position.state
        for seat in filter(None, self.secret.outsiders):
            if state.fight.is_gm(seat):
                continue
            seen = book.seen(state, seat)
            plays = [
                Play(asked.seats[0], decision=asked.decision, choice=Choice(offer.key, picks.picked(offer, self.rng)))
                for asked in _waiting(seen.fight)
                if seat in asked.seats
                for offer in asked.offers
            ]
            if state.fight.open is None:
                plays += [
                    Play(seat, book.encode_order(filled(offer, picks.picked(offer, self.rng))))
                    for one, offer in picks.offered(book, state)
                    if one == seat
                ]
            for play in self.rng.sample(plays, min(len(plays), WRONG)):
                self.match(f"the preview of {play}", seat, *[await previewed(world, play) for world in self.worlds])
                self.done.previews += 1

    # -- steps
    async def step(self) -> bool:
        """Take one step in both; False when nothing more can be compared."""
        if self.rng.random() < 0.1:
            return await self._talk()
        plays = await self._chosen()
        if plays is None:
            return False
        before = self.told
        for world, play in zip(self.worlds, plays, strict=True):
            await world.perform(play)
        self.done.steps += 1
        heads = [(await world.loaded()).head.version for world in self.worlds]
        if heads[0] != heads[1] and "gm" in (plays[0].order or ()):
            # A correction has consequences in the rules, more in one world than in the other: the amount shows.
            self.done.end = "a correction had other consequences"
            return False
        if plays[0] != plays[1]:
            self.done.unlike += 1
            if plays[0].order is None and self.closing:
                # An unseen answer may show in its consequences, and only there.
                for seat in self.secret.outsiders:
                    first = [await events_of(w, w.id, seat, before + 1, before + 1) for w in self.worlds]
                    self.match("an answer", seat, *first)
                self.done.end = "an answer showed"
                return False
        return not await self._out_in_the_open()

    async def note(self) -> None:
        """The GM writes a private note, with a different text in each world."""
        for world, words in zip(self.worlds, ("They will flee", "They stay, whatever comes"), strict=True):
            gm = (await world.loaded()).position.state.fight.gms()[0]
            await world.perform(Play(gm, {"gm": {"note": {"note": words}}}))

    async def take_back(self) -> None:
        """An outsider requests a take-back of its last act: the same questions and the same outcome in both."""
        loaded = await self.one.loaded()
        fight, version = loaded.position.state.fight, loaded.head.version
        may = [(seat, to) for seat in self.secret.outsiders if (to := default_target(fight, seat, version)) is not None]
        if not may or self.split:
            return
        seat, to = self.rng.choice(may)
        asks = Play(seat or "", {"table": {"takeBack": {"to": to, "reason": "a slip"}}})
        for world in self.worlds:
            await world.perform(asks)
        await self.compare()
        self.done.asked += 1
        talks = [(await world.loaded()).position.state.fight.taking_back for world in self.worlds]
        if talks[0] is None or talks[1] is None:
            return
        asked = self.rng.choice(talks[0].asked)
        ends = (
            Play(asked.seats[0], decision=asked.decision, choice=Choice("no")),
            Play(asks.seat, {"table": {"withdraw": {}}}),
        )
        end = self.rng.choice(ends)
        for world in self.worlds:
            await world.perform(end)
        await self.compare()

    async def _talk(self) -> bool:
        """A player requests a take-back, and those asked agree or do not."""
        fight = (await self.one.loaded()).position.state.fight
        seat = self.rng.choice([s.seat for s in fight.seats.values() if s.role == "PLAYER"])
        await self._alike(Play(seat, {"table": {"takeBack": {"reason": "a slip"}}}))
        await self.compare()
        key = self.rng.choice(["yes", "yes", "no"])
        while (talk := (await self.one.loaded()).position.state.fight.taking_back) is not None:
            asked = next(a for a in talk.asked if not a.answered)
            await self._alike(Play(asked.seats[0], decision=asked.decision, choice=Choice(key)))
            await self.compare()
        return True

    async def _alike(self, play: Play) -> None:
        """The same play in both worlds, done or refused. Leak if a step without a secret is answered differently."""
        told = []
        for world in self.worlds:
            try:
                await world.perform(play)
                told.append(b"done")
            except RuleRefusal as refusal:
                told.append(msgspec.json.encode(problem_of(refusal)))
        same(f"the answer to {play}", play.seat, *told)

    async def _out_in_the_open(self) -> bool:
        """Whether a hidden combatant has become visible: from then on the worlds may differ in it."""
        for world in self.worlds:
            fight = (await world.loaded()).position.state.fight
            hidden = [c for c in fight.combatants.values() if c.id in self.secret.hidden]
            if any(fight.sees(seat, c) for c in hidden for seat in self.secret.outsiders):
                self.done.end = "he was seen"
            ground = fight.ground
            parts = (*ground.patches, *ground.edges, *ground.zones, *ground.links) if ground is not None else ()
            if self.secret.laid is not None and any(p.key in self.secret.hidden and p.seen_by is None for p in parts):
                self.done.end = "he was seen"
        return self.done.end == "he was seen"

    async def _chosen(self) -> tuple[Play, Play] | None:
        loads = [await world.loaded() for world in self.worlds]
        fight = loads[0].position.state.fight
        waiting = _waiting(fight)
        if self.rng.random() < 0.12 and (made := self._overrules(fight)) is not None:
            return made
        if waiting:
            asked = self.rng.choice(waiting)
            self.closing = len(waiting) == 1
            there = next((a for a in _waiting(loads[1].position.state.fight) if a.decision == asked.decision), None)
            assert there is not None, "the windows differ"
            return await self._answers(asked, there)
        for _ in range(12):
            pair = await self._orders(loads)
            if pair is not None:
                return pair
        self.done.end = "nothing that both can do"
        return None

    def _overrules(self, fight: Fight) -> tuple[Play, Play] | None:
        """The GM lays hidden ground anew, or corrects somebody hidden; None where there is no such thing."""
        if self.secret.laid is not None:
            gm, laid = fight.gms()[0], self.secret.laid
            if laid[0] is None or laid[1] is None:
                return None
            one, other = (Play(gm, {"gm": {"setGround": change}}) for change in laid)
            return one, other
        who = next((c for c in fight.combatants.values() if c.id in self.secret.hidden and c.vitals), None)
        return None if who is None else self._corrects(fight, who)

    def _corrects(self, fight: Fight, who: Combatant) -> tuple[Play, Play]:
        """The GM sets a figure of a hidden combatant to a different value in each world, with a reason."""
        path = f"combatants.{who.id}.vitals.{next(iter(who.vitals))}.now"
        gm = fight.gms()[0]
        one, other = (
            Play(gm, {"gm": {"correct": {"path": path, "value": value, "reason": f"note {value}"}}}) for value in (2, 3)
        )
        return one, other

    async def _answers(self, asked: Asked, there: Asked) -> tuple[Play, Play] | None:
        seat = asked.seats[0]
        if asked.kind == ROLL:
            play = Play(seat, decision=asked.decision, faces=laws.typed(asked, self.rng))
            return play, play
        choices = [picks.some_choice(asked, self.rng) for _ in range(4)] + [Choice(asked.default)]
        unseen = self._unseen(asked)
        if self.secret.twins and unseen and (not self.closing or self.rng.random() < 0.3):
            mine = [Choice(c.key, c.fields) for c in choices]
            his = [picks.some_choice(there, self.rng) for _ in range(4)]
            pairs = [(a, b) for a in mine for b in his if a != b]
            if pairs:
                a, b = self.rng.choice(pairs)
                self.split = True
                return Play(seat, decision=asked.decision, choice=a), Play(seat, decision=asked.decision, choice=b)
        keys = {o.key for o in there.offers}
        for choice in choices:
            play = Play(seat, decision=asked.decision, choice=choice)
            if choice.key in keys and await self._fits(play, play):
                if self.split and self.closing:
                    # Earlier answers differed, and now they take effect.
                    return await self._last(play)
                return play, play
        self.done.end = "no answer that both can give"
        return None

    async def _last(self, play: Play) -> None:
        """The last answer of a window whose answers differ: it is compared, its consequences are not."""
        before = self.told
        for world in self.worlds:
            await world.perform(play)
        for seat in self.secret.outsiders:
            first = [await events_of(w, w.id, seat, before + 1, before + 1) for w in self.worlds]
            self.match("the last answer", seat, *first)
        self.done.end = "answers showed"

    def _unseen(self, asked: Asked) -> bool:
        """Whether no outsider may read its answer."""
        named = set(strings_in(plain((asked.question, asked.offers, asked.interrupts))))
        if named & set(self.secret.hidden):
            return True
        return asked.visibility is not Visibility.OPEN and not set(asked.seats) & set(self.secret.outsiders)

    async def _orders(self, loads: Sequence[Loaded]) -> tuple[Play, Play] | None:
        """The same order in both; or two that an outsider cannot distinguish."""
        book, state = loads[0].book, loads[0].position.state
        if state.fight.round == 0 and not state.fight.acting and self.rng.random() < 0.7:
            play = Play(state.fight.gms()[0], {book.key: {"begin": {}}})
            if await self._fits(play, play):
                return play, play
        acts = [one for one in picks.offered(book, state) if type(one[1].body).actor]
        meddle = 0.3 if len(set(self.secret.dice)) > 1 else laws.MEDDLE
        every = acts if acts and self.rng.random() > meddle else picks.offered(book, state)
        if not every:
            return None
        telling = [one for one in every if self._secretive(one[1].body)]
        seat, offer = self.rng.choice(telling if telling and self.rng.random() < 0.4 else every)
        order = filled(offer, {f.name: picks.pick(f, self.rng) for f in offer.fields if self.rng.random() < 0.8})
        play = Play(seat, book.encode_order(order))
        if self.secret.twins or not self.secret.strict:
            twins = self._twins(book, state.fight, seat, order, every)
            self.rng.shuffle(twins)
            for twin in twins[:4]:
                if await self._fits(play, twin):
                    return play, twin
        return (play, play) if await self._fits(play, play) else None

    def _secretive(self, order: Any) -> bool:
        """Whether an outsider may not read all of it."""
        actor = getattr(order, type(order).actor or "_", None)
        return actor in self.secret.hidden or (self.secret.twins and bool(type(order).narrowed))

    def _twins(
        self, book: Rulebook[Any], fight: Fight, seat: str, order: Any, every: Sequence[picks.Offered]
    ) -> list[Play]:
        """Different orders that look the same to outsiders."""
        actor = getattr(order, type(order).actor) if type(order).actor else None
        found = []
        for whose, offer in every:
            if whose != seat:
                continue
            body = filled(offer, {f.name: picks.pick(f, self.rng) for f in offer.fields})
            unseen = actor in self.secret.hidden and getattr(body, type(body).actor or "_", None) == actor
            if body != order and (unseen or self._like(fight, order, body)):
                found.append(Play(seat, book.encode_order(body)))
        return found

    def _like(self, fight: Fight, order: Any, other: Any) -> bool:
        """Whether two orders differ only in what outsiders may not read."""
        if not self.secret.twins or type(order) is not type(other) or not type(order).narrowed:
            return False
        who = fight.combatants.get(getattr(order, type(order).actor or "_", None) or "")
        if (
            who is None
            or set(fight.recipients_of(who)) & set(self.secret.outsiders)
            or who.id not in strings_in(plain(other))
        ):
            return False
        names = [f.name for f in structs.fields(order) if f.name not in type(order).narrowed]
        return all(getattr(order, name) == getattr(other, name) for name in names)

    async def _fits(self, play: Play, other: Play) -> bool:
        """Whether both worlds accept it; and, if a hidden combatant takes part, whether all else is alike."""
        try:
            made = [await world.tried(one) for world, one in zip(self.worlds, (play, other), strict=True)]
        except RuleRefusal:
            return False
        if play != other and self.secret.strict:
            return True
        if self.secret.laid is not None:
            asked_alike(*made)
        return self.secret.strict or alike(made[0], made[1], self.secret)

    # -- at the end
    async def look_back(self) -> None:
        """Compare past versions, exports, audits, streams and forks."""
        heads = {seat: (await self.one.loaded()).head.version for seat in self.secret.outsiders}
        for seat, head in heads.items():
            for version in sorted(self.rng.sample(range(1, head + 1), min(head, 8))[:LOOKED_BACK]):
                spoken = LOCALES if LONG else (self.aside.choice(LOCALES),)
                past = [await state_of(w, w.id, seat, version, locales=spoken) for w in self.worlds]
                for what in past[0]:
                    self.match(f"{what} of version {version}", seat, past[0][what], past[1][what])
                if (seat, version) in self.live and past[0]["its view"] != self.live[seat, version]:
                    raise Leak(f"{seat} sees version {version} otherwise than at its time")
            self.match("the export", seat, *[await export_of(w, w.id, seat) for w in self.worlds])
            self.match("the replay", seat, *[await replay_file_of(w, w.id, seat) for w in self.worlds])
            self.match("its stream", seat, *[await watched(w, seat) for w in self.worlds])
        reports = [canonical(plain(await w.service.audit(w.id))) for w in self.worlds]
        self.match("the audit", None, *reports)

    async def forked(self) -> None:
        """What a fork at any version shows to the seats of its parent."""
        loaded = await self.one.loaded()
        gm = loaded.position.state.fight.gms()[0]
        at = self.rng.randint(1, loaded.head.version)
        branches = []
        for world in self.worlds:
            world.now += 1000
            try:
                with world.fixed():
                    branches.append((await world.service.fork(world.id, gm, at)).id)
            except RuleRefusal as refusal:
                branches.append(refusal.reason)
        assert branches[0] == branches[1]
        if " " in branches[0]:
            return
        for seat in self.secret.outsiders:
            states = [await state_of(w, id, seat) for w, id in zip(self.worlds, branches, strict=True)]
            for what in states[0]:
                self.match(f"{what} of a fork", seat, states[0][what], states[1][what])
            exports = [await export_of(w, id, seat) for w, id in zip(self.worlds, branches, strict=True)]
            self.match("the export of a fork", seat, *exports)


SETTLED = {"WayBarred", "LineBarred", "ContactMade", "ContactHeld"}
"""What comes of the ground as it is: that one asks where the other does this tells nothing but what happens."""
GIVEN = {"GearHanded"}
"""What somebody hidden gives to one whom others see is in his hands then: that shows, as all effects on him do."""
SIDED = {"all_pools", "all_dice", "all_sides", "all_blocks"}
"""Narrowed fields that list sides."""


def _waiting(fight: Fight) -> list[Asked]:
    return [a for a in fight.window.asked if not a.answered] if fight.window else []


def asked_alike(one: Sequence[Recorded], other: Sequence[Recorded]) -> None:
    """Leak where hidden ground shows in a question: what happens may be otherwise, what is asked may not."""
    for a, b in zip(one, other, strict=False):
        if (plain(a.event), a.draft.to, a.draft.whole) == (plain(b.event), b.draft.to, b.draft.whole):
            continue
        asked = [isinstance(r.event, k.DecisionOpened) and not r.draft.whole for r in (a, b)]
        settled = any(type(r.event).__name__ in SETTLED for r in (a, b))
        if any(asked) and not settled:
            raise Leak(f"what is asked tells the worlds apart: {plain(a.event)} and {plain(b.event)}")
        return


def alike(one: Sequence[Recorded], other: Sequence[Recorded], secret: Secret) -> bool:
    """Whether two steps differ only in events about a hidden combatant that name the same others, if any.

    A seat that is asked something about a hidden combatant may learn of it from the question. A question is hidden
    whole from those who do not know somebody whom its offers name: they see that something hidden happened, which is
    not promised to stay unseen, so such a step is not compared.
    """
    people = {str(entry["id"]) for entry in secret.one.combatants}

    def named(recorded: Recorded) -> set[str]:
        seats = set(recorded.event.seats) if isinstance(recorded.event, k.DecisionOpened) else set()
        return seats | (people & set(strings_in(plain(recorded.event))))

    def unseen(a: Recorded, b: Recorded) -> bool:
        """Whether both are fully hidden from the same seats, or differ only in dice of sides that nobody sees."""
        if type(a.event) is not type(b.event) or type(a.event).__name__ in GIVEN:
            return False
        whole = a.draft.whole and b.draft.whole and a.draft.to == b.draft.to
        return whole or bool(SIDED & set(a.event.narrowed))

    def of_him(a: Recorded, b: Recorded) -> bool:
        """Whether both name a hidden combatant and the same others, or, of one type, differ only in hidden names."""
        hidden, here, there = set(secret.hidden), named(a), named(b)
        if here == there:
            return bool(here & hidden) and type(a.event).__name__ not in GIVEN
        return type(a.event) is type(b.event) and here ^ there <= hidden and told_alike(a, b)

    def told_alike(a: Recorded, b: Recorded) -> bool:
        """Whether the same outsiders get both."""
        return all(
            (a.draft.to is None or seat in a.draft.to) == (b.draft.to is None or seat in b.draft.to)
            for seat in secret.outsiders
        )

    return len(one) == len(other) and all(
        plain(a.event) == plain(b.event) or unseen(a, b) or of_him(a, b) for a, b in zip(one, other, strict=True)
    )


def wrong(book: Rulebook[Any], state: State[Any], seat: str, secret: Secret, rng: random.Random) -> list[Play]:
    """Orders and answers of a seat: its own with a changed field, those of others, those of absent combatants."""
    names = [*state.fight.combatants, *secret.hidden, MISSING]
    offers = [offer for whose, offer in picks.offered(book, state) if type(offer.body).actor]
    tries: list[Play] = []
    for waiting in _waiting(state.fight):
        tries.append(Play(seat, decision=waiting.decision, choice=Choice(waiting.default)))
        tries.append(Play(seat, decision=waiting.decision, choice=Choice("none of these")))
    for offer in rng.sample(offers, min(len(offers), 3)):
        ((key, body),) = book.encode_order(offer.body)[book.key].items()
        for name, value in body.items():
            for new in picks.changed(value, names):
                tries.append(Play(seat, {book.key: {key: {**body, name: new}}}))
        tries.append(Play(seat, {book.key: {key: body}}))
    return rng.sample(tries, min(len(tries), WRONG))


async def lockstep(registry: Registry, secret: Secret, rng: random.Random, steps: int) -> Compared:
    """Play both worlds in step and compare. Leak if an outsider can distinguish them."""
    pair = Lockstep(registry, secret, rng)
    for world, wishes in zip(pair.worlds, secret.preferences, strict=True):
        await world.start()
        for key, wish in wishes.items():
            await world.service.prefer(world.id, *key.split(" "), wish)
    await pair.compare()
    try:
        for _ in range(steps):
            if not await pair.step():
                break
            if rng.random() < 0.1:
                await pair.note()
            await pair.compare()
            if rng.random() < 0.5:
                await pair.wrong_orders()
                await pair.previews()
        else:
            pair.done.end = "steps"
        if pair.done.end in ("steps", "nothing that both can do", "no answer that both can give"):
            await pair.wrong_orders()
            for _ in range(3):
                await pair.take_back()
            await pair.look_back()
            await pair.forked()
    except Fault as fault:
        raise AssertionError(f"a fault: {fault}") from fault
    return pair.done
