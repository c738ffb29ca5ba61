"""Every game worked out once more, slowly, from the rules as they are written in docs/rules/.

Nothing here imports `games` or `ledger`: rules and records are plain JSON, cards are texts such as "10S". Each module
has

    some_rules(dice, seats)                        rules to play by, as JSON
    work_out(rules, records, seats, standard)      what a series with these records comes to
    some_hand(dice, rules, seats)                  a hand to record, where dice alone seldom make one
"""

from tests.proving.arithmetic import (
    belote,
    call_break,
    cha,
    coiffeur,
    differenzler,
    doppelkopf,
    jaago_chalis,
    jass,
    jewel,
    marriage,
    putz,
    schafkopf,
    scorecard,
    skat,
    spades,
    tarot,
)

BY_SLUG = {
    "jaago-chalis": jaago_chalis,
    "call-break": call_break,
    "marriage": marriage,
    "jass": jass,
    "coiffeur": coiffeur,
    "differenzler": differenzler,
    "putz": putz,
    "jewel": jewel,
    "cha": cha,
    "belote": belote,
    "doppelkopf": doppelkopf,
    "schafkopf": schafkopf,
    "skat": skat,
    "spades": spades,
    "tarot": tarot,
    "scorecard": scorecard,
}
