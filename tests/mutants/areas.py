"""What is mutated, and which tests look at it: those nearest to a module first."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

ROOT = Path(__file__).parents[2]
GAMES = sorted(one.parent.name for one in (ROOT / "engine" / "systems").glob("*/rules"))


class Area(Struct, frozen=True):
    """A part of the code. code: its folders; tests: stages of tests, each tried if those before have found nothing."""

    name: str
    code: tuple[str, ...]
    tests: tuple[tuple[str, ...], ...]

    def modules(self, root: Path = ROOT) -> list[Path]:
        """Its modules, as paths below the root."""
        found = {path for folder in self.code for path in (root / folder).rglob("*.py")}
        return sorted(path.relative_to(root) for path in found)

    def stages(self, module: Path, root: Path = ROOT) -> list[tuple[str, ...]]:
        """Arguments of pytest for a module's mutants: first the files that have its name."""
        folders = [name for stage in self.tests for name in stage if (root / name).is_dir()]
        named = {
            str(path.relative_to(root))
            for folder in folders
            for path in (root / folder).rglob("test_*.py")
            if path.stem.removeprefix("test_") in (module.stem, module.parent.name)
        }
        return [*([tuple(sorted(named))] if named else []), *self.tests]


def _game(name: str) -> Area:
    laws = tuple(f"tests/systems/{law}.py" for law in ("test_laws", "test_odds", "test_previews", "test_corrections"))
    return Area(
        name,
        (f"engine/systems/{name}/rules",),
        ((f"tests/systems/{name}",), (*laws, "-k", name), ("tests/recordings", "-k", name)),
    )


AREAS = {
    area.name: area
    for area in (
        *(_game(name) for name in GAMES),
        Area(
            "kernel",
            ("engine/kernel/playing", "engine/kernel/state"),
            (
                ("tests/kernel/playing", "tests/kernel/state"),
                ("tests/kernel",),
                ("tests/systems/test_laws.py", "tests/systems/test_corrections.py", "tests/systems/test_two_worlds.py"),
                ("tests/service",),
            ),
        ),
        Area(
            "writing",
            ("engine/service/writing",),
            (
                ("tests/service/writing",),
                ("tests/service",),
                ("tests/api/operations", "tests/api/playing/test_fight.py"),
            ),
        ),
    )
}
