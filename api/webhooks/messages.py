"""What a webhook is told: the steps behind the version it has, who is asked, whose turn it is, and the end.

All of it is made from what the webhook's seat sees, as every answer to that seat is. Nothing is queued: the stream
holds what is to be told, and a message made again has the same id and tells the same.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct, structs

from api.reading.encounter_node import EncounterNode
from api.reading.event_cache import EventCache
from api.reading.event_reader import read_events
from api.reading.rendered_event import RenderedEvent
from api.reading.sources import Sources
from api.words import say as said
from api.words import sentences_of
from engine.kernel.state.fight import Fight
from engine.kernel.words.sentences import joined_list
from engine.service import clock
from engine.service.encounters import Encounters
from engine.service.proof.signing import Signer
from engine.service.reading.views import FightView
from engine.service.writing.webhooks import TEST
from engine.store.webhook import Letter, Webhook, WebhookState
from schemas.answers import Decision
from schemas.types import Instant
from schemas.webhooks import (
    TYPES,
    AskedMessage,
    CloudEvent,
    EndedMessage,
    EventsMessage,
    Message,
    MessageCombatant,
    TestMessage,
    YourTurnMessage,
)

AT_ONCE = 100
"""Events that are read at once, and most of one message: a longer step comes in several."""
SETTLING = 500
"""Milliseconds behind a question's pace until it is told: by then it has answered itself, if it does."""

_encode = msgspec.json.Encoder().encode


class Outgoing(Struct, frozen=True):
    """A message to be sent. first: of its events; decision: that it asks; 0: none. after: how far the webhook is then.

    body: None: only `after` is new.
    """

    id: str
    kind: str
    version: int
    body: bytes | None
    after: WebhookState
    first: int = 0
    decision: int = 0


class NoSuchSeat(Exception):
    """The webhook's seat is no longer at the table."""


