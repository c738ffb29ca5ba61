"""`manage.py prove` runs this in a process of its own: tests/settings.py makes a new database, deleted at the end."""

import os
from importlib import import_module

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
os.environ["LEDGER_API_RATE"] = ""  # one caller asks for everything
django.setup()
import_module("tests.proving.run").main()  # models can be imported only now
