"""The pages on virtual tables, https and the kit for clients: what they quote and name is what there is."""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import shlex
from collections.abc import Iterator
from importlib.metadata import metadata
from itertools import takewhile
from pathlib import Path
from typing import Any

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from api.bridge.bridge import Bridge, Player
from api.bridge.chat import LOCALES, Words
from api.bridge.shapes import own_id
from api.bridge.skald import Seat
from api.cli import conformance, parser
from api.config import from_environment
from api.conformance.report import Line, Report, Verdict
from api.conformance.scenarios import SCENARIOS
from api.pages.assets import OWN
from api.pages.site import Folders
from api.pages.table_page import TABLE_PAGES
from engine.store.server import PrivateServer
from tests.api.fights import Bridge as Fight
from tests.api.table import ADMIN, Table, serving
from tests.guide.blocks import GUIDE, blocks, compare
from tests.support.processes.imitated_room import ImitatedRoom
from tests.support.processes.terminal import ROOT

PAGES = ("owlbear", "foundry", "roll20", "planarally", "https", "try-client")
EXAMPLES = ROOT / "schemas" / "examples"
VTT = OWN / "vtt"
THEIRS = {
    "foundry": {"Add-on Modules", "Install Module", "Next turn"},
    "roll20": {"Mod (API) Scripts", "Developer mode", "Load unpacked"},
}
"""What the pages quote of other programs, whose words are not ours to look up."""


@pytest.fixture
def serves(request: pytest.FixtureRequest, page: str) -> Table:
    """A service that has what this page needs. Skips where what Owlbear Rodeo needs was not built."""
    found: Table = request.getfixturevalue("built" if page == "owlbear" else "table")
    return found


