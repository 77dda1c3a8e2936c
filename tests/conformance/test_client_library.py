"""The pages' client library by itself, in Node: whole fights, lost connections, repeated requests, its types."""

from __future__ import annotations

import asyncio
import json
import tomllib
from pathlib import Path
from typing import Any

import httpx
import pytest

from api.pages.assets import OWN
from api.pages.client_package import archive, archive_name, make_types, manifest, package_files
from tests.api.fights import bridge_input
from tests.api.playing.test_campaigns import CAMPAIGN, OGRE
from tests.conformance.node import MODULES, Node
from tests.end_to_end.games import game
from tests.support.amounts import PATIENCE
from tests.support.browsers.browser import Tab
from tests.support.browsers.pages import hosted
from tests.support.processes.cable import Cable
from tests.support.processes.serving import ADMIN, Service

CLIENT = OWN / "client"
LIBRARY = (CLIENT / "index.js").as_uri()
PAUSE = {"gm": {"pause": {"reason": "Tea"}}}
RESUME = {"gm": {"resume": {}}}


class Made:
    """A fight, its tokens, and requests with them."""

    def __init__(self, service: Service, wish: dict[str, Any]) -> None:
        self.service = service
        made = self.asked("POST", "/v1/encounters", ADMIN, wish)
        self.id: str = made["encounter"]["id"]
        self.tokens: dict[str, str] = {one["seat"]: one["token"] for one in made["tokens"]}

    def asked(self, method: str, path: str, token: str, body: Any = None) -> Any:
        headers = {"authorization": f"Bearer {token}"}
        answer = httpx.request(method, self.service.base + path, json=body, headers=headers, timeout=PATIENCE)
        assert answer.is_success, answer.text
        return answer.json()

    def order(self, command: Any, seat: str = "gm") -> int:
        """An order; the version after it."""
        done = self.asked("POST", f"/v1/encounters/{self.id}/commands", self.tokens[seat], {"command": command})
        version: int = done["version"]
        return version

    def revoke(self, seat: str) -> None:
        """Take a seat's tokens back."""
        headers = {"authorization": f"Bearer {self.tokens['gm']}"}
        path = f"{self.service.base}/v1/encounters/{self.id}/tokens/{seat}"
        assert httpx.delete(path, headers=headers).is_success

    def invited(self, seat: str) -> str:
        """A link for a seat."""
        path = f"/v1/encounters/{self.id}/invitations"
        code = self.asked("POST", path, self.tokens["gm"], {"seat": seat})["code"]
        return f"{self.service.base}/play#invitation={code}"


@pytest.mark.parametrize("system", ["dozen_die", "fantasia"])
async def test_a_whole_fight_is_played_by_the_library_alone(node: Node, service: Service, system: str) -> None:
    """The GM by his token, the players by links; dice are typed, ways are laid; each has heard every event once."""
    made = Made(service, game(system))
    seats = [{"token": made.tokens["gm"]}, {"link": made.invited("ana")}, {"link": made.invited("ben")}]
    given = {"root": f"{service.base}/", "library": LIBRARY, "seats": seats, "end": True, "silent": True}
    environment = {"GIVEN": json.dumps(given)}
    done = await asyncio.to_thread(node.run, "clients/library.mjs", patience=240, **environment)
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    end = told[-1]
    assert end["over"], told[-5:]
    assert all(count > 0 for count in end["done"]), end["done"]
    for versions in end["events"]:
        assert versions == list(range(versions[0], end["version"] + 1))


def beginning(made: Made) -> dict[str, Any]:
    """What a script needs to be the GM."""
    return {
        "root": f"{made.service.base}/",
        "library": LIBRARY,
        "fight": made.id,
        "token": made.tokens["gm"],
        "stray": "nobody-has-issued-this-token",
    }


