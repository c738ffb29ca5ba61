from django.apps import AppConfig


class SigningConfig(AppConfig):
    name = "ledger.signing"
    label = "checking"  # the names of the tables begin with it
