"""`skald schema`: the contract printed, written, checked, released and compared, by a process of its own."""

from __future__ import annotations

import json
import re
import socket
from pathlib import Path

import pytest

from engine.service.registry import Registry
from schemas.changes import DERIVED
from schemas.files import FOLDER, kept, write
from tests.schemas.sdl import bare
from tests.support.contract.today import TODAY
from tests.support.processes.terminal import Ran, serving, skald


def said(ran: Ran) -> list[str]:
    """What a command that could not do it says: one line, and nothing else."""
    assert ran.returncode == 2, ran
    assert ran.stdout == ""
    return ran.stderr.splitlines()


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ((), "schema.graphql"),
        (("--system", "fantasia"), "fantasia.graphql"),
        (("--openapi",), "openapi.json"),
        (("--asyncapi",), "asyncapi.json"),
        (("--events",), "events.schema.json"),
    ],
)
def test_the_contract_is_printed(words: tuple[str, ...], name: str, tmp_path: Path) -> None:
    ran = skald("schema", *words, folder=tmp_path, anew=not words)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout == TODAY[name]


def test_the_contract_is_written_and_checked(tmp_path: Path) -> None:
    ran = skald("schema", "--write", "--folder", "kept", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    assert kept(tmp_path / "kept") == TODAY
    ran = skald("schema", "--check", "--folder", "kept", folder=tmp_path)
    assert ran.returncode == 0, ran.stdout
    assert "no release yet" in ran.stdout
    (tmp_path / "kept" / "openapi.json").write_text("{}")
    ran = skald("schema", "--check", "--folder", "kept", folder=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout.splitlines() == [
        "kept/openapi.json is not what the code makes: run `skald schema --write --folder kept`"
    ]


def test_a_release_is_kept_and_guards_its_clients(tmp_path: Path) -> None:
    """What clients of a release rely on and today's contract lacks is named, by --check and by --diff."""
    write(TODAY, tmp_path)
    ran = skald("schema", "--release", "--folder", ".", folder=tmp_path)
    assert ran.returncode == 0, ran.stderr
    folder = tmp_path / ran.stdout.strip()
    assert re.fullmatch(r"\d+\.\d+\.\d+", folder.name)
    assert kept(folder) == TODAY
    ran = skald("schema", "--check", "--folder", ".", folder=tmp_path)
    assert (ran.returncode, ran.stdout.strip()[-5:]) == (0, folder.name)
    assert f"breaks no client of {folder.name}" in ran.stdout
    ran = skald("schema", "--diff", "--folder", ".", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, f"nothing has changed since {ran.stdout.split()[-1]}\n")

    more = bare(TODAY["fantasia.graphql"]).replace("type Query {", "type Query {\n  weather: String")
    (folder / "fantasia.graphql").write_text(more)
    ran = skald("schema", "--check", "--folder", ".", folder=tmp_path)
    assert ran.returncode == 1
    assert f"breaks clients of {folder.name}: fantasia.graphql: Field Query.weather was removed." in ran.stdout
    ran = skald("schema", "--diff", "--folder", ".", folder=tmp_path)
    assert ran.returncode == 1
    assert ran.stdout == "fantasia.graphql\n  breaking   Field Query.weather was removed.\n"
    ran = skald("schema", "--diff", "--system", "fantasia", "--folder", ".", folder=tmp_path)
    assert ran.returncode == 1
    ran = skald("schema", "--release", "--folder", ".", folder=tmp_path)
    assert ran.returncode == 1
    assert "is released already, with another contract: raise the version" in ran.stderr


def test_without_a_release_the_files_are_compared(tmp_path: Path) -> None:
    write(TODAY, tmp_path)
    whole = json.loads(TODAY["openapi.json"])
    del whole["paths"]["/livez"]
    (tmp_path / "openapi.json").write_text(json.dumps(whole))
    ran = skald("schema", "--diff", "--folder", ".", folder=tmp_path)
    assert (ran.returncode, ran.stdout) == (0, "openapi.json\n  additive   GET /livez is new\n")


def test_a_file_is_compared_by_what_it_holds(tmp_path: Path) -> None:
    for name in TODAY.keys() - {DERIVED}:
        ran = skald("schema", "--diff", FOLDER / name, *_of(name), folder=tmp_path)
        assert (ran.returncode, ran.stdout) == (0, f"nothing has changed since {FOLDER / name}\n"), name
    text = bare(TODAY["schema.graphql"])
    old = text.replace("  SPECTATOR\n", "").replace("type Viewer {", "type Viewer {\n  age: Int")
    old = old.replace("type Seat {\n", "type Seat {\n  gone: Int\n")
    old = re.sub(r"(type Viewer {[^}]*?)  encounter: ID\n", r"\1", old)
    (tmp_path / "old.graphql").write_text(old)
    ran = skald("schema", "--diff", "old.graphql", folder=tmp_path)
    assert ran.returncode == 1
    weights = [line.split()[0] for line in ran.stdout.splitlines()[1:]]
    assert sorted(weights, key=["breaking", "dangerous", "additive"].index) == weights
    assert set(weights) == {"breaking", "dangerous", "additive"}
    assert "  breaking   Field Viewer.age was removed.\n" in ran.stdout
    assert "  dangerous  Enum value Role.SPECTATOR was added.\n" in ran.stdout


def _of(name: str) -> tuple[str, ...]:
    """The option that goes with a system's file."""
    game = name.endswith(".graphql") and name != "schema.graphql"
    return ("--system", name.removesuffix(".graphql")) if game else ()


def test_a_running_server_is_compared(tmp_path: Path) -> None:
    """By its address alone, or by that of any of its documents."""
    with serving(tmp_path, "--no-demo") as running:
        for address in (running.address, f"{running.address}/schema.graphql", f"{running.address}/openapi.json"):
            ran = skald("schema", "--diff", address, folder=tmp_path)
            assert (ran.returncode, ran.stdout) == (0, f"nothing has changed since {address}\n"), ran.stderr
        (line,) = said(skald("schema", "--diff", f"{running.address}/nothing", folder=tmp_path))
        assert line == f"skald: {running.address}/nothing answers 404: is it a server of Skald?"
        (line,) = said(skald("schema", "--diff", f"{running.address}/livez", folder=tmp_path))
        assert "is neither an OpenAPI document nor an AsyncAPI document nor the schema of events" in line


def test_what_cannot_be_compared_is_said_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("Once upon a time")
    (tmp_path / "bytes").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "half.graphql").write_text("type Query {\n  a: Missing\n}\n")
    (tmp_path / "odd.json").write_text('{"openapi": "3.1.0", "paths": 5}')
    with socket.socket() as bound:  # nobody listens on it, and nobody else takes it
        bound.bind(("127.0.0.1", 0))
        port = bound.getsockname()[1]
        for source, words in (
            ("nowhere", "nowhere cannot be read: No such file or directory"),
            (".", "cannot be read: Is a directory"),
            ("text", "text: this is no GraphQL schema: line 1: Syntax Error"),
            ("bytes", "it is no text in UTF-8"),
            ("half.graphql", "this is no GraphQL schema: Unknown type 'Missing'"),
            ("odd.json", "odd.json: this document is not put together like openapi.json"),
            (f"http://127.0.0.1:{port}", "cannot be reached: [Errno 111] Connection refused"),
            ("http://[", "cannot be read: Invalid IPv6 URL"),
        ):
            (line,) = said(skald("schema", "--diff", source, folder=tmp_path))
            assert words in line, line
    (line,) = said(skald("schema", "--diff", "--folder", "nowhere", folder=tmp_path))
    assert line == "skald: there is no contract in nowhere to compare with"


def test_wrong_words_are_said_in_one_line(tmp_path: Path) -> None:
    (line,) = said(skald("schema", "--system", "chess", folder=tmp_path))
    installed = ", ".join(sorted(Registry.installed().books))
    assert line == f"skald: there is no rule system 'chess'; installed: {installed}"
    for option in ("--openapi", "--asyncapi", "--write", "--release"):
        (line,) = said(skald("schema", "--system", "fantasia", option, folder=tmp_path))
        assert "--system goes with the printed schema and with --diff" in line
    assert skald("schema", "--write", "--check", folder=tmp_path).returncode == 2
    assert not list(tmp_path.iterdir())
