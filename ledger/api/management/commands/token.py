"""`manage.py token USERNAME`: a token for a program that acts for this person. It is printed once."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from ledger.api.tokens import make_token
from ledger.circles.models import User


class Command(BaseCommand):
    help = "Make an API token for a user and print it. Only its hash is stored: it cannot be shown again."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--read-only", action="store_true", help="the token can read and not write")
        parser.add_argument("--create-user", action="store_true", help="make the user first, without a password")
        parser.add_argument("--name", default="", help="what the token is for; shown in the list on the account page")

    def handle(self, *, username: str, read_only: bool, create_user: bool, name: str, **_options: Any) -> None:
        user = User.objects.filter(username=User.normalize_username(username), is_guest=False).first()
        if user is None and create_user:
            user = _new_user(username)
        if user is None:
            raise CommandError(f"There is no user {username!r}. --create-user makes one.")
        _token, secret = make_token(user=user, name=name, read_only=read_only)
        self.stdout.write(secret)


def _new_user(username: str) -> User:
    user = User(username=User.normalize_username(username), display_name=username)
    user.set_unusable_password()
    try:
        user.full_clean(exclude=["password"])
    except ValidationError as error:
        raise CommandError(" ".join(error.messages)) from error
    user.save()
    return user
