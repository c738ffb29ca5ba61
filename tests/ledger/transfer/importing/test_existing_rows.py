"""An import never changes what is already in the database."""

import json

import pytest
from django.core.exceptions import ValidationError
from django.core.management import CommandError

from ledger.circles.models import Member, Player
from ledger.circles.roles import Role
from ledger.circles.services.members import hand_over, remove_member
from ledger.transfer.file_format import UnreadableFile
from ledger.transfer.import_circle import check_file, import_circle
from tests.ledger.transfer.circle_files import as_bytes, export, forge
from tests.ledger.transfer.importing.conftest import count_rows, problems_of, run_import

pytestmark = pytest.mark.django_db


def test_the_same_file_cannot_be_imported_twice(text, path):
    run_import(path)
    assert problems_of(text.encode()) == ["This circle already exists here."]
    with pytest.raises(CommandError) as refused:
        run_import(path)
    assert str(refused.value) == "This circle already exists here.\nNothing has been imported."


def test_two_imports_at_the_same_moment_make_one_circle(text):
    """Both files are checked before either is written."""
    first, second = check_file(text.encode()), check_file(text.encode())
    import_circle(first, None)
    rows = count_rows()
    with pytest.raises(UnreadableFile, match="This circle already exists here"):
        import_circle(second, None)
    assert count_rows() == rows


def test_a_deleted_circle_can_be_imported_again(text):
    import_circle(check_file(text.encode()), None).delete()
    circle = import_circle(check_file(text.encode()), None)
    assert export(circle) == text


@pytest.mark.parametrize("part", ["members", "players", "series", "entries"])
def test_ids_of_another_circle_are_refused(text, part):
    """A file that was invented to take over the rows of another circle."""
    theirs = import_circle(check_file(text.encode()), None)
    whole = json.loads(text)
    whole["circle"]["id"] = "a" * 12
    forge(whole)
    assert f"The id {whole[part][0]['id']} is already in use here." in problems_of(as_bytes(whole))
    assert export(theirs) == text


def test_an_imported_member_cannot_be_the_only_owner(alice_again):
    """The owner in the file cannot sign in."""
    stale = Member.objects.get(circle=alice_again.circle, role=Role.OWNER, user__is_active=False)
    with pytest.raises(ValidationError, match="always has an owner"):
        remove_member(member=alice_again)
    with pytest.raises(ValidationError, match="cannot sign in"):
        hand_over(owner=alice_again, successor=stale)
    remove_member(member=stale)
    assert Player.objects.filter(circle=alice_again.circle).count() == 5


def test_an_import_does_not_change_another_circle(text, elsewhere):
    before = export(elsewhere.circle)
    import_circle(check_file(text.encode()), elsewhere.user)
    assert export(elsewhere.circle) == before
