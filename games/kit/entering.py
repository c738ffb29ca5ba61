"""Write a hand down card by card, and take cards back. Each function returns the changed record.

A card is *forced* if its player has no other left: see `TableView.forced`. It is written down without being chosen.
"""

from games.kit.cards import BITS, Card
from games.kit.plays import Direction, PlayRecord, Row, Shape
from games.kit.problems import Unreadable
from games.kit.sentences import Seat, say
from games.kit.table_view import Walk, view_table, walk
from games.kit.tricks import turn_orders


def lay_card(play: PlayRecord, shape: Shape, card: int) -> PlayRecord:
    """Play this card for the seat whose turn it is, allowed or not, and then all forced cards."""
    view = view_table(play, shape)
    if view.turn is None:
        raise Unreadable.because("hand_over", say("All cards of this hand have been played."))
    _check_in_pack(shape, card)
    if any(card in row for row in play.tricks):
        raise Unreadable.because("played_twice", say("{card} has been played already.", card=Card(card)))
    _check_held(play, view.turn, card)
    return _with_forced(_with_card(play, view.turn, view.on_table, card), shape)


def take_back(play: PlayRecord, shape: Shape) -> PlayRecord:
    """Take back the last card that was not forced, and the forced cards after it."""
    steps = walk(play, shape).steps
    if not steps:
        raise Unreadable.because("nothing_played", say("No card has been played yet."))
    while steps:
        last = steps.pop()
        *before, row = filter(_has_cards, play.tricks)  # the next trick may already have an empty row
        left = (*row[: last.seat], None, *row[last.seat + 1 :])
        play = play.model_copy(update={"tricks": (*before, left) if _has_cards(left) else tuple(before)})
        if view_table(play, shape).forced is None:
            break
    return play


def turn_round(play: PlayRecord, direction: Direction) -> PlayRecord:
    """Name another direction of play. A card that was led stays with its seat."""
    return _before_second_card(play).model_copy(update={"direction": direction})


def change_leader(play: PlayRecord, leader: int) -> PlayRecord:
    """Name another leader of the first trick. A card that was led moves to the seat of the new leader.

    If the holdings show that this seat did not have the card, the card is taken back.
    """
    play = _before_second_card(play)
    led = [card for row in play.tricks for card in row if card is not None]
    if not led or (play.holdings is not None and led[0] not in play.holdings[leader]):
        return play.model_copy(update={"first_leader": leader, "tricks": ()})
    row: Row = tuple(led[0] if seat == leader else None for seat in range(len(play.tricks[0])))
    return play.model_copy(update={"first_leader": leader, "tricks": (row,)})


def exchange(play: PlayRecord, shape: Shape, trick: int, seat: int, card: int) -> PlayRecord:
    """Replace a card that was written down wrongly. If the right card stands elsewhere, the two are exchanged.

    The order of the cards stays the same. If another seat now wins a trick, that seat leads the next one, so the later
    cards move to other seats. If the holdings show that a seat cannot have its new card, this card and all after it are
    taken back.
    """
    mistyped = None
    if 1 <= trick <= len(play.tricks) and 0 <= seat < len(play.tricks[trick - 1]):
        mistyped = play.tricks[trick - 1][seat]
    if mistyped is None:
        raise Unreadable.because("no_such_card", say("There is no such card in this hand."))
    _check_in_pack(shape, card)
    _check_held(play, seat, card)
    exchanged = {mistyped: card, card: mistyped}
    corrected = [exchanged.get(step.card, step.card) for step in walk(play, shape).steps]

    # Lay the cards again, each by the seat whose turn it is.
    replay = Walk(shape.laws, play.first_leader)
    orders = turn_orders(shape.seats, play.clockwise)
    rows: list[list[int | None]] = []
    for number, next_card in enumerate(corrected):
        index, turn = divmod(number, shape.seats)
        player = orders[replay.leader][turn]
        if play.holdings is not None and next_card not in play.holdings[player]:
            break
        if turn == 0:
            rows.append([None] * shape.seats)
        rows[index][player] = next_card
        replay.lay(index + 1, player, next_card)
        if turn == shape.seats - 1:
            replay.gather()
    return _with_forced(play.model_copy(update={"tricks": tuple(map(tuple, rows))}), shape)


def _before_second_card(play: PlayRecord) -> PlayRecord:
    if sum(card is not None for row in play.tricks for card in row) > 1:
        raise Unreadable.because("too_late", say("This can be changed only before the second card."))
    return play


def _check_in_pack(shape: Shape, card: int) -> None:
    if not shape.pack & BITS[card]:
        raise Unreadable.because("not_in_pack", say("{card} is not in the pack of this game.", card=Card(card)))


def _check_held(play: PlayRecord, seat: int, card: int) -> None:
    if play.holdings is not None and card not in play.holdings[seat]:
        raise Unreadable.because("not_held", say("{seat} was not dealt {card}.", seat=Seat(seat), card=Card(card)))


def _with_card(play: PlayRecord, seat: int, on_table: Row, card: int) -> PlayRecord:
    row = (*on_table[:seat], card, *on_table[seat + 1 :])
    return play.model_copy(update={"tricks": (*play.whole_tricks, row)})


def _has_cards(row: Row) -> bool:
    return any(card is not None for card in row)


def _with_forced(play: PlayRecord, shape: Shape) -> PlayRecord:
    while True:
        view = view_table(play, shape)
        if view.turn is None or view.forced is None:
            return play
        play = _with_card(play, view.turn, view.on_table, view.forced)
