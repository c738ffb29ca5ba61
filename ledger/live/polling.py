"""How an open page asks for news."""

PERIOD = 2  # seconds; static/js/live.js and marks.js skip requests while nothing happens
PATIENCE = 8  # seconds for an answer
