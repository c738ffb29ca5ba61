import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from ledger.circles.models import Circle, User
from ledger.demo.circles import fill
from ledger.series.models import Series

USERNAME = "demo"


class Command(BaseCommand):
    help = "Fill the database with three made-up circles and forty series, for looking around."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--force", action="store_true", help="even where there are circles already")

    def handle(self, *_args: Any, force: bool, **_options: Any) -> None:
        if Circle.objects.exists() and not force:
            raise CommandError("There are circles in this database already. --force adds the made-up ones to them.")
        password = secrets.token_urlsafe(9)
        with transaction.atomic():
            visitor, _is_new = User.objects.get_or_create(username=USERNAME, defaults={"display_name": "Demo"})
            visitor.set_password(password)
            visitor.save()
            members = list(fill(visitor, timezone.now()))
        series = Series.objects.filter(circle__in=[member.circle_id for member in members]).count()
        self.stdout.write(f"{len(members)} circles with {series} series:")
        for member in members:
            self.stdout.write(f"  {member.circle.name} ({member.get_role_display()})")
        self.stdout.write(f"Sign in as {USERNAME} with the password {password}")
