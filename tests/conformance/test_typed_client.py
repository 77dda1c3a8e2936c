"""TypeScript clients with types generated from the published schema: they compile, they play, mistakes are found."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from tests.api.fights import ACT, CREATE, OPEN, REPLY, TOLD, WATCH, Bridge
from tests.api.table import ADMIN, Table
from tests.conformance.node import HERE, MODULES, Node

SCHEMAS = HERE.parents[1] / "schemas"
EXAMPLE = SCHEMAS / "examples" / "typed"


class Project:
    """A copy of the example that tests may change."""

    def __init__(self, node: Node, folder: Path) -> None:
        self._node, self.folder = node, folder / "client"
        shutil.copytree(EXAMPLE, self.folder, ignore=shutil.ignore_patterns("node_modules", "built", "generated.ts"))
        for schema in SCHEMAS.glob("*.graphql"):
            shutil.copy(schema, self.folder)
        (self.folder / "node_modules").symlink_to(MODULES)

    def write(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")

    def generate(self) -> str:
        """The generator's complaints; empty if there are none."""
        done = self._node.tool("graphql-codegen", "--config", "codegen.ts", cwd=self.folder)
        return "" if done.returncode == 0 else done.stdout + done.stderr

    def build(self, file: str = "client.ts") -> str:
        """The compiler's complaints; empty if there are none."""
        self.write("tsconfig.test.json", json.dumps({"extends": "./tsconfig.json", "files": [file]}))
        done = self._node.tool("tsc", "--project", "tsconfig.test.json", cwd=self.folder)
        assert bool(done.returncode) == bool(done.stdout), done.stderr
        return done.stdout

    def play(self, **environment: str) -> list[str]:
        """The client's output, by lines."""
        done = self._node.run("built/client.js", cwd=self.folder, **{"ID": "", "TOKEN": "", "ADMIN": "", **environment})
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout.splitlines()


@pytest.fixture(scope="module")
def project(node: Node, tmp_path_factory: pytest.TempPathFactory) -> Project:
    """The example, generated and compiled."""
    made = Project(node, tmp_path_factory.mktemp("typed"))
    assert made.generate() == ""
    assert made.build() == ""
    return made


def test_its_packages_are_the_ones_tried_here() -> None:
    """Users who copy the folder get the versions that this test has run."""
    tried = json.loads((HERE / "package.json").read_text(encoding="utf-8"))
    package = json.loads((EXAMPLE / "package.json").read_text(encoding="utf-8"))
    wanted = {**package["dependencies"], **package["devDependencies"]}
    assert wanted.items() <= tried["dependencies"].items()
    assert package["overrides"] == tried["overrides"]


def test_it_plays_a_fight_of_its_own(project: Project, table: Table) -> None:
    """It creates, attacks, is asked, answers, and prints the events by their types."""
    lines = project.play(URL=table.url, ADMIN=ADMIN)
    assert sum(bool(re.fullmatch(r"\d+ cloud attacks ogre with sword_2: \d+, [A-Z_]+", line)) for line in lines) == 2
    assert sum(line.startswith("? ") for line in lines) == 1
    versions = [int(line.split()[0]) for line in lines if line[0] not in "?."]
    assert versions == list(range(versions[0], versions[0] + len(versions)))


def test_it_takes_a_seat_of_a_running_fight(project: Project, duel: Bridge) -> None:
    """The figures it prints are those of the fight."""
    lines = project.play(URL=duel.table.url, ID=duel.id, TOKEN=duel.tokens["ana"])
    told = duel.table.data(TOLD, duel.tokens["ana"], id=duel.id)["encounter"]["events"]["nodes"]
    attacks = [e for e in told if e["__typename"] == "FantasiaAttackRolled"]
    assert len(attacks) == 2
    for attack in attacks:
        words = "{version} {attacker} attacks {target} with {weapon}: {total}, {outcome}".format(**attack)
        assert words in lines
    assert lines[-1].startswith(f"{told[-1]['version']} ")


ATTACK = "attack: { attacker: 'cloud', target: 'ogre', weapon: 'unarmed' }"


@pytest.mark.parametrize(
    ("order", "complaint"),
    [
        (f"{{ fantasia: {{ {ATTACK} }} }}", ""),
        ("{ fantasia: { atack: {} } }", "Did you mean to write 'attack'?"),
        ("{ fantasia: { attack: { attacker: 'cloud', weapon: 'unarmed' } } }", "'target' is missing"),
        (f"{{ fantasia: {{ {ATTACK} }}, gm: {{ resume: {{}} }} }}", "not assignable"),
        (f"{{ fantasia: {{ {ATTACK}, defend: {{ combatant: 'cloud' }} }} }}", "not assignable"),
        (
            "{ fantasia: { move: { combatant: 'cloud', metres: 'far' } } }",
            "'string' is not assignable to type 'number'",
        ),
        ("{ fantasia: { move: { combatant: 'cloud', metres: 2, manner: 'FLOAT' } } }", "not assignable"),
        ("{}", "not assignable"),
    ],
)
def test_a_wrong_order_does_not_compile(project: Project, order: str, complaint: str) -> None:
    """The compiler reports the mistake, in the right file."""
    text = f"import type {{ CommandInput }} from './generated.js';\nexport const order: CommandInput = {order};\n"
    project.write("order.ts", text)
    told = project.build("order.ts")
    assert told.startswith("order.ts") == bool(complaint)
    assert complaint in told


def test_wrong_documents_are_not_generated(node: Node, tmp_path: Path) -> None:
    """The generator reports every mistake."""
    wrong = {
        "query One($id: ID!) { encounter(id: $id) { versoin } }": 'Cannot query field "versoin" on type "Encounter"',
        "query Two($id: ID!) { encounter(id: $id, at: 1.5) { id } }": "Int cannot represent non-integer value: 1.5",
        "subscription Three { events(encounter: 1) { attacker } }": 'Cannot query field "attacker" on type "Event"',
    }
    project = Project(node, tmp_path)
    project.write("documents/wrong.graphql", "\n".join(wrong))
    told = project.generate()
    assert [complaint for complaint in wrong.values() if complaint not in told] == []


@pytest.mark.parametrize("schema", ["schema.graphql", "fantasia.graphql"])
def test_the_documents_of_a_generic_client_compile(node: Node, tmp_path: Path, schema: str) -> None:
    """A client that knows only offers, decisions and one game's events, against both published files."""
    project = Project(node, tmp_path)
    shutil.rmtree(project.folder / "documents")
    (project.folder / "documents").mkdir()
    project.write("documents/all.graphql", "\n".join([CREATE, OPEN, WATCH, ACT, REPLY.partition("fragment")[0], TOLD]))
    config = (project.folder / "codegen.ts").read_text(encoding="utf-8")
    project.write("codegen.ts", config.replace("fantasia.graphql", schema))
    assert project.generate() == ""
    names = "import { ActDocument, CreateDocument, OpenDocument, ReplyDocument, ToldDocument, WatchDocument }"
    project.write("all.ts", f"{names} from './generated.js';\nexport const all = [ActDocument, OpenDocument];\n")
    assert project.build("all.ts") == ""
