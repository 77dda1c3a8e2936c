"""The command line: `skald --help`.

Exit codes: 0 done, and of `verify` proven · 1 broken, or refused · 2 unreadable, or called wrongly · 3 (`verify`)
nothing is broken, but not everything can be proven · 130 interrupted.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from api.cli import backup, fights, serving, simulate, systems
from api.cli.outcome import BROKEN, INTERRUPTED, OK, UNREADABLE, Command, Misread, fail
from api.config import ConfigError, Settings, from_environment
from engine.kernel.errors import SkaldError
from engine.kernel.rulebook import RegistrationError
from engine.service.export import ExportUnreadable


# -- the words people type
def parser() -> argparse.ArgumentParser:
    """All commands and their help."""
    top = argparse.ArgumentParser(
        prog="skald",
        description="Skald keeps tabletop fights: it serves them, tells them again, and proves them.",
        epilog="Settings come from the environment (SKALD_...): see `skald serve --print-config`.",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Command, what: str, more: str = "") -> argparse.ArgumentParser:
        one = commands.add_parser(name, help=what, description=f"{what[:1].upper()}{what[1:]}. {more}".strip())
        one.set_defaults(run=run)
        return one

    serve = command(
        "serve", serving.serve_api, "serve the API", "Ctrl-C ends it; started again, every fight is there as it was."
    )
    serve.add_argument("--host", help="the address to listen on; 0.0.0.0 for all")
    serve.add_argument("--port", type=int, help="the port to listen on; 0 for any that is free")
    serve.add_argument("--data", type=Path, help="the folder the fights are kept in")
    serve.add_argument("--workers", type=int, metavar="N", help="how many processes serve, behind that port")
    serve.add_argument("--no-demo", action="store_true", help="do not make the demo fight")
    serve.add_argument("--print-config", action="store_true", help="print the settings in force, and end")

    token = command("token", serving.token, "make a token for a seat", "Whoever has it plays that seat.")
    token.add_argument("encounter", metavar="ENCOUNTER", help="the id of the fight")
    token.add_argument("seat", metavar="SEAT", help="the id of the seat, such as gm")
    token.add_argument("--hours", type=int, help="how long it serves; without this as SKALD_TOKEN_HOURS says")

    replay = command("replay", fights.replay, "tell a fight in words", "The GM's view of it: nothing is left out.")
    replay.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a file that `export` wrote")
    replay.add_argument("--at", type=int, metavar="N", help="stop at this version")
    replay.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")

    export = command(
        "export", fights.export_fight, "write a fight to a file", "NDJSON: one line per event, and a header."
    )
    export.add_argument("encounter", metavar="ID", help="the id of the fight")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to; without this to the terminal")
    export.add_argument("--seat", help="only what this seat may see; without this everything")

    bring = command(
        "import",
        fights.import_fight,
        "bring a fight back from a file",
        "One that has ended comes back under its own id; any other as a fork with dice of its own.",
    )
    bring.add_argument("file", type=Path, metavar="FILE", help="a whole export")

    copy = command(
        "backup",
        backup.backup,
        "copy all fights and secrets into a new folder",
        "The service may run meanwhile. The copy is a data folder: serve it with --data. It holds every secret.",
    )
    copy.add_argument("folder", type=Path, metavar="FOLDER", help="a folder that does not exist yet")

    verify = command(
        "verify",
        fights.verify,
        "prove a file, offline",
        "Exit code 0: proven. 1: broken, and where. 2: unreadable. 3: nothing broken, but not all of it provable.",
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="an export; - for the standard input")
    verify.add_argument(
        "--key",
        metavar="KEY|FILE",
        help="the server's public key, or a file with its /.well-known/jwks.json: the head must be signed by it",
    )
    verify.add_argument("--head", metavar="HASH", help="a head hash you know of: the fight must have had it")

    simulation = command(
        "simulate",
        simulate.simulate,
        "play a fight many times by bots, and print the odds",
        "The file holds what a fight is created from, as api/demo.json does. Nothing is kept.",
    )
    simulation.add_argument("file", type=Path, metavar="SETUP", help="a JSON file: system, combatants, setup, board")
    simulation.add_argument("-n", type=int, default=100, metavar="N", help="how many fights; 100 without this")
    simulation.add_argument(
        "--bot",
        action="append",
        metavar="[SIDE=]BOT",
        help="random or greedy, for all or for one side; may be given again; without it as a seat's `bot` says, "
        "else greedy",
    )
    simulation.add_argument("--seed", default="skald", help="the same seed gives the same fights")
    simulation.add_argument("--jobs", type=int, default=simulate.cores(), metavar="N", help="how many processes")
    simulation.add_argument(
        "--rounds", type=int, default=simulate.DEFAULT_ROUNDS, metavar="N", help="after these a fight is undecided"
    )

    command("systems", systems.systems, "list the rule systems that are installed")

    schema = command(
        "schema",
        _schema,
        "print the published contract, write it, or compare it",
        "Without options the GraphQL schema of all systems. Exit code 1: clients break (--diff), or --check failed.",
    )
    schema.add_argument("--system", metavar="ID", help="of this system only, and the kernel")
    schema.add_argument("--folder", type=Path, metavar="DIR", help="where the contract is kept; by default in schemas/")
    doing = schema.add_mutually_exclusive_group()
    doing.add_argument("--openapi", action="store_true", help="print the OpenAPI document of REST instead")
    doing.add_argument("--events", action="store_true", help="print the JSON Schema of all events instead")
    doing.add_argument("--write", action="store_true", help="write the files of the contract again")
    doing.add_argument(
        "--check",
        action="store_true",
        help="say whether they are what the code makes, keep the laws of their shape, and break no released client",
    )
    doing.add_argument(
        "--diff",
        nargs="?",
        const="",
        metavar="FILE|URL",
        help="what has changed since a file or a running server; since the last release without either",
    )
    doing.add_argument("--release", action="store_true", help="keep the contract as that of the present version")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; its exit code."""
    given = parser().parse_args(arguments)
    run: Command = given.run
    try:
        return run(given, from_environment(os.environ))
    except ExportUnreadable as error:
        return fail(f"this file cannot be read: {error}", UNREADABLE)
    except (ConfigError, RegistrationError, Misread) as error:
        return fail(str(error), UNREADABLE)
    except (SkaldError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # whoever read us has read enough
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        return fail(str(error), BROKEN)
    except KeyboardInterrupt:
        return INTERRUPTED


def _schema(given: argparse.Namespace, settings: Settings) -> int:
    from api.cli import contract  # the types of the schema take a while to load: no other command waits for them

    return contract.schema(given, settings)
