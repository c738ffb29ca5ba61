from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class AgreeingConfig(AppConfig):
    name = "ledger.agreeing"
    verbose_name = _("agreeing")
