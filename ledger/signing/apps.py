from django.apps import AppConfig


class SigningConfig(AppConfig):
    name = "ledger.signing"
    label = "checking"  # the app's name in the database: its tables are called checking_…
