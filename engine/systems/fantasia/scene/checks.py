"""Checks that an order or an answer would bring, with their chances, as far as its seat may know the figures.

Where somebody else still has a choice, the chance is told for what the rules take by default, and says so.
"""

from __future__ import annotations

from typing import Any

from msgspec import structs

from engine.kit import Question, Term
from engine.kit.scene import PreviewTest, chance_of
from engine.systems.fantasia.content.kinds import Attribute, Figure, ReactionEffect
from engine.systems.fantasia.house_rules import TIES
from engine.systems.fantasia.orders import BreakFree, CheckAttribute, Grapple
from engine.systems.fantasia.questions import (
    CheckTerms,
    Chosen,
    JumpAttribute,
    OpposeGrapple,
    Opposing,
    SetCheck,
    UseReaction,
)
from engine.systems.fantasia.rules.basics import lookup, throws, totals
from engine.systems.fantasia.rules.basics.dice import of_attribute
from engine.systems.fantasia.rules.basics.figures import attribute, figure, terms_of
from engine.systems.fantasia.rules.basics.lookup import FantasiaFight
from engine.systems.fantasia.rules.board.aim import EITHER, higher
from engine.systems.fantasia.rules.board.leaps import Leap
from engine.systems.fantasia.rules.statuses import grapple
from engine.systems.fantasia.scene.texts import SceneTexts

_DICE = "2d6"
_AVOIDED_WITH = {ReactionEffect.AVOID_HIT: Figure.EVASION, ReactionEffect.AVOID_MAGIC: Figure.MAGIC_BLOCK}


def knows(seen: FantasiaFight, seat: str, who: str) -> bool:
    """Whether a seat may know a combatant's figures."""
    fight = seen.fight
    return fight.figures_open or fight.is_gm(seat) or who in fight.close(seat)


def terms_for(number: totals.Total, of: str) -> tuple[Term, ...]:
    """The terms of a number, as those of a test's number."""
    return tuple(structs.replace(term, of=of) for term in number.terms)


def asked(seen: FantasiaFight, kind: type[Question[Any]]) -> dict[str, Any] | None:
    """The figures of the open question of a kind; None where none is open, or the seat does not read it."""
    window = seen.fight.window
    open_ones = window.asked if window is not None else ()
    return next(
        (question.question for question in open_ones if question.kind == kind.__name__ and not question.answered), None
    )


# -- against a difficulty
def jumping(
    seen: FantasiaFight, seat: str, texts: SceneTexts, who: str, leap: Leap, which: Attribute | None
) -> PreviewTest:
    """The check of a jump. which: None: the game master still picks it, usually agility.  [FF-MOVE-03]"""
    against = leap.difficulty
    provided = texts.say("provided.agility") if which is None else ""
    return _check(seen, seat, texts, "jump", who, which or Attribute.AGILITY, against, leap.rule, provided)


def _check(
    seen: FantasiaFight,
    seat: str,
    texts: SceneTexts,
    why: str,
    who: str,
    which: Attribute,
    against: totals.Total,
    rule: str,
    provided: str = "",
) -> PreviewTest:
    """2d + attribute against a difficulty that is open.  [FF-DICE-02]"""
    known = knows(seen, seat, who)
    own = of_attribute(seen, who, which) if known else totals.NOTHING
    return PreviewTest(
        label=texts.say(f"preview.{why}"),
        combatant=who,
        dice=_DICE,
        against=int(against),
        chance=chance_of(*throws.reached(own, against)) if known else None,
        provided=provided if known else "",
        terms=terms_for(own, "faces") + terms_for(against, "against"),
        rule=rule,
    )


# -- against an opponent
def seizing(seen: FantasiaFight, seat: str, texts: SceneTexts, order: Grapple) -> PreviewTest | None:
    """The opposed check of a grapple; None against somebody who cannot act, and is held without one.  [FF-GRAP-01]"""
    who, target = order.attacker, order.target
    if target not in seen.fight.combatants or not lookup.able(seen.fight.combatants[target]):
        return None
    return _wrestling(seen, seat, texts, "grapple", who, order.attribute, target, "FF-GRAP-01")


def breaking_free(seen: FantasiaFight, seat: str, texts: SceneTexts, order: BreakFree) -> PreviewTest | None:
    """The opposed check of getting free; None where nobody holds the combatant.  [FF-GRAP-04]"""
    holder = grapple.grappler(seen, order.combatant)
    if holder is None or holder not in seen.fight.combatants:
        return None
    return _wrestling(seen, seat, texts, "escape", order.combatant, order.attribute, holder, "FF-GRAP-04")


def _wrestling(
    seen: FantasiaFight,
    seat: str,
    texts: SceneTexts,
    why: str,
    who: str,
    picked: Attribute | None,
    opponent: str,
    rule: str,
) -> PreviewTest:
    """The opponent still picks strength or agility; by default the higher one.  [FF-GRAP-02]"""
    mine = (picked or higher(seen, who)) if knows(seen, seat, who) else None
    theirs = higher(seen, opponent) if knows(seen, seat, opponent) else None
    test = _opposed(seen, texts, why, who, mine, opponent, theirs, rule)
    choice = theirs is not None and len({attribute(seen, opponent, which) for which in EITHER}) > 1
    if test.chance is None or not choice:
        return test
    return structs.replace(test, provided=texts.say("provided.higher", who=texts.who(opponent)))


