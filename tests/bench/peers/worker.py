# SPDX-License-Identifier: Apache-2.0
"""One peer in a process of its own: a crash, or memory that it keeps, is that peer's alone. Reads a line of JSON, answers with one.

    {"case": .., "inputs": "normal", "samples": 20}  ->  {"milliseconds": [..], "variant": ..} or {"error": ..}

What a peer writes to standard output goes to standard error, so that it can't be taken for an answer.
"""

import importlib
import json
import os
import sys
import traceback

from cases import Case


def answer(peer, request):
    try:
        case = Case.from_json(request["case"])
        milliseconds, variant = peer.measure(case, request["inputs"], request["samples"])
        return {"milliseconds": milliseconds, "variant": variant}
    except Exception as error:  # whatever it is, it is this peer's result
        traceback.print_exc(file=sys.stderr)
        return {"error": f"{type(error).__name__}: {error}".splitlines()[0][:300]}


def main(module, options):
    replies = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    try:
        peer = importlib.import_module(module).Peer(**options)
        replies.write(json.dumps({"ready": True, "versions": peer.versions()}) + "\n")
    except Exception as error:
        replies.write(json.dumps({"ready": False, "error": f"{type(error).__name__}: {error}".splitlines()[0][:300]}) + "\n")
        return 1
    for line in sys.stdin:
        replies.write(json.dumps(answer(peer, json.loads(line))) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], json.loads(sys.argv[2])))
