"""Prints the log of a fight, one entry for each act, whatever the game: its headline, and what is folded in below."""
# python3 log.py http://127.0.0.1:8765 TOKEN        needs nothing but Python; --details shows what is folded in

import json
import sys
import urllib.request

url, token = (word for word in sys.argv[1:] if not word.startswith("--"))
details = "--details" in sys.argv


def call(path):
    """The JSON of an answer."""
    return json.load(urllib.request.urlopen(urllib.request.Request(url + path, headers={"Authorization": token})))


def show(act):
    """An entry: its headline, of several the last, else its weightiest event; none for what came to nothing."""
    told = [event for event in act if event["text"] and event["weight"] != "BOOKKEEPING"]
    line = next((event["headline"]["text"] for event in reversed(act) if event["headline"]), None)
    if line is None and told and not any(event["type"] in ("CommandAccepted", "DecisionAnswered") for event in act):
        line = min(told, key=lambda event: event["weight"] != "HEADLINE")["text"]
    if line is not None:
        print(act[-1]["version"], line)
    for event in told if line is not None and details else ():
        print("      ", event["text"])


token = f"Bearer {token}"
here = f"/v1/encounters/{call('/v1/viewer')['encounter']}/events"
acts, after = {}, 0
while (page := call(f"{here}?after={after}"))["events"]:
    for event in page["events"]:
        acts.setdefault(event["act"], []).append(event)
    after = page["after"]
for act in acts.values():
    show(act)
