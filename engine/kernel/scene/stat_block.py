"""The sheet of a combatant for people, as far as a reader knows it: values with their parts, and what it has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any

from msgspec import Struct, structs

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.authoring.tiles import icon_of
from engine.kernel.scene import bare_stats
from engine.kernel.scene.compose import scene_of
from engine.kernel.scene.stats import StatBlock, StatGroup, StatThing
from engine.kernel.scene.tokens import SceneBadge
from engine.kernel.scene.wording import Wording
from engine.kernel.state.fight import State
from engine.kernel.structs.budget import LISTING, Timer, bounded, spend
from engine.kernel.structs.errors import TooCostly
from engine.kernel.structs.icons import Icon
from engine.kernel.words.sentences import capitalised
from engine.kernel.words.summaries import CONDITIONS, first_listed, summary_of

PART = 20
"""Units of a budget that a value or a thing takes."""

ICONS: Mapping[str, Icon] = {
    "weapons": "sword",
    "attacks": "sword",
    "ammunition": "bow",
    "spells": "magic",
    "prayers": "pray",
    "techniques": "fight",
    "reactions": "defend",
    "shields": "defend",
    "armor": "protect",
    "armour": "protect",
    "resistances": "protect",
    "skills": "check",
    "talents": "check",
    "traits": "check",
}
"""What is drawn for things of a kind where the game has no icon of their own."""

NOTHING = StatBlock(whole=False)


class FinishedBlock(Struct, frozen=True):
    """A stat block in words, with what holds for the combatant."""

    block: StatBlock
    conditions: tuple[SceneBadge, ...] = ()


def stat_block_of(
    system: RuleSystem[Any], seen: State[Any], seat: str | None, who: str, locale: str, *, timer: Timer | None = None
) -> FinishedBlock:
    """What a combatant is and has, as far as a reader knows.

    seen: what `seat` (None: everybody) sees of the fight; nothing else is read. Nothing of whoever it does not see.
    Where it takes too much work, its conditions alone are told. timer: of the service, for the guard of the budget.
    """
    if who not in seen.fight.combatants:
        return FinishedBlock(NOTHING)
    words, told = Wording(system, seen, locale), NOTHING
    with suppress(TooCostly, RecursionError), bounded(LISTING, timer):  # rules that call each other without end, too
        spend(PART * len(seen.fight.combatants))
        block = system.stat_block(seen, who, locale) or bare_stats.stat_block(system, seen, who, locale)
        told = _worded(words, locale, block)
    scene = scene_of(system, seen, seat, locale, timer=timer)
    badges = next((token.badges for token in scene.tokens if token.combatant == who), ())
    values = {value.key for value in told.values}  # what is told as a value is no condition besides
    holding = tuple(badge for badge in badges if badge.key not in values)
    return FinishedBlock(told, _conditions(words, locale, who, holding))


def _worded(words: Wording, locale: str, block: StatBlock) -> StatBlock:
    """With the words that the game left to the kernel."""
    values = tuple(structs.replace(value, label=value.label or words.word(value.key)) for value in block.values)
    groups = tuple(_group(words, locale, group) for group in block.groups if group.things)
    spend(PART * len(values))
    return structs.replace(block, values=values, groups=groups)


def _group(words: Wording, locale: str, group: StatGroup) -> StatGroup:
    spend(PART * len(group.things))
    things = tuple(_thing(words, locale, group.key, thing) for thing in group.things)
    return structs.replace(group, label=group.label or words.group(group.key), things=things)


def _thing(words: Wording, locale: str, table: str, thing: StatThing) -> StatThing:
    """What people have written on a sheet has its own name, and no sentence of the catalogue."""
    thing = structs.replace(thing, icon=icon_of(words.system, thing.key) or ICONS.get(table, thing.icon))
    id = str(getattr(thing.of, "id", "")) or thing.key
    listed = next((item[id] for item in _tables(words.system, table) if id in item), None)
    if thing.of is not None and thing.of != listed:
        written = str(getattr(thing.of, "name", ""))
        # The catalogue's own things of a creature have a word; what people have written has its name.
        own = written if written in words.written else capitalised(words.called(id)) or written
        label = thing.label or own or words.word(id)
        return structs.replace(thing, label=label, facts=thing.facts or bare_stats.facts(words, thing.of))
    first = (table,) if table in words.system.content else ()
    text = thing.text or first_listed(words.system, id, first, locale) or first_listed(words.system, id, (), locale)
    return structs.replace(thing, label=thing.label or words.word(id), text=text)


def _tables(system: RuleSystem[Any], first: str) -> Iterable[Any]:
    content = system.content
    return (content[first],) if first in content else content.values()


def _conditions(words: Wording, locale: str, who: str, badges: tuple[SceneBadge, ...]) -> tuple[SceneBadge, ...]:
    """What holds for it, with what each condition does in a sentence, and how long."""
    bearer = words.seen.fight.combatants[who]
    kinds = {end: condition for condition in bearer.conditions for end in (condition.key, f"-{condition.key}")}
    made = []
    for badge in badges:
        condition = kinds.get(badge.key) or next(
            (kinds[end] for end in kinds if end[0] == "-" and badge.key.endswith(end)), None
        )
        if condition is None:
            made.append(badge)
            continue
        until = badge.until or ("" if condition.left is None else words.counted("turns_left", condition.left))
        text = summary_of(words.system, CONDITIONS, condition.kind, locale) or badge.text
        made.append(structs.replace(badge, label=capitalised(badge.label), text=text, until=until))
    return tuple(made)
