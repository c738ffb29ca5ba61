"""`manage.py token USERNAME`: make, list or revoke tokens. A new token is printed once; only its hash is stored."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from ledger.api.tokens import make_token, revoke_token, tokens_of
from ledger.circles.models import User
from ledger.circles.names import normalise_username


class Command(BaseCommand):
    help = "Print a token by which a program can act for a user; or list the user's tokens, or revoke one."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("username")
        parser.add_argument("--read-only", action="store_true", help="it may only read")
        parser.add_argument("--create-user", action="store_true", help="make the user, who has no password, if missing")
        parser.add_argument("--name", default="", help="what it is for")
        instead = parser.add_mutually_exclusive_group()
        instead.add_argument("--list", action="store_true", dest="listing", help="only list the tokens that work")
        instead.add_argument("--revoke", metavar="ID", help="only revoke the token with this id (see --list)")

    @transaction.atomic
    def handle(
        self, *_args: Any, username: str, create_user: bool, listing: bool, revoke: str | None, **options: Any
    ) -> None:
        user = User.objects.filter(username=normalise_username(username), is_active=True).first()
        try:
            if user is None and create_user:
                # Without a password: only a program with a token can act for this user.
                user = User(username=normalise_username(username))
                user.set_unusable_password()
                user.full_clean()
                user.save()
            if user is None:
                raise CommandError(f"There is no user {username}; --create-user makes one.")
            if listing:
                for token in tokens_of(user):
                    may = "reads" if token.read_only else "writes"
                    used = timezone.localdate(token.last_used_at).isoformat() if token.last_used_at else "never"
                    self.stdout.write(f"{token.pk}  {may:6}  last used {used:10}  {token.name}".rstrip())
            elif revoke:
                revoked = tokens_of(user).filter(pk=revoke).first()
                if revoked is None:
                    raise CommandError(f"{user.username} has no token {revoke} that works.")
                revoke_token(token=revoked)
            else:
                _token, secret = make_token(user=user, name=options["name"], read_only=options["read_only"])
                self.stdout.write(secret)
        except ValidationError as refused:
            raise CommandError("; ".join(refused.messages)) from refused
