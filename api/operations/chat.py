"""A line of words from a chat: an order, an answer, or a question about the fight. Everything is answered in words."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct

from api.errors.request_errors import BadRequest
from api.operations import chat_log
from api.operations.chat_log import LONGEST_LOG, USUAL_LOG
from api.operations.orders import Accepted, fitting_numbers, present, readable
from api.operations.session import Session
from api.reading.chat_picks import LONGEST_LINE, Said, TooVague, matching_choices, read_line, with_picks
from api.reading.chat_view import MOST_SHOWN, ChatView, Choice
from api.reading.log_lines import sent_lines
from api.reading.validators import fight_tag
from api.words.talk import keyword, one_line, words_of
from engine.kernel.playing.decide import Choice as Answer
from engine.service.reading.views import StepResult
from engine.store.port import ExpectedVersionConflict, Head

ATTEMPTS = 5
"""How often a line of words is read anew where the fight has moved on meanwhile."""
MOST_ALIKE = 9
"""Choices that are named where a line may mean several."""

_NUMBER = re.compile(r"(?:(\d{1,9})\.)?(\d{1,6})(?:@(\d{1,9}))?(\s*\?)?(?=\s|$)")
_NO = frozenset({"no", "decline", "refuse", "pass", "let", "stay", "leave", "none", "nobody"})
_YES = frozenset({"yes", "accept", "agree"})


class ChatReply(Struct, frozen=True, kw_only=True):
    """The answer to a line. version: of the fight; status: of HTTP, 200 or why nothing is done; key: the step's.

    tag: its ETag where it is only read.
    """

    text: str
    version: int
    status: int = 200
    key: str = ""
    tag: str = ""


class _Refused(Exception):
    """Nothing was done. text: why, in the reader's language."""

    def __init__(self, text: str, status: int = 422) -> None:
        super().__init__(text)
        self.text, self.status = text, status


async def listing(session: Session, id: str) -> ChatReply:
    """What is asked, and what the caller may do."""
    chat = await _chat_view(session, id)
    return ChatReply(text=_text(chat.lines()), version=chat.version, tag=fight_tag(chat.node, "chat"))


async def say(
    session: Session, id: str, line: str, *, expected: int | None = None, key: str | None = None
) -> ChatReply:
    """Do what a line says. expected: the version that its sender last saw; key: the idempotency key.

    What is refused by the rules is raised; what cannot be understood is answered with status 412 or 422.
    """
    encounter = present(id)
    if len(line) > LONGEST_LINE:
        raise BadRequest(f"a line has at most {LONGEST_LINE} characters")
    said = " ".join(line.split())
    if key is not None and (done := await _before(session, encounter, said, key)) is not None:
        return await _reply(session, done)
    for left in reversed(range(ATTEMPTS)):
        chat = await _chat_view(session, id)
        try:
            read = await _read(session, chat, said, expected, key)
        except _Refused as refused:
            return ChatReply(text=_text([refused.text]), version=chat.version, status=refused.status)
        except ExpectedVersionConflict:
            if expected is not None or not left or _NUMBER.match(said):
                raise
            continue
        return await _reply(session, read) if isinstance(read, StepResult) else read
    raise AssertionError("unreachable")


async def _chat_view(session: Session, id: str) -> ChatView:
    return await ChatView.of(await session.encounter(id))


async def _before(session: Session, encounter: str, line: str, key: str) -> StepResult | None:
    """The step that this key has made already; None: none. KeyReused if it was made by another line."""
    if session.who.claims is None:
        return None
    async with session.ordering(encounter) as claims:
        return await session.service.step_of(encounter, claims.seat, key, ("say", line), epoch=claims.epoch)


async def _reply(session: Session, done: StepResult) -> ChatReply:
    """What has happened, and what may be done after it; the same where the key is repeated."""
    accepted = await Accepted.of(session, done)
    node = session.node_after(done)
    chat = await ChatView.of(node)
    happened = sent_lines(accepted.events) or [chat.say("nothingYet")]
    return ChatReply(text=_text([*happened, "", *chat.lines()]), version=done.last, key=done.key)


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


