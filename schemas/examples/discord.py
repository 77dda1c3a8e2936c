"""Tells a Discord channel who is asked and whose turn it is: takes Skald's webhooks, writes into one of Discord's.

    SKALD_SECRET=whsec_... DISCORD_WEBHOOK=https://discord.com/api/webhooks/... python discord.py --port 8700

SKALD_SECRET: of the webhook in Skald; several (one for each fight) separated by blanks. DISCORD_WEBHOOK: the channel's.
DISCORD_MENTIONS: who is mentioned, as JSON: {"<seat>": "<Discord user id>"}. Needs `pip install standardwebhooks`.
"""

from __future__ import annotations

import argparse
import json
import os
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from standardwebhooks import Webhook, WebhookVerificationError

LONGEST = 2000
"""Characters of a message in Discord."""
LARGEST = 1 << 20
"""Bytes of a message of Skald that is read."""


def message_of(event: dict[str, Any], mentions: dict[str, str]) -> dict[str, Any]:
    """What Discord is sent. Only those who are named here are mentioned, whatever stands in the text."""
    data = event["data"]
    people = [mentions[seat] for seat in data.get("seats", ()) if seat in mentions]
    called = " ".join(f"<@{person}>" for person in people)
    text = f"**{data['name']}**: {data['text']}"
    return {
        "content": f"{called} {text}".strip()[:LONGEST],
        "allowed_mentions": {"parse": [], "users": people},
        "username": "Skald",
    }


def post(address: str, message: dict[str, Any]) -> tuple[int, str]:
    """Write it into the channel: the status for Skald, and how long it is to wait before it tries again."""
    body = json.dumps(message).encode()
    headers = {"Content-Type": "application/json", "User-Agent": "DiscordBot (https://example.org/skald, 1)"}
    try:
        with urlopen(Request(address, body, headers), timeout=8):
            return 204, ""
    except HTTPError as error:
        if error.code == 429:  # too much at once: Discord says how many seconds
            return 503, str(int(float(error.headers.get("Retry-After", 1))) + 1)
        return 410 if error.code in (401, 404) else 502, ""  # 404: the channel's webhook was removed
    except (URLError, TimeoutError):
        return 502, ""


def serve(port: int, secrets: list[str], address: str, mentions: dict[str, str]) -> ThreadingHTTPServer:
    """The server; `serve_forever` runs it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            size = int(self.headers.get("Content-Length", 0))
            body = self.rfile.read(size) if size <= LARGEST else b""
            status, wait = 401, ""
            for secret in secrets:
                try:
                    event = Webhook(secret).verify(body, dict(self.headers.items()))
                except (WebhookVerificationError, ValueError):
                    continue
                status, wait = post(address, message_of(event, mentions))
                break
            self.send_response(status)
            if wait:
                self.send_header("Retry-After", wait)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, format: str, *args: Any) -> None:
            print(format % args, flush=True)

    return ThreadingHTTPServer(("127.0.0.1", port), Handler)


if __name__ == "__main__":
    words = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    words.add_argument("--port", type=int, default=8700)
    given = words.parse_args()
    names = json.loads(os.environ.get("DISCORD_MENTIONS", "{}"))
    keys = os.environ["SKALD_SECRET"].split()
    serve(given.port, keys, os.environ["DISCORD_WEBHOOK"], names).serve_forever()
