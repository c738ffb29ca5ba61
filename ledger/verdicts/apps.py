from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class VerdictsConfig(AppConfig):
    name = "ledger.verdicts"
    label = "agreeing"  # the app's former name, which its tables still have
    verbose_name = _("verdicts")
