"""Previews: what an order or an answer would do, shared by GraphQL and REST."""

from __future__ import annotations

from typing import Any

from api.errors.request_errors import BadRequest
from api.operations.orders import fitting_numbers, parse_decision, present, readable
from api.operations.session import Session
from api.reading.global_ids import bare_all
from api.reading.pieces import one_by_one
from api.reading.rendered_event import because_of
from api.words.bodies import body_of
from api.words.renderer import Renderer
from engine.kernel.playing.decide import Choice
from engine.kernel.scene.preview import Preview, PreviewTest
from engine.kernel.state.fight import Fight
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.structs.reasons import Reasons
from engine.service.reading.views import FightView
from engine.service.writing.gm_tools import BESIDE_RULES
from engine.service.writing.writer import names_in
from schemas import answers
from schemas.requests import PreviewRequest


async def preview(session: Session, request: PreviewRequest) -> answers.Preview:
    """What an order or an answer of yours would do, as far as you can know. Nothing happens, and no dice fall."""
    encounter = present(request.encounter)
    seat = await session.acts(encounter)
    async with one_by_one():
        view, found = await session.service.preview(
            encounter,
            seat,
            _requested(session, request, encounter),
            locale=session.locale,
            reads=body_of,
            expected=request.expected_version,
        )
        return _told(session, view, found)


def _requested(session: Session, request: PreviewRequest, encounter: str) -> dict[str, Any] | tuple[int, Choice]:
    """The order, or the decision and its answer."""
    if request.command is not None and request.decision is None and request.choice is None:
        command = readable(session, bare_all(fitting_numbers(request.command, "command"), encounter))
        if next(iter(command)) in BESIDE_RULES:
            raise BadRequest("only orders of a game are previewed: a tool does just what it says", "command")
        return command
    if request.command is not None or request.decision is None or request.choice is None:
        raise BadRequest("send `command`, or `decision` and `choice`", "command")
    picks = bare_all(fitting_numbers(request.choice.fields or {}, "choice.fields"), encounter)
    return parse_decision(request.decision, encounter), Choice(request.choice.key, picks)


def _told(session: Session, view: FightView, foreseen: Preview) -> answers.Preview:
    renderer = Renderer(view.book, session.locale, view.seen)
    return answers.Preview(
        certain=foreseen.certain,
        text=foreseen.text,
        ways=foreseen.ways,
        next=foreseen.next,
        areas=foreseen.areas,
        affected=foreseen.affected,
        tests=tuple(_test(test, renderer, view.seen.fight) for test in foreseen.tests),
        unfinished=_unfinished(session, view, foreseen.unfinished) if foreseen.unfinished else "",
    )


def _test(test: PreviewTest, renderer: Renderer, fight: Fight) -> answers.PreviewTest:
    return answers.PreviewTest(
        label=test.label,
        combatant=test.combatant,
        target=test.target,
        dice=test.dice,
        against=test.against,
        chance=test.chance,
        provided=test.provided,
        terms=because_of(Reasons(terms=test.terms), renderer).terms,
        rule=test.rule or None,
        typed=fight.dice == "PHYSICAL" or (test.combatant is not None and fight.types(test.combatant)),
    )


def _unfinished(session: Session, view: FightView, reason: str) -> str:
    """The words of the refusal, in the caller's language."""
    names = names_in(view.book, view.position.state, view.seat)
    return session.worded(reason, RuleRefusal(reason).called(names, view.book.system.id))
