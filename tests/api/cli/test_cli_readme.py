"""What the README says is so: its first fight works as it is pasted, and nothing is missing from its tables."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path
from pkgutil import resolve_name

import pytest
from msgspec import structs

from api.cli import parser
from api.config import PREFIX, Settings
from api.pages.packages import PACKAGES
from tests.support.amounts import PATIENCE
from tests.support.processes.terminal import ROOT, environment, serving

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_names_what_the_wheel_carries_with_versions_and_licences() -> None:
    """All packages of the table of assets: GraphiQL, React twice, Swagger UI, the font, the SDK of Owlbear Rodeo."""
    rows = re.findall(r"^\| \[(.+)\]\(.+\) \| (\d\S+) \| ([\w. -]+) \|$", README, re.M)
    named = {
        "graphiql": "GraphiQL",
        "react": "React",
        "react-dom": "React DOM",
        "swagger-ui-dist": "Swagger UI",
        "@fontsource-variable/figtree": "Figtree",
        "@owlbear-rodeo/sdk": "Owlbear Rodeo SDK",
    }
    told = {(name, version, licence) for names, version, licence in rows for name in names.split(", ")}
    assert told == {(named[package.name], package.version, package.licence) for package in PACKAGES}


@pytest.mark.skipif(not (shutil.which("curl") and shutil.which("bash")), reason="needs curl and bash")
def test_the_first_fight_works_as_it_is_pasted(tmp_path: Path) -> None:
    with serving(tmp_path) as running:
        script = "\n".join(re.findall(r"^```sh\n(.*?)^```$", README, re.M | re.S))
        for written, here in (
            ("URL=http://127.0.0.1:8765", f"URL={running.address}"),
            (".venv/bin/skald", f"{sys.executable} -m api.cli"),
        ):
            assert written in script
            script = script.replace(written, here)
        ran = subprocess.run(
            ["bash", "-euc", script],
            cwd=tmp_path,
            env=environment(),
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
    said = ran.stdout.decode()
    assert ran.returncode == 0, ran.stderr.decode()
    assert '"errors"' not in said
    assert '"code"' not in said
    assert '{"data":{"submit":{"version":17}}}' in said
    assert '"label":"Cloud attacks Ogre with Sword +2"' in said
    assert re.search(r"^SIGNED by [\w-]{43}$", said, re.M)
    assert "Ana: Cloud moves 5 m" in said


def test_every_setting_is_in_its_table() -> None:
    rows = re.findall(r"^\| (`SKALD_.*?) \|(.*?)\|", README, re.M)
    told = {name for names, _ in rows for name in re.findall(r"`(SKALD_\w+)`", names)}
    assert told == {PREFIX + field.name.upper() for field in structs.fields(Settings)}
    defaults = {
        name: value
        for names, values in rows
        for name, value in zip(re.findall(r"`SKALD_(\w+)`", names), re.findall(r"`(.*?)`", values), strict=False)
    }
    for name, value in defaults.items():
        assert value == str(getattr(Settings(), name.lower())), name


def test_every_command_is_in_its_table() -> None:
    (commands,) = [action.choices for action in parser()._actions if isinstance(action.choices, dict)]
    assert set(re.findall(r"^\| `skald ([\w-]+)", README, re.M)) == set(commands)


def test_every_command_is_there() -> None:
    (commands,) = [action.choices for action in parser()._actions if isinstance(action.choices, dict)]
    for command in commands.values():
        assert callable(resolve_name(f"api.cli.{command.get_default('run')}"))
