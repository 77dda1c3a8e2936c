"""Words of a scene in the reader's language, from content/scene/<locale>.toml and the words of the log."""

from __future__ import annotations

from pathlib import Path

from engine.kit import DEFAULT, Phrases, capitalised, humanised_id, isolated, mark_of
from engine.kit.scene import texts
from engine.systems.mongolian_mercenaries.content.kinds import DamageKind
from engine.systems.mongolian_mercenaries.content.rulebook import RULES, RULES_IN
from engine.systems.mongolian_mercenaries.naming import WORDS

PHRASES = Phrases(Path(__file__).parents[1] / "content" / "scene")


class SceneTexts(texts.SceneTexts):
    """The words of one scene."""

    phrases, rules, rules_in = PHRASES, RULES, RULES_IN

    def who(self, combatant: str) -> str:
        """A summoned creature is called as its card is in this language."""
        found = self._fight.combatants.get(combatant)
        if found is None:
            return ""
        named = WORDS.name_in(found.kind, found.name, self.language) or found.name
        return isolated(named) + mark_of(self._fight, found)

    def named_side(self, id: str) -> str:
        return capitalised(WORDS.word(f"side.{id}", self.language) or humanised_id(id))

    def damage(self, points: int, kind: DamageKind) -> str:
        """Of a creature's own attack: `damage 2 (blunt)`."""
        return self.say("fact.damage", n=str(points), kind=WORDS.word(kind.value, self.language))

    def landscape(self, id: str) -> str:
        """The name of a landscape; a table may have its own."""
        key = f"landscape.{id}"
        return self.say(key) if key in PHRASES.languages[DEFAULT]["phrases"] else humanised_id(id).lower()
