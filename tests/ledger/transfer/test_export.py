import json

from ledger.circles.models import User
from ledger.circles.roles import Role
from ledger.circles.services.invites import make_invite
from ledger.circles.services.players import claim_player
from ledger.transfer.export import circle_file
from tests.ledger.conftest import PASSWORD
from tests.ledger.pages import client_of
from tests.ledger.transfer.circle_files import fill


def test_an_export_contains_the_circle_its_members_and_players(owner, viewer, anil):
    claim_player(player=anil, member=viewer)
    response = client_of(owner.user).get(f"/circles/{owner.circle_id}/export/")
    assert response["Content-Disposition"].startswith('attachment; filename="friday-table-')
    whole = json.loads(response.getvalue())
    assert (whole["format"], whole["version"]) == ("khata-circle", 1)
    assert whole["circle"] == {
        "id": owner.circle_id,
        "name": "Friday table",
        "currency": "NPR",
        "coin_minor": 1,
        "language": "en",
        "created_at": owner.circle.created_at.isoformat(),
    }
    assert [(m["id"], m["name"], m["role"]) for m in whole["members"]] == [
        (owner.id, "Alice", "owner"),
        (viewer.id, "Vera", "viewer"),
    ]
    assert [(p["id"], p["name"], p["member"], p["hidden_at"]) for p in whole["players"]] == [
        (anil.id, "Anil", viewer.id, None)
    ]


def test_recorders_appear_by_member_and_name_only(scorer, charlie):
    circle = fill(scorer, charlie)
    whole = json.loads(circle_file(circle))
    recorded = [row for series in whole["series"] for row in series["events"]] + whole["entries"]
    assert {(row["by_name"], row["by"]) for row in recorded} == {("Bob", scorer.id), ("गीता", None)}, "गीता has left"
    texts = circle_file(circle)
    for person in User.objects.all():
        assert f'"{person.username}"' not in texts
        assert person.password not in texts


def test_keys_are_sorted(scorer, charlie):
    whole = json.loads(circle_file(fill(scorer, charlie)))
    for series in whole["series"]:
        assert list(series["rules"]) == sorted(series["rules"])
        assert all(list(event["content"]) == sorted(event["content"]) for event in series["events"])
    assert all(list(entry["postings"]) == sorted(entry["postings"]) for entry in whole["entries"])


def test_an_export_contains_no_secret(owner):
    invite, token = make_invite(actor=owner.user, circle=owner.circle, role=Role.VIEWER)
    text = client_of(owner.user).get(f"/circles/{owner.circle_id}/export/").getvalue().decode()
    for secret in (token, invite.token_hash, owner.user.username, owner.user.password, PASSWORD):
        assert secret not in text


def test_the_file_name_is_safe_for_any_name_of_a_circle(owner):
    owner.circle.name = '"; ../../<x>\r\nखाता'
    owner.circle.save()
    disposition = client_of(owner.user).get(f"/circles/{owner.circle_id}/export/")["Content-Disposition"]
    assert disposition.startswith('attachment; filename="x-')
    owner.circle.name = "खाता"
    owner.circle.save()
    disposition = client_of(owner.user).get(f"/circles/{owner.circle_id}/export/")["Content-Disposition"]
    assert disposition.startswith(f'attachment; filename="{owner.circle_id}-')
