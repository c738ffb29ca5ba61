"""Enough random examples to find what there is to find, few enough that the rulebook is tested in under a minute."""

from hypothesis import HealthCheck, settings

settings.register_profile(
    "rulebook",
    max_examples=100,
    deadline=None,  # a shared machine stalls now and then
    database=None,  # the test run leaves nothing behind
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("rulebook")
