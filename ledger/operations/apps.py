from django.apps import AppConfig


class OperationsConfig(AppConfig):
    name = "ledger.operations"
