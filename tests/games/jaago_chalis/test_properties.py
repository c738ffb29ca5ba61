"""Properties of any hand, any rules and any series."""

import json
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from games.catalogue.jaago_chalis.game import JaagoChalis
from games.catalogue.jaago_chalis.record import can_be_won
from games.contract import blocks_scoring
from games.kit.transfers import matrix
from games.kit.transfers import nets as books
from tests.games.jaago_chalis.deals import carelessly, random_hand
from tests.games.jaago_chalis.table import RULES, TABLE, nets, plainly, read, score, settle, stand

SEEDS = st.integers(0, 10**9)


@st.composite
def possible_totals(draw):
    """Four possible totals: 13 tricks with their red cards, split among four players."""
    dice = Random(draw(SEEDS))
    pack = [2] * 26 + [1] * 26
    dice.shuffle(pack)
    halves = [0, 0, 0, 0]
    favourite = draw(st.sampled_from([None, None, 0, 1, 2, 3]))
    for trick in range(13):
        winner = dice.randrange(4) if favourite is None or dice.random() < 0.3 else favourite
        halves[winner] += sum(pack[4 * trick : 4 * trick + 4])
    halves[winner] += 2
    last = draw(st.sampled_from([None, winner]))
    return {"points_won": [half / 2 for half in halves]} | ({} if last is None else {"last_trick": last})


@st.composite
def house_rules(draw):
    quarters = st.integers(0, 400).map(lambda quarter: quarter / 4)
    lowest, middle, highest = sorted(draw(st.tuples(quarters, quarters, quarters)))
    halves = st.integers(0, 80).map(lambda half: half / 2)
    reading = JaagoChalis.read_rules(
        {
            "lowest": lowest,
            "middle": middle,
            "highest": highest,
            "entry_threshold": draw(halves),
            "target": draw(st.integers(1, 120)),
            "big_hand": draw(halves),
            "big_hand_bonus": draw(st.sampled_from(["ranked", "equal", "off"])),
            "negative_pays_double": draw(st.booleans()),
            "ties": draw(st.sampled_from(["share", "last_hand", "play_on"])),
            "direction": draw(st.sampled_from(["clockwise", "anticlockwise"])),
        }
    )
    assert reading.problems == ()
    return reading.value


@st.composite
def records(draw):
    """Hands of a series. Some are repeated with the points of other players, so that totals become level."""
    hands = draw(st.lists(possible_totals(), max_size=6))
    for hand in draw(st.lists(st.sampled_from(hands), max_size=3)) if hands else []:
        hands.append({"points_won": draw(st.permutations(hand["points_won"]))})
    if draw(st.booleans()):
        hands.insert(draw(st.integers(0, len(hands))), {"thrown_in": True})
    return hands


def scored(hands, rules):
    return [score(hand, rules) for hand in hands]


@st.composite
def played(draw):
    rules = draw(house_rules())
    return rules, scored(draw(records()), rules)


@given(possible_totals())
def test_possible_totals_are_accepted(record):
    assert JaagoChalis(RULES, TABLE.seats).check(read(record), TABLE) == []


@given(played(), st.booleans())
def test_settlements_sum_to_zero(table, with_standard):
    rules, scores = table
    paid = settle(scores, rules, with_standard=with_standard)
    assert sum(nets(paid)) == 0
    for cause in {transfer.cause for transfer in paid}:
        assert sum(nets(paid, cause)) == 0
    assert books(paid, 4) == nets(paid)


@given(played())
def test_every_payment_has_a_payer_a_payee_and_a_reason(table):
    rules, scores = table
    for transfer in settle(scores, rules):
        assert transfer.points > 0
        assert transfer.payer != transfer.payee
        assert {transfer.payer, transfer.payee} <= {0, 1, 2, 3}
        assert str(transfer.why).startswith(f"seat {transfer.payer + 1} pays seat {transfer.payee + 1} ")


@given(played())
def test_the_matrix_has_every_payment_for_both_players(table):
    rules, scores = table
    paid = settle(scores, rules)
    rows = matrix(paid, 4)
    assert tuple(sum(row) for row in rows) == nets(paid)
    assert all(rows[one][other] == -rows[other][one] for one in range(4) for other in range(4))


@given(played())
def test_differences_follow_from_the_totals(table):
    """For each seat: four times its own total less the sum of all."""
    rules, scores = table
    cumulative = stand(scores, rules).cumulative
    expected = tuple(4 * total - sum(cumulative) for total in cumulative)
    assert nets(settle(scores, rules), "difference") == expected


@given(played())
def test_the_standing_is_the_sum_of_the_hands_that_count(table):
    rules, scores = table
    standing = stand(scores, rules)
    counted = scores[: standing.counted]
    assert standing.cumulative == tuple(sum(hand.points_entered[seat] for hand in counted) for seat in range(4))
    assert len(standing.running) == standing.counted
    assert not standing.running or standing.running[-1] == standing.cumulative
    assert standing.counted == len(scores) or standing.over
    assert not any(stand(scores[:fewer], rules).over for fewer in range(standing.counted))


