"""The pages people see: a table for everybody, a private page a seat; holds no rule and no state.

Everything shown comes from a `Service`, everything asked goes to it. The pages answer only to
names of this machine unless told otherwise, and only whoever holds a seat's token sees that seat.
"""

from duelmat_serving.errors import WebError
from duelmat_serving.headers import LOOPBACK_HOSTS
from duelmat_serving.server import serve

from .app import make_app
from .service import Service

__all__ = ["LOOPBACK_HOSTS", "Service", "WebError", "make_app", "serve"]
