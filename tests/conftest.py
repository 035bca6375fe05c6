"""Profiles of the property tests: `pytest --hypothesis-profile=thorough` looks much longer."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much)

settings.register_profile(
    "default",
    max_examples=100,
    stateful_step_count=40,
    deadline=None,
    suppress_health_check=_SLOW,
)
settings.register_profile(
    "thorough",
    max_examples=2000,
    stateful_step_count=250,
    deadline=None,
    suppress_health_check=_SLOW,
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))