@given(played())
def test_the_ranking_has_every_seat_once_in_falling_order(table):
    rules, scores = table
    standing = stand(scores, rules)
    assert sorted(seat for level in standing.ranking for seat in level) == [0, 1, 2, 3]
    best_of_level = [standing.cumulative[level[0]] for level in standing.ranking]
    assert best_of_level == sorted(best_of_level, reverse=True)
    for level in standing.ranking:
        assert len({standing.cumulative[seat] for seat in level}) == 1


@given(house_rules(), records(), st.permutations([0, 1, 2, 3]))
def test_turning_the_seats_turns_standing_and_settlement(rules, hands, moved_to):
    """The result does not depend on seats. Any permutation is tried, not only rotations."""
    scores, turned = scored(hands, rules), scored([moved_totals(hand, moved_to) for hand in hands], rules)
    here, there = stand(scores, rules), stand(turned, rules)
    assert there.cumulative == moved(here.cumulative, moved_to)
    assert (there.over, there.counted) == (here.over, here.counted)
    assert [set(level) for level in there.ranking] == [{moved_to[seat] for seat in level} for level in here.ranking]
    assert there.dealer == (None if here.dealer is None else moved_to[here.dealer])
    expected = [(moved_to[payer], moved_to[payee], *rest) for payer, payee, *rest in every_payment(scores, rules)]
    assert sorted(every_payment(turned, rules)) == sorted(expected)


def every_payment(scores, rules):
    return [(paid.payer, paid.payee, paid.cause, paid.points) for paid in settle(scores, rules)]


def moved(by_seat, moved_to):
    return tuple(by_seat[moved_to.index(seat)] for seat in range(4))


def moved_totals(hand, moved_to):
    if "thrown_in" in hand:
        return hand
    last = {"last_trick": moved_to[hand["last_trick"]]} if "last_trick" in hand else {}
    return {"points_won": list(moved(hand["points_won"], moved_to))} | last


@given(SEEDS, st.integers(0, 52), st.booleans(), st.integers(0, 3), st.booleans())
def test_a_turned_or_mirrored_hand_is_judged_the_same(seed, first, with_holdings, by, mirrored):
    """A mirror changes clockwise to anticlockwise."""
    moved_to = [(by - seat if mirrored else by + seat) % 4 for seat in range(4)]
    record = random_hand(seed, carelessly).record(first, with_holdings=with_holdings)
    turned = turned_record(record, moved_to, mirrored=mirrored)
    here, there = score(record), score(turned)
    assert there.points_won == moved(here.points_won, moved_to)
    assert there.points_entered == moved(here.points_entered, moved_to)
    assert there.trick_points == here.trick_points
    assert there.winners == tuple(moved_to[seat] for seat in here.winners)
    assert [plainly(play) for play in there.illegal_plays] == [
        (trick, moved_to[seat], *rest) for trick, seat, *rest in map(plainly, here.illegal_plays)
    ]


def turned_record(record, moved_to, *, mirrored):
    opposite = {"clockwise": "anticlockwise", "anticlockwise": "clockwise"}
    rows = {"tricks": [list(moved(row, moved_to)) for row in record["tricks"]]}
    if "holdings" in record:
        rows["holdings"] = list(moved(record["holdings"], moved_to))
    return {
        "direction": opposite[record["direction"]] if mirrored else record["direction"],
        "first_leader": moved_to[record["first_leader"]],
    } | rows


@given(SEEDS)
def test_a_hand_played_by_the_rules_is_a_possible_hand(seed):
    record = random_hand(seed).record()
    result = score(record)
    assert JaagoChalis(RULES, TABLE.seats).check(read(record), TABLE) == []
    assert result.illegal_plays == ()
    assert sum(result.points_won) == sum(result.trick_points) == 40
    assert all(can_be_won(points) for points in result.points_won)
    as_totals = {"points_won": [float(points) for points in result.points_won], "last_trick": result.last_trick_winner}
    assert JaagoChalis(RULES, TABLE.seats).check(read(as_totals), TABLE) == []
    assert score(as_totals).points_entered == result.points_entered


@given(possible_totals())
def test_lines_sum_to_the_points_entered(record):
    result = score(record)
    assert tuple(line.points for line in result.lines) == result.points_entered
    assert [line.seat for line in result.lines] == [0, 1, 2, 3]


@st.composite
def any_record(draw):
    hand = random_hand(draw(SEEDS), carelessly)
    play = hand.record(draw(st.integers(0, 52)), with_holdings=draw(st.booleans()))
    reason = draw(st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=300))
    given_up = {"thrown_in": True, "reason": reason} | draw(st.sampled_from([{}, {"play": play}]))
    return draw(st.sampled_from([play, given_up, draw(possible_totals())]))


@given(any_record())
def test_a_record_is_unchanged_as_json(data):
    record = read(data)
    written = JaagoChalis.record.dump_json(record)
    assert read(json.loads(written)) == record
    assert JaagoChalis.record.dump_json(read(json.loads(written))) == written
    assert read(record) == record


@given(house_rules())
def test_rules_are_unchanged_as_json(rules):
    reading = JaagoChalis.read_rules(json.loads(rules.model_dump_json()))
    assert reading.problems == ()
    assert reading.value == rules


@given(any_record())
def test_every_possible_record_can_be_scored(data):
    assert not blocks_scoring(JaagoChalis(RULES, TABLE.seats).check(read(data), TABLE))
