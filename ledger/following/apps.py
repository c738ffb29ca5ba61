from django.apps import AppConfig


class FollowingConfig(AppConfig):
    name = "ledger.following"
