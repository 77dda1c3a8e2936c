"""The landing page: for people who come to play, then for those who write programs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from html import escape
from importlib.metadata import version
from typing import Any

from api.pages.assets import HERE, OWN, Assets
from api.pages.page import ICON, Page, filled
from api.pages.table_page import styles_of
from api.words import DEFAULT
from engine.kernel.authoring.rule_system import RuleSystem
from engine.kernel.words.ready_fights import ReadyFight, ready_fights_of
from engine.kernel.words.sentences import language_of

LANGUAGES = ("en", "es", "fi", "pl")
"""The languages of what is said to players; what programmers read is English, as the guide is."""

DOORS = ("host", "watch")
"""Pages of the table that one goes to from here; whoever plays or is invited has a field for his token or letters."""
RUN = "landing.js"
_TOLD = (
    "title", "title_turn", "lead", "play", "play_about", "field", "enter", "developers", "code", "host",
)  # fmt: skip
_SCENE = '<link rel="stylesheet" href="./films/scene.css">'
"""The style of what the films show."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
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
    assets: Assets,
    systems: Sequence[RuleSystem[Any]],
    films: Collection[str],
    address: str,
    *,
    locale: str,
    demo: bool,
    trying: bool,
) -> Page:
    """The page. films: the games that have one; address: this server's, as the client called it; locale: the reader's.

    demo: whether to tell where the links to the demo fight are. The page itself never has one: a link is a token.
    trying: whether the reader may try a fight here.
    """
    words = landing_words(locale)
    told = {name: escape(text) for name, text in words.items()}
    language = _language(locale)
    shown = {system.id: f"./films/{system.id}.{language}.json" for system in systems if system.id in films}
    rows = "\n".join(
        f"<tr><td>{escape(s.name)}</td><td>{escape(s.language)}</td><td>{escape(str(s.version))}</td>"
        f"<td><code>{escape(s.id)}</code></td>"
        f'<td><a href="./schemas/{escape(s.id)}.graphql">{escape(s.id)}.graphql</a></td></tr>'
        for s in systems
    )
    body = filled(
        "landing",
        **{name: told[name] for name in _TOLD},
        language=_language(locale),
        icon=assets[ICON].href("./"),
        load="\n".join(
            [*(assets[name].tag("./") for name in _styles(assets)), _SCENE, assets[RUN].tag("./", module=True)]
        ),
        words=escape(json.dumps(_film_words(words, locale), ensure_ascii=False)),
        hero=_film(shown.values(), described=True) if shown else "",
        doors="\n".join(_door(name, told) for name in DOORS),
        games=_games(systems, shown, told, locale, trying=trying),
        demo=f'<p class="demo">{told["demo"]}</p>' if demo else "",
        version=escape(version("skald")),
        systems=rows,
        begin=escape(_BEGIN.format(address=shlex.quote(address.rstrip("/")))),
    )
    return Page(body.encode(), _POLICY, "Accept, Accept-Language")


def _styles(assets: Assets) -> tuple[str, ...]:
    """What is chosen once for all pages, and the page's own."""
    return (*(name for name in styles_of(assets) if name != "table/table.css"), "landing.css")


def _film_words(words: Mapping[str, str], locale: str) -> dict[str, str]:
    """What the films say of themselves, and what floats on their boards."""
    table = json.loads((OWN / "table" / "words" / f"{_language(locale)}.json").read_text(encoding="utf-8"))
    return {"float.miss": table["float.miss"], **{name: words[name] for name in ("film", "film_play", "film_stop")}}


def _film(addresses: Iterable[str], *, described: bool = False) -> str:
    """A place where films play, one after the other. described: with what happens in words."""
    where = escape(" ".join(addresses))
    return f'<div class="film skald-scene-auto"{" data-told" if described else ""} data-films="{where}"></div>'


def _games(
    systems: Iterable[RuleSystem[Any]],
    films: Mapping[str, str],
    texts: Mapping[str, str],
    locale: str,
    *,
    trying: bool,
) -> str:
    """Each game that has ready-made fights, with its film. trying: a click on it begins the first of them."""
    cards = "\n".join(
        f'<article class="game">{_film([films[system.id]]) if system.id in films else ""}'
        + _about(system, first, trying=trying)
        + "</article>"
        for system in systems
        for first in ready_fights_of(system, locale)[:1]
    )
    if not cards:
        return ""
    head = f"<p>{texts['try_about']}</p>" if trying else ""
    return (
        f'<section class="try" aria-labelledby="try"><h2 id="try">{texts["try" if trying else "games"]}</h2>{head}'
        f'<div class="games">{cards}</div><p class="said" role="alert"></p></section>'
    )


def _about(system: RuleSystem[Any], first: ReadyFight, *, trying: bool) -> str:
    """A game in words."""
    words = f"<strong>{escape(system.name)}</strong><b>{escape(first.title)}</b><span>{escape(first.summary)}</span>"
    if trying:
        return f'<button type="button" disabled data-system="{escape(system.id)}">{words}</button>'
    return f'<div class="about">{words}</div>'


def _door(name: str, texts: Mapping[str, str]) -> str:
    return f'<a href="./{name}"><strong>{texts[name]}</strong><span>{texts[f"{name}_about"]}</span></a>'


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