async def test_what_is_lost_is_sent_again_with_its_key_and_acts_once(node: Node, service: Service) -> None:
    """The answer lost, or half of it; a conflict; a fight that is taken up again, also from a version that is gone."""
    made = Made(service, bridge_input())
    told = await asyncio.to_thread(node.told, "clients/library_checks.mjs", beginning(made))
    begun, version = told["begun"], told["version"]
    assert told["head"] == told["half"] == {"keys": 2, "same": True, "acted": 1}
    assert told["conflict"] == "CONFLICT"
    assert version == begun + 4
    assert told["heard"] == told["again"] == list(range(begun + 1, version + 1))
    assert told["earlier"] == list(range(1, version + 1))
    assert told["beyond"] == {"version": version, "events": version}
    assert told["stray"] == "UNAUTHENTICATED"
    assert told["link"] == {"root": "https://a.example/below/", "fight": "f1", "invitation": "abc", "token": ""}
    assert told["bare"] == {"root": "", "fight": "", "invitation": "abc", "token": ""}
    assert told["acts"] == [
        [[5, "A strikes B", 6, False, 2], [7, "Tea", 7, False, 1]],
        [
            [5, "A hits B: 7", 8, False, 3],
            [9, "Ana: pass", 9, True, 1],
            [10, "", 10, False, 0],
            [11, "C moves", 11, False, 1],
        ],
    ]
    assert told["lines"] == ["A hits B: 7", "Tea", "C moves"]


async def test_it_goes_on_after_a_cut_and_a_kill_and_ends_with_its_token(node: Node, service: Service) -> None:
    """Every event once, in order; a revoked token is told, and nothing is asked with it any more."""
    made = Made(service, bridge_input())
    async with Cable(service.port) as cable:
        given = {**beginning(made), "root": f"http://127.0.0.1:{cable.port}/", "seats": [{"token": made.tokens["ana"]}]}
        async with node.talking("clients/library.mjs", {**given, "steps": 0, "stay": True}) as client:
            opened = (await client.line())["open"]

            async def hears(version: int) -> None:
                while (line := await client.line()).get("told") != [version]:
                    assert set(line) <= {"at", "away", "back"}, line

            for command in (PAUSE, RESUME):
                await hears(made.order(command))
                assert cable.cut() > 0
            await service.kill()
            await service.start()
            version = made.order(PAUSE)
            assert version == opened + 3
            await hears(version)
            made.revoke("ana")
            while "refused" not in (line := await client.line()):
                assert set(line) <= {"at", "away", "back"}, line


async def test_odds_grow_until_they_are_complete_or_left(node: Node, service: Service) -> None:
    """Of a fight, for whom its table lets ask, and of one that is not made; leaving is told to the server."""
    made = Made(service, bridge_input())
    setup = {key: value for key, value in bridge_input().items() if key not in ("name", "seats")}
    seats = {"host": ADMIN, "gm": made.tokens["gm"], "ana": made.tokens["ana"]}
    given = {"root": f"{service.base}/", "library": LIBRARY, "fight": made.id, "seats": seats, "setup": setup}
    told = await asyncio.to_thread(node.told, "clients/odds.mjs", given)
    assert told["setup"] == {"runs": 20, "encounter": None, "sides": ["heroes", "foes"], "growing": True}
    assert told["nonsense"] == "BAD_USER_INPUT"
    assert told["left"]["heard"] == 1
    assert told["left"]["sent"][-1] == "complete"
    assert told["gm"] == {"runs": 20, "known": "EXACT", "version": True}
    assert told["ana"] == "NOT_YOURS"


def test_the_package_is_what_npm_packs(node: Node, types: Path) -> None:
    """The archive that the server gives holds the same files as npm's own; nothing that is loaded is left out."""
    files = package_files(types.parent / "kept")
    (packed,) = json.loads(node.npm("pack", "--dry-run", "--json", cwd=types))
    assert packed["filename"] == archive_name()
    assert sorted(one["path"] for one in packed["files"]) == sorted(files)
    assert archive(files) == archive(dict(reversed(files.items())))
    wanted = json.dumps((types / "index.js").as_uri())
    script = f"const all = await import({wanted}); console.log(Object.keys(all).length)"
    assert int(node.run("--input-type=module", "-e", script).stdout) > 20


