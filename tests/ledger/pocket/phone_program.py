"""A phone without signal, as a program of its own: it reads a request from each line and writes its answer."""

import json
import os
import sys

import django


def main() -> None:
    os.environ["DJANGO_SETTINGS_MODULE"] = "ledger.pocket.phone.settings"
    django.setup()

    from django.core.management import call_command

    from ledger.pocket.phone import store
    from ledger.pocket.phone.answer import Phone

    call_command("migrate", verbosity=0)
    phone = Phone("http://testserver", {})

    def answer(method: str, address: str, headers: dict[str, str], body: str) -> dict[str, object]:
        status, said, content = phone.answer(method, address, headers, body.encode())
        return {"status": status, "headers": said, "text": content.decode()}

    def modules() -> list[str]:
        return sorted({name.partition(".")[0] for name in sys.modules})

    does = {"load": store.load, "clear": store.clear, "waiting": store.waiting, "answer": answer, "modules": modules}
    for line in sys.stdin:
        what, arguments = json.loads(line)
        print(json.dumps(does[what](**arguments)), flush=True)


if __name__ == "__main__":
    main()
