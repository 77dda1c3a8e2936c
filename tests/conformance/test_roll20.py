"""Roll20: the Mod script against a strict stand-in of its sandbox, and the extension in a real Chromium on a page with
the documented elements of Roll20's chat. Neither has seen a real game."""

from __future__ import annotations

import asyncio
import functools
import io
import json
import re
import shutil
import subprocess
import threading
import zipfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import version
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from api.conformance.sandbox import Sandbox, Trial, scenarios
from api.vtt.roll20 import CLIENT, FOLDER, archive, manifest
from engine.store.server import PrivateServer
from tests.api.fights import Bridge
from tests.api.table import ADMIN, Table, serving
from tests.conformance.node import Node, program
from tests.support.browsers.browser import PATIENCE, Tab, _Line, browser, chromium
from tests.support.contract.schemas import shared
from tests.support.processes.servers import flush

HERE = Path(__file__).resolve().parent / "roll20"
MOD = FOLDER / "skald-mod.js"
FLAGS = ("--disable-features=DisableLoadExtensionCommandLineSwitch", "--lang=en-US")
TOKENS = [
    {"_id": "-t1", "name": "Cloud", "left": 35, "top": 105, "controlledby": "-A"},
    {"_id": "-t2", "name": "A brute", "left": 315, "top": 105, "width": 140, "height": 140},
]


# -- the Mod script
def sandboxed(script: Path) -> subprocess.CompletedProcess[str]:
    """The script in the stand-in of its sandbox."""
    return subprocess.run(
        [program("node"), HERE / "mod.mjs", script], cwd=HERE, capture_output=True, text=True, timeout=PATIENCE
    )


def test_the_mod_script_does_what_it_shall_with_documented_calls_alone() -> None:
    """Whispers, buttons, tokens, turn order; answers of others, forged boards and hostile names do nothing."""
    done = sandboxed(MOD)
    assert (done.returncode, done.stdout) == (0, "done\n"), done.stderr


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [
        ("on('change:graphic', dragged)", "on('change:token', dragged)", "no event change:token"),
        ("token.get('gmnotes')", "token.get('notes')", "no property notes"),
        ("Campaign().get('playerpageid')", "Campaign().page", "no member page"),
        ("sendChat(FROM, 'skald-hello'", "fetch('https://example.org'", "fetch is not defined"),
        ("var text = escaped(line.text || '')", "var text = String(line.text || '')", "the chat would take this"),
        ("asked && asked.player === player", "asked", "an answer by somebody else"),
        ("} else if (playerIsGM(player)) {", "} else {", "a player tells nothing of the board"),
    ],
)
def test_the_stand_in_is_strict(tmp_path: Path, there: str, instead: str, said: str) -> None:
    """A call that Roll20 does not document, and a promise that is broken, fail."""
    text = MOD.read_text(encoding="utf-8")
    assert there in text
    (tmp_path / "mod.js").write_text(text.replace(there, instead), encoding="utf-8")
    done = sandboxed(tmp_path / "mod.js")
    assert done.returncode
    assert said in done.stderr


