"""Statistics over evenings: standings, ratings, rivals. They read the results of ended series."""