# -- what a line asks for
async def _read(
    session: Session, chat: ChatView, line: str, expected: int | None, key: str | None
) -> StepResult | ChatReply:
    first, _, rest = line.partition(" ")
    asks, rest = keyword(first, session.locale), rest.strip()
    numbered = _NUMBER.match(line)
    if numbered is None and (told := await _about(session, chat, asks, rest, line)) is not None:
        return ChatReply(text=_text(told), version=chat.version)
    if expected is not None and expected != chat.version:
        raise ExpectedVersionConflict(Head(expected), Head(chat.version))
    if numbered is not None:
        return await _by_number(session, chat, numbered, line, expected, key)
    if asks == "dice":
        return await _roll(session, chat, rest, line, key)
    if not rest and asks in ("yes", "no") and chat.mine:
        return await _yes_or_no(session, chat, asks, line, key)
    if not rest and asks in ("yes", "no"):
        raise _Refused(chat.say("noQuestion"))
    if not rest and asks == "undo":
        backs = [choice for choice in chat.choices if choice.back]
        if not backs:
            raise _Refused(chat.say("noUndo"))
        return await _do(session, chat, backs[0], backs[0].offer.send, line, key)
    return await _by_words(session, chat, line, key)


async def _about(session: Session, chat: ChatView, asks: str, rest: str, line: str) -> list[str] | None:
    """What a line wants to know; None: it is no such line."""
    number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 7 else None
    if not line:
        return chat.lines()
    if asks == "help" and not rest:
        return [*chat.say("help", number=chat.number(0)).split("\n")]
    if asks == "status" and not rest:
        return chat.status()
    if asks == "more" and (number or not rest):
        return chat.lines(number or 1)
    if asks == "log" and (number or not rest):
        return await chat_log.log(session, chat, min(number or USUAL_LOG, LONGEST_LOG))
    if asks == "why" and (number is not None or not rest):
        return await chat_log.why(session, chat, number)
    return None


async def _by_number(
    session: Session, chat: ChatView, numbered: re.Match[str], line: str, expected: int | None, key: str | None
) -> StepResult | ChatReply:
    before, index, behind, asks = numbered.groups()
    said = int(before or behind or (expected if expected is not None else -1))
    there = len(chat.choices)
    if said < 0:
        raise _Refused(chat.say("alone", number=f"{chat.version}.{index}"))
    if said != chat.version:
        late = chat.say("late", number=f"{said}.{index}", said=said, version=chat.version)
        raise _Refused(_text([late, *chat.lines()]).removesuffix("\n"), status=412)
    if not 1 <= int(index) <= there:
        raise _Refused(chat.say("missing", number=f"{said}.{index}", count=there))
    choice = chat.choices[int(index) - 1]
    if asks:
        return ChatReply(text=_text(_open(chat, int(index) - 1)), version=chat.version)
    rest = line[numbered.end() :].strip()
    try:
        told = with_picks(chat, int(index) - 1, read_line(rest))
    except TooVague:
        raise _Refused(chat.say("vague", line=one_line(rest))) from None
    if told is None:
        raise _Refused(_text([chat.say("unpicked", line=one_line(rest)), *_open(chat, int(index) - 1)]).rstrip())
    _require_picks(chat, told)
    return await _do(session, chat, choice, told.send, line, key)


def _require_picks(chat: ChatView, phrase: Said) -> None:
    """Ask for what a person has to pick: nothing is done to whoever stands first, and nobody goes just anywhere."""
    if phrase.left:
        asked = [chat.open_line(field, phrase.at) for field in phrase.left]
        raise _Refused(chat.say("pick", number=chat.number(phrase.at), open="; ".join(asked)))


def _open(chat: ChatView, index: int) -> list[str]:
    """All that is open of a choice."""
    fields = chat.open_fields(chat.choices[index].offer)
    lines = [chat.open_line(field, index, MOST_SHOWN) for field in fields]
    return lines or [chat.say("notShown")]


