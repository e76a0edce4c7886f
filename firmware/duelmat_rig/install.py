"""`python -m duelmat_rig.install`: fetches the MicroPython builds that the lock file names."""

import sys

from duelmat_rig.electronics.errors import StartError
from duelmat_rig.node_install import install


def main() -> int:
    try:
        if install():
            print("MicroPython is installed.")
        else:
            print("MicroPython is installed already.")
    except StartError as error:
        print(f"duelmat_rig: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
