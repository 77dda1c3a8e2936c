"""The command line: `skald --help`.

Exit codes: 0 done, for `verify` signed by the given key · 1 broken, or refused · 2 unreadable, or wrong usage ·
130 interrupted. For `verify` if nothing is broken: 3 not signed by the given key · 4 consistent, neither key nor head
given · 5 contains the given head, no key given. For `diff-rules`: 1 differs · 2 cannot be compared.
"""

from __future__ import annotations

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, get_args

from api.cli.outcome import BROKEN, INTERRUPTED, OK, UNREADABLE, Misread, fail
from api.drawing.choices import USUAL_WIDTH, Theme
from engine.kernel.structs.errors import SkaldError

if TYPE_CHECKING:
    from api.cli.outcome import Command


# -- commands and options
def parser() -> argparse.ArgumentParser:
    """All commands and their help."""
    top = argparse.ArgumentParser(
        prog="skald",
        description="Skald keeps tabletop fights: it serves them, tells them again, and proves them.",
        epilog="Settings come from the environment (SKALD_...): see `skald serve --print-config`.",
    )
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: str, what: str, more: str = "") -> argparse.ArgumentParser:
        # run: `module:function` in this package, imported when it is run: no command waits for what only others need.
        parser = commands.add_parser(name, help=what, description=f"{what[:1].upper()}{what[1:]}. {more}".strip())
        parser.set_defaults(run=run)
        return parser

    serve = command(
        "serve", "serving:serve_api", "serve the API", "Ctrl-C ends it; started again, every fight is there as it was."
    )
    serve.add_argument("--host", help="the address to listen on; 0.0.0.0 for all")
    serve.add_argument("--port", type=int, help="the port to listen on; 0 for any that is free")
    serve.add_argument("--data", type=Path, help="the folder the fights are kept in")
    serve.add_argument("--workers", type=int, metavar="N", help="how many processes serve, behind that port")
    serve.add_argument("--no-demo", action="store_true", help="do not make the demo fight")
    serve.add_argument("--print-config", action="store_true", help="print the settings in force, and end")

    token = command("token", "serving:token", "make a token for a seat", "Whoever has it plays that seat.")
    token.add_argument("encounter", metavar="ENCOUNTER", help="the id of the fight")
    token.add_argument("seat", metavar="SEAT", help="the id of the seat, such as gm")
    token.add_argument("--hours", type=int, help="how long it serves; without this as SKALD_TOKEN_HOURS says")

    host = command(
        "host", "serving:host", "make a token for a host", "Whoever has it makes and runs fights of his own."
    )
    host.add_argument("host", metavar="ID", help="the host's id, of your choice for a new one")
    host.add_argument("--name", help="what people call him")
    host.add_argument("--hours", type=int, help="how long it serves; without this as SKALD_TOKEN_HOURS says")

    replay = command(
        "replay",
        "drawings:replay",
        "tell a fight in words, or write a page that plays it",
        "The GM's view of it: nothing is left out. With -o FILE.html one file that opens in any browser.",
    )
    replay.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a file that `export` wrote")
    replay.add_argument("--at", type=int, metavar="N", help="stop at this version")
    replay.add_argument("--headlines", action="store_true", help="a line for each act instead of all events")
    replay.add_argument("-o", "--output", type=Path, metavar="FILE.html", help="write a page instead")
    replay.add_argument("--seat", help="of the page: as this seat sees it; without this as the GM does")
    replay.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")

    lesson = command(
        "report",
        "reports:report",
        "write what a fight taught as a page",
        "One file that opens in any browser: how the chances went, turning points, who did what, how fair dice fell, "
        "who thought how long. Beside it all figures as .json, and the rolls as .csv.",
    )
    lesson.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a whole file that `export` wrote")
    lesson.add_argument("-o", "--output", type=Path, metavar="FILE.html", required=True, help="the page")
    lesson.add_argument(
        "--runs",
        type=int,
        default=50,
        metavar="N",
        help="by which the chances are found, at each moment; 0: leave them out",
    )
    lesson.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many processes")
    lesson.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")

    picture = command(
        "draw", "drawings:draw_fight", "draw a fight as a picture", "An SVG of its board, ground, figures and turns."
    )
    picture.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a whole file that `export` wrote")
    picture.add_argument("--at", type=int, metavar="N", help="as it stood at this version")
    picture.add_argument("--seat", help="as this seat sees it; without this as the GM does")
    picture.add_argument("--threats", metavar="COMBATANT", help="with where it could strike, and whom")
    picture.add_argument(
        "--width", type=int, default=USUAL_WIDTH, metavar="PIXELS", help="how wide it is shown at least"
    )
    picture.add_argument("--theme", choices=get_args(Theme), default="auto", help="auto: as its reader's system is set")
    picture.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")
    picture.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to; without this to the terminal")

    export = command(
        "export", "fights:export_fight", "write a fight to a file", "NDJSON: one line per event, and a header."
    )
    export.add_argument("encounter", metavar="ID", help="the id of the fight")
    export.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to; without this to the terminal")
    export.add_argument("--campaign", action="store_true", help="a campaign with all its fights, as one file")
    export.add_argument("--seat", help="only what this seat may see; without this everything")
    export.add_argument("--at", type=int, metavar="N", help="only up to this version, such as what is whole of a fight")

    bring = command(
        "import",
        "fights:import_fight",
        "bring a fight back from a file",
        "One that has ended comes back under its own id; any other as a fork with dice of its own.",
    )
    bring.add_argument("file", type=Path, metavar="FILE", help="a whole export")

    copy = command(
        "backup",
        "backup:backup",
        "copy all fights and secrets into a new folder",
        "The service may run meanwhile. The copy is a data folder: serve it with --data. It holds every secret.",
    )
    copy.add_argument("folder", type=Path, metavar="FOLDER", help="a folder that does not exist yet")

    command(
        "scrub",
        "scrub:scrub",
        "read all fights again, and say which are damaged",
        "The service may run meanwhile; it does so itself, slowly, once a day. Exit code 1: there is a damaged one.",
    )

    verify = command(
        "verify",
        "fights:verify",
        "judge a file, offline",
        "The last line says what it is. Exit code 0: signed by the key that --key gives. 1: broken, and where. "
        "2: unreadable. Where nothing is broken: 3: not signed by that key. 4: consistent, which anybody can make a "
        "file, for neither --key nor --head was given. 5: it goes through the head that --head gives, and no key was. "
        "A --certificate that --key signed counts: of all of it as 0, of its beginning as 5.",
    )
    verify.add_argument("file", type=Path, metavar="FILE", help="an export; - for the standard input")
    verify.add_argument(
        "--key",
        metavar="KEY|FILE",
        help="the server's public key, or a file with its /.well-known/jwks.json: the head must be signed by it",
    )
    verify.add_argument("--head", metavar="HASH", help="a head hash you know of: the fight must have had it")
    verify.add_argument(
        "--certificate",
        type=Path,
        metavar="FILE",
        help="what `skald certify` wrote of this fight: it must fit, and be signed by --key",
    )
    verify.add_argument("--json", action="store_true", help="say it in one line of JSON")

    certificate = command(
        "certify",
        "certificates:certify",
        "sign that a fight plays again to its head",
        "It is played again first, as `verify` does; what comes out another way is not signed: exit code 1. "
        "The key is that of the data folder, or SKALD_SIGNING_KEY.",
    )
    certificate.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a whole file that `export` wrote")
    certificate.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to; without this to the terminal")

    parting = command(
        "diff-rules",
        "rules:diff_rules",
        "play a recorded fight under today's rules, and show where they part",
        "Its orders, answers and dice are played again up to the first event that comes out another way. "
        "Exit code 0: all is the same. 1: it differs. 2: it cannot be compared, and why.",
    )
    parting.add_argument("fight", metavar="ID|FILE", help="the id of a fight, or a whole file that `export` wrote")
    parting.add_argument("--json", action="store_true", help="say it in one line of JSON, with both events")
    parting.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")

    odds = command(
        "odds",
        "odds:odds",
        "play a fight on by bots, many times, and say how it may end",
        "From now or from a version, or a fight that is not made: a file with the body of POST /v1/encounters, which "
        "may lack name and seats, or a ready-made fight, as GAME/KEY. By the true fight, as its game master "
        "sees it. Nothing is kept.",
    )
    odds.add_argument("fight", metavar="FILE|ID|SETUP", help="an exported fight, the id of one, or what makes one")
    odds.add_argument("--at", type=int, metavar="N", help="of a fight: from this version on")
    odds.add_argument(
        "--within", type=float, default=5.0, metavar="PERCENT", help="it ends when it is known so well: 1 to 50; 5"
    )
    odds.add_argument("--runs", type=int, default=200, metavar="N", help="how many at most; 200 without this")
    odds.add_argument("--seconds", type=int, default=60, metavar="N", help="how long at most; 60 without this")
    odds.add_argument("--rounds", type=int, default=50, metavar="N", help="after these a run is undecided; 50")
    odds.add_argument(
        "--bots",
        action="append",
        default=[],
        metavar="[SIDE=]BOT",
        help="run, which is fast and tries nothing out, greedy, sharp, or random; for all or for one side; may be "
        "given again; run without this",
    )
    odds.add_argument(
        "--aim", type=float, metavar="PERCENT", help="of what makes a fight: with how many opponents it is so hard"
    )
    odds.add_argument("--side", help="with --aim: whose chance; the side of whoever is played by a seat without this")
    odds.add_argument("--seed", default="odds", help="the same seed gives the same runs")
    odds.add_argument("--jobs", type=int, default=os.cpu_count() or 1, metavar="N", help="how many processes")
    odds.add_argument("--json", action="store_true", help="say it in one line of JSON, as POST /v1/encounters/ID/odds")
    odds.add_argument("--locale", default="en", help="the language, such as es; English where it is not there")

    ground = command(
        "map",
        "maps:convert_or_export",
        "make the ground of a fight from a Universal VTT map, or a map from a fight",
        "The walls and doors of a .uvtt, .dd2vtt or .df2vtt file as JSON, for the `ground` of a new fight of the game "
        "that --system names; -o writes its picture beside it, and JSON says where that lies, as `backdrop`. With "
        "`export`: the ground of a fight as .uvtt, or as a scene of Foundry (.json), as the GM or a seat sees it.",
    )
    ground.add_argument("file", metavar="FILE|export", help="the map; or the word `export`, and a fight")
    ground.add_argument("fight", nargs="?", metavar="ID|FILE", help="with `export`: a fight, or an exported one")
    ground.add_argument(
        "--system", metavar="ID", help="of a map, where it is wanted: the game, as `skald systems` lists it"
    )
    ground.add_argument("--crop", metavar="X,Y,WIDTH,HEIGHT", help="only this part, in cells; needed beyond 100 x 100")
    ground.add_argument("--seat", metavar="SEAT", help="with `export`: as this seat sees it; without it as the GM does")
    ground.add_argument("--at", type=int, metavar="N", help="with `export`: at version N")
    ground.add_argument("-o", "--output", type=Path, metavar="FILE", help="where to; without this to the terminal")

    bridge = command(
        "bridge",
        "bridge:bridge",
        "keep a virtual table and a fight together",
        "Figures, moves both ways, initiative and chat of a PlanarAlly room; it needs `pip install skald[planarally]`. "
        "Secrets come from files or from the environment (SKALD_TOKEN, SKALD_PLANARALLY_PASSWORD). It runs until the "
        "fight has ended or Ctrl-C, on any machine that reaches both servers.",
    )
    bridge.add_argument("table", choices=["planarally"], help="the kind of table")
    bridge.add_argument("--url", required=True, metavar="URL", help="PlanarAlly's address")
    bridge.add_argument("--room", required=True, metavar="CREATOR/NAME", help="the room, as its address names it")
    bridge.add_argument("--user", required=True, metavar="NAME", help="a user of PlanarAlly, a game master of the room")
    bridge.add_argument("--password-file", type=Path, metavar="FILE", help="with this user's password")
    bridge.add_argument("--skald", default="http://127.0.0.1:8765", metavar="URL", help="Skald's address")
    bridge.add_argument(
        "--token-file",
        type=Path,
        metavar="FILE",
        help="with a seat's token: everybody in the room sees what this seat sees",
    )
    bridge.add_argument(
        "--play",
        action="append",
        default=[],
        metavar="NAME=FILE",
        help="this user of PlanarAlly plays the seat whose token is in FILE; may be given again",
    )
    bridge.add_argument("--origin", default="0,0", metavar="X,Y", help="the square of the map that is the fight's 0, 0")
    bridge.add_argument("--state", type=Path, metavar="FILE", help="keeps what is told, to go on there after a restart")
    bridge.add_argument(
        "--aloud", action="store_true", help="ask in the chat, for all to read, also what a player is asked in private"
    )
    bridge.add_argument("--locale", default="en", help="the language of what it says: en, es, fi or pl")

    command(
        "assets",
        "assets:fetch_assets",
        "fetch what GraphiQL and the REST page load, if it is missing",
        "By npm, or without it from a CDN. A running server has it at once. A released wheel carries it already.",
    )

    client = command(
        "client",
        "client:write_client",
        "write the client library as an npm package",
        "Plain modules, and types where npm is there. A server has it at /client/ too.",
    )
    client.add_argument("--out", type=Path, required=True, metavar="FOLDER", help="a folder that does not exist yet")
    client.add_argument("--no-types", action="store_true", help="do not make the types")
    client.add_argument("--tools", type=Path, metavar="NODE_MODULES", help="take what makes the types from here")

    trial = command(
        "try-client",
        "conformance:try_client",
        "try how a client copes with troubles",
        "Serves a practice fight, and plays lost connections, lost answers, restarts and the like at the client that "
        "takes its seat. Exit code 1: it has not mastered all of them.",
    )
    trial.add_argument("--host", help="the address to listen on; 127.0.0.1 without this")
    trial.add_argument("--port", type=int, help="the port to listen on; without this any that is free")
    trial.add_argument("--only", metavar="KEY,KEY", help="these troubles alone")
    trial.add_argument("--check", action="store_true", help="list the troubles, and end")
    trial.add_argument("--patience", type=float, metavar="SECONDS", help="how long the client has for each thing")
    trial.add_argument("--json", type=Path, metavar="FILE", help="write the report to a file, too")
    trial.add_argument(
        "client",
        nargs=argparse.REMAINDER,
        metavar="-- COMMAND",
        help="a program that plays a seat; {url}, {token}, {invitation}, {link} and {fight} are filled in",
    )

    command("systems", "systems:systems", "list the rule systems that are installed")

    fresh = command(
        "new-game",
        "games:new_game",
        "write the package of a game of your own",
        "It plays already: an order with a die, a question, an end, words, rules, tests. You change it from there.",
    )
    fresh.add_argument("name", metavar="NAME", help="its id, such as river_war")
    fresh.add_argument("--folder", type=Path, metavar="FOLDER", help="where to; without this a folder of that name")

    checked = command(
        "check-game",
        "games:check",
        "say whether a game keeps the laws, and what to do",
        "What it declares, the fields of its structs, then fights by chance. Exit code 1: a law is broken.",
    )
    checked.add_argument("package", metavar="PACKAGE", help="mygame:system, or the id of an installed game")
    checked.add_argument(
        "--fight",
        type=Path,
        action="append",
        metavar="FILE.json",
        help="play this one too, the body of POST /v1/encounters; may be given again",
    )
    checked.add_argument(
        "--record",
        type=Path,
        action="append",
        metavar="FILE.json",
        help="check nothing, but let bots play this fight, and keep it in recordings/; may be given again",
    )
    checked.add_argument("--fights", type=int, default=6, metavar="N", help="how many fights to play; 6 without this")

    schema = command(
        "schema",
        "contract:schema",
        "print the published contract, write it, or compare it",
        "Without options the GraphQL schema of all systems. Exit code 1: clients break (--diff), or --check failed.",
    )
    schema.add_argument("--system", metavar="ID", help="of this system only, and the kernel")
    schema.add_argument("--folder", type=Path, metavar="DIR", help="where the contract is kept; by default in schemas/")
    doing = schema.add_mutually_exclusive_group()
    doing.add_argument("--openapi", action="store_true", help="print the OpenAPI document of REST instead")
    doing.add_argument("--asyncapi", action="store_true", help="print the AsyncAPI document instead")
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
    """Run one command; returns its exit code."""
    given = parser().parse_args(arguments)
    # Not before: help needs none of them.
    from api.config import ConfigError, from_environment
    from engine.kernel.authoring.registration import RegistrationError
    from engine.service.proof.export import ExportUnreadable

    try:
        gc.disable()  # what is imported stays: nothing of it is garbage
        run: Command = resolve_name(f"{__name__}.{given.run}")
        gc.enable()
        return run(given, from_environment(os.environ))
    except ExportUnreadable as error:
        return fail(f"this file cannot be read: {error}", UNREADABLE)
    except (ConfigError, RegistrationError, Misread) as error:
        return fail(str(error), UNREADABLE)
    except (SkaldError, OSError) as error:
        if isinstance(error, BrokenPipeError):  # the reader of our output has closed the pipe
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return OK
        return fail(str(error), BROKEN)
    except KeyboardInterrupt:
        return INTERRUPTED
