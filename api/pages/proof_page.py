"""The page that proves the file of a fight, as one file: from disk browsers have the cryptography that http lacks.

It is made of the modules of the page to watch. They are linked by an import map whose addresses are the modules
themselves, since a browser loads no module beside a file from disk; so the file needs no server, and may ask none.
"""

from __future__ import annotations

import base64
import hashlib
import json
import posixpath
import re

from api.pages.assets import OWN
from api.pages.page import ICON, Page, filled

MODULE = "table/proof-page.js"
LANGUAGES = ("en", "es", "fi", "pl")
WORDS = ("proof.", "broken.", "file.", "settings.language")
"""How the names begin of the words that the page needs."""
_FOLDERS = ("words", "words-watch")
_STYLES = ("tokens.css", "table.css", "proof.css")

_TABLE = OWN / "table"
_IMPORT = re.compile(r"""((?:from|import) )'(\.\.?/[^']+)'""")


def proof_page() -> Page:
    """The page. It may run its own scripts and apply its own style, and ask nobody for anything."""
    modules = _modules(MODULE)
    imports = {f"skald/{name}": _data(text, "text/javascript") for name, text in modules.items()}
    linked = json.dumps({"imports": imports})
    run = f'import "skald/{MODULE}";'
    style = "".join((_TABLE / name).read_text(encoding="utf-8") for name in _STYLES)
    policy = (
        f"default-src 'none'; script-src {_hash(linked)} {_hash(run)} data:; style-src {_hash(style)}; img-src data:; "
        "base-uri 'none'; form-action 'none'"
    )
    html = filled(
        "proof",
        policy=policy,
        icon=_data((OWN / ICON).read_text(encoding="utf-8"), "image/svg+xml"),
        style=style,
        imports=linked,
        words=json.dumps(_words(), ensure_ascii=False).replace("<", "\\u003c"),
        run=run,
    )
    return Page(html.encode(), f"{policy}; frame-ancestors 'none'")


def _modules(first: str) -> dict[str, str]:
    """A module and all that it imports, by their paths; each imports the others by these."""
    found: dict[str, str] = {}
    waiting = [first]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        folder, named = posixpath.dirname(name), list[str]()

        def bare(match: re.Match[str], folder: str = folder, named: list[str] = named) -> str:
            named.append(posixpath.normpath(posixpath.join(folder, match[2])))
            return f"{match[1]}'skald/{named[-1]}'"

        found[name] = _IMPORT.sub(bare, (OWN / name).read_text(encoding="utf-8"))
        waiting += named
    return found


def _words() -> dict[str, dict[str, str]]:
    """The page's words, by language."""
    found: dict[str, dict[str, str]] = {}
    for language in LANGUAGES:
        found[language] = {}
        for folder in _FOLDERS:
            words = json.loads((_TABLE / folder / f"{language}.json").read_text(encoding="utf-8"))
            found[language] |= {name: text for name, text in words.items() if name.startswith(WORDS)}
    return found


def _data(text: str, kind: str) -> str:
    """An address that holds the text itself."""
    return f"data:{kind};base64,{base64.b64encode(text.encode()).decode()}"


def _hash(text: str) -> str:
    """The source in a policy that an inline element with this text is."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