async def _roll(session: Session, chat: ChatView, rest: str, line: str, key: str | None) -> StepResult:
    if not chat.rolls:
        raise _Refused(chat.say("noRoll"))
    faces = [word for word in rest.replace(",", " ").split() if word.isascii() and word.isdigit() and len(word) < 7]
    if not faces or len(faces) < len(rest.replace(",", " ").split()):
        raise _Refused(chat.say("faces"))
    asked = next((roll for roll in chat.rolls if roll.yours), chat.rolls[0])
    return await _answer(session, chat, asked.key, None, tuple(map(int, faces)), line, key)


async def _yes_or_no(session: Session, chat: ChatView, asks: str, line: str, key: str | None) -> StepResult:
    asked = [decision for decision in chat.mine if decision.offers]
    if len(asked) != 1:
        raise _Refused(chat.say("manyQuestions" if asked else "noYes"))
    offers = asked[0].offers
    wanted, other = (_YES, _NO) if asks == "yes" else (_NO, _YES)
    found = [offer for offer in offers if keyword("".join(words_of(offer.label)[:1]), chat.locale) == asks]
    if len(found) != 1:
        found = [offer for offer in offers if words_of(offer.key)[:1] and words_of(offer.key)[0] in wanted]
    if not found and len(offers) == 2:
        found = [offer for offer in offers if words_of(offer.key)[0] not in other]
        found = found if len(found) == 1 else []
    if len(found) != 1:
        raise _Refused(chat.say("noYes"))
    return await _do(session, chat, Choice(found[0], asked[0]), found[0].send, line, key)


async def _by_words(session: Session, chat: ChatView, line: str, key: str | None) -> StepResult:
    shown = one_line(line)
    read = read_line(line)
    if read.bare:
        raise _Refused(chat.say("unfit", line=shown))
    try:
        found = matching_choices(chat, read)
    except TooVague:
        raise _Refused(chat.say("vague", line=shown)) from None
    if not found:
        raise _Refused(chat.say("unfit", line=shown))
    if len(found) > MOST_ALIKE:
        raise _Refused(chat.say("vague", line=shown))
    if len(found) > 1:
        lines = [chat.say("several", line=shown), *(chat.line(phrase.at) for phrase in found)]
        raise _Refused(_text(lines).removesuffix("\n"))
    (told,) = found
    _require_picks(chat, told)
    offer = chat.choices[told.at].offer
    if offer.asks_twice and not set(read.words) & set(chat.called(offer.target)):
        raise _Refused(_text([chat.say("several", line=shown), chat.line(told.at)]).removesuffix("\n"))
    return await _do(session, chat, chat.choices[told.at], told.send, line, key)


# -- doing it
async def _do(session: Session, chat: ChatView, choice: Choice, send: Any, line: str, key: str | None) -> StepResult:
    """Send an offer, with its picks. ExpectedVersionConflict if the fight has moved on since it was read."""
    if choice.decision is not None:
        answer = Answer(send["key"], fitting_numbers(send.get("fields") or {}, "choice.fields"))
        return await _answer(session, chat, choice.decision.key, answer, (), line, key)
    encounter = chat.node.encounter
    async with session.ordering(encounter) as claims:
        return await session.service.submit(
            encounter,
            claims.seat,
            readable(session, fitting_numbers(send, "command")),
            expected=chat.version,
            key=key,
            epoch=claims.epoch,
            request=("say", line),
        )


async def _answer(
    session: Session,
    chat: ChatView,
    decision: str,
    choice: Answer | None,
    faces: tuple[int, ...],
    line: str,
    key: str | None,
) -> StepResult:
    encounter = chat.node.encounter
    async with session.ordering(encounter) as claims:
        return await session.service.answer(
            encounter,
            claims.seat,
            int(decision),
            choice,
            key=key,
            faces=faces,
            epoch=claims.epoch,
            request=("say", line),
        )
