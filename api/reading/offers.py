"""Offers as they are sent: each with a value to send back unchanged, and the paths of its picks in that value."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct, structs

from api.reading.global_ids import decision_id
from api.reading.unavailable import Withheld
from api.words.bodies import body_of, kind_of
from api.words.renderer import Renderer
from engine.kernel.authoring.offer_ranking import usual_first
from engine.kernel.authoring.proposals import Aim, aim_of, in_order, needs_pick, proposed
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.tiles import Tile, fixed_on, tile_of, used_in
from engine.kernel.overruling.gm_tools import End, Revert, TakeBack, ToolWithReason, Withdraw
from engine.kernel.overruling.meanwhile import offered_meanwhile
from engine.kernel.overruling.takeback import default_target, last_step
from engine.kernel.playing.preferences import PREFERENCES
from engine.kernel.state.combatant import Place
from engine.kernel.state.decisions import Field, Offer
from engine.kernel.state.fight import TAKE_BACK, Asked, Fight, State
from engine.kernel.structs.budget import LISTING, bounded
from engine.kernel.structs.errors import TooCostly
from engine.kernel.structs.messages import Ending, OfferGroup, Order, actor_of, camel, on_the_wire, plain
from engine.kernel.words.sentences import capitalised
from engine.service import clock
from engine.service.clock import run_out
from engine.service.reading.undone import Undone, asks_somebody
from schemas import answers
from schemas.types import Instant


def apart(offers: Iterable[Offer[Order]]) -> list[Offer[Order]]:
    """The same offers, each with a key of its own: to one that several have, what they are about is added.

    Then a key never comes to mean another order while a client has it chosen.
    """
    listed = list(offers)
    counts = Counter(offer.key for offer in listed)
    if len(counts) == len(listed):
        return listed
    found: dict[str, Offer[Order]] = {}
    for offer in listed:
        key = offer.key if counts[offer.key] == 1 else "-".join((offer.key, *_about(offer)))
        while key in found:
            key += "'"
        found[key] = offer if key == offer.key else structs.replace(offer, key=key)
    return list(found.values())


def _about(offer: Offer[Order]) -> Iterator[str]:
    """The words in an order beside its actor and its open choices."""
    left_out = {field.name for field in offer.fields if field.open} | {camel(type(offer.body).actor)}
    for name, value in plain(offer.body).items():
        several = value if isinstance(value, list) else [value]
        yield from (str(item) for item in several if name not in left_out and isinstance(item, (str, int)))


class Listed(NamedTuple):
    """The offers of one actor, or why there are none of it in the list."""

    offers: list[answers.Offer]
    omitted: answers.OmittedOffers | None = None


class Offering:
    """The offers to one seat now.

    seen: the fight as it sees it; encounter: its id; opened: version of an open decision -> its time.
    """

    def __init__(
        self,
        book: Rulebook[Any],
        seen: State[Any],
        seat: str | None,
        encounter: str,
        locale: str,
        opened: Mapping[int, str],
    ) -> None:
        self._book, self._seen, self._seat, self._encounter, self._opened = book, seen, seat, encounter, opened
        self._locale, self._renderer = locale, Renderer(book, locale, seen)
        self._by_actor: dict[str | None, tuple[Offer[Order], ...]] = {}

    @property
    def _fight(self) -> Fight:
        return self._seen.fight

    # -- orders
    def _actors(self, only: str | None) -> Iterator[str | None]:
        """The actors that this seat may order: those that it controls, or owns where owners may give up.

        For the GM all, and None (no actor).
        """
        gm = self._fight.is_gm(self._seat)
        kinds: list[type[Order]] = [Order, *(o for o in self._book.orders.values() if o.concession)]
        if gm and only is None:
            yield None
        for key in self._fight.combatants:
            if (only is None or key == only) and (gm or any(self._gives(kind, key) for kind in kinds)):
                yield key

    def _gives(self, order: type[Order], actor: str | None) -> bool:
        """Whether this seat gives such an order to a combatant; the GM gives every order."""
        return self._fight.is_gm(self._seat) or (actor is not None and self._seat in self._fight.givers(order, actor))

    def orders(self, only: str | None = None) -> Iterator[Listed]:
        """Every legal order, a list for each actor, the usual ones first.

        None while the fight is paused or over; while a decision is open those that a game allows the GM then. Each
        actor has a budget of its own: where it is used up its offers are omitted, all of them, and those of the others
        are there.
        """
        for actor in self.ordered(only):
            yield self.listed(actor)
        yield from self.closing(only)

    def ordered(self, only: str | None = None) -> Iterator[str | None]:
        """Those of whom `orders` works out what they may do; None: what the GM does with nobody."""
        if self._rules_meanwhile and only is None:
            yield None
        elif self._in_play:
            yield from self._actors(only)

    def closing(self, only: str | None = None) -> Iterator[Listed]:
        """What is offered behind all orders: to end a fight that the rules consider over."""
        if self._in_play and self._fight.outcome is not None and self._fight.is_gm(self._seat) and only is None:
            yield Listed([self._end()])

    def listed(self, actor: str | None) -> Listed:
        """What an actor may do.

        What is too costly is found out on what this seat sees, as all offers are: that they are omitted tells nothing
        of what is hidden from it.
        """
        system = self._book.system
        try:
            with bounded(LISTING, clock.used_ns):
                mine = [offer for offer in self._offered(actor) if self._gives(type(offer.body), actor)]
                return Listed([self._order(o, actor) for o in usual_first(system, self._seen, apart(mine))])
        except (TooCostly, RecursionError):  # rules that call each other without end come to none, too
            return Listed([], self._omitted(actor))

    def _offered(self, actor: str | None) -> Sequence[Offer[Order]]:
        """What the rules offer an actor: worked out once for what may be done and for what may not."""
        if actor not in self._by_actor:
            meanwhile = self._rules_meanwhile
            found = offered_meanwhile(self._book, self._seen, self._seat) if meanwhile else None
            self._by_actor[actor] = tuple(self._book.system.offers(self._seen, actor) if found is None else found)
        return self._by_actor[actor]

    def unavailable(self, only: str | None = None) -> Iterator[list[answers.Unavailable]]:
        """What each acting combatant that this seat may order has and no offer uses, with the reason.

        None while no orders are offered. Each has a budget of its own, as its offers have; where it is used up nothing
        is told of it.
        """
        for actor in self.hindered(only):
            yield self.lacking(actor)

    def hindered(self, only: str | None = None) -> Iterator[str]:
        """Those of whom `unavailable` tells."""
        for actor in self.ordered(only) if self._seat is not None else ():
            if actor is not None and actor in self._fight.acting and self._gives(Order, actor):
                yield actor

    def lacking(self, actor: str) -> list[answers.Unavailable]:
        """What an actor has and no offer uses, with the reason; nothing where that is too costly."""
        assert self._seat is not None
        try:
            with bounded(LISTING, clock.used_ns):
                withheld = Withheld(self._book, self._seen, self._seat, self._locale, self._renderer)
                return list(withheld.of(actor, self._offered(actor)))
        except (TooCostly, RecursionError):
            return []

    def _omitted(self, actor: str | None) -> answers.OmittedOffers:
        text = self._renderer.say("OmittedOffers", {"combatant": actor})
        return answers.OmittedOffers(combatant=actor, code=TooCostly().code, text=capitalised(text))

    def orderable(self, only: str | None = None) -> int:
        """For how many actors `orders` works out what they may do."""
        return sum(1 for _ in self.ordered(only))

    @property
    def _rules_meanwhile(self) -> bool:
        """Whether this seat may order something while a decision is open: it is the GM's."""
        fight = self._fight
        running = fight.status == "RUNNING" and not self._book.unplayed
        return fight.open is not None and running and fight.is_gm(self._seat)

    @property
    def _in_play(self) -> bool:
        """Whether this seat may order anybody now."""
        fight = self._fight
        running = fight.status == "RUNNING" and not self._book.unplayed
        return self._seat in fight.seats and fight.open is None and running

    def _end(self) -> answers.Offer:
        """The only GM tool among the offers: the rules consider the fight over, and the GM may confirm it."""
        return self._beside("gm", End(), {}, OfferGroup.END)

    def _order(self, offer: Offer[Order], actor: str | None) -> answers.Offer:
        key = self._book.order_key(offer.body)
        tile = tile_of(self._book.system, self._seen, offer.body)
        aim = aim_of(self._seen, offer.body, tile)
        return answers.Offer(
            key=offer.key,
            kind=key,
            group=offer.body.group,
            group_label=self._renderer.group(offer.body.group),
            ends=offer.body.ending(),
            label=self._renderer.label(offer.key, offer.body, offer),
            combatant=actor,
            rule=offer.rule,
            send=self._book.encode_order(offer.body),
            fields=self._fields(offer.fields, (self._book.key, key), plain(offer.body), aim),
            target=fixed_on(self._seen, offer.body, offer.fields),
            name=self._renderer.short_name(key, offer.body, offer),
            asks_twice=aim.harmful(offer.body),
            summary=self._summary(key, offer.body, offer.fields),
            **self._shown(tile),
        )

    def _summary(self, key: str, body: Order, fields: Iterable[Field]) -> str:
        things = used_in(self._seen, body, fields) if body.told_by_use else ()
        return self._renderer.summary(key, things)

    def _answers(self, question: str, key: str, body: Struct | None, fields: Iterable[Field]) -> str:
        """What an answer is, in a sentence or two: an order's as that of an offer."""
        if isinstance(body, Order):
            return self._summary(self._book.order_key(body), body, fields)
        things = used_in(self._seen, body, fields) if body is not None else ()
        return self._renderer.answer_summary(question, key, things)

    def _shown(self, tile: Tile) -> dict[str, Any]:
        """The members of an offer that its tile has."""
        price = tuple(
            answers.Price(key=cost.key, name=self._renderer.budget(cost.key), amount=cost.amount) for cost in tile.price
        )
        return {
            "icon": tile.icon,
            "way_of": tile.way_of or None,
            "intent": tile.intent,
            "price": price,
        }

    # -- taking back
    def take_backs(
        self, version: int, undone: Undone | None = None, last_undone: Undone | None = None
    ) -> list[answers.Offer]:
        """Take-back offers of this seat: request one, withdraw the request, and for the GM revert without asking.

        For the GM the first of them takes back the last step, whoever's it is (`revertLast`), unless it is his own.
        version: the fight's. undone: what would be taken back, as far as the seat knows; None: not known; last_undone:
        of that last step. Only one request is open at a time; the other seats find it among their decisions. Where
        nobody is asked, a request goes back at once.
        """
        fight, talk = self._fight, self._fight.taking_back
        if self._seat is None or self._seat not in fight.seats or fight.status != "RUNNING" or self._book.unplayed:
            return []
        words = "" if undone is None else self._renderer.undone(undone)
        if talk is None:
            to, step = default_target(fight, self._seat, version), last_step(fight, self._seat)
            first = [] if step is None or step == to else [self._last_step(step, undone if to is None else last_undone)]
            if to is None:
                return first
            asks = undone is None or asks_somebody(fight, self._seat, undone.live)
            ask = TakeBack(to=to)
            label = self._renderer.going_back(ask, words, asks=asks)
            mine = [*first, self._beside("table", ask, {"to": to}, label=label)]
        else:
            to, asks = talk.to, True
            mine = [self._beside("table", Withdraw(), {})] if self._seat == talk.by else []
        if not (asks and fight.is_gm(self._seat)):
            return mine
        force = Revert(to=to)
        label = self._renderer.going_back(force, words, asks=False)
        return [*mine, self._beside("gm", force, {"to": to}, label=label)]

    def _last_step(self, to: int, undone: Undone | None) -> answers.Offer:
        words = "" if undone is None else self._renderer.undone(undone)
        label = self._renderer.say("RevertLast", {"to": to, "undone": words or None})
        return structs.replace(self._beside("gm", Revert(to=to), {"to": to}, label=label), key="revertLast")

    def _beside(
        self,
        whose: str,
        tool: ToolWithReason,
        figures: dict[str, Any],
        group: OfferGroup = OfferGroup.OTHER,
        *,
        label: str = "",
    ) -> answers.Offer:
        key = camel(type(tool).__name__)
        return answers.Offer(
            key=key,
            kind=key,
            group=group,
            group_label=self._renderer.group(group),
            ends=Ending.FIGHT if isinstance(tool, End) else None,
            label=label or self._renderer.label(key, tool),
            combatant=None,
            rule="",
            send={whose: {key: {**figures, "reason": tool.reason}}},
            fields=self._fields(
                (Field(name="reason", kind="text", most=500),), (whose, key), {}, aim_of(self._seen, None, Tile())
            ),
            target=None,
            name=self._renderer.short_name(key, tool),
            asks_twice=False,
            summary=self._renderer.tool_summary(key),
            **self._shown(Tile(icon="flag" if isinstance(tool, End) else "undo")),
        )

    # -- decisions
    def decisions(self, undone: Undone | None = None) -> list[answers.Decision]:
        """The open decisions, with offers if this seat may answer; those of the fight come first.

        undone: what an open request would take back, as far as the seat knows; None: not known.
        """
        window, talk = self._fight.window, self._fight.taking_back
        return [
            self._decision(asked, first, undone)
            for first, waiting in (
                (window.first if window else 0, window.asked if window else ()),
                (talk.request + 1 if talk else 0, talk.asked if talk else ()),
            )
            for asked in waiting
            if not asked.answered
        ]

    def _decision(self, asked: Asked, window: int, undone: Undone | None) -> answers.Decision:
        yours = self._seat is not None and self._seat in asked.seats
        running = self._fight.status == "RUNNING"
        may_answer = yours or self._fight.is_gm(self._seat)
        talk = self._fight.taking_back
        opened = talk.since if asked.kind == TAKE_BACK and talk is not None else self._opened[asked.decision]
        return answers.Decision(
            id=decision_id(self._encounter, asked.decision),
            key=str(asked.decision),
            window=window,
            seats=asked.seats,
            kind=asked.kind,
            rule=asked.rule,
            text=self._asks(asked, undone),
            visibility=asked.visibility,
            interrupts=tuple(
                answers.Interruption(what=interrupt.what, by=interrupt.by, label=self._renderer.interruption(interrupt))
                for interrupt in asked.interrupts
            ),
            deadline=asked.deadline,
            opened_at=Instant(opened),
            due_at=Instant(run_out(opened, asked.deadline, asked.stops)) if asked.deadline and running else None,
            pace=asked.pace,
            yours=yours,
            may_answer=may_answer,
            default=asked.default or None,
            question=asked.question,
            offers=tuple(self._option(asked, offer) for offer in asked.offers) if may_answer and running else (),
            preferences=PREFERENCES if asked.seats == (self._seat,) and self._rules_ask(asked) else (),
        )

    def _rules_ask(self, asked: Asked) -> bool:
        """Whether it is a question of the rules: dice and take-backs have no standing preference."""
        return any(question.__name__ == asked.kind for question in self._book.system.questions)

    def _asks(self, asked: Asked, undone: Undone | None) -> str:
        words = self._renderer.undone(undone) if undone is not None and asked.kind == TAKE_BACK else ""
        return self._renderer.asks(asked.kind, asked.question, words) or capitalised(self._renderer.kind(asked.kind))

    def _option(self, asked: Asked, offer: Offer[dict[str, Any]]) -> answers.Offer:
        body = body_of(self._book, asked.kind, offer.key, offer.body)
        order = body if isinstance(body, Order) else None
        group = order.group if order is not None else None
        tile = tile_of(self._book.system, self._seen, body, asked.kind)
        aim = aim_of(self._seen, body, tile, self._answering(asked))
        sent, fields = in_order(offer.body, offer.fields, aim)
        label = self._renderer.answer(asked.kind, offer.key, body, offer)
        return answers.Offer(
            key=offer.key,
            kind=kind_of(body, offer.key),
            group=group,
            group_label=self._renderer.group(group),
            ends=order.ending() if order is not None else None,
            label=label,
            combatant=(actor_of(order) or None) if order is not None else None,
            rule=offer.rule,
            send={
                "key": offer.key,
                "fields": {f.name: sent[f.name] for f in fields if f.name in sent},
            },
            fields=self._fields(fields, ("fields",), sent, aim),
            target=fixed_on(self._seen, body, fields),
            name=self._renderer.short_name(kind_of(body, offer.key), body, offer) if order is not None else label,
            summary=self._answers(asked.kind, offer.key, body, fields),
            asks_twice=aim.harmful(body) if body is not None else False,
            place=_place_in(body, fields) if order is None else None,
            **self._shown(tile),
        )

    def _answering(self, asked: Asked) -> str:
        """Who acts by an answer to a question: a combatant, by id; "" for nobody."""
        cls = next((question for question in self._book.system.questions if question.__name__ == asked.kind), None)
        held = (asked.question or {}).get(on_the_wire(cls.actor)) if cls is not None and cls.actor else None
        return held if isinstance(held, str) else ""

    # -- words
    def _fields(
        self, fields: Iterable[Field], path: tuple[str, ...], sent: Mapping[str, Any], aim: Aim
    ) -> tuple[answers.Field, ...]:
        return tuple(
            answers.Field(
                name=f.name,
                label=self._renderer.field(f.name),
                path=(*path, f.name),
                kind=f.kind,
                among=self._options(f, aim),
                least=f.least,
                most=f.most,
                exact=f.exact,
                reach=f.reach,
                words=tuple(answers.Option(value=w, label=self._renderer.option("by", w)) for w in f.words),
                proposed=plain(proposed(f, aim)),
                needs_pick=needs_pick(f, sent.get(f.name), aim),
            )
            for f in fields
        )

    def _options(self, field: Field, aim: Aim) -> tuple[answers.Option, ...]:
        towards = field.towards or (None,) * len(field.among)
        return tuple(
            answers.Option(
                value=value,
                label=self._renderer.option(field.name, value),
                towards=direction,
                asks_twice=aim.harms_own(value),
            )
            for value, direction in zip(plain(field.among), towards, strict=True)
        )


def _place_in(body: Struct | None, fields: Iterable[Field]) -> Place | None:
    """The place that an answer is, where nothing of it is left to pick; None: none, or several."""
    if body is None or any(field.kind == "place" for field in fields):
        return None
    found = [value for name in body.__struct_fields__ if isinstance(value := getattr(body, name), Place)]
    return found[0] if len(found) == 1 else None
