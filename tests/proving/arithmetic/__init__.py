"""Every game worked out once more, slowly, from the rules as they are written in docs/rules/.

Nothing here imports `games` or `ledger`: rules and records are plain JSON, cards are texts such as "10S". Each module
has

    some_rules(dice, seats)                        rules to play by, as JSON
    work_out(rules, records, seats, standard)      what a series with these records comes to
"""

from tests.proving.arithmetic import (
    call_break,
    cha,
    coiffeur,
    differenzler,
    jaago_chalis,
    jass,
    jewel,
    marriage,
    putz,
    scorecard,
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
    "scorecard": scorecard,
}
