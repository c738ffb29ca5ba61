"""`make pocket`: make the bundle with which a phone goes on without signal, and print the size of each file."""

import os
import sys

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "ledger.config.settings")
    django.setup()
    from ledger.pocket import bundle

    result = bundle.make()
    if "problem" in result:
        sys.exit(result["problem"])
    for file in result["files"]:
        print(f"{file['compressed_size']:>9,}  {file['name']}")
    print(f"{sum(file['compressed_size'] for file in result['files']):>9,}  in all, compressed")


if __name__ == "__main__":
    main()