# -- what is served
@pytest.fixture(scope="module")
def table(server: PrivateServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """A running service."""
    flush(server)
    with serving(server.url, tmp_path_factory.mktemp("data")) as running:
        yield running


def extension_of(table: Table) -> zipfile.ZipFile:
    """The extension as the server hands it out."""
    answer = table.http.get("/vtt/roll20/extension.zip")
    assert answer.headers["content-type"] == "application/zip"
    assert answer.content == table.http.get("/vtt/roll20/extension.zip").content
    return zipfile.ZipFile(io.BytesIO(answer.content))


def test_the_extension_comes_from_the_server_that_it_asks(table: Table) -> None:
    """With its version and its address; everything that it loads is in it, and nothing else may be loaded."""
    file = extension_of(table)
    told = json.loads(file.read("manifest.json"))
    assert told == manifest(f"{table.url}/")
    assert (told["manifest_version"], told["version"]) == (3, version("skald").partition(".dev")[0])
    assert told["host_permissions"] == [f"{table.url}/*"]
    assert told["permissions"] == ["storage"]
    modules = {name: file.read(name).decode() for name in file.namelist() if name.endswith(".js")}
    assert set(CLIENT) <= set(modules)
    for name, text in modules.items():
        folder = "client/" if name.startswith("client/") else ""
        for line in text.splitlines():
            if line.startswith("import ") and " from " in line:
                to = line.rpartition("'")[0].rpartition("'")[2].removeprefix("./")
                assert folder + to in modules, (name, line)
        assert "innerHTML" not in text
        assert "eval(" not in text
    assert table.http.get("/vtt/roll20/skald-mod.js").text == MOD.read_text(encoding="utf-8")


TYPES = {
    "allowJs": True,
    "checkJs": True,
    "noEmit": True,
    "strict": True,
    "target": "ES2022",
    "module": "ES2022",
    "moduleResolution": "bundler",
    "lib": ["ES2023", "DOM", "DOM.Iterable"],
    "types": [],
}


@pytest.mark.parametrize(
    ("there", "instead", "said"),
    [("", "", ""), ("chrome.storage.local.remove", "chrome.storage.local.forget", "forget")],
)
def test_its_modules_have_types(node: Node, table: Table, tmp_path: Path, there: str, instead: str, said: str) -> None:
    """With those of the client library that are in it, and of what is documented of extensions; a fault is found."""
    extension_of(table).extractall(tmp_path)
    shutil.copy(HERE / "chrome.d.ts", tmp_path)
    text = (tmp_path / "background.js").read_text("utf-8")
    (tmp_path / "background.js").write_text(text.replace(there, instead) if there else text, encoding="utf-8")
    files = ["background.js", "content.js", "popup.js", "client/*.js", "chrome.d.ts"]
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": TYPES, "include": files}), encoding="utf-8")
    done = node.tool("tsc", "-p", ".", cwd=tmp_path)
    assert bool(done.returncode) == bool(said), done.stdout
    assert said in done.stdout


def test_the_linter_finds_nothing(node: Node) -> None:
    """In the extension, also in what runs in Roll20's page."""
    done = node.tool("oxlint", "--deny-warnings", "extension", cwd=FOLDER)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("file", ["skald-mod.js", "extension/popup.js"])
def test_all_languages_say_the_same(file: str) -> None:
    """The same words with the same names in them, and none that is empty or left in English."""
    text = (FOLDER / file).read_text(encoding="utf-8")
    written = text.partition("WORDS = ")[2].partition("};")[0] + "}"
    done = subprocess.run(
        [program("node"), "-p", f"JSON.stringify({written})"], capture_output=True, text=True, timeout=PATIENCE
    )
    words = json.loads(done.stdout)
    assert set(words) == {"en", "es", "fi", "pl"}
    for language, said in words.items():
        assert set(said) == set(words["en"]), language
        for key, sentence in said.items():
            assert set(re.findall(r"{\w+}", sentence)) == set(re.findall(r"{\w+}", words["en"][key])), (language, key)
            assert sentence
            assert language == "en" or sentence != words["en"][key], (language, key)


# -- the extension in a browser
class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder, and prints nothing."""

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing."""


@contextmanager
def page_of(folder: Path) -> Iterator[str]:
    """The address of a folder, till the block ends."""
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as web:
        thread = threading.Thread(target=web.serve_forever, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{web.server_address[1]}"
        finally:
            web.shutdown()
            thread.join()


class Chrome:
    """A Chromium with the extension; its pages share its storage, as a person's do."""

    def __init__(self, devtools: str) -> None:
        self.devtools = devtools
        self._chief = httpx.get(f"{devtools}/json/version", timeout=PATIENCE).json()["webSocketDebuggerUrl"]

    def extension(self) -> str:
        """The extension's address."""
        for _ in range(200):
            for target in httpx.get(f"{self.devtools}/json/list", timeout=PATIENCE).json():
                if target["url"].endswith("/background.js"):
                    return str(target["url"].removesuffix("background.js"))
            threading.Event().wait(0.05)
        raise AssertionError("the extension does not run")

    @contextmanager
    def tab(self, url: str) -> Iterator[Tab]:
        """A page at this address."""
        with connect(self._chief, max_size=None) as whole:
            chief = _Line(whole)
            target = chief.call("Target.createTarget", url="about:blank")["targetId"]
            address = self.devtools.replace("http:", "ws:") + f"/devtools/page/{target}"
            try:
                with connect(address, max_size=None) as socket:
                    tab = Tab(socket)
                    tab.open(url)
                    yield tab
            finally:
                chief.call("Target.closeTarget", targetId=target)


def unpacked(archived: bytes, folder: Path) -> None:
    """The extension as it was served, but that its manifest names our page beside those of Roll20."""
    zipfile.ZipFile(io.BytesIO(archived)).extractall(folder)
    told = json.loads((folder / "manifest.json").read_text("utf-8"))
    told["content_scripts"][0]["matches"].append("http://127.0.0.1/*")
    (folder / "manifest.json").write_text(json.dumps(told), encoding="utf-8")


@pytest.fixture(scope="module")
def chrome(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Chrome]:
    """With the extension of the running service."""
    found = chromium(extensions=True)
    if found is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the extension in a browser")
    folder = tmp_path_factory.mktemp("chrome")
    unpacked(table.http.get("/vtt/roll20/extension.zip").content, folder / "extension")
    with browser(found, folder, *FLAGS, f"--load-extension={folder / 'extension'}") as devtools:
        yield Chrome(devtools)


@pytest.fixture(scope="module")
def game(table: Table, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A page with the documented elements of a game's page, and the Mod script as the server hands it out."""
    folder = tmp_path_factory.mktemp("game") / "game"
    shutil.copytree(HERE, folder)
    (folder / "skald-mod.js").write_text(table.http.get("/vtt/roll20/skald-mod.js").text, encoding="utf-8")
    with page_of(folder) as address:
        yield f"{address}/game.html"


def bridge(table: Table) -> Bridge:
    """A fight on squares, begun: Cloud of Ana acts first, and an ogre of the game master waits, whose look names it."""
    sheet = {"fantasia": {"ref": "soldier", "initiativeBonus": 20}}
    ogre = {"fantasia": {"ref": "ogre"}}

    def at(x: int, y: int) -> dict[str, Any]:
        return {"cell": {"x": x, "y": y}}

    made = table.post(
        "/v1/encounters",
        ADMIN,
        {
            "system": "fantasia",
            "name": "The yard",
            "dice": "OPEN",
            "seed": "a yard",
            "seats": [{"id": "gm", "name": "Gil", "role": "GM"}, {"id": "ana", "name": "Ana"}],
            "ground": {"space": {"kind": "GRID"}, "rows": ["......"] * 4},
            "combatants": [
                {"id": "cloud", "name": "Cloud", "side": "heroes", "seat": "ana", "place": at(0, 1), "sheet": sheet},
                {"id": "ogre", "name": "Ogre", "side": "foes", "place": at(4, 1), "sheet": ogre,
                 "looks": {"refs": [{"program": "roll20", "value": ref} for ref in ("-of-another-page", "-t2")]}},
            ],
            "singleAnswers": {"pace": 0},
        },
    )  # fmt: skip
    assert made.status_code == 201, made.text
    fight = Bridge(table, made.json())
    fight.act("gm", {"fantasia": {"begin": {"note": ""}}})
    return fight


def joined(chrome: Chrome, fight: Bridge, seat: str) -> None:
    """The player pastes the link of an invitation into the extension."""
    invited = fight.table.post(f"/v1/encounters/{fight.id}/invitations", fight.tokens["gm"], {"seat": seat})
    paired(chrome, f"{fight.table.url}/play#invitation={invited.json()['code']}")


def paired(chrome: Chrome, link: str) -> None:
    """Somebody pastes a link into the extension."""
    with chrome.tab(f"{chrome.extension()}popup.html") as popup:
        popup.until("document.querySelector('#standing').textContent")
        if popup.js("!document.querySelector('#leave').hidden"):
            popup.click("#leave")
            popup.until("document.querySelector('#leave').hidden")
        popup.type("#link", "nonsense")
        popup.click("#join button")
        popup.until("document.querySelector('#told').textContent.includes('no link of an invitation')")
        popup.type("#link", link)
        popup.click("#join button")
        popup.until("document.querySelector('#standing').textContent.includes('You are joined as')")
        assert popup.complaints == []


def say(page: Tab, line: str) -> None:
    """The player types a line into the chat and sends it."""
    page.js(f"document.querySelector('#textchat-input textarea').value = {json.dumps(line)}")
    page.click("#textchat-input .btn")


def seen(words: str) -> str:
    """Whether the chat shows these words."""
    return f"document.querySelector('#textchat').innerText.includes({json.dumps(words)})"


def test_a_game_master_and_a_player_play_in_a_chat(chrome: Chrome, game: str, table: Table, tmp_path: Path) -> None:
    """Joined by invitations: the board and the turn order follow the fight, buttons and dragged tokens are orders."""
    fight = bridge(table)
    joined(chrome, fight, "gm")
    with chrome.tab(f"{game}?me=-G") as page:
        page.js(f"begin({json.dumps(TOKENS)})")
        # The ogre stands where the fight has it, not where its token lay, and the order of acting is kept.
        page.until("game.at('-t2').join() === '350,140'", 20)
        page.until("game.table.campaign.get('turnorder').includes('-t1')", 20)
        order = json.loads(page.js("game.table.campaign.get('turnorder')"))
        assert [one["id"] for one in order] == ["-t1", "-t2"]
        state = json.loads(page.js("JSON.stringify(game.table.api.state)"))
        assert state == {"skald": {"fight": fight.id, "version": fight.open("gm")["version"]}}
        # A draft in the chat's field stays while the extension types.
        page.js("document.querySelector('#textchat-input textarea').value = 'half a sen'")
        version = fight.open("ana")["version"]
        plain = table.headers(fight.tokens["ana"], **{"content-type": "text/plain"})
        moved = table.http.post(f"/v1/encounters/{fight.id}/say", content="1,1", headers=plain)
        assert moved.status_code == 200, moved.text
        page.until("game.at('-t1').join() === '105,105'", 20)
        page.until(seen("Cloud"), 20)
        assert page.js("document.querySelector('#textchat-input textarea').value") == "half a sen"
        assert fight.open("ana")["version"] > version
        page.js("game.table.drags('-t2', 210, 140)")  # it is not the ogre's turn
        page.until("game.at('-t2').join() === '350,140'", 20)
        page.until(seen('Nothing that you may do now fits "ogre 2,1"'), 20)
        page.js("game.table.drags('-t1', 178, 172)")  # Cloud has squares left: two more, and one of them askew
        page.until("game.at('-t1').join() === '175,175'", 20)
        page.until(seen("Gil: Cloud"), 20)
        there = table.get(f"/v1/encounters/{fight.id}", fight.tokens["ana"]).json()["combatants"][0]
        assert there["place"]["cell"] == {"x": 2, "y": 2}
        page.picture(tmp_path / "gm.png")
        assert page.js("game.table.failures") == []
        assert page.complaints == []
    joined(chrome, fight, "ana")
    with chrome.tab(f"{game}?me=-A") as page:
        page.js(f"begin({json.dumps(TOKENS)})")
        page.until("game.heard.some((one) => one.html.startsWith('skald-ready'))", 20)
        page.until(seen("You may:"), 20)  # what she may do already when she opens the game
        page.js("document.querySelector('#textchat .content').replaceChildren()")
        say(page, "!skald")
        page.until(seen("You may:"), 20)
        page.until("document.querySelector('.message a')", 20)
        assert not page.js(seen("Somebody sets off a trap")), "what only the game master may do"
        label = "[...document.querySelectorAll('.message a')].find((one) => one.innerText.includes('ends the turn'))"
        page.js(f"{label}.click()")
        page.until(seen("Ana: Cloud ends the turn"), 20)
        kinds = [
            event["type"]
            for event in table.get(f"/v1/encounters/{fight.id}/events", fight.tokens["gm"]).json()["events"]
        ]
        assert kinds.count("CommandAccepted") == 4
        say(page, "!skald dance")
        page.until(seen('Nothing that you may do now fits "dance"'), 20)
        # The same button again is late: it says so, and does nothing.
        page.js(f"{label}.click()")
        page.until(seen("Choose anew"), 20)
        # Nothing of the token is in the page, in what was typed, or in what scripts of the page may read.
        token = json.dumps(fight.tokens["ana"])
        told = "document.documentElement.outerHTML + JSON.stringify([game.heard, localStorage])"
        assert not page.js(f"({told}).includes({token})")
        assert page.js("typeof chrome === 'undefined' || !chrome.storage")
        page.emulate(dark=True)
        page.picture(tmp_path / "player.png")
        assert page.js("game.table.failures") == []
        assert page.complaints == []


def test_another_server_is_asked_only_with_permission(chrome: Chrome, table: Table) -> None:
    """The person is asked for that server alone; who says no is told so, and nothing goes there."""
    with chrome.tab(f"{chrome.extension()}popup.html") as popup:
        popup.until("document.querySelector('#standing').textContent")
        popup.js("chrome.permissions.request = async (wish) => { window.wish = wish; return false; }")
        popup.type("#link", "https://skald.example:8000/below/play#invitation=abc")
        popup.click("#join button")
        popup.until("document.querySelector('#told').textContent.includes('Without your permission')")
        assert popup.js("wish") == {"origins": ["https://skald.example:8000/*"]}
        assert not [one for one in popup.asked if "skald.example" in one]
        popup.js("window.wish = null")
        popup.type("#link", f"{table.url}/play#invitation=abc")
        popup.click("#join button")
        popup.until("document.querySelector('#told').textContent && "
                    "!document.querySelector('#told').textContent.includes('Without')")  # fmt: skip
        assert popup.js("wish") is None, "its own server may be asked"


def test_who_has_lost_his_seat_hears_so(chrome: Chrome, game: str, table: Table) -> None:
    """A revoked token: the refusal comes in words, as an answer to what is said."""
    fight = bridge(table)
    joined(chrome, fight, "ana")
    table.http.delete(f"/v1/encounters/{fight.id}/tokens/ana", headers=table.headers(fight.tokens["gm"]))
    with chrome.tab(f"{game}?me=-A") as page:
        page.js(f"begin({json.dumps(TOKENS)})")
        page.until("game.heard.some((one) => one.html.startsWith('skald-ready'))", 20)
        say(page, "!skald status")
        page.until(seen("revoked"), 20)
        assert page.js("game.table.failures") == []


# -- with troubles
async def test_the_extension_masters_everything(tmp_path: Path, game: str, caplog: pytest.LogCaptureFixture) -> None:
    """The conformance kit, with a person who clicks Skald's buttons."""
    found = chromium(extensions=True)
    if found is None:
        pytest.skip("there is no Chromium on the PATH: install it to try the extension in a browser")
    caplog.set_level("CRITICAL", "uvicorn.error")  # the server complains of connections that are cut: they are
    with shared():
        sandbox = Sandbox(tmp_path / "sandbox", host="127.0.0.1", port=0)
    said: asyncio.Queue[str] = asyncio.Queue()
    async with sandbox.serving():
        folder = tmp_path / "extension"
        unpacked(archive(f"{sandbox.address}/"), folder)
        with browser(found, tmp_path, *FLAGS, f"--load-extension={folder}") as devtools:
            person = asyncio.create_task(asyncio.to_thread(clicks, Chrome(devtools), game, said))
            trial = Trial(sandbox, scenarios(), patience=30, say=said.put_nowait)
            report = json.loads((await trial.run()).json())
            said.put_nowait("enough")
            await person
    assert {line["scenario"]: line["saw"] for line in report["lines"] if line["verdict"] != "MASTERED"} == {}


def clicks(chrome: Chrome, game: str, said: asyncio.Queue[str]) -> None:
    """Join by each link that the kit gives, and click the first button of what is whispered last."""
    page = None
    with ExitStack() as stack:
        while True:
            text = said.get_nowait() if not said.empty() else ""
            if text == "enough":
                return
            if "link" in text:
                link = next(line.split()[1] for line in text.splitlines() if line.split()[0] == "link")
                stack.close()
                paired(chrome, link)
                page = stack.enter_context(chrome.tab(f"{game}?me=-A"))
                page.js("begin([])")
            if page is not None:
                page.js(CLICK)
            threading.Event().wait(0.3)


CLICK = """(() => {
  const act = (one) => [...one.querySelectorAll('a')].find((link) => !/[Tt]ake back|such as/.test(link.textContent));
  const last = [...document.querySelectorAll('.message')].findLast(act);
  if (!last || last.dataset.clicked) return;
  last.dataset.clicked = 'yes';
  act(last).click();
})()"""
"""A list may come in several messages, of which the last has nothing but what may be taken back. He goes nowhere: where
to would have to be typed."""
