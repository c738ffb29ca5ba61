"""How fast Khata is: `make bench`, or `python -m benchmarks`. Every figure is a median of several rounds.

Machines differ and are busy, so the figures that count are ratios to a yardstick of the same run.
"""
