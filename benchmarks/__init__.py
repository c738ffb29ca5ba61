"""How fast things are: `make bench`, or `python -m benchmarks`. Every figure is a median of several rounds.

Machines differ and are seldom quiet, so the figures that count are ratios to a yardstick of the same run.
"""