class Teller:
    """Makes messages."""

    def __init__(self, service: Encounters, signer: Signer, event_cache: EventCache | None = None) -> None:
        self._service, self._sources = service, Sources(service, signer, event_cache)

    async def node(self, encounter: str, webhook: Webhook, at: int | None = None) -> EncounterNode:
        """The fight as the webhook's seat sees it, now or at a past version. NoSuchSeat; UnknownEncounter, Damaged."""
        view = await self._service.view(encounter, webhook.eyes or None, at)
        if webhook.eyes and webhook.eyes not in view.position.state.fight.seats:
            raise NoSuchSeat
        return EncounterNode(view, webhook.locale, self._sources, pinned=at is not None)

    async def messages(
        self, encounter: str, webhook: Webhook, state: WebhookState
    ) -> AsyncGenerator[Outgoing | int, None]:
        """All that a webhook is not yet told, in order, up to the head of now.

        A number: nothing more until this time, Unix milliseconds, when a question may have to be told.
        """
        node = await self.node(encounter, webhook)
        if state.version > node.version:  # steps were lost, and their versions come again
            state = structs.replace(state, version=node.version)
        if "EVENTS" not in webhook.kinds and state.version < node.version:
            state = structs.replace(state, version=node.version)
        while state.version < node.version:
            first = state.version + 1
            page = await read_events(self._service, node, first, min(node.version, first + AT_ONCE - 1))
            if not page:
                break  # the head is not as it was: the next look finds out
            for step in _whole(page, last=node.version):
                state = structs.replace(state, version=step[-1].version)
                yield self._step(webhook, node, step, state)
        async for item in self._standing(webhook, node, state):
            yield item

    # -- as it stands
    async def _standing(
        self, webhook: Webhook, node: EncounterNode, state: WebhookState
    ) -> AsyncGenerator[Outgoing | int, None]:
        """Who is asked, whose turn it is, and whether it is over, as far as that is not told."""
        fight, again = node.view.seen.fight, 0
        asked = [decision for decision in await node.decisions() if _concerns(webhook, fight, decision.seats)]
        begun = structs.replace(state, asked=tuple(n for n in state.asked if any(int(d.key) == n for d in asked)))
        if "ASKED" in webhook.kinds and fight.status == "RUNNING":
            for decision in asked:
                if int(decision.key) in begun.asked:
                    continue
                settled = clock.parse_ms(decision.opened_at) + decision.pace * 1000 + SETTLING if decision.pace else 0
                if settled > clock.now_ms():
                    again = min(again, settled) if again else settled
                    continue
                begun = structs.replace(begun, asked=(*begun.asked, int(decision.key)))
                yield self._asked(webhook, node, decision, begun)
        if "YOUR_TURN" in webhook.kinds and fight.status == "RUNNING":
            turns = {f"{fight.round} {who}": who for who in acting(webhook, fight)}
            new = [who for turn, who in turns.items() if turn not in begun.acting]
            if not new:
                begun = structs.replace(begun, acting=tuple(turns))
            elif fight.open is None:  # while an order is carried out a turn may end, or pass to somebody else
                begun = structs.replace(begun, acting=tuple(turns))
                yield self._turn(webhook, node, new, begun)
        if fight.status == "ENDED" and not begun.ended:
            begun = structs.replace(begun, ended=True)
            if "ENDED" in webhook.kinds:
                yield self._ended(webhook, node, begun)
        yield Outgoing("", "", node.version, None, begun)
        if again:
            yield again

    # -- by hand
    async def letter(self, encounter: str, webhook: Webhook, letter: Letter) -> bytes:
        """The message of a letter. NoSuchSeat; UnknownEncounter, Damaged; LookupError: there is none any more."""
        if letter.kind == TEST:
            node = await self.node(encounter, webhook)
            text = said("webhook.test", {}, webhook.locale)
            return _body(webhook, letter.id, TEST, TestMessage(**_common(webhook, node, text)), letter.made)
        if letter.kind == "EVENTS":
            node = await self.node(encounter, webhook)
            step = await read_events(self._service, node, letter.first, letter.version)
            if not step:
                raise LookupError(letter.id)
            made = self._step(webhook, node, step, WebhookState())
        else:
            node = await self.node(encounter, webhook, letter.version)
            made = await self._past(webhook, node, letter)
        assert made.body is not None
        return made.body

    async def _past(self, webhook: Webhook, node: EncounterNode, letter: Letter) -> Outgoing:
        """A message as it was at the version of its node."""
        fight = node.view.seen.fight
        if letter.kind == "ASKED":
            found = next(
                (decision for decision in await node.decisions() if int(decision.key) == letter.decision), None
            )
            if found is None:
                raise LookupError(letter.id)
            return self._asked(webhook, node, found, WebhookState())
        if letter.kind == "YOUR_TURN":
            return self._turn(webhook, node, list(acting(webhook, fight)), WebhookState())
        return self._ended(webhook, node, WebhookState())

    # -- messages
    def _step(
        self, webhook: Webhook, node: EncounterNode, step: Sequence[RenderedEvent], after: WebhookState
    ) -> Outgoing:
        told = tuple(event.as_answer() for event in step)
        last = told[-1].version
        lines = [sentence.headline.text for sentence in told if sentence.headline is not None]
        text = ". ".join(lines) or " ".join(sentence.text for sentence in told if sentence.text)
        data = EventsMessage(**{**_common(webhook, node, text), "version": last}, events=told)
        id = f"{webhook.key}.events.{last}"
        return Outgoing(id, "EVENTS", last, _body(webhook, id, "EVENTS", data, told[-1].time), after, told[0].version)

    def _asked(self, webhook: Webhook, node: EncounterNode, decision: Decision, after: WebhookState) -> Outgoing:
        names = _names(node.view, decision.seats)
        text = said("webhook.asked", {"who": _or(names, webhook.locale), "what": decision.text}, webhook.locale)
        data = AskedMessage(**_common(webhook, node, text), seats=decision.seats, names=names, decision=decision)
        id = f"{webhook.key}.asked.{decision.key}"
        body = _body(webhook, id, "ASKED", data, decision.opened_at)
        return Outgoing(id, "ASKED", node.version, body, after, decision=int(decision.key))

    def _turn(self, webhook: Webhook, node: EncounterNode, who: Sequence[str], after: WebhookState) -> Outgoing:
        fight = node.view.seen.fight
        seats = tuple(dict.fromkeys(seat for name in who for seat in _ordering(webhook, fight, name)))
        names, people = _names(node.view, seats), [fight.combatants[name] for name in who]
        what = joined_list([person.name for person in people], sentences_of(webhook.locale)["and"])
        text = said("webhook.turn", {"who": _or(names, webhook.locale), "what": what}, webhook.locale)
        data = YourTurnMessage(
            **_common(webhook, node, text),
            seats=seats,
            names=names,
            combatants=tuple(MessageCombatant(key=person.id, name=person.name) for person in people),
            round=fight.round,
        )
        id = f"{webhook.key}.turn.{node.version}"
        body = _body(webhook, id, "YOUR_TURN", data, node.updated_at)
        return Outgoing(id, "YOUR_TURN", node.version, body, after)

    def _ended(self, webhook: Webhook, node: EncounterNode, after: WebhookState) -> Outgoing:
        text = said("webhook.ended", {"what": node.outcome_label}, webhook.locale)
        data = EndedMessage(**_common(webhook, node, text), outcome=node.outcome, outcome_label=node.outcome_label)
        id = f"{webhook.key}.ended.{node.version}"
        body = _body(webhook, id, "ENDED", data, node.updated_at)
        return Outgoing(id, "ENDED", node.version, body, after)


