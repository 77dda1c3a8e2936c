"""A preview in words, for lists and screen readers."""

from __future__ import annotations

from collections.abc import Iterator

from engine.kernel.scene.preview import Foreseen, PreviewTest, PreviewWay
from engine.kernel.scene.wording import Wording
from engine.kernel.words.sentences import capitalised, format_dice, format_hundredths


def text(words: Wording, foreseen: Foreseen, *, certain: bool) -> str:
    """The preview in whole sentences, one a line."""
    return "\n".join(_lines(words, foreseen, certain))


def _lines(words: Wording, foreseen: Foreseen, certain: bool) -> Iterator[str]:
    for way in foreseen.ways:
        yield _way(words, way)
    for target in foreseen.affected:
        yield words.say("preview_target", who=words.name(target.combatant), label=target.label)
    for test in foreseen.tests:
        yield _test(words, test)
    if certain:
        yield words.say("preview_certain")


def _way(words: Wording, way: PreviewWay) -> str:
    cost, left = way.labelled.cost_label or None, way.labelled.left_label or None
    return words.say("preview_way", who=words.name(way.combatant), cost=cost, left=left, label=way.label)


def _test(words: Wording, test: PreviewTest) -> str:
    chance = None if test.chance is None else format_hundredths(test.chance * 10, words.say("point"))
    label, provided = capitalised(test.label), test.provided if chance is not None else ""
    dice = format_dice(test.dice, words.say("dice_sign"))
    return words.say("preview_test", label=label, dice=dice, chance=chance, provided=provided)
