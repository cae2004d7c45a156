"""Engines that are wrong in one way each, as programs: `python fake_engine.py HOW [PIDFILE]`."""

import json
import os
import random
import sys
import time
from pathlib import Path

HOW = sys.argv[1]
SEEN = 0


def position(setup, power):
    """A position of the right shape in which nothing has happened."""
    seats = setup["order"]
    return {
        "turn": 1,
        "active": setup["active"],
        "phase": "play",
        "order": seats,
        "out": [],
        "confronted": None,
        "power": dict.fromkeys(seats, power),
        "vp": dict.fromkeys(seats, 0),
        "face_up": None,
        "owners": {},
        "zones": setup["zones"],
        "choice": None,
        "result": None,
    }


def start():
    """What it claims."""
    if HOW == "hang-at-start":
        time.sleep(600)
    kinds = ["transition", "legal-actions", "reject", "score", "view", "parse"]
    told = {
        "version": 1 if HOW == "other-version" else 2,
        "implementation": {"name": f"fake {HOW} \x1b[31m<b>", "language": "python", "version": "1"},
        "rulesets": ["rivals-batman-joker"],
        "kinds": kinds if HOW == "claims" else ["transition"],
        "features": [],
    }
    if HOW == "few-forms":
        told["forms"] = ["Core", "Text", "Points", "Number", "Var"]
    if HOW.startswith("claims-"):  # claims-KEY-NAME: one name more, or in place of the game
        _, key, name = HOW.split("-", 2)
        before = {"kinds": kinds[:1]}.get(key, [])
        told[key] = [*before, name]
    if HOW == "knows-no-game":
        told["rulesets"] = []
    if HOW == "more-keys":
        told["shoe_size"] = 44
    return told


def run(vector):
    """What it answers, in its own way."""
    global SEEN
    SEEN += 1
    setup = vector["setup"]
    match HOW:
        case "crash" if SEEN == 3:
            print("Traceback: I cannot go on", file=sys.stderr, flush=True)
            os._exit(3)
        case "hang":
            time.sleep(600)
        case "garbage":
            return "this is no JSON \x1b[2J"
        case "no-object":
            return "[1, 2]"
        case "not-utf8":
            sys.stdout.buffer.write(b"\xff\xfe\n")
            sys.stdout.flush()
            return None
        case "huge":
            return "x" * (9 * 1024 * 1024)
        case "deep":
            return "[" * 200_000
        case "seq":
            return {"seq": -1, "result": {"positions": []}}
        case "claims" | "empty":
            return {"seq": None, "result": {}}
        case "odd":
            shape = {**position(setup, 0), "zones": {"P1 hand": [{}], "x": 3}}
            return {"seq": None, "result": {"positions": [shape]}}
        case "errs":
            return {"seq": None, "errored": {"message": "KeyError: 'Punch'", "trace": "line 3"}}
        case "skips":
            told = {"reason": "later <script>alert(1)</script>", "issue": "https://example.org/1"}
            return {"seq": None, "skipped": told}
        case "random":
            number = random.randrange(10**9)
            steps = len(vector["steps"]) + 1
            shapes = [position(setup, number) for _ in range(steps)]
            return {"seq": None, "result": {"positions": shapes}}
        case "slow":
            time.sleep(0.2)
        case _:
            pass
    shapes = [position(setup, 99) for _ in range(len(vector["steps"]) + 1)]
    return {"seq": None, "result": {"positions": shapes}}


if len(sys.argv) > 2:
    Path(sys.argv[2]).write_text(str(os.getpid()), encoding="utf-8")
for line in sys.stdin:
    message = json.loads(line)
    if message["cmd"] == "stop":
        if HOW == "stays":
            time.sleep(600)
        break
    if message["cmd"] == "start":
        said = start()
    elif message["cmd"] == "ruleset":
        said = {"ok": HOW != "refuses-game"}
    else:
        said = run(message["vector"])
        if isinstance(said, dict) and said["seq"] is None:
            said["seq"] = message["seq"]
    if said is not None:
        print(said if isinstance(said, str) else json.dumps(said), flush=True)