def _common(webhook: Webhook, node: EncounterNode, text: str) -> dict[str, Any]:
    """The fields of every message."""
    return {
        "encounter": node.encounter,
        "name": node.name,
        "system": node.system,
        "seat": webhook.eyes or None,
        "version": node.version,
        "text": text,
    }


def _body(webhook: Webhook, id: str, kind: str, data: Message, time: str) -> bytes:
    type, _ = TYPES[kind]
    source = f"/v1/encounters/{data.encounter}"
    return _encode(CloudEvent(id=id, source=source, type=type, subject=webhook.key, time=Instant(time), data=data))


def _whole(page: Sequence[RenderedEvent], *, last: int) -> list[list[RenderedEvent]]:
    """The steps of a page: events of one step share their time. The last one may be cut, and is left to the next page,
    unless it is all there is, or ends the stream."""
    steps: list[list[RenderedEvent]] = []
    for event in page:
        if not steps or steps[-1][-1].time != event.time:
            steps.append([])
        steps[-1].append(event)
    if len(steps) > 1 and steps[-1][-1].version < last:
        steps.pop()
    return steps


# -- whom it concerns
def _for_all(webhook: Webhook, fight: Fight) -> bool:
    """Whether a webhook is told of everybody's questions and turns: with eyes that have none of their own."""
    entry = fight.seats.get(webhook.eyes)
    return entry is None or entry.role == "SPECTATOR"


def _concerns(webhook: Webhook, fight: Fight, seats: Iterable[str]) -> bool:
    """Whether people at these seats are to be told: those of a bot need not."""
    people = [seat for seat in seats if seat in fight.seats and fight.seats[seat].bot is None]
    return bool(people) if _for_all(webhook, fight) else webhook.eyes in people


def _ordering(webhook: Webhook, fight: Fight, who: str) -> tuple[str, ...]:
    """The seats that order a combatant, as far as the webhook is told of them."""
    holders = fight.holders(who)
    return holders if _for_all(webhook, fight) else tuple(seat for seat in holders if seat == webhook.eyes)


def acting(webhook: Webhook, fight: Fight) -> tuple[str, ...]:
    """The combatants whose turn it is, of those that concern the webhook. fight: as its seat sees it."""
    return tuple(
        who for who in fight.acting if who in fight.combatants and _concerns(webhook, fight, fight.holders(who))
    )


def _names(view: FightView, seats: Iterable[str]) -> tuple[str, ...]:
    there = view.seen.fight.seats
    return tuple(there[seat].name if seat in there else seat for seat in seats)


def _or(names: Sequence[str], locale: str) -> str:
    return joined_list(list(names), sentences_of(locale)["or"])
