import pytest
from django.http import Http404

from ledger.circles.models import Member, Player
from ledger.money.access import load_entry
from tests.ledger.money.conftest import Bookkeeper


def test_an_entry_is_found_by_its_id_in_its_own_circle(
    bob_books: Bookkeeper, scorer: Member, elsewhere: Member, anil: Player, bina: Player
) -> None:
    first = bob_books.pay(anil, bina, "10").entry
    second = bob_books.pay(bina, anil, "5").entry
    assert (load_entry(scorer, first.pk), load_entry(scorer, second.pk)) == (first, second)
    with pytest.raises(Http404):
        load_entry(elsewhere, first.pk)
