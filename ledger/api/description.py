"""Settings of drf-spectacular, with the general texts of the API's description."""

from ledger.lib.ids import ALPHABET, LENGTH

SPECTACULAR_SETTINGS = {
    "OAS_VERSION": "3.1.0",
    "TITLE": "Khata",
    "VERSION": "1",
    "DESCRIPTION": "Ids are opaque strings. Points are JSON numbers (8.5). Money is a string in the currency's main "
    'unit with its minor digits ("-18.50"). Times are ISO 8601 with offset. Seats count from 0. More fields may be '
    "added to any answer.",
    "TAGS": [
        {"name": "Games", "description": "The rulebook. Nothing of it is stored."},
        {"name": "Circles and players", "description": "The people who play together, and their currency."},
        {"name": "Series", "description": "Hands by one set of rules, until a player reaches the end."},
        {"name": "Hands", "description": "One deal each. A hand is saved once or not at all."},
        {
            "name": "Verdicts",
            "description": "Verdicts of the players on each hand and on the settlement. They do not change the score.",
        },
        {"name": "Links", "description": "Each shows one series, live and then its result, to everyone who has it."},
        {"name": "Money", "description": "The books of a circle. Every entry sums to zero."},
        {"name": "Standings", "description": "What the players of a circle have done over all its evenings."},
        {"name": "Files", "description": "A series on paper, or for another program."},
        {"name": "Checking", "description": "Everyone can check what the site has signed."},
    ],
    "SECURITY": [{"token": []}],
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "token": {"type": "http", "scheme": "bearer", "description": "Made on the account page."},
        }
    },
    "PATH_CONVERTER_OVERRIDES": {
        "id": {"type": "string", "pattern": f"^[{ALPHABET}]{{{LENGTH}}}$"},
        "int": {"type": "integer", "minimum": 1},
    },
    "SORT_OPERATION_PARAMETERS": False,
    "POSTPROCESSING_HOOKS": ["ledger.api.openapi.add_games"],
}