@pytest.fixture(scope="module")
def built(server: PrivateServer, vendor: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A service that has the SDK of Owlbear Rodeo."""
    if not any((vendor / "@owlbear-rodeo").glob("sdk@*/sdk.js")):
        pytest.skip("the SDK of Owlbear Rodeo is missing: npm builds it")
    with serving(server.url, tmp_path_factory.mktemp("built"), folders=Folders(vendor=vendor)) as running:
        yield running


def text_of(page: str) -> str:
    """A page, as it is written."""
    return (GUIDE / f"{page}.md").read_text(encoding="utf-8")


def inline(page: str) -> Iterator[Token]:
    """What stands within the lines of a page, in order."""
    for token in MarkdownIt("commonmark").enable("table").parse(text_of(page)):
        yield from token.children or ()


def quoted(page: str) -> list[str]:
    """The words in asterisks, in order."""
    found, open_ = list[str](), False
    for token in inline(page):
        if token.type in ("em_open", "em_close"):
            open_ = token.type == "em_open"
            found += [""] * open_
        elif open_:
            found[-1] += " " if token.type == "softbreak" else token.content
    return found


def code(page: str) -> list[str]:
    """What stands in backquotes, in order."""
    return [token.content for token in inline(page) if token.type == "code_inline"]


def shell(page: str) -> list[list[str]]:
    """The commands of the blocks for a terminal, each as its words; of several joined by `&&` each."""
    found = list[list[str]]()
    for block in blocks(GUIDE / f"{page}.md"):
        if block.words == ("sh",):
            for line in block.text.replace("\\\n", " ").splitlines():
                words = shlex.split(line, comments=True)
                while "&&" in words:
                    found.append(words[: words.index("&&")])
                    words = words[words.index("&&") + 1 :]
                found.append(words)
    return found


# -- words
def values(part: Any) -> Iterator[str]:
    """All texts of a file of words."""
    if isinstance(part, dict):
        for inside in part.values():
            yield from values(inside)
    else:
        yield str(part)


def words_of(path: str) -> set[str]:
    """The English words of a folder of words."""
    return set(values(json.loads((OWN / path / "en.json").read_text(encoding="utf-8"))))


def shown_by(page: str, table: Table) -> set[str]:
    """All that an end may show: its own words, those of the table that it loads, orders that all games have."""
    offers = set(json.loads((ROOT / "api" / "words" / "en.json").read_text(encoding="utf-8")).values())
    match page:
        case "owlbear":
            popover = (VTT / "owlbear" / "popover.js").read_text(encoding="utf-8")
            panel = (OWN / "table" / "gm" / "gm-panel.js").read_text(encoding="utf-8")
            loaded = re.findall(r"loadWords\(language, \['([^']+)'\]\)", popover + panel)
            assert loaded == ["../vtt/owlbear/words", "words-gm"]
            own = words_of("vtt/owlbear/words").union(
                *map(words_of, ("table/words", "table/words-asked", "table/words-entrance", "table/words-gm"))
            )
            return own | offers | {table.get("/vtt/owlbear/manifest.json").json()["action"]["title"]}
        case "foundry":
            return words_of("vtt/foundry/lang") | words_of("table/words") | offers
        case "roll20":
            script = (VTT / "roll20" / "extension" / "popup.js").read_text(encoding="utf-8")
            return set(re.findall(r"\w+: '([^']+)'", script.partition("  es: {")[0]))
    return set()


@pytest.mark.parametrize("page", PAGES)
def test_words_in_asterisks_are_those_that_are_shown(serves: Table, page: str) -> None:
    """Whole, or as they begin; whatever is another program's is named here."""
    shown, theirs, said = shown_by(page, serves), THEIRS.get(page, set()), quoted(page)
    assert [
        one for one in said if one not in theirs and not any(f"{word} ".startswith(f"{one} ") for word in shown)
    ] == []
    assert theirs <= set(said)
    if page in ("owlbear", "foundry", "roll20"):
        assert len(said) > len(theirs)


# -- addresses
def addresses(page: str) -> set[str]:
    """The paths of this server that a page names."""
    whole = re.findall(r"https?://(?:YOUR-SERVER|your\.server|skald\.example\.org)(/[^\s`#)]*)", text_of(page))
    return {*whole, *(one for one in code(page) if re.fullmatch(r"/(?!skald$|try)[\w./-]+", one))}


@pytest.mark.parametrize(
    ("page", "least"),
    [
        ("owlbear", {"/vtt/owlbear/manifest.json", "/host"}),
        ("foundry", {"/vtt/foundry/module.json", "/host", "/play"}),
        ("roll20", {"/vtt/roll20/skald-mod.js", "/vtt/roll20/extension.zip", "/host"}),
        ("planarally", {"/host"}),
        ("https", {"/host", "/play"}),
        ("try-client", {"/client/index.js", "/play", "/watch", "/host"}),
    ],
)
def test_addresses_answer(serves: Table, page: str, least: set[str]) -> None:
    """Each that a page names, and it names what somebody needs to begin."""
    named = addresses(page)
    assert least <= named
    assert {path: serves.get(path, accept="*/*").status_code for path in named} == dict.fromkeys(named, 200)


# -- lines of chats
def spoken(page: str) -> list[str]:
    """What a page lets people write behind `!skald`, in order."""
    return [one.removeprefix("!skald").strip() for one in code(page) if re.fullmatch(r"!skald(?! \.\.\.).*", one)]


def at_the_bridge(table: Table) -> Fight:
    """The fight of the pages: Cloud of Ana beside an ogre, on squares, not begun; a seat for everybody."""
    seats = [("gm", "Gil", "GM"), ("ana", "Ana", "PLAYER"), ("everybody", "Everybody", "SPECTATOR")]
    people = [("cloud", "heroes", "soldier", "ana", 2), ("ogre", "foes", "ogre", None, 4)]
    combatants = [
        {
            "id": who,
            "name": who.title(),
            "side": side,
            "seat": seat,
            "place": {"cell": {"x": x, "y": 2}},
            "sheet": {"fantasia": {"ref": ref, **({"initiativeBonus": 20} if who == "cloud" else {})}},
        }
        for who, side, ref, seat, x in people
    ]
    wish = {
        "system": "fantasia",
        "name": "At the bridge",
        "dice": "OPEN",
        "seed": "a bridge",
        "seats": [dict(zip(("id", "name", "role"), one, strict=True)) for one in seats],
        "combatants": combatants,
        "ground": {"space": {"kind": "GRID"}},
        "singleAnswers": {"pace": 0},
    }
    made = table.post("/v1/encounters", ADMIN, wish)
    assert made.status_code == 201, made.text
    return Fight(table, made.json())


def say(fight: Fight, seat: str, line: str) -> tuple[int, str]:
    """Status and text of the answer to a line."""
    headers = fight.table.headers(fight.tokens[seat], **{"content-type": "text/plain"})
    answer = fight.table.http.post(f"/v1/encounters/{fight.id}/say", content=line, headers=headers)
    return answer.status_code, answer.text


@pytest.mark.parametrize("page", ["roll20", "planarally"])
def test_lines_of_a_chat_are_understood(table: Table, page: str) -> None:
    """By the Mod script, or by the server: orders are carried out, of the rest nothing is called unknown."""
    fight, own = at_the_bridge(table), {"roll20": ("bind", "forget")}.get(page, ())
    script = (VTT / "roll20" / "skald-mod.js").read_text(encoding="utf-8")
    lines = spoken(page)
    assert "" in lines
    done = list[str]()
    for line in dict.fromkeys(lines):
        if line.split(" ")[0] in own:
            assert f"words[0] === '{line.split(' ')[0]}'" in script
            continue
        if line in ("", "status"):
            continue
        status, told = say(fight, "gm" if line == "begin" else "ana", line)
        assert "Nothing that you may do now fits" not in told, line
        assert "may mean:" not in told, line
        done += [line] if status == 200 else []
        if line == "begin":
            assert say(fight, "ana", "3,2")[0] == 200
        if status != 200:
            assert re.match(r"This is late|Nobody asks you", told), (line, told)
    assert done[0] == "begin"
    assert any(line.startswith("attack") for line in done)


def test_the_chat_of_foundry_is_heard() -> None:
    """`/skald`, as the page writes it; and the scope that it names is that of the setting."""
    assert [one for one in code("foundry") if one.startswith("/sk")] == ["/skald"]
    host = (VTT / "foundry" / "host.js").read_text(encoding="utf-8")
    assert "if (message.trim() !== '/skald') return undefined;" in host
    assert "scope: 'client'" in host


async def test_the_page_on_planarally_leads_to_the_first_move(table: Table) -> None:
    """As its last step tells: begun in the chat, a drag, what the chat lists then, and what she writes after that."""
    text = text_of("planarally")
    shown = re.search(r"reads what else\s+she may do:\n\n((?:    .*\n)+)", text)
    assert shown is not None
    listed = re.sub(r"^    ", "", shown[1], flags=re.M)
    fight, room = at_the_bridge(table), ImitatedRoom()
    cloud = own_id(fight.id, 1, "cloud")
    seat = {name: Seat(table.url, fight.tokens[name], locale="en") for name in ("everybody", "ana", "gm")}
    players = [Player(seat["ana"], "ana"), Player(seat["gm"], "gil")]
    bridge = asyncio.create_task(Bridge(room, seat["everybody"], players, words=Words("en")).run())
    try:
        await room.until(lambda: room.said or bridge.done())
        await room.write("gil", f"!skald {spoken('planarally')[0]}")
        await room.until(lambda: room.active)
        await room.drag(cloud, (175, 125))  # beside the ogre
        await room.until(lambda: any("moved to" in one for one in room.said))
        await room.until(lambda: room.spot(cloud) == (175, 125))
        await room.write("ana", "!skald")
        told = await room.until(lambda: next((one for one in room.said if "You may" in one), None))
        plain = re.sub(r"\\(.)", r"\1", told).replace("**", "").replace("  \n", "\n")
        compare(without_numbers(listed).strip(), without_numbers(plain).strip(), {})
        number = next(line.split()[0] for line in plain.splitlines() if "attacks Ogre with Sword" in line)
        before = len(room.said)
        await room.write("ana", f"!skald {number}")
        await room.until(lambda: any(re.search(r"Cloud .*(hit|miss).* Ogre", one) for one in room.said[before:]))
    finally:
        bridge.cancel()
        await asyncio.gather(bridge, return_exceptions=True)


def without_numbers(text: str) -> str:
    """The version is another one in each fight."""
    return re.sub(r"(version |^)\d+", r"\1N", text, flags=re.M)


# -- what is typed into a terminal
def skald_lines(page: str) -> list[tuple[dict[str, str], argparse.Namespace]]:
    """The `skald` commands of a page, parsed as the program does, with what is set before them."""
    found = []
    for words in shell(page):
        around = dict(words.pop(0).split("=", 1) for _ in takewhile(lambda one: "=" in one.split("/")[0], list(words)))
        if words[:1] == ["skald"]:
            end = words.index(">") if ">" in words else len(words)
            found.append((around, parser().parse_args(words[1:end])))
    return found


@pytest.mark.parametrize(("page", "number"), [("planarally", 4), ("https", 2), ("try-client", 3)])
def test_commands_are_read_by_the_program_itself(page: str, number: int) -> None:
    """All options are known, and settings before a command can be read."""
    found = skald_lines(page)
    assert len(found) == number
    for around, given in found:
        from_environment(around)
        assert given.run
    if page == "https":
        assert {from_environment(around).trusted_proxies for around, _ in found} == {("127.0.0.1", "::1")}


def test_the_bridge_is_started_with_the_files_that_were_made() -> None:
    """Its secrets are those of the step before, which only their owner can read; the extra is there."""
    lines = shell("planarally")
    assert lines[0] == ["umask", "077"]
    made = {words[-1]: words[:-2] for words in lines if ">" in words}
    (bridge,) = [given for _, given in skald_lines("planarally") if given.run.startswith("bridge")]
    seats = {
        "everybody": bridge.token_file.name,
        **{one.split("=")[1].removesuffix(".token"): one.split("=")[1] for one in bridge.play},
    }
    assert made == {
        "password": made["password"],
        **{file: ["skald", "token", "FIGHT", seat] for seat, file in seats.items()},
    }
    assert bridge.password_file.name == "password"
    (installed,) = [words[-1] for words in lines if words[:2] == ["pip", "install"]]
    assert installed in {f"skald[{extra}]" for extra in metadata("skald").get_all("Provides-Extra") or ()}


@pytest.mark.parametrize(
    ("page", "command", "variables"),
    [
        ("planarally", "bridge", {"SKALD_TOKEN", "SKALD_PLANARALLY_PASSWORD"}),
        ("try-client", "try-client", {f"TRY_{name}" for name in ("URL", "TOKEN", "INVITATION", "LINK", "FIGHT")}),
    ],
)
def test_options_and_variables_are_those_of_the_command(page: str, command: str, variables: set[str]) -> None:
    """Those that the text names beside the blocks."""
    (commands,) = [one for one in parser()._actions if isinstance(one, argparse._SubParsersAction)]
    options = {name for one in commands.choices[command]._actions for name in one.option_strings}
    named = {word for one in code(page) for word in one.split() if word.startswith("--")}
    assert named
    assert named <= options
    tested = {"SKALD_PLANARALLY", "SKALD_PLANARALLY_PYTHON"}
    said = {re.split(r"[= ]", one)[0] for one in code(page) if re.match(r"(SKALD|TRY)_", one)}
    assert said - tested == variables
    source = "".join((ROOT / "api" / path).read_text("utf-8") for path in ("cli/bridge.py", "conformance/sandbox.py"))
    for one in variables:
        assert one in source or (one.startswith("TRY_") and f'"{one[4:].lower()}": ' in source), one


def test_the_languages_of_the_bridge_are_named() -> None:
    """All, and no others."""
    (named,) = re.findall(r"`--locale` is ([^.\n|]+?)(?:\.| \|)", text_of("planarally"))
    assert tuple(re.findall(r"`(\w\w)`", named)) == LOCALES


# -- the kit
_VERDICTS: dict[str, Verdict] = {"ok": "MASTERED", "FAILED": "FAILED"}


def test_the_kit_plays_the_troubles_that_are_listed() -> None:
    """Each row is a scenario, in order; the shown report is such a one; so are its numbers."""
    text = text_of("try-client")
    keys = [one.key for one in SCENARIOS]
    assert re.findall(r"^\| `([\w-]+)` \|", text, re.M) == keys
    for only in re.findall(r"`--only ([\w,-]+)`", text):
        assert set(only.split(",")) <= set(keys)
    number = len(keys)
    assert f"node: {number - 1} of {number} mastered" in text
    assert f"how many\nseconds a client has for each thing ({conformance.PATIENCE:g})" in text
    shown = re.search(r"```text\n(A sandbox at .*\n)((?:  .*\n)+)", text)
    assert shown is not None
    lines = [re.split(r"  +", line.strip(), maxsplit=2) for line in shown[2].splitlines() if line.strip() != "..."]
    report = Report("", [Line(key, _VERDICTS[verdict], "", saw, 0) for verdict, key, saw in lines], now="...")
    assert report.text() == shown[2].rstrip().rpartition("\n")[0] + "\n  ...        ..."
    assert {line.scenario for line in report.lines} <= set(keys)


def test_every_example_is_one_that_masters_all_or_it_is_said_why_it_is_not_tried() -> None:
    """The programs of the folder of examples, and the pages of the table."""
    before, _, others = text_of("try-client").rpartition("The tests try them.")
    masters = before.rpartition("\n\n")[2]
    programs = [
        path.relative_to(EXAMPLES).as_posix()
        for path in sorted(EXAMPLES.rglob("*"))
        if path.suffix in (".py", ".mjs", ".ts")
        and path.name not in ("check.mjs", "check_campaign.mjs", "codegen.ts")
        and path.relative_to(EXAMPLES).parts[0] not in ("game", "new_game")  # games, no clients
    ]
    tried = [one for one in programs if f"](../examples/{one})" in masters]
    assert tried == ["generic.mjs", "generic.py"]
    assert [one for one in programs if one not in tried and f"](../examples/{one})" not in others] == []
    kit = (ROOT / "tests" / "conformance" / "test_try_client.py").read_text(encoding="utf-8")
    assert all(f'EXAMPLES / "{one}"' in kit for one in tried)
    assert all(f"`/{name}`" in others for name in TABLE_PAGES)
