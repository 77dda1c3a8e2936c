"""Renders a fight for one reader: in the reader's language, with the names the reader knows.

Where the game has no sentences in that language, those of the kernel are in English too: a game's words stand in them.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from copy import copy
from functools import cached_property, lru_cache
from itertools import count
from typing import Any

from msgspec import Struct, structs

from api.words import DEFAULT, given, group_label, humanised, say, sentences_of, shown
from api.words.bodies import question_of
from api.words.calculations import DICE, calculations
from api.words.places import without_points
from api.words.rules import rules_in
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.rulebook import Rulebook
from engine.kernel.authoring.system import Rule
from engine.kernel.overruling.gm_tools import Revert, TakeBack
from engine.kernel.scene.spaces import unit_of
from engine.kernel.scene.wording import named_in, zone_names
from engine.kernel.space.plane.points import distance_up
from engine.kernel.state.campaign_events import Carried
from engine.kernel.state.combatant import REMOVED, Place, Point
from engine.kernel.state.decisions import Offer
from engine.kernel.state.events import (
    CombatantAppeared,
    CombatantJoined,
    CombatantOut,
    CommandAccepted,
    Corrected,
    DecisionAnswered,
    DecisionOpened,
    DecisionWithdrawn,
    DiceRolled,
    Drawn,
    Hidden,
    Moved,
    Reverted,
    SeatAdded,
    SeatRenamed,
    TakeBackAsked,
)
from engine.kernel.state.fight import ROLL, TAKE_BACK, Asked, Interrupted, State
from engine.kernel.state.namesakes import mark_of
from engine.kernel.state.redaction.stand_in import SOMEBODY
from engine.kernel.state.reducer import merged
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.messages import Event, OfferGroup, Order, plain
from engine.kernel.structs.names import isolated
from engine.kernel.structs.reasons import Reasons, Term
from engine.kernel.words.sentences import capitalised, format_hundredths, joined_list
from engine.kernel.words.summaries import ORDERS, TOOLS, summary_of, summary_of_answer, summary_of_offer
from engine.kernel.words.wordbook import plain_words
from engine.service.reading.undone import Undone

log = logging.getLogger(__name__)

_WORDS = frozenset({"kind", "vital", "why", "reason", "result", "facing"})
"""Fields that hold words of the system; `reason` may also be free text."""

_FREE_TEXT = frozenset({"name", "note", "remark"})
"""Fields that people write themselves."""

_FIGURES = 4
"""Most values of a corrected field that are listed; with more, the text only says that it changes."""

_REMEMBERED = 64
"""Most decisions remembered for rendering their answers: far more than are ever open at once."""

_AT_ONCE = 1000
"""Most decisions remembered within one page: more than a page has, and few enough to copy for each that opens."""

_LONGEST = 120
"""The most characters of an act that is named among those that are taken back: people write notes of any length."""

_OF_SEATS = frozenset({"seat", "seats", "owner", "controller", "whose", "giver", "taker"})
"""Fields that name seats; in all others an id shared by a seat and a combatant means the combatant."""

_OF_SIDES = frozenset({"side", "sides", "outcome"})
"""Fields that name sides."""


Names = tuple[Mapping[str, str], Mapping[str, str], Mapping[str, str]]
"""Names by id: of combatants, seats, things of the fight."""


class _Together(Struct, frozen=True):
    """Names of several kinds by id. of_seats, of_combatants: both kinds, where an id of both means the seat, or the
    combatant; of_system: of things and combatants."""

    made_of: Names
    of_seats: Mapping[str, str]
    of_combatants: Mapping[str, str]
    of_system: Mapping[str, str]


class Renderer:
    """Describes the things of a fight. seen: as the reader sees it; without it, names are learnt from events.

    there: all combatants. Who is not seen, and is named by an event from when he was, is called somebody.

    Its knowledge is replaced, not mutated: a copy is independent.
    """

    def __init__(
        self, book: Rulebook[Any], locale: str, seen: State[Any] | None = None, there: Iterable[str] = ()
    ) -> None:
        self._book, self._asked, self._locale = book, locale, language_of(book.system, locale)
        fight = seen.fight if seen else None
        self._house = fight.house_rules if fight else {}
        self._unit = unit_of(book.system, fight.ground if fight else None)
        here = fight.combatants.values() if fight else ()
        self._combatants: dict[str, str] = {
            c.id: self._name(c.kind, c.name) + (mark_of(fight, c) if fight else "") for c in here
        }
        self._unseen = frozenset(there) - self._combatants.keys()
        self._seats: dict[str, str] = {s.seat: isolated(s.name) for s in fight.seats.values()} if fight else {}
        self._things: dict[str, str] = self._own_things(seen) if seen else {}
        waiting = (fight.window, fight.taking_back) if fight else ()
        self._decisions: dict[int, Asked | DecisionOpened] = {a.decision: a for w in waiting if w for a in w.asked}
        self._kept: _Together | None = None

    @property
    def names(self) -> Names:
        """All names on which this fight's texts depend."""
        return self._combatants, self._seats, self._things

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """The system's rules in the reader's language."""
        return rules_in(self._book.system, self._asked)

    def _own_things(self, seen: State[Any]) -> dict[str, str]:
        """The system's names for things that exist only in this fight; what its zones and sides are called."""
        ground, sides = seen.fight.ground, seen.fight.sides.values()
        found = {f"side.{side.key}": side.label for side in sides if side.label}
        found |= {f"zone.{key}": name for key, name in zone_names(ground, self._locale).items()}
        with suppress(Exception):  # as in `_called`
            found |= self._book.system.things(seen)
        return found

    def _name(self, kind: str, name: str) -> str:
        return isolated(named_in(self._book.system, kind, name, self._locale))

    def without_old_decisions(self) -> Renderer:
        """This renderer, or a copy that has forgotten all decisions but the latest."""
        if len(self._decisions) <= _REMEMBERED:
            return self
        kept = copy(self)
        kept._decisions = dict(list(self._decisions.items())[-_REMEMBERED:])
        return kept

    def knows(self, decision: int) -> bool:
        """Whether a decision is known: it is open, or was met."""
        return decision in self._decisions

    def behind(self, event: Event) -> Asked | DecisionOpened | None:
        """The question that an event answers or withdraws, if it is known."""
        told = isinstance(event, (DecisionAnswered, DecisionWithdrawn))
        return self._decisions.get(event.decision) if told else None  # type: ignore[attr-defined]  # both name it

    def learn(self, event: Event, version: int = 0, *, names: bool = True) -> None:
        """Learn from an event: questions, and names unless later ones are known already.

        version: the event's, which identifies a decision.
        """
        match event:
            case DecisionOpened() if version:
                self._decisions = {**self._decisions, version: event}
                if len(self._decisions) > _AT_ONCE:
                    del self._decisions[next(iter(self._decisions))]
            case _ if not names:
                pass
            case CombatantJoined() | CombatantAppeared():
                called, known = self._name(event.kind, event.name), {**self._combatants, event.combatant: ""}.values()
                free = (f"{called} {number}" for number in count(2) if f"{called} {number}" not in known)
                called = called if called not in known else next(free)
                self._combatants = {**self._combatants, event.combatant: called}
            case SeatAdded():
                self._seats = {**self._seats, event.entry.seat: isolated(event.entry.name)}
            case SeatRenamed():
                self._seats = {**self._seats, event.whose: isolated(event.name)}
            case Corrected(path=("combatants", combatant, "name"), value=str(name)):
                self._combatants = {**self._combatants, combatant: isolated(name)}

    def alike(self, other: Renderer) -> bool:
        """Whether both, given the same language and system, render all following events identically."""
        mine, theirs = self._decisions, other._decisions
        return (
            self._combatants == other._combatants
            and self._unit == other._unit
            and self._unseen == other._unseen
            and self._seats == other._seats
            and self._things == other._things
            and all(_reads_alike(mine.get(key), theirs.get(key)) for key in mine.keys() | theirs.keys())
        )

    def named(self, field: str) -> Mapping[str, str]:
        """Names by id, for the ids in a field of this name."""
        together = self._together
        return together.of_seats if field in _OF_SEATS else together.of_combatants

    @property
    def _together(self) -> _Together:
        """The names in the combinations in which texts use them: made anew only where a name was learnt."""
        combatants, seats, things = self._combatants, self._seats, self._things
        kept = self._kept
        if kept is not None:
            before = kept.made_of
            if before[0] is combatants and before[1] is seats and before[2] is things:
                return kept
        nobody = dict.fromkeys((SOMEBODY, *self._unseen), sentences_of(self._locale)["somebody"])
        self._kept = _Together(
            self.names, nobody | combatants | seats, nobody | seats | combatants, nobody | things | combatants
        )
        return self._kept

    def describe(self, thing: Struct) -> str:
        """The system's text for a struct, else the kernel's; "" if neither has one."""
        if isinstance(thing, Hidden):
            return ""
        return self._of_system(thing) or self.say(type(thing).__name__, plain(thing))

    def _of_system(self, thing: Struct) -> str:
        """The system's text; "" if it fails: a missing text must not hide an event."""
        try:
            return self._book.system.describe(thing, self._locale, self._together.of_system)
        except Exception:
            log.exception("%s has no words for a %s", self._book.system.id, type(thing).__name__)
            return ""

    def language(self, *, of_game: bool) -> str:
        """The language of a sentence of the kernel: the reader's, unless it has words of a game that lacks it."""
        return self._locale if of_game else self._asked

    def say(self, name: str, figures: dict[str, Any]) -> str:
        """The kernel's sentence for `name`; "" if it has none."""
        return say(name, {f: self._worded(f, v) for f, v in figures.items()}, self._locale, self.named)

    def _worded(self, field: str, value: Any) -> Any:
        """A word of the system as it reads inside a sentence."""
        if field == "name" and isinstance(value, str):
            return isolated(value)
        if isinstance(value, Mapping) and (zone := value.get("zone")) is not None:
            return self._things.get(f"zone.{zone}", value)
        if field not in _WORDS or not isinstance(value, str) or not value or value in self._combatants:
            return value
        called = self._called(f"{field}.{value}") or self._called(value)
        if not called:
            return self._things.get(value) or (plain_words(value) if field == "kind" else value)
        return called if called[:2].isupper() or field != "kind" else called[:1].lower() + called[1:]

    # -- events
    def event(
        self,
        event: Event,
        because: Reasons | None = None,
        behind: Asked | DecisionOpened | None = None,
        undone: str = "",
    ) -> str:
        """An event as text, at least the name of its type; an accepted order follows the name of its sender.

        because: the reasons of its numbers, appended. behind: the question of an answer that is rendered later than it
        was met. undone: what it takes back, or would, in words (`undone`).
        """
        text = self._text(event, behind, undone) or (
            "" if isinstance(event, Hidden) else humanised(type(event).__name__)
        )
        worked = calculations(event, because, self.term, self._thing) if because else ""
        return f"{text} ({worked})" if worked else text

    def sentence(self, event: Event, behind: Asked | DecisionOpened | None = None, undone: str = "") -> str:
        """An event as text without its arithmetic; "" for none."""
        return self._text(event, behind, undone)

    def working(self, event: Event, because: Reasons | None) -> str:
        """The arithmetic of an event's numbers; "" for none."""
        return calculations(event, because, self.term, self._thing) if because else ""

    # -- headlines
    def headline(self, thing: Struct) -> str:
        """An event or an order as a part of the headline of its act; "" where its own sentence will do."""
        with suppress(Exception):  # as in `_called`
            if text := self._book.system.headline(thing, self._locale, self._together.of_system):
                return text
        return self.say(f"Headline{type(thing).__name__}", plain(thing))

    def names_of(self, combatants: Sequence[str]) -> list[str]:
        """Combatants by name."""
        return [self._combatants.get(who, who) for who in combatants]

    def moved(self, combatant: str, to: Place, far: int | None = None) -> str:
        """That somebody has gone to a place. far: how far on an open table, in hundredths; None: he came onto it.

        Nobody reads coordinates of an open table aloud: of those only the way is told.
        """
        if to.point is not None:
            if far is None:
                return self.say("ToldPlaced", {"combatant": combatant})
            # Tenths are as much as people measure; what is less is told as it is.
            words = sentences_of(self._locale)
            length = format_hundredths(far if far < 10 else (far + 5) // 10 * 10, words["point"])
            unit = words.get(f"unit.{self._unit}", self._unit)
            if length == "1":
                unit = words.get(f"unit.{self._unit}.one", unit)
            return self.say("ToldMoveFar", {"combatant": combatant, "far": f"{length} {unit}"})
        bare = plain(structs.replace(to, facing=None))
        where = self._pick("to", plain(to)) or (shown(bare, self._locale) if to.rank else self.option("to", bare))
        return self.say("ToldMove", {"combatant": combatant, "where": where})

    def number(self, combatant: str, vital: str, change: int, *, unseen: bool) -> str:
        """A vital that changes. unseen: nobody knows by what."""
        figures = {"combatant": combatant, "vital": vital, "change": change}
        if unseen and change < 0:
            return self.say("ToldUnseen", {**figures, "amount": -change})
        return self.say("ToldNumber", figures)

    def paid(self, combatant: str, vital: str, change: int) -> str:
        """What somebody spends on what he does, behind what that is."""
        return self.say("ToldPaid", {"combatant": combatant, "vital": vital, "change": change})

    def undone(self, undone: Undone) -> str:
        """What going back takes back, in words: the first acts, and how many more there are."""
        acts = []
        for head in undone.heads:
            decision = getattr(head.event, "decision", None)
            told = self.event(head.event, None, self.behind(head.event) or undone.questions.get(decision or 0))
            acts.append(_clipped(told))
        return self.say("Undone", {"acts": "; ".join(acts), "more": undone.more or None})

    def _text(self, event: Event, behind: Asked | DecisionOpened | None, undone: str) -> str:
        match event:
            case CombatantJoined() | CombatantAppeared():
                return self.describe(structs.replace(event, name=self._name(event.kind, event.name)))
            case CommandAccepted():
                by = self.named("seat").get(event.by, event.by)
                return self.say("CommandAccepted", {"by": by, "order": self._order(event)})
            case DecisionOpened():
                return self._opened(event, undone)
            case DecisionAnswered():
                return self._answered(event, behind or self.behind(event))
            case DecisionWithdrawn():
                put = behind or self.behind(event)
                asked = self.asks(put.kind, put.question) if put is not None and put.kind != ROLL else None
                return self.say("DecisionWithdrawn", {"question": asked or None})
            case Moved(stands=Place(point=Point() as spot) as there):
                # Nobody reads coordinates aloud: of an open table the way is told.
                here = event.from_.point if event.from_ else None
                return self.moved(event.combatant, there, None if here is None else distance_up(here, spot))
            case Moved():
                place = {**plain(event.stands), "facing": None} if event.stands else None
                facing = event.stands.facing if event.stands else None
                figures = {"combatant": event.combatant, "to": place, "facing": facing}
                return self._of_system(event) or self.say("Moved", figures)
            case CombatantOut(reason=str(reason)) if reason == REMOVED:
                return self.say("CombatantRemoved", {"combatant": event.combatant})
            case Drawn():
                return self.say("Drawn", {**plain(event), "number": event.index + 1})
            case TakeBackAsked():
                by = self.named("seats").get(event.by, event.by)
                return self.say("TakeBackAsked", {**plain(event), "by": by, "undone": undone or None})
            case Reverted():
                return self.say("Reverted", {**plain(event), "undone": undone or None})
            case Corrected(path=tuple()):
                return self._corrected(event)
            case Carried():
                return self._carried(event)
        return self.describe(without_points(event))

    def _corrected(self, event: Corrected) -> str:
        """A correction. Who knows of a combatant, what it is under, and that it is taken away are told as that."""
        path, remark, value = event.path or (), event.remark, event.value
        match path:
            case ("combatants", combatant, "seenBy"):
                name = "CorrectedReveal" if value is None else "CorrectedSight" if value else "CorrectedHide"
                return self.say(name, {"combatant": combatant, "seats": value, "remark": remark})
            case ("combatants", combatant, "out") if value == REMOVED:
                return self.say("CorrectedRemove", {"combatant": combatant, "remark": remark})
            case ("combatants", combatant, "conditions", _):
                stated = self._stated("conditions", plain(value)) if value else None
                return self.say("CorrectedCondition", {"combatant": combatant, "value": stated, "remark": remark})
        stated = None if value in (None, "", (), [], {}) else self._stated(path[-1], plain(value))
        name = "CorrectedAtLength" if stated == "" else "Corrected"
        return self.say(name, {"path": self.way(path), "value": stated, "remark": remark})

    def _carried(self, event: Carried) -> str:
        """A line of what a fight has left. A condition is named, not described."""
        values = (event.entered_as, event.value)
        if event.carried == "CONDITION":
            kinds = [item["kind"] if isinstance(item, Mapping) else None for item in values]
            what, was, now = self.word(next((kind for kind in kinds if kind), event.about[-1])), None, kinds[1]
            now = sentences_of(self._locale)["yes"] if now else None
        else:
            what = self.way(event.about)
            was, now = (None if item is None else self._stated(event.about[-1], plain(item)) or None for item in values)
        return self.say("Carried", {"combatant": event.combatant, "about": what, "enteredAs": was, "value": now})

    def _stated(self, field: str, value: Any) -> str:
        """The new value of a state field: free text verbatim; "" for a value too long to list."""
        match value:
            case str() if field in _FREE_TEXT:
                return value
            case str() if value in self._seats and value not in self._combatants:
                return self._seats[value]
            case {"kind": str(kind)}:
                return self.word(kind)
            case dict() if "cell" not in value and not self._pick(field, value):
                stated = {key: self._stated(key, item) for key, item in value.items() if item not in (None, "", [], {})}
                short = len(stated) <= _FIGURES and all(stated.values())
                return (
                    ", ".join(f"{self._path_step(key)} {name}".strip() for key, name in stated.items()) if short else ""
                )
            case [{}, *_]:
                each = [self._stated(field, item) for item in value]
                return (
                    joined_list(each, sentences_of(self._locale)["and"]) if all(each) and len(each) <= _FIGURES else ""
                )
        return self.option(field, value)

    def way(self, path: tuple[str, ...]) -> str:
        """A path in the state as text: `Cloud › HP`. What holds something of each combatant says nothing beside him."""
        holders = {at for at, step in enumerate(path[1:-1]) if step in self._combatants}
        steps = (step for at, step in enumerate(path) if at not in holders)
        return " › ".join(words for step in steps if (words := self._path_step(step)))

    def _path_step(self, step: str) -> str:
        """The name of one step of a state path; "" for one without meaning to people."""
        named = self._together.of_combatants.get(step)
        words = sentences_of(self._locale)
        return named or words.get(f"path.{step}", self._figure(step) or humanised(step).lower())

    def _figure(self, name: str) -> str:
        """What is kept of a combatant, or of the fight, by the word that people know; "" where there is none."""
        return self._called(f"path.{name}") or self._called(name) or self._called(f"sheet.{name}").lower()

    def _order(self, accepted: CommandAccepted) -> str:
        """An accepted order as text; "" if the current rules cannot decode it, or this reader may not see it."""
        with suppress(RuleRefusal, KeyError, ValueError):
            return self.describe(without_points(self._book.decode_order(merged(accepted.order, accepted.withheld))))
        return ""

    # -- decisions
    def asks(self, kind: str, figures: Mapping[str, Any] | None, undone: str = "") -> str:
        """A question as text; "" if it is not for this reader.

        figures: its fields, as JSON. undone: what would be taken back, in words, of a request to take back.
        """
        if kind == ROLL and figures:
            among = figures.get("among")
            return (
                self.say("RollAmong", {**figures, "among": self._faces_of(among)})
                if among
                else self.say(ROLL, dict(figures))
            )
        if kind == TAKE_BACK and figures:
            by = self.named("seats").get(figures["by"], figures["by"])
            known = self._facts(figures["known"])
            return self.say("TakeBackQuestion", {**figures, "by": by, "known": known, "undone": undone or None})
        question = question_of(self._book, kind, figures)
        return self.describe(question) if question else ""

    def _faces_of(self, among: Sequence[Any]) -> str:
        """The meaning of each face of a die that draws one of several things: `1: a green die, 2-4: a white die`."""
        options = [self._drawn(item) for item in among]
        runs: list[tuple[int, int, str]] = []
        for face, words in enumerate(options, 1):
            if runs and runs[-1][2] == words:
                runs[-1] = (runs[-1][0], face, words)
            else:
                runs.append((face, face, words))
        return ", ".join(f"{first}{f'–{last}' if last > first else ''}: {words}" for first, last, words in runs)

    def _drawn(self, thing: Any) -> str:
        """One of several things that may be drawn, as text."""
        if isinstance(thing, dict) and set(thing) == {self._book.key}:
            with suppress(RuleRefusal, KeyError, ValueError):
                return self.describe(self._book.decode_order(thing))
        return self.option("drawn", thing)

    def _facts(self, known: Sequence[Mapping[str, Any]]) -> str:
        """Disclosed facts, grouped by kind: `dice (14, 15) and an answer (16)`."""
        versions: dict[str, list[int]] = {}
        for disclosure in known:
            versions.setdefault(str(disclosure["what"]), []).append(disclosure["version"])
        facts = [self.say("Disclosure", {"what": what, "versions": found}) for what, found in versions.items()]
        return joined_list(facts, sentences_of(self._locale)["and"])

    def kind(self, kind: str) -> str:
        """The name of a kind of decision."""
        if kind == TAKE_BACK:
            return self.say(TAKE_BACK, {"to": None})
        return self._called(f"kind.{kind}") or humanised(kind).lower()

    def _opened(self, event: DecisionOpened, undone: str) -> str:
        names = self.named("seats")
        seats = joined_list([names.get(seat, seat) for seat in event.seats], sentences_of(self._locale)["or"])
        if event.kind == ROLL:
            figures = {"dice": None, "by": None, "why": None, **(event.question or {})}
            return self.say("DecisionOpened", {"seats": seats, **figures, "question": None, "kind": ROLL})
        asked = self.asks(event.kind, without_points(event.question), undone) or None
        return self.say("DecisionOpened", {"seats": seats, "question": asked, "kind": event.kind})

    def _answered(self, event: DecisionAnswered, decision: Asked | DecisionOpened | None) -> str:
        if decision is None:
            answer = humanised(event.choice) if event.choice else None
            return self.say("DecisionAnswered", {"question": None, "kind": None, "answer": answer})
        if event.typed_faces is not None and decision.question is not None:
            return self.describe(DiceRolled(**decision.question, faces=event.typed_faces))
        offer = next((offer for offer in decision.offers or () if offer.key == event.choice), None)
        answer = humanised(event.choice) if event.choice else None
        if offer is not None:
            answer = given.answer_text(self, self._book, decision.kind, offer, event.picks or {}, spoken=True)
        question = self.asks(decision.kind, without_points(decision.question)) or None
        return self.say("DecisionAnswered", {"question": question, "kind": decision.kind, "answer": answer})

    # -- offers
    def answer(self, kind: str, key: str, body: Struct | None, offer: Offer[Any] | None = None) -> str:
        """The label of an answer to a decision of this kind; for rules as `label`."""
        if kind == TAKE_BACK:
            return self.say("TakeBackAnswer", {"key": key}) or humanised(key)
        return self.label(key, body, offer)

    def going_back(self, tool: TakeBack | Revert, undone: str, *, asks: bool) -> str:
        """The label of an offer to go back. undone: what it takes back, in words; "" where only the version is known.

        asks: whether somebody is asked for consent, as far as its reader can tell.
        """
        if isinstance(tool, TakeBack) and undone:
            return self.say("TakeBackUndone" if asks else "TakeBackAtOnce", {"undone": undone})
        return self.say(type(tool).__name__, {**plain(tool), "undone": undone or None})

    def label(self, key: str, body: Struct | None, offer: Offer[Any] | None = None) -> str:
        """The label of an offer. body: its own; offer: with its open choices, which are left out."""
        if body is None:
            return humanised(key)
        whole = Offer(key=key, body=body, rule=offer.rule, fields=offer.fields) if offer is not None else body
        return self._of_system(whole) or self.say(type(body).__name__, plain(body)) or humanised(key)

    def short_name(self, key: str, body: Struct | None, offer: Offer[Any] | None = None) -> str:
        """The short name of an order, or of an answer, without who acts: for a tile.

        key: what it is called where nobody has words for it. body, offer: as for `label`.
        """
        if body is None:
            return humanised(key)
        whole = Offer(key=key, body=body, rule=offer.rule, fields=offer.fields) if offer is not None else body
        kind = type(body).__name__
        return self._short_of_system(whole) or sentences_of(self._locale).get(f"name.{kind}", "") or humanised(key)

    def _short_of_system(self, thing: Struct) -> str:
        try:
            return self._book.system.short_name(thing, self._locale, self._together.of_system)
        except Exception:  # as in `_of_system`
            log.exception("%s has no short name for a %s", self._book.system.id, type(thing).__name__)
            return ""

    def budget(self, key: str) -> str:
        """What a part of a price is called."""
        return capitalised(self._called(f"budget.{key}") or self.word(key))

    def summary(self, order: str, things: Sequence[str]) -> str:
        """What an order is, in a sentence or two: that of what is used by it, else its own; "" for none.

        order: its key. things: ids of what is used.
        """
        with suppress(Exception):  # as in `_called`
            system, house = self._book.system, self._house
            own = summary_of(system, ORDERS, order, self._asked, house)
            found = (summary_of_offer(system, order, thing, self._asked, house=house) for thing in things)
            return next((name for name in found if name and name != own), own)
        return ""

    def answer_summary(self, question: str, answer: str, things: Sequence[str]) -> str:
        """What an answer that is no order means, in a sentence or two; "" where it explains itself.

        question: its kind; answer: the key of its offer; things: ids of what is used.
        """
        with suppress(Exception):  # as in `_called`
            return summary_of_answer(self._book.system, question, answer, things, self._asked)
        return ""

    def tool_summary(self, key: str) -> str:
        """What taking back and the like does, by its key; "" where nothing is said about it."""
        return summary_of(self._book.system, TOOLS, key, self._asked)

    def interruption(self, act: Interrupted) -> str:
        """An act that a question interrupts, a label alone: `Attack (Wolf)`, in the reader's language.

        An order by its short name where the game has it in that language, else by the name of its group.
        """
        order = next((cls for cls in self._book.orders.values() if cls.__name__ == act.what), None)
        named = self._name_of_act(act.what, order) or (self.group(order.group) if order is not None else "")
        by = self._combatants.get(act.by, "")
        return f"{capitalised(named)} ({by})" if named and by else capitalised(named) or by

    def _name_of_act(self, what: str, order: type[Order] | None) -> str:
        """An act in the reader's language; "" where the game does not speak it, has no name there, or fails."""
        system: RuleSystem[Any] = self._book.system
        with suppress(Exception):  # as in `_called`
            if not system.tells(self._asked):
                return ""
            return str(system.order_name(order, self._asked)) if order is not None else self._called(f"act.{what}")
        return ""

    def group(self, group: OfferGroup | None) -> str:
        """The name of a group of offers, a label alone: in the reader's language; "" for none."""
        return group_label(group, self._asked) if group is not None else ""

    def field(self, name: str) -> str:
        """The name of an open choice."""
        return capitalised(self._called(f"field.{name}") or humanised(name))

    def option(self, field: str, value: Any) -> str:
        """A pick as text: a combatant's name, a name from the catalogue, a place, yes or no."""
        if isinstance(value, (dict, list)) and (called := self._pick(field, value)):
            return capitalised(called)
        match value:
            case bool() if called := self._called(f"{field}.{'YES' if value else 'NO'}"):
                return capitalised(called)
            case str() if field in _OF_SEATS and value in self._seats:
                return self._seats[value]
            case str() if value in self._combatants:
                return self._combatants[value]
            case "":
                return capitalised(sentences_of(self._locale)["none"])
            case str():
                if side := self._things.get(f"side.{value}"):
                    return side
                if field in _OF_SIDES and (side := self._called(f"side.{value}")):
                    return capitalised(side)
                called = self._called(f"{field}.{value}") or self._called(value)
                return capitalised(called) or self._things.get(value) or capitalised(self.word(value))
            case {"zone": str(zone)} if label := self._things.get(f"zone.{zone}"):
                return label
            case None:
                return capitalised(self._called(f"{field}.NONE") or sentences_of(self._locale)["none"])
            case []:
                return capitalised(self._called(f"{field}.EMPTY") or sentences_of(self._locale)["none"])
            case dict() if _is_split(value):
                each = [f"{self.option(field, key)} {number}" for key, number in value.items() if number]
                return joined_list(each, sentences_of(self._locale)["and"]) or self.option(field, [])
            case {"kind": str(kind)}:
                return self.word(kind)
            case {"id": str(id)} if id in self._combatants:
                return self._combatants[id]
            case [{"x": int()}, *_]:
                return " → ".join(shown({"cell": cell, "point": None}, self._locale) for cell in value)
            case [{"cell": _} | {"point": _}, *_]:
                return " → ".join(self.option(field, step) for step in value)
            case [*items]:
                return joined_list([self.option(field, item) for item in items], sentences_of(self._locale)["and"])
            case _:
                return capitalised(shown(value, self._locale))

    def word(self, word: str) -> str:
        """The name of an id or a word of the system: a weapon, a condition, a figure, a field."""
        if called := self._called(word):
            return called
        for catalogue in self._book.system.content.values():
            if word in catalogue:
                return str(getattr(catalogue[word], "name", word))
        return self._things.get(word) or (word if DICE.fullmatch(word) else humanised(word))

    def purpose(self, why: str) -> str:
        """What dice are rolled for, as a label."""
        return capitalised(self._called(f"why.{why}") or self.word(why))

    def term(self, term: Term) -> str:
        """What a term of a number comes from: what somebody's defeat brings comes from him."""
        return self._combatants.get(term.source, "") * (term.source == term.combatant) or self.word(term.source)

    def source(self, term: Term) -> str:
        """As `term`, as a label alone: in the reader's language where the game has it there."""
        own = self._called(term.source, self._asked) if term.source != term.combatant else ""
        return own or self.term(term)

    def _pick(self, field: str, value: Any) -> str:
        """The system's text for a pick that is not an id; "" if it has none, or fails."""
        with suppress(Exception):  # as in `_called`
            return self._book.system.pick(field, value, self._locale, self._combatants)
        return ""

    def _thing(self, word: str) -> bool:
        """Whether it is an id of the system's content."""
        return any(word in catalogue for catalogue in self._book.system.content.values())

    def _called(self, word: str, locale: str = "") -> str:
        """The system's name for it, in the language of the sentences or in another; "" if it has none, or fails."""
        system: RuleSystem[Any] = self._book.system  # hashable, as every object is that says nothing else
        return _word_of(system, word, locale or self._locale)


def _is_split(value: Mapping[str, Any]) -> bool:
    """Whether it is the pick of a split: so many for each of several. A direction has numbers too."""
    return value.keys() != {"x", "y"} and all(type(number) is int for number in value.values())


@lru_cache(maxsize=8192)
def _word_of(system: RuleSystem[Any], word: str, locale: str) -> str:
    """A system's name for a word in a language, kept: every event and offer asks for the same ones."""
    with suppress(Exception):  # a missing text must not hide an event
        return str(system.word(word, locale))
    return ""


def _clipped(text: str) -> str:
    """A text without its full stop, cut where it is long: it stands inside another sentence."""
    text = text.rstrip(". ")
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1].rstrip()}…"


def language_of(system: RuleSystem[Any], locale: str) -> str:
    """The language of all sentences about a game: the reader's, or English where the game says that it lacks it."""
    return locale if system.tells(locale) else DEFAULT


def _reads_alike(item: Asked | DecisionOpened | None, other: Asked | DecisionOpened | None) -> bool:
    """Whether both render the answer of a decision identically: a renderer that lacks it reads it from the stream."""
    if item is None or other is None:
        return isinstance(item or other, DecisionOpened)
    return (item.kind, item.question, item.offers) == (other.kind, other.question, other.offers)
