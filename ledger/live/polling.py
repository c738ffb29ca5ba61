"""How an open page asks for news."""

PERIOD = 2  # seconds between two requests; static/js/live.js and marks.js leave some out while nothing happens
PATIENCE = 8  # seconds that the page waits for an answer