def test_its_version_and_licence_are_those_of_the_project() -> None:
    """It is published with the server that it fits."""
    root = CLIENT.parents[3]
    assert manifest()["version"] == tomllib.loads((root / "pyproject.toml").read_text())["project"]["version"]
    assert (CLIENT / "LICENSE").read_bytes() == (root / "LICENSE").read_bytes()


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("", "", ""),
        ("now.round", "now.rounds", "rounds"),
        ("asked, { faces", "asked, { face", "face"),
        ("{ language: 'fi' }", "{ tongue: 'fi' }", "tongue"),
        ("error.retryAfter", "error.retryLater", "retryLater"),
    ],
)
def test_its_types_are_those_of_the_contract(
    node: Node, tmp_path: Path, types: Path, before: str, after: str, said: str
) -> None:
    """A program against the installed package compiles; a field that there is not is an error."""
    (tmp_path / "node_modules").mkdir()
    (tmp_path / "node_modules" / "skald-client").symlink_to(types)
    text = (Path(__file__).parent / "clients" / "typed_library.ts").read_text(encoding="utf-8")
    assert before in text
    (tmp_path / "program.ts").write_text(text.replace(before, after) if before else text, encoding="utf-8")
    options = (
        "--strict",
        "--noEmit",
        "--module",
        "nodenext",
        "--target",
        "es2022",
        "--lib",
        "es2023,dom",
        "--types",
        "",
    )
    done = node.tool("tsc", *options, "program.ts", cwd=tmp_path)
    assert (done.returncode == 0) == (not said), done.stdout
    assert said in done.stdout


@pytest.fixture(scope="module")
def types(node: Node, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package with its types, as it is installed."""
    folder = tmp_path_factory.mktemp("package")
    make_types(folder / "kept", MODULES)
    for name, content in package_files(folder / "kept").items():
        (folder / "skald-client" / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / "skald-client" / name).write_bytes(content)
    return folder / "skald-client"


PAGE = """<!doctype html><title>A page of somebody else</title><script type="module">
import { Fight, Server, whoIsHere } from 'BASE/client/index.js';
const server = new Server('BASE/', { token: 'TOKEN' }), { encounter, seat } = await whoIsHere(server);
const fight = new Fight(server, encounter);
fight.addEventListener('told', ({ detail }) => { document.body.dataset.told = detail.at(-1).text; });
await fight.open();
document.body.dataset.seat = seat;
</script><body></body>"""


async def test_a_page_of_another_origin_imports_it_by_its_address(page: Tab, tmp_path: Path) -> None:
    """Where the server's settings name that origin; elsewhere the browser refuses it."""
    (tmp_path / "site").mkdir()
    with hosted(tmp_path / "site") as site, hosted(tmp_path / "site") as stranger:
        service = Service(tmp_path / "data", SKALD_ORIGINS=site)
        await service.start()
        try:
            made = Made(service, bridge_input())
            text = PAGE.replace("BASE", service.base).replace("TOKEN", made.tokens["ana"])
            (tmp_path / "site" / "index.html").write_text(text, encoding="utf-8")
            await asyncio.to_thread(page.open, f"{site}/")
            await asyncio.to_thread(page.until, "document.body.dataset.seat === 'ana'")
            made.order(PAUSE)
            await asyncio.to_thread(page.until, "document.body.dataset.told?.includes('Tea')")
            await asyncio.to_thread(page.open, f"{stranger}/")
            await asyncio.to_thread(page.js, "new Promise((done) => setTimeout(done, 300))")
            assert await asyncio.to_thread(page.js, "document.body.dataset.seat") is None
            assert any("CORS" in said for said in page.complaints), page.complaints
        finally:
            await service.stop()


async def test_a_company_goes_through_a_fight(node: Node, service: Service) -> None:
    """Made, a fight begun, read what it leaves, taken over, listed."""
    given = {"root": f"{service.base}/", "library": LIBRARY, "token": ADMIN, "wish": CAMPAIGN, "ogre": OGRE}
    told = await asyncio.to_thread(node.told, "clients/campaign.mjs", given)
    assert told == {
        "lines": ["Cloud: HP, 40 before, 7 from now on"],
        "events": ["FightSettled", "Carried"],
        "stages": ["SETTLED"],
        "listed": True,
        "opens": True,
    }
