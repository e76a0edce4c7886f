"""Runs the tests of this folder on the real MicroPython, in each version, instead of on CPython.

A test module here is MicroPython code: functions named test_..., which assert. Each module is run
once a version, and every function is reported on its own.
"""

import ast
import json

import pytest

from micropython import FIRMWARE, ROOT, VERSIONS, run_micropython

_GENERATED = ROOT / "hardware" / "generated" / "standard"
_MOUNTED = (
    FIRMWARE / "duelmat_wire",
    FIRMWARE / "duelmat_device",
    FIRMWARE / "duelmat_rig" / "electronics",
    FIRMWARE / "duelmat_rig" / "pico",
    FIRMWARE / "duelmat_rig" / "workbench.py",
    ROOT / "tests" / "device" / "readerside.py",
    ROOT / "tests" / "device" / "answers.py",
    ROOT / "tests" / "device" / "pico.py",
    ROOT / "tests" / "device" / "hostside.py",
    _GENERATED / "board.json",
    _GENERATED / "field.json",
)
# The rig's package without its Node side.
_PREPARE = """
import os
os.mkdir("/duelmat_rig")
open("/duelmat_rig/__init__.py", "w").close()
for name in ("electronics", "pico", "workbench.py"):
    os.rename("/" + name, "/duelmat_rig/" + name)
"""
_RUN_ONE = """
import gc, io, json, sys
gc.collect()
try:
    globals()[{name!r}]()
    print(json.dumps([{name!r}, ""]))
except Exception as problem:
    trace = io.StringIO()
    sys.print_exception(problem, trace)
    print(json.dumps([{name!r}, trace.getvalue()]))
"""
_LONG = (
    "test_aging",
    "test_app",
    "test_app_lights",
    "test_app_turns",
    "test_power",
    "test_registers",
)
"""The whole firmware, and modules of twenty seconds a version and more: make test-long runs them,
and all on the older version.

So it does with single tests that a module names in a tuple LONG."""
_outcomes = {}


def _outcome(path, version, names):
    """Return the traceback of each of these tests of a module, or nothing for one that passed."""
    key = (path, version, *names)
    if key not in _outcomes:
        codes = [_PREPARE, path.read_text(), *[_RUN_ONE.format(name=name) for name in names]]
        said = run_micropython(version, _MOUNTED, *codes)
        lines = [line for line in said.splitlines() if line.startswith('["test_')]
        _outcomes[key] = dict(json.loads(line) for line in lines)
    return _outcomes[key]


def _named_long(body):
    """Return the tests that a module names in a tuple LONG."""
    return {
        name
        for node in body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "LONG"
        for name in ast.literal_eval(node.value)
    }


class MicroPythonFailedError(Exception):
    """A test failed there; the message is its traceback."""


class MicroPythonItem(pytest.Item):
    def __init__(self, *, function, version, names, docstring, line, **kwargs):
        super().__init__(**kwargs)
        self.function_name = function
        self.version = version
        self.names = names
        self.docstring = docstring
        self.line = line

    def runtest(self):
        outcome = _outcome(self.path, self.version, self.names)
        trace = outcome.get(self.function_name, "it did not run to its end")
        if trace:
            raise MicroPythonFailedError(trace)

    def repr_failure(self, excinfo, style=None):
        return f"MicroPython {self.version}: {self.docstring}\n{excinfo.value}"

    def reportinfo(self):
        return self.path, self.line, self.name


class MicroPythonModule(pytest.File):
    def collect(self):
        body = ast.parse(self.path.read_text()).body
        functions = [
            node
            for node in body
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        ]
        slow = _named_long(body)
        kinds = {
            is_slow: [each.name for each in functions if (each.name in slow) is is_slow]
            for is_slow in (False, True)
        }
        for version in VERSIONS:
            for function in functions:
                item = MicroPythonItem.from_parent(
                    self,
                    name=f"{function.name}[{version}]",
                    function=function.name,
                    version=version,
                    names=kinds[function.name in slow],
                    docstring=ast.get_docstring(function) or "",
                    line=function.lineno - 1,
                )
                is_slow = self.path.stem in _LONG or function.name in slow
                if version == VERSIONS[0] or is_slow:
                    item.add_marker(pytest.mark.long)
                yield item


def pytest_pycollect_makemodule(module_path, parent):
    return MicroPythonModule.from_parent(parent, path=module_path)
