"""The house rules that a game offers, with their words: a file per language, `en.toml`.

    [criticalFrom]
    name = "Critical hits from"
    summary = "An attack is critical from this face on."

    [endOfRound]
    name = "..."
    summary = "..."
    choices = { KEPT = "kept", LOST = "lost" }

English has all of them; what a language lacks is told in English. Files are read when first asked for.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.state.house_rules import HouseChoice, HouseRule, HouseSwitch, HouseValue
from engine.kernel.structs.decode_errors import did_you_mean, quoted
from engine.kernel.structs.errors import RuleRefusal
from engine.kernel.words.phrases import DEFAULT
from engine.kernel.words.sentences import language_of

SWITCHED = {"en": ("off", "on"), "es": ("no", "sí"), "fi": ("ei", "kyllä"), "pl": ("nie", "tak")}
"""What a switch is called that is off, and one that is on."""


class HouseWords(Struct, frozen=True, forbid_unknown_fields=True):
    """What a house rule is called, and one sentence about it. choices: what each of a choice is called."""

    name: str
    summary: str
    choices: dict[str, str] = {}


class HouseRules:
    """The house rules of a game, in the order in which they are shown, with a folder of their words."""

    def __init__(self, rules: Sequence[HouseRule], folder: Path) -> None:
        self.rules = tuple(rules)
        self._by_key = {rule.key: rule for rule in self.rules}
        self._folder = folder
        self._read: Mapping[str, Mapping[str, HouseWords]] | None = None

    def find(self, key: str) -> HouseRule | None:
        """The house rule of this key."""
        return self._by_key.get(key)

    @property
    def languages(self) -> tuple[str, ...]:
        """Those that have words."""
        return tuple(self._files)

    def words(self, rule: HouseRule, locale: str) -> HouseWords:
        """The words of a house rule in a reader's language, else in English."""
        spoken = self._files.get(language_of(locale), {})
        return spoken.get(rule.key) or self._files[DEFAULT][rule.key]

    def shown(self, rule: HouseRule, value: HouseValue, locale: str) -> str:
        """A value in words: `off`, `12`, what a choice is called."""
        if isinstance(rule, HouseSwitch):
            return SWITCHED.get(language_of(locale), SWITCHED[DEFAULT])[bool(value)]
        return self.words(rule, locale).choices.get(str(value), str(value))

    def faults(self) -> Iterator[str]:
        """What is missing of the words, each in one sentence."""
        for language, spoken in self._files.items():
            missing = [rule.key for rule in self.rules if language == DEFAULT and rule.key not in spoken]
            unknown = [key for key in spoken if key not in self._by_key]
            for key in missing:
                yield f"the house rule {key!r} has no words in {language}.toml"
            for key in unknown:
                yield f"{language}.toml has words for {key!r}, which is no house rule"
            for rule in self.rules:
                among = rule.among if isinstance(rule, HouseChoice) else ()
                if rule.key in spoken and set(spoken[rule.key].choices) != set(among):
                    yield f"{language}.toml names other choices of {rule.key!r} than there are"

    @property
    def _files(self) -> Mapping[str, Mapping[str, HouseWords]]:
        if self._read is None:
            self._read = {
                file.stem: msgspec.convert(tomllib.loads(file.read_text(encoding="utf-8")), dict[str, HouseWords])
                for file in sorted(self._folder.glob("*.toml"))
            }
            if DEFAULT not in self._read:
                raise ValueError(f"{self._folder}: house rules need their words in {DEFAULT}.toml")
        return self._read


def house_rules_of(system: RuleSystem[Any]) -> tuple[HouseRule, ...]:
    """The house rules that a game offers."""
    return () if system.house_rules is None else system.house_rules.rules


def settled_house_rules(system: RuleSystem[Any], wished: Mapping[str, Any]) -> dict[str, HouseValue]:
    """What differs in a fight from the game, in the order of the game. RuleRefusal with all that is wrong."""
    rules = house_rules_of(system)
    found = [fault for key, value in wished.items() if (fault := _fault(rules, key, value)) is not None]
    if found:
        found[0].others = tuple(found[1:])
        raise found[0]
    return {rule.key: wished[rule.key] for rule in rules if wished.get(rule.key, rule.default) != rule.default}


def _fault(rules: Sequence[HouseRule], key: str, value: Any) -> RuleRefusal | None:
    rule = next((rule for rule in rules if rule.key == key), None)
    field = f"houseRules.{key[:80]}"
    if rule is not None:
        why = rule.fault(value)
        return RuleRefusal(f"{key}: {why}", field=field, rule=rule.rule) if why else None
    if not rules:
        return RuleRefusal("this game has no house rules", code="UNKNOWN", field=field)
    there = [rule.key for rule in rules]
    hint = did_you_mean(key, there) or f": there are {', '.join(there)}"
    return RuleRefusal(f"there is no house rule {quoted(key)}{hint}", code="UNKNOWN", field=field)


def different_house_rules(
    system: RuleSystem[Any], values: Mapping[str, HouseValue]
) -> list[tuple[HouseRule, HouseValue]]:
    """Those in which a fight differs from its game, in the game's order, as far as they are in force."""
    there = [(rule, values[rule.key]) for rule in house_rules_of(system) if rule.key in values]
    return [(rule, value) for rule, value in there if not rule.fault(value)]


def with_house_rules(system: RuleSystem[Any], text: str, values: Mapping[str, HouseValue], locale: str) -> str:
    """A text that names house rules by keys in braces, with what each is. values: those in which a fight differs."""
    offered: HouseRules | None = system.house_rules
    if offered is None:
        return text
    for rule in offered.rules:
        text = text.replace(f"{{{rule.key}}}", offered.shown(rule, values.get(rule.key, rule.default), locale))
    return text
