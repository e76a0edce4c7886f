"""`python -m duelmat_rig`: the simulated mat as a process."""

import sys

from duelmat_rig.process import main

sys.exit(main())
