"""Who gets which of the 16 pairs of colour and mark."""

import pytest

from ledger.face.faces import faces_at_table, next_face


@pytest.mark.parametrize(
    ("taken", "face"),
    [
        ([], 0),
        ([0, 1, 2], 3),
        ([0, 2, 3], 1),
        (range(16), 0),
        ([*range(16), 0, 1], 2),
        ([*range(16), *range(16), 5], 0),
    ],
)
def test_a_new_player_gets_the_first_face_that_the_fewest_have(taken, face):
    assert next_face(taken) == face


@pytest.mark.parametrize(
    ("own", "shown"),
    [
        ((3, 1, 0, 7), (3, 1, 0, 7)),
        ((2, 2), (2, 3)),
        ((0, 0, 1), (0, 2, 1)),  # the second player gives way; the third keeps the face that would come next
        ((15, 15, 0), (15, 1, 0)),  # after the last comes the first
        ((4, 4, 4, 4), (4, 5, 6, 7)),
        ((*range(16), 3), (*range(16), 3)),  # no face is free
    ],
)
def test_no_two_players_at_a_table_have_the_same_face(own, shown):
    assert faces_at_table(own) == shown
