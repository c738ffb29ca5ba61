"""Statistics over evenings: standings, ratings, rivals, seasons. They read the results of ended series."""
