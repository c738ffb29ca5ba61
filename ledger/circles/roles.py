"""The roles of members. Each role may do everything that the roles before it may."""

from django.db import models
from django.utils.translation import pgettext_lazy


class Role(models.TextChoices):
    VIEWER = "viewer", pgettext_lazy("role", "viewer")
    SCORER = "scorer", pgettext_lazy("role", "scorer")
    OWNER = "owner", pgettext_lazy("role", "owner")

    def reaches(self, needed: "Role") -> bool:
        ladder = list(Role)
        return ladder.index(self) >= ladder.index(needed)
