"""`manage.py token USERNAME`: the way in for a program, printed once; only its hash is kept."""

from argparse import ArgumentParser
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from ledger.api.models import Token
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

    def handle(
        self, *_args: Any, username: str, create_user: bool, listing: bool, revoke: str | None, **options: Any
    ) -> None:
        with transaction.atomic():
            user = _find(username) or (_make(username) if create_user else None)
            if user is None:
                raise CommandError(f"There is no user {username}; --create-user makes one.")
            if listing:
                self._list(user)
            elif revoke:
                self._revoke(user, revoke)
            else:
                self._print_new(user, options["name"], read_only=options["read_only"])

    def _print_new(self, user: User, name: str, *, read_only: bool) -> None:
        try:
            _token, secret = make_token(user=user, name=name, read_only=read_only)
        except ValidationError as refused:
            raise CommandError("; ".join(refused.messages)) from refused
        self.stdout.write(secret)

    def _list(self, user: User) -> None:
        for token in tokens_of(user):
            may = "reads" if token.read_only else "writes"
            self.stdout.write(f"{token.pk}  {may:6}  last used {_day(token):10}  {token.name}".rstrip())

    def _revoke(self, user: User, token_id: str) -> None:
        token = tokens_of(user).filter(pk=token_id).first()
        if token is None:
            raise CommandError(f"{user.username} has no token {token_id} that works.")
        revoke_token(token=token)


def _day(token: Token) -> str:
    return timezone.localdate(token.last_used_at).isoformat() if token.last_used_at else "never"


def _find(username: str) -> User | None:
    return User.objects.filter(username=normalise_username(username), is_active=True).first()


def _make(username: str) -> User:
    """The user has no password, and so can act by tokens alone."""
    user = User(username=normalise_username(username))
    user.set_unusable_password()
    try:
        user.full_clean()
    except ValidationError as refused:
        raise CommandError("; ".join(refused.messages)) from refused
    user.save()
    return user
