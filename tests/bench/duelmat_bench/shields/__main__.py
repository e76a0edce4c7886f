"""`python -m duelmat_bench.shields`: prints the table of round shields as JSON."""

from __future__ import annotations

import json
import sys

from .stacks import measure_shields

if __name__ == "__main__":
    json.dump(measure_shields(), sys.stdout, indent=1)
    print()
