"""Plays one seat of a fight over plain HTTP, whatever the game: it knows offers, decisions and the kernel's events."""
# python3 generic.py http://127.0.0.1:8765 TOKEN        needs nothing but Python

import json
import random
import sys
import time
import urllib.request
from http.client import HTTPException

url, token = sys.argv[1:]


def call(method, path, body=None):
    """The JSON of an answer; None where it is refused: then the problem is printed, with its `code` and `detail`."""
    headers = {"Authorization": f"Bearer {token}", "Idempotency-Key": str(time.time_ns())}
    data = body and json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, headers | {"Content-Type": "application/json"}, method=method)
    while True:
        try:
            return json.load(urllib.request.urlopen(request, timeout=60))
        except (OSError, HTTPException) as error:
            if getattr(error, "status", 503) not in (429, 503):
                return print(error.read().decode(), file=sys.stderr)
            told = getattr(error, "headers", None) or {}  # away, or too much at once: the same key acts once
            time.sleep(int(told.get("Retry-After", 1)))


def fill(offer):
    """All that has to be done with an offer: write the picks into what is to be sent."""
    for field in offer["fields"]:
        inside = offer["send"]
        for name in field["path"][:-1]:
            inside = inside[name]
        if field["kind"] in ("one", "place", "path"):
            inside[field["path"][-1]] = random.choice(field["among"])["value"]
    return offer["send"]


def play(seat, gm, fight, here):
    """Answer or order one thing, if there is one for this seat. The outcome, or None."""
    asked = next((d for d in fight["decisions"] if seat in d["seats"]), None)
    if asked and asked["kind"] == "Roll":  # dice that would fall on a real table
        n, sides = map(int, asked["question"]["dice"].split("d"))
        return call("POST", f"{here}/decisions/{asked['key']}", {"faces": [random.randint(1, sides) for _ in range(n)]})
    if asked and asked["offers"]:
        return call("POST", f"{here}/decisions/{asked['key']}", {"choice": fill(random.choice(asked["offers"]))})
    holder = {c["key"]: c["seat"] for c in fight["combatants"]}
    open_ones = [o for o in fight["offers"] if (holder.get(o["combatant"]) or gm) == seat]
    return call("POST", f"{here}/commands", {"command": fill(random.choice(open_ones))}) if open_ones else None


me = call("GET", "/v1/viewer")
after, here, gm = 0, f"/v1/encounters/{me['encounter']}", me["seat"] if me["role"] == "GM" else None
while (fight := call("GET", here))["status"] != "ENDED" or after < fight["version"]:
    done = play(me["seat"], gm, fight, here)
    page = call("GET", f"{here}/events?after={after}&wait={0 if done else 2}")  # waits for what happens next
    page = page or {"events": [], "after": fight["version"]}  # AHEAD: restored, it lacks what we have seen
    for event in page["events"]:
        print(event["version"], event["text"])
    after = page["after"]
