"""A rule system as the house uses it: checked once, at registration, then ready to read, fold and show fights."""

from __future__ import annotations

import types
import typing
from typing import Any, Generic, TypeVar, cast

import msgspec
from msgspec import Struct, structs

from engine.kernel import events as e
from engine.kernel.audience import names_any, without
from engine.kernel.codec import Codec, Upcast, name_events
from engine.kernel.combatant import Combatant
from engine.kernel.correct import corrected
from engine.kernel.decisions import Visibility
from engine.kernel.errors import Fault, RuleRefusal
from engine.kernel.evolve import evolve_fight
from engine.kernel.fields import fields_of, hints_of
from engine.kernel.fight import ROLL, TAKE_BACK, Asked, Fight, Open, State, TakingBack
from engine.kernel.messages import RESERVED, Audience, Draft, Event, Order, Recorded, camel, plain
from engine.kernel.misread import dotted, misread
from engine.kernel.orders import Begin, Entry
from engine.kernel.system import RuleSystem

Own = TypeVar("Own", bound=Struct)

_APART = frozenset({e.EncounterCreated, e.Reverted, e.Corrected})
"""What is folded in a way of its own. One look tells it from all others, which are nearly all there are."""


class RegistrationError(Exception):
    """A rule system breaks the house's law; the message names the class and what to change."""


def prefix_of(system_id: str) -> str:
    """`dozen_die` -> `DozenDie`: what the names of a system begin with in stream and schema."""
    return "".join(part.capitalize() for part in system_id.split("_"))


def _nullable(tp: Any) -> bool:
    return tp is Any or (typing.get_origin(tp) in (typing.Union, types.UnionType) and type(None) in typing.get_args(tp))


def _check_deterministic(cls: type, owner: str, seen: set[Any]) -> None:
    """No float and no set: another process rounds and orders otherwise, and what it resumes diverges."""
    if cls in seen:
        return
    seen.add(cls)
    if typing.get_origin(cls) is None and isinstance(cls, type) and issubclass(cls, Struct):
        for name, hint in hints_of(cls).items():
            if typing.get_origin(hint) is not typing.ClassVar:
                _check_deterministic(hint, f"{owner}.{name}", seen)
        for base in getattr(cls, "__orig_bases__", ()):  # Question[Body]: what the answers hold
            for arg in typing.get_args(base):
                _check_deterministic(arg, owner, seen)
        return
    if cls in (float, set, frozenset) or typing.get_origin(cls) in (set, frozenset):
        raise RegistrationError(f"{owner}: a float or a set does not come back the same; use whole numbers and tuples")
    for arg in typing.get_args(cls):
        if not isinstance(arg, (str, int)) and arg is not None and arg is not Ellipsis:
            _check_deterministic(arg, owner, seen)


def _check_event(cls: type[Event]) -> None:
    if not any("audience" in base.__dict__ for base in cls.__mro__ if base is not Event):
        raise RegistrationError(f"{cls.__name__} declares no audience: say who may receive it")
    fields = {f.name: f for f in fields_of(cls)}
    hints = hints_of(cls)
    for name in cls.narrowed:
        if name not in fields or not _nullable(hints[name]) or fields[name].default is not None:
            raise RegistrationError(f"{cls.__name__}.{name} may be withheld: make it `T | None = None`")
    taken = RESERVED & {f.encode_name for f in fields.values()}
    if taken:
        raise RegistrationError(f"{cls.__name__}: {sorted(taken)} are names of the envelope")
    if cls.audience in (Audience.FIGURES, Audience.SIDE, Audience.SEAT) and "combatant" not in fields:
        raise RegistrationError(f"{cls.__name__}: an audience of {cls.audience.name} needs a field `combatant`")
    if cls.audience is Audience.FIGURES and not cls.narrowed:
        raise RegistrationError(f"{cls.__name__}: name the figures that are narrowed")


