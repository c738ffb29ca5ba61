import secrets
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils import timezone

from ledger.circles.models import Circle, User
from ledger.operations.demo.circles import EVENINGS, fill_circles
from ledger.series.luck import work_out_missing_luck
from ledger.series.models import Series

USERNAME = "demo"


class Command(BaseCommand):
    help = "Fill the database with six made-up circles and 120 series of all games, for looking around."

    def add_arguments(self, parser: CommandParser) -> None:
        help_text = "how many evenings each circle has had (%(default)s)"
        parser.add_argument("--evenings", type=int, default=EVENINGS, help=help_text)
        parser.add_argument("--force", action="store_true", help="even where there are circles already")

    def handle(self, *_args: Any, evenings: int, force: bool, **_options: Any) -> None:
        if Circle.objects.exists() and not force:
            raise CommandError("There are circles in this database already. --force adds the made-up ones to them.")
        password = secrets.token_urlsafe(9)
        with transaction.atomic():
            visitor, _is_new = User.objects.get_or_create(username=USERNAME, defaults={"display_name": "Demo"})
            visitor.set_password(password)
            visitor.save()
            members = list(fill_circles(visitor, timezone.now(), evenings))
        work_out_missing_luck()
        series = Series.objects.filter(circle__in=[member.circle_id for member in members]).count()
        self.stdout.write(f"{len(members)} circles with {series} series:")
        for member in members:
            self.stdout.write(f"  {member.circle.name} ({member.get_role_display()})")
        self.stdout.write(f"Sign in as {USERNAME} with the password {password}")
