"""What all tests share: the Hypothesis profiles."""

import os

from hypothesis import HealthCheck, settings

# In CI: the same examples every time, no failure for a busy machine, and a line that reproduces
# whatever fails.
settings.register_profile(
    "ci",
    derandomize=True,
    deadline=None,
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile("dev", deadline=None)
settings.load_profile("ci" if os.environ.get("CI") else "dev")
