"""A measurement on CPython: `python -m duelmat_bench.firmware.on_cpython OPTIONS`.

The same firmware over the same electronics, in the same virtual time and with the same chance: it
reports the same, event for event, about ten times as fast. What only MicroPython has is stood in
for here; heap and counted lines are not, so measurements of those cannot run. A process of its own
is needed, because modules of the standard library are replaced; board.json and field.json lie in
its working directory.
"""

import gc
import json
import select
import sys
import traceback
from importlib import import_module
from types import ModuleType
from typing import Any

_POLL = 3  # what poll asks of a stream on MicroPython, MP_STREAM_POLL


class _Poll:
    """select.poll of MicroPython for one stream, which is asked by ioctl."""

    def __init__(self) -> None:
        self._stream: Any = None
        self._events = 0

    def register(self, stream: Any, events: int) -> None:
        self._stream = stream
        self._events = events

    def ipoll(self, _timeout_ms: int) -> tuple[tuple[Any, int], ...]:
        ready = self._stream.ioctl(_POLL, self._events)
        return ((self._stream, ready),) if ready else ()


def _module(name: str, **content: Any) -> ModuleType:
    module = ModuleType(name)
    for key, value in content.items():
        setattr(module, key, value)
    return module


def _stand_in() -> None:
    """Puts in place what the firmware and the workbench find on MicroPython only."""
    sys.modules["micropython"] = _module("micropython", const=lambda value: value)
    sys.modules["rig_host"] = _module(
        "rig_host",
        subscribers=0,
        log=lambda text: print("rig:", text, file=sys.__stderr__),
        replug=lambda: None,
    )
    sys.modules["select"] = _module(
        "select", poll=_Poll, POLLIN=select.POLLIN, POLLOUT=select.POLLOUT
    )
    gc.mem_alloc = lambda: 0  # type: ignore[attr-defined] # MicroPython's
    sys.print_exception = (  # type: ignore[attr-defined] # MicroPython's name for it
        lambda error, file=None: traceback.print_exception(error, file=file or sys.__stderr__)
    )


def main(words: list[str] | None = None) -> int:
    (text,) = sys.argv[1:] if words is None else words
    options = json.loads(text)
    _stand_in()
    measuring = import_module(f"duelmat_bench.on_board.{options['measurement']}")
    steps = measuring.measure(options)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            print(json.dumps(end.value), file=sys.__stdout__)
            return 0


if __name__ == "__main__":
    sys.exit(main())