class Rulebook(Generic[Own]):
    """One registered system.

    prefix: `Fantasia`; key: `fantasia`, the word for it inside a command; orders: key -> class (with begin and enter);
    enter: the class of its Enter order, the kernel's Entry with its sheet.
    """

    def __init__(
        self, system: RuleSystem[Own], upcasts: dict[tuple[str, int], tuple[str, Upcast]] | None = None
    ) -> None:
        self.system = system
        self.prefix = prefix_of(system.id)
        self.key = camel(self.prefix)
        self.enter = cast(
            "type[Entry]",
            msgspec.defstruct(
                "Enter",
                [("sheet", system.sheet)],
                bases=(Entry,),
                namespace={"__doc__": f"Somebody enters a fight of {system.name}. GM only."},
                module=__name__,
                frozen=True,
                kw_only=True,
                rename="camel",
                forbid_unknown_fields=True,
            ),
        )
        orders: tuple[type[Order], ...] = (Begin, self.enter, *system.orders)
        self.orders = {camel(cls.__name__): cls for cls in orders}
        self._withheld = {
            key: [f.encode_name for f in fields_of(cls) if f.name in cls.narrowed] for key, cls in self.orders.items()
        }
        self.events = (*e.KERNEL_EVENTS, *system.events)
        self._check()
        try:
            names = name_events(self.prefix, e.KERNEL_EVENTS, system.events)
        except ValueError as error:
            raise RegistrationError(f"{system.id}: {error}: rename one") from error
        self.codec = Codec(names, upcasts)
        self.state_type: Any = State[system.own]  # type: ignore[name-defined]  # the class is a value here

    def _check(self) -> None:
        if len(self.orders) != len(self.system.orders) + 2:
            raise RegistrationError(f"{self.system.id}: two orders share a name, or one is called Begin or Enter")
        for event in self.events:
            _check_event(event)
        seen: set[Any] = set()
        fixed: tuple[type, ...] = (self.system.own, self.system.setup, self.system.sheet)
        for cls in (*self.events, *self.orders.values(), *self.system.questions, *fixed):
            _check_deterministic(cls, cls.__name__, seen)
        for question in self.system.questions:
            if not hasattr(question, "visibility"):
                raise RegistrationError(f"{question.__name__} declares no visibility: say what others see of it")
        kinds = [question.__name__ for question in self.system.questions]
        for kind in kinds:
            if kind in (ROLL, TAKE_BACK) or kinds.count(kind) > 1:
                kernels = f"{ROLL} and {TAKE_BACK} are the kernel's"
                raise RegistrationError(f"{self.system.id}: two questions are called {kind}; {kernels}")
        for order in self.orders.values():
            names = order.__struct_fields__
            if order.actor and order.actor not in names:
                raise RegistrationError(f"{order.__name__}: there is no field {order.actor!r} for its actor")
            if not names:
                raise RegistrationError(f"{order.__name__}: an order without fields cannot be sent; name who acts")
            astray = [name for name in order.narrowed if name not in names]
            if astray:
                raise RegistrationError(f"{order.__name__}: there is no field {astray[0]!r} to withhold")
            if order.secret and not order.narrowed:
                raise RegistrationError(f"{order.__name__} is secret: name the fields that it withholds")

    # -- orders
    def order_key(self, order: Order) -> str:
        """`attack` for an Attack."""
        return camel(type(order).__name__)

    def encode_order(self, order: Order) -> dict[str, Any]:
        """{"fantasia": {"attack": {...}}}: what may be sent as a command."""
        return {self.key: {self.order_key(order): plain(order)}}

    def decode_order(self, command: dict[str, Any]) -> Order:
        """The order of such a command. RuleRefusal that names the field where it cannot be read."""
        body = command.get(self.key)
        if len(command) != 1 or not isinstance(body, dict) or len(body) != 1:
            raise RuleRefusal(f"a command is one object: {{{self.key!r}: {{<order>: {{...}}}}}}", field="command")
        ((key, fields),) = body.items()
        cls = self.orders.get(key)
        if cls is None:
            raise RuleRefusal(f"{self.key} has no order {key!r}", field=f"command.{self.key}")
        try:
            return msgspec.convert(fields, cls)
        except msgspec.ValidationError as error:
            what, where = misread(error, fields, cls)
            raise RuleRefusal(what, field=dotted(("command", self.key, key, *where))) from error

    def split_order(self, command: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any] | None]:
        """(what everybody reads of an order, its withheld fields or None)."""
        ((key, fields),) = command[self.key].items()
        secret = self._withheld[key]
        if not secret:
            return command, None
        return (
            {self.key: {key: {k: v for k, v in fields.items() if k not in secret}}},
            {k: v for k, v in fields.items() if k in secret},
        )

    # -- folding
    def evolve(self, state: State[Own] | None, recorded: Recorded) -> State[Own]:
        """The state after one more live event. Fault where it cannot have happened; then it is not appended."""
        event = recorded.draft.event
        try:
            if state is None or type(event) in _APART:
                if isinstance(event, e.EncounterCreated):
                    setup = msgspec.convert(event.setup, self.system.setup)
                    return State(evolve_fight(Fight(), recorded), self.system.begin(setup))
                if state is None:
                    raise Fault("the first event is EncounterCreated")
                if isinstance(event, e.Reverted):
                    raise Fault("a revert is a jump, not a change")
                if isinstance(event, e.Corrected):
                    state = corrected(state, event.path or (), event.value, self.state_type)
            fight = evolve_fight(state.fight, recorded)
            own = self.system.evolve(state.own, event, fight)
        except (KeyError, ValueError, TypeError, RuleRefusal, msgspec.ValidationError) as error:
            raise Fault(f"version {recorded.version}: {type(event).__name__} cannot be folded: {error}") from error
        if fight is state.fight and own is state.own:
            return state
        return State(fight, own)

    def require_admitted(self, state: State[Own], joined: e.CombatantJoined) -> None:
        """RuleRefusal where the system does not let somebody enter the fight as it stands."""
        admit = getattr(self.system, "admit", None)
        if admit is not None:
            admit(self.evolve(state, Recorded(0, "", Draft(joined))), joined.combatant)

    # -- seeing
    def seen(self, state: State[Own], seat: str | None) -> State[Own]:
        """The state as a seat sees it; None: what every seat sees. What is not known to be open is left out.

        It is made once for each state, which never changes: rules, offers and bots look at it again and again.
        """
        kept, key = state.kept, (self, seat)
        found: State[Own] | None = kept.get(key)
        if found is None:
            found = kept[key] = self._seen(state, seat)
        return found

    def _seen(self, state: State[Own], seat: str | None) -> State[Own]:
        f = state.fight
        own = self.system.view(state.own, f, seat)
        if f.is_gm(seat) and all(who in f.combatants for who in (*f.acting, *f.order)):
            return State(fight=f, own=own)  # nothing of it is kept from the game master
        return State(fight=self.withheld(f, seat), own=own)

    def withheld(self, f: Fight, seat: str | None) -> Fight:
        """The kernel's part without what is not for a seat."""
        unseen, gm = f.unseen(seat), f.is_gm(seat)
        combatants = self._seen_combatants(f, seat, unseen)
        fight = structs.replace(
            f,
            combatants=combatants,
            acting=tuple([c for c in f.acting if c in combatants]),
            order=tuple([c for c in f.order if c in combatants]),
            open=self._seen_open(f, seat, unseen) if f.open else None,
            taking_back=self._seen_talk(f, seat) if f.taking_back else None,
            # When a seat acted last may be when somebody hidden did.
            last_acts=f.last_acts if gm else {s: v for s, v in f.last_acts.items() if s == seat},
            invitations=f.invitations if gm else {},
            offered={who: one for who, one in f.offered.items() if who in combatants},
            handed={who: one for who, one in f.handed.items() if who in combatants},
        )
        if not unseen:
            fight.belonging_as(f)
        return fight

    @staticmethod
    def _seen_combatants(f: Fight, seat: str | None, unseen: frozenset[str]) -> dict[str, Combatant]:
        close, found = f.close(seat), {}
        for who in f.combatants.values():
            if who.id in unseen:
                continue
            if unseen and any(c.source in unseen for c in who.conditions):
                conditions = (structs.replace(c, source=None) if c.source in unseen else c for c in who.conditions)
                who = structs.replace(who, conditions=tuple(conditions))
            found[who.id] = who if f.figures_open or who.id in close else structs.replace(who, vitals={})
        return found

    def _seen_open(self, f: Fight, seat: str | None, unseen: frozenset[str]) -> Open:
        """Order and questions as their events show them: what names somebody hidden is hidden."""
        assert f.open is not None
        opened, order, window = f.open, f.open.order, f.open.window
        ((key, fields),) = order[self.key].items()
        cls = self.orders.get(key)
        who = f.combatants.get(str(fields.get(cls.actor, ""))) if cls is not None else None
        if seat != opened.seat and seat not in f.gms() and (who is None or seat not in f.knowing(who)):
            order = {} if cls is not None and cls.secret else self.split_order(order)[0]
        if names_any(order, unseen - f.unseen(opened.seat)):
            order = {}
        if window is not None:
            asked = tuple(self._seen_asked(f, a, seat) for a in window.asked if self.sees_asked(f, a, seat))
            window = structs.replace(window, asked=asked) if asked else None
        if order is opened.order and window is None and opened.window is None:
            return opened
        return structs.replace(opened, order=order, window=window)

    @staticmethod
    def _seen_talk(f: Fight, seat: str | None) -> TakingBack:
        """Everybody knows who is asked; what each is told only he and the GM."""
        assert f.taking_back is not None
        asked = (
            a if f.is_gm(seat) or seat in a.seats else structs.replace(a, question={}, offers=(), default="")
            for a in f.taking_back.asked
        )
        return structs.replace(f.taking_back, asked=tuple(asked))

    def sees_asked(self, fight: Fight, asked: Asked, seat: str | None) -> bool:
        """Whether a seat knows that a decision is open: it is asked, or nobody is named whom it does not know of."""
        if fight.is_gm(seat) or seat in asked.seats:
            return True
        return not self._names_unseen(fight, asked, seat)

    def _names_unseen(self, fight: Fight, asked: Asked, seat: str | None) -> bool:
        words = next((cls.words for cls in self.system.questions if cls.__name__ == asked.kind), ())
        return names_any((without(asked.question, words), asked.offers, asked.interrupts), fight.unseen(seat))

    def _seen_asked(self, fight: Fight, asked: Asked, seat: str | None) -> Asked:
        if self._names_unseen(fight, asked, seat):
            return structs.replace(asked, question={}, offers=(), default="", interrupts=())
        if fight.is_gm(seat) or seat in asked.seats or asked.visibility is Visibility.OPEN:
            return asked
        return structs.replace(asked, question={}, offers=(), default="")
