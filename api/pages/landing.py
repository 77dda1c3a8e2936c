"""The landing page: for people who come to play, then for those who write programs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterable, Mapping
from functools import cache
from html import escape
from importlib.metadata import version
from typing import Any

from api.pages.assets import HERE, Assets
from api.pages.page import Page, filled, page
from api.words import DEFAULT
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.words.ready_fights import ready_fights_of
from engine.kernel.words.sentences import language_of

LANGUAGES = ("en", "es", "fi", "pl")
"""The languages of what is said to players; what programmers read is English, as the guide is."""

DOORS = ("host", "watch")
"""Pages of the table that one goes to from here; whoever plays or is invited has a field for his token or letters."""
_BEGIN = """\
URL={address}
curl $URL/v1/systems
curl $URL/graphql -H 'Content-Type: application/json' \\
     -d '{{"query": "{{ systems {{ id name }} }}"}}'

# With a token: the operator's, which Skald names when it starts, or a seat's.
AUTH="Authorization: Bearer ..."
curl $URL/v1/viewer -H "$AUTH"
curl $URL/v1/encounters/ID -H "$AUTH"
curl -N "$URL/v1/encounters/ID/events?follow=true" -H "$AUTH\""""


def landing_page(
    assets: Assets, systems: Iterable[RuleSystem[Any]], address: str, *, locale: str, demo: bool, trying: bool
) -> Page:
    """The page. address: this server's, as the client called it; locale: the reader's.

    demo: whether to tell where the links to the demo fight are. The page itself never has one: a link is a token.
    trying: whether the reader may try a fight here.
    """
    words = landing_words(locale)
    told = {name: escape(text) for name, text in words.items()}
    rows = "\n".join(
        f"<tr><td>{escape(s.name)}</td><td>{escape(s.language)}</td><td>{escape(str(s.version))}</td>"
        f"<td><code>{escape(s.id)}</code></td>"
        f'<td><a href="./schemas/{escape(s.id)}.graphql">{escape(s.id)}.graphql</a></td></tr>'
        for s in systems
    )
    body = filled(
        "landing",
        **{name: told[name] for name in ("lead", "play", "play_about", "field", "enter", "developers")},
        doors="\n".join(_door(name, told) for name in DOORS),
        games=_games(systems, told, locale) if trying else "",
        demo=f'<p class="demo">{told["demo"]}</p>' if demo else "",
        version=escape(version("skald")),
        systems=rows,
        begin=escape(_BEGIN.format(address=shlex.quote(address.rstrip("/")))),
    )
    return page(
        assets,
        title="Skald",
        body=body,
        kind="landing",
        run="landing.js",
        language=_language(locale),
        vary="Accept, Accept-Language",
    )


def _games(systems: Iterable[RuleSystem[Any]], told: Mapping[str, str], locale: str) -> str:
    """A button for each game that has ready-made fights: it begins the first of them."""
    cards = "\n".join(
        f'<button type="button" data-system="{escape(system.id)}"><strong>{escape(system.name)}</strong>'
        f"<b>{escape(first.title)}</b><span>{escape(first.summary)}</span></button>"
        for system in systems
        for first in ready_fights_of(system, locale)[:1]
    )
    return (
        f'<section class="try" aria-labelledby="try"><h2 id="try">{told["try"]}</h2><p>{told["try_about"]}</p>'
        f'<div class="games">{cards}</div><p class="said" role="alert"></p></section>'
        if cards
        else ""
    )


def _door(name: str, told: Mapping[str, str]) -> str:
    return f'<a href="./{name}"><strong>{told[name]}</strong><span>{told[f"{name}_about"]}</span></a>'


def landing_words(locale: str) -> Mapping[str, str]:
    """What the page says to players, in a reader's language; in English if there is none."""
    return _words(_language(locale))


def _language(locale: str) -> str:
    language = language_of(locale)
    return language if language in LANGUAGES else DEFAULT


@cache
def _words(language: str) -> Mapping[str, str]:
    words: dict[str, str] = json.loads((HERE / "html" / f"landing.{language}.json").read_text(encoding="utf-8"))
    return words
