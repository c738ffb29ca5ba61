"""Makes an invite link for an owner who has lost their phone: `manage.py circle_link CIRCLE --role owner`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.urls import reverse

from ledger.circles.models import Circle
from ledger.circles.roles import Role
from ledger.circles.services.invites import OWNER_LINK_LASTS, make_invite


class Command(BaseCommand):
    help = "Print a link by which one person can join a circle within a day. The circle's id stands in its address."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("circle")
        parser.add_argument("--role", choices=Role.values, default=Role.OWNER.value)
        parser.add_argument("--site", default="http://localhost:8000", help="the beginning of the site's address")

    def handle(self, *_args: Any, circle: str, role: str, site: str, **_options: Any) -> None:
        found = Circle.objects.filter(pk=circle).first()
        if found is None:
            raise CommandError(f"There is no circle {circle}.")
        _invite, token = make_invite(actor=None, circle=found, role=Role(role), lasts=OWNER_LINK_LASTS, max_uses=1)
        self.stdout.write(site.rstrip("/") + reverse("join", args=[token]))
