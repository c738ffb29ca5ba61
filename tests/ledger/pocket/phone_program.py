"""A phone without signal, as a program of its own: it reads a call from each line and writes its answer.

It runs with what is in the bundle and nothing else, so what the bundle lacks is missed here.
"""

import json
import os
import sys


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.pocket.phone.settings"

    from ledger.pocket.phone.calls import call, start

    start(sys.stdin.readline())
    for line in sys.stdin:
        what, details, body = json.loads(line)
        if what == "modules":
            print(json.dumps(sorted(sys.modules)), flush=True)
            continue
        said, content = call(what, json.dumps(details), body.encode())
        print(json.dumps(json.loads(said) | {"text": content.decode()}) if what == "answer" else said, flush=True)


if __name__ == "__main__":
    main()
