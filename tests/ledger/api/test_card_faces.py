"""The pack on the table over the API: of a circle, and of the series that begin in it."""

import pytest

pytestmark = pytest.mark.django_db

SWISS, FRENCH = {"card_faces": "swiss_german"}, {"card_faces": "french"}


@pytest.fixture
def start(players) -> dict[str, object]:
    return {"game": "jass", "players": [player.pk for player in players], "preset": "salon"}


def test_only_an_owner_chooses_the_pack_of_a_circle(alices, bobs, circle):
    at = f"circles/{circle.pk}"
    assert alices.get(at).json()["card_faces"] is None
    assert bobs.patch(at, SWISS).status_code == 403
    assert alices.patch(at, SWISS).json()["card_faces"] == "swiss_german"
    assert alices.patch(at, {"name": "Saturday"}).json()["card_faces"] == "swiss_german"
    assert alices.patch(at, {"card_faces": "tarot"}).status_code == 422
    assert alices.patch(at, {"card_faces": None}).json()["card_faces"] is None
    made = alices.post("circles", {"name": "Bern"} | SWISS)
    assert made.json()["card_faces"] == "swiss_german"


def test_a_series_begins_with_the_pack_of_its_circle_and_can_have_another(alices, bobs, circle, start):
    at = f"circles/{circle.pk}/series"
    before = bobs.post(at, start).json()
    assert (before["rules"]["card_faces"], before["preset"]) == ("french", "salon")
    alices.patch(f"circles/{circle.pk}", SWISS)
    swiss = bobs.post(at, start).json()
    assert swiss["rules"]["card_faces"] == "swiss_german"
    assert swiss["preset"] == "salon", "with another pack it is the same game"
    assert bobs.post(at, start | {"rules": FRENCH}).json()["rules"]["card_faces"] == "french"
    assert bobs.get(f"series/{before['id']}").json()["rules"]["card_faces"] == "french"
    assert "card_faces" not in bobs.post(at, start | {"game": "jaago-chalis", "preset": None}).json()["rules"]


def test_the_judge_speaks_of_the_pack(bobs):
    record = {"direction": "clockwise", "first_leader": 0, "trump": "hearts", "tricks": [["JH", "JH", "6H", "7H"]]}
    answer = bobs.post("games/jass/judge", {"seats": 4, "record": record, "rules": SWISS})
    assert "Under of Rosen" in str(answer.json())


def test_a_refusal_speaks_of_the_pack_of_its_series(bobs, circle, start):
    series = bobs.post(f"circles/{circle.pk}/series", start | {"rules": SWISS}).json()
    tricks = [["JH", "JH", "6H", "7H"]]
    record = {"direction": "clockwise", "first_leader": 0, "trump": "hearts", "tricks": tricks}
    refused = bobs.post(f"series/{series['id']}/hands", {"base_version": series["version"], "record": record})
    assert refused.status_code == 422
    assert "Under of Rosen" in str(refused.json())
    assert "jack" not in str(refused.json())
