"""Prints the log of a fight, one entry for each act, whatever the game: its headlines, and what is folded in below."""
# python3 log.py http://127.0.0.1:8765 TOKEN        needs nothing but Python; --details shows what is folded in

import json
import sys
import urllib.request

url, token = (one for one in sys.argv[1:] if not one.startswith("--"))
details = "--details" in sys.argv


def call(path):
    """The JSON of an answer."""
    return json.load(urllib.request.urlopen(urllib.request.Request(url + path, headers={"Authorization": token})))


def show(act):
    """An entry: its headlines in one line; a lone detail stands for a headline. An act of bookkeeping has no entry."""
    lines = [event for event in act if event["weight"] != "BOOKKEEPING"]
    heads = [event for event in lines if event["weight"] == "HEADLINE"] or lines[:1]
    if heads:
        print(heads[0]["version"], "; ".join(event["text"] for event in heads))
    for event in lines if details else ():
        if event not in heads:
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
