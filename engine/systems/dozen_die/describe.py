"""Words for people: one sentence per event, order, answer and question, from content/words/<locale>.toml.

A sentence names fields in braces, see `engine.kernel.sentences`. Ids of the catalogue, of sides and of combatants
become their names, members of enums their words. Open choices of an offer have no word: they are left out with the part
that names them; `Move.to.open` is the sentence for an offer that leaves `to` open.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.kernel.decisions import Offer
from engine.kernel.sentences import capital, chosen, told, values_of
from engine.systems.dozen_die.naming import WORDS, shown, words_of


def refusals(locale: str) -> Mapping[str, str]:
    """How a refusal is put in a language: the English text, its figures as {0}, {1} ... -> the text there."""
    return WORDS.get(locale.partition("-")[0].lower(), {}).get("refusals", {})


def describe(thing: Struct, locale: str, names: Mapping[str, str]) -> str:
    """One sentence; "" where there is none. A locale that is not there: English.

    names: what combatants, and the things of this fight only, are called, by their ids.
    """
    offer = thing if isinstance(thing, Offer) else None
    body: Struct = offer.body if offer is not None else thing
    words = words_of(locale)
    fields = {name: getattr(body, name) for name in body.__struct_fields__}
    open = [field.name for field in offer.fields if field.open] if offer is not None else []
    sentence = chosen(words["sentences"], type(body).__name__, values_of(fields, open))
    if not sentence:
        return ""
    figures = {name: shown(name, value, words, names) for name, value in fields.items()}
    made = told(sentence, {**figures, **dict.fromkeys(open, "")})
    return made if any(made.startswith(name) for name in names.values()) else capital(made)