def _opposed(
    seen: FantasiaFight,
    texts: SceneTexts,
    why: str,
    who: str,
    which: Attribute | None,
    opponent: str,
    opposing: Attribute | None,
    rule: str,
) -> PreviewTest:
    """2d + attribute against 2d + attribute. None for an attribute that the seat does not know.  [FF-DICE-03]"""
    mine = of_attribute(seen, who, which) if which is not None else totals.NOTHING
    theirs = of_attribute(seen, opponent, opposing) if opposing is not None else totals.NOTHING
    known = which is not None and opposing is not None
    return PreviewTest(
        label=texts.say(f"preview.{why}"),
        combatant=who,
        target=opponent,
        dice=_DICE,
        chance=chance_of(*throws.opposed(mine, theirs, ties=TIES.of(seen.fight))) if known else None,
        terms=terms_for(mine, "faces") + terms_for(theirs, "against"),
        rule=rule,
    )


# -- what the game master decides first
def asked_for(seen: FantasiaFight, seat: str, texts: SceneTexts, order: CheckAttribute) -> PreviewTest | None:
    """A check whose difficulty, or whose opposing attribute, is not set yet: it has no chance.  [FF-TURN-05]"""
    opponent = order.opponent
    if opponent is not None and opponent not in seen.fight.combatants:
        return None
    own = of_attribute(seen, order.combatant, order.attribute) if knows(seen, seat, order.combatant) else totals.NOTHING
    return PreviewTest(
        label=texts.say("preview.check"),
        combatant=order.combatant,
        target=opponent,
        dice=_DICE,
        terms=terms_for(own, "faces"),
        rule="FF-DICE-02" if opponent is None else "FF-DICE-03",
    )


def granted(seen: FantasiaFight, seat: str, texts: SceneTexts, answer: CheckTerms) -> PreviewTest | None:
    """The check on the terms of this answer; None where it fails without a roll.  [FF-TURN-05, FF-ST-40]"""
    question = asked(seen, SetCheck)
    if question is None or question["combatant"] not in seen.fight.combatants:
        return None
    who, opponent = question["combatant"], question["opponent"]
    if answer.sight and any(kind.sightless for _, kind in lookup.kinds(seen.fight.combatants[who])):
        return None
    which = answer.attribute or Attribute(question["attribute"])
    if not opponent:
        difficulty = totals.of_word(totals.GAME_MASTER, answer.difficulty, "FF-TURN-05")
        return _check(seen, seat, texts, "check", who, which, difficulty, "FF-DICE-02")
    mine = which if knows(seen, seat, who) else None
    theirs = answer.opposing if knows(seen, seat, opponent) else None
    return _opposed(seen, texts, "check", who, mine, opponent, theirs, "FF-DICE-03")


def jumped_with(seen: FantasiaFight, seat: str, texts: SceneTexts, answer: Chosen) -> PreviewTest | None:
    """The check of a jump with the attribute that the game master picks.  [FF-MOVE-03]"""
    question = asked(seen, JumpAttribute)
    if question is None or question["combatant"] not in seen.fight.combatants:
        return None
    leap = Leap(question["centimetres"], high=question["high"])
    return jumping(seen, seat, texts, question["combatant"], leap, answer.attribute)


# -- what others do about it
def resisting(seen: FantasiaFight, seat: str, texts: SceneTexts, answer: Opposing) -> PreviewTest | None:
    """The dice with which the opponent in a grapple resists.

    Its chance is none: the attribute of whoever began is not told.  [FF-GRAP-02]
    """
    question = asked(seen, OpposeGrapple)
    if question is None or not {question["combatant"], question["opponent"]} <= set(seen.fight.combatants):
        return None
    who = question["opponent"]
    which = (answer.attribute or higher(seen, who)) if knows(seen, seat, who) else None
    return _opposed(seen, texts, "resist", who, which, question["combatant"], None, "FF-GRAP-01")


def avoiding(seen: FantasiaFight, seat: str, texts: SceneTexts, answer: UseReaction) -> PreviewTest | None:
    """The dice of evading a hit, or of blocking magic: against a total that has fallen already.  [FF-REACT-01]"""
    who = answer.combatant
    if who not in seen.fight.combatants or not knows(seen, seat, who):
        return None
    reaction = lookup.figures(seen, who).reactions.get(answer.reaction)
    figured = _AVOIDED_WITH.get(reaction.effect) if reaction is not None else None
    if figured is None:
        return None
    own = totals.of_modifiers(terms_of(seen, who, figured), who, figure(seen, who, figured))
    return PreviewTest(
        label=texts.say("preview.avoid"),
        combatant=who,
        dice=_DICE,
        terms=terms_for(own, "faces"),
        rule="FF-REACT-01",
    )
