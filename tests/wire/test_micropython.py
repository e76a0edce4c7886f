"""The same files on the board's interpreter, in both versions."""

from pathlib import Path

import pytest

from micropython import FIRMWARE, VERSIONS, MicroPythonError, run_micropython
from wire import vector_check

HERE = Path(__file__).parent
MOUNTED = [FIRMWARE / "duelmat_wire", HERE / "vectors.json", HERE / "vector_check.py"]

CHECK = """
import vector_check
print(vector_check.check_all(vector_check.load("/vectors.json")))
"""

PAIR = """
import random
from duelmat_wire import *
from duelmat_wire.host_link import HostLink

DIGEST = b"12345678"
random.seed(5)
board = BoardLink(Hello(PROTOCOL, (0, 1, 0), DIGEST, 7, 0, 40, 46, 36, 6))
host = HostLink(DIGEST, 0xFEDCBA98)

def spoilt(data):
    data = bytearray(data)
    for place in range(len(data)):
        if random.getrandbits(8) == 0:
            data[place] ^= 1 << random.getrandbits(3)
    return bytes(data)

sent, got, now = [], [], (1 << 30) - 900
while now < (1 << 30) + 60000:
    now += 5
    t = now & 0x3FFFFFFF
    if host.is_up and len(sent) < 200 and board.unacknowledged < 30:
        sent.append(Sighting(board.next_event(), t, len(sent) % 40, ONE, [bytes(7)]))
        board.send(sent[-1])
    host.receive(spoilt(board.poll(t, 256)), t)
    got += host.messages()
    board.receive(spoilt(host.poll(t)), t)
    board.messages()
    if len(got) == 200:
        break
print(got == sent, host.missed, board.resent > 0, board.bad > 0 and host.bad > 0)
"""

MUTATIONS = """
import random
from duelmat_wire import *
from duelmat_wire.encoding import encode_frame

random.seed(9)
accepted = wrong = 0
for number in range(1500):
    payload = bytes([random.getrandbits(8) for _ in range(number % 30)])
    line = bytearray(encode_frame(0x81, number & 255, 3, payload, 77))
    for _ in range(1 + random.getrandbits(1)):
        place = random.getrandbits(8) % len(line)
        if random.getrandbits(1):
            line[place] ^= 1 << random.getrandbits(3)
        else:
            line = line[:place] + line[place + 1:]
    for frame in FrameDecoder(77).feed(bytes(line) + b"\\x00"):
        accepted += 1
        wrong += frame != Frame(77, 0x81, number & 255, 3, payload)
print(wrong, accepted < 200)
"""

IDLE = """
import gc
from duelmat_wire import *
from duelmat_wire.host_link import HostLink

DIGEST = b"12345678"
board = BoardLink(Hello(PROTOCOL, (0, 1, 0), DIGEST, 7, 0, 40, 46, 36, 6))
host = HostLink(DIGEST, 5)
for now in range(0, 100, 5):
    host.receive(board.poll(now), now)
    board.receive(host.poll(now), now)
buffer = bytearray(256)

def step():
    board.receive(b"", 100)
    board.messages()
    board.poll_into(buffer, 100, 256)

def taken():
    step()
    gc.collect()
    gc.disable()
    before = gc.mem_alloc()
    for _ in range(100):
        step()
    return gc.mem_alloc() - before

print(board.is_up, taken())
"""

MISUSE = """
from duelmat_wire import *
from duelmat_wire.encoding import encode_message
for message in (Touch(1, 2, 3, 4), Sighting(1, 2, 3, ONE, []), Scene(0, b"\\x7f")):
    try:
        encode_message(message)
    except LocalError as told:
        print(told)
"""


def test_the_vectors_hold_on_cpython() -> None:
    """171 frames, payloads, streams, digests and colours, from independent libraries."""
    vectors = vector_check.load(str(HERE / "vectors.json"))
    assert vector_check.check_all(vectors) == sum(len(part) for part in vectors.values())


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize(
    ("code", "printed"),
    [
        (CHECK, str(sum(map(len, vector_check.load(str(HERE / "vectors.json")).values())))),
        (PAIR, "True 0 True True"),
        (MUTATIONS, "0 True"),
        (IDLE, "True 0"),
        (
            MISUSE,
            """TOUCH.pressed: expected a number from 0 to 1, got 4
SIGHTING: ONE names one tag, got 0
SCENE: lamp 0: expected a style below 14, got 127""",
        ),
    ],
    ids=["vectors", "two links", "mutations", "no memory when idle", "misuse"],
)
def test_the_wire_does_the_same_on_the_board(version: str, code: str, printed: str) -> None:
    """Vectors, a noisy pair of links, damaged frames, memory and errors on MicroPython."""
    assert run_micropython(version, MOUNTED, code) == printed + "\n"


@pytest.mark.parametrize("version", VERSIONS)
def test_an_exception_on_the_board_fails_the_test_that_caused_it(version: str) -> None:
    """The helper shows the traceback and what was printed before."""
    with pytest.raises(MicroPythonError, match=r"ZeroDivisionError[\s\S]*printed before[\s\S]*42"):
        run_micropython(version, [], "print(42)", "1 / 0")


def test_the_interpreters_are_the_versions_they_are_called() -> None:
    """Each of the two builds says its own version."""
    told = [run_micropython(v, [], "print(sys.implementation.version[:2])") for v in VERSIONS]
    assert told == ["(1, 28)\n", "(1, 29)\n"]
