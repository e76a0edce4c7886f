"""What holds for every test: property tests without a clock, the same examples every time.

`HYPOTHESIS_PROFILE=explore make test` looks for new examples instead.
"""

from __future__ import annotations

import os

from hypothesis import settings

settings.register_profile("repeat", deadline=None, derandomize=True)
settings.register_profile("explore", deadline=None)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "repeat"))
