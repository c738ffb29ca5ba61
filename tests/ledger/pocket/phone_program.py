"""A phone without signal, as a separate program: it reads a call from each line and writes its answer.

It has only the files of the bundle, so tests fail if the bundle lacks one.
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
