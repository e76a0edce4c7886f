"""DS: NXP MFRC522, "Standard performance MIFARE and NTAG frontend", rev 3.9, 27 April 2016.

One MFRC522 that can be asked something and read later: an exchange is started, the chip runs it
alone, and its outcome is collected in one burst when it is due. Nothing here waits, and nothing
here knows what a card is (that is `tags.py`) or which of the many chips is addressed (that is the
caller's business).
"""

from duelmat_wire import HEALTH_FINE, HEALTH_SILENT, HEALTH_STRANGE
from micropython import const

# Registers, DS 9.2, table 20. The address byte on SPI is the register shifted left by one, bit 7
# set to read (DS 8.1.2.3).
COMMAND_REG = const(0x01)
COM_IRQ_REG = const(0x04)
ERROR_REG = const(0x06)
FIFO_DATA_REG = const(0x09)
FIFO_LEVEL_REG = const(0x0A)
CONTROL_REG = const(0x0C)
BIT_FRAMING_REG = const(0x0D)
COLL_REG = const(0x0E)
MODE_REG = const(0x11)
TX_MODE_REG = const(0x12)
RX_MODE_REG = const(0x13)
TX_CONTROL_REG = const(0x14)
TX_ASK_REG = const(0x15)
T_MODE_REG = const(0x2A)
T_PRESCALER_REG = const(0x2B)
T_RELOAD_HIGH_REG = const(0x2C)
T_RELOAD_LOW_REG = const(0x2D)
VERSION_REG = const(0x37)

# Commands, DS 10.3, table 149.
_IDLE = const(0x00)
_TRANSCEIVE = const(0x0C)

# ComIrqReg, DS 9.3.1.5.
_RX_IRQ = const(0x20)
_TIMER_IRQ = const(0x01)
_CLEAR_IRQS = const(0x7F)

# ErrorReg, DS 9.3.1.7: BufferOvfl, CRCErr, ParityErr, ProtocolErr; a collision stands apart.
_COLLISION_ERROR = const(0x08)
_FRAME_ERRORS = const(0x17)

_FLUSH_FIFO = const(0x80)  # FIFOLevelReg, DS 9.3.1.11
_START_SEND = const(0x80)  # BitFramingReg, DS 9.3.1.14: a write-only trigger
_CRC_ENABLE = const(0x80)  # TxModeReg and RxModeReg, DS 9.3.2.3
_FIELD_ON = const(0x83)  # TxControlReg, DS 9.3.2.5: both drivers, the second inverted
_FIELD_OFF = const(0x80)
_COLLISION_INVALID = const(0x20)  # CollReg, DS 9.3.1.15: CollPosNotValid

# The timer starts by itself at the end of each transmission (TAuto) and stops with the first bits
# received. One tick is (2 * 33 + 1) / 13.56 MHz = 4.94 us (DS 8.5), 61 ticks are 301 us: an answer
# that obeys ISO/IEC 14443-3 begins 91 us after the request.
_T_AUTO = const(0x80)
_T_PRESCALER = const(33)
_T_RELOAD = const(60)
SILENCE_US = const(310)

# What collect() says.
ANSWER = const(0)  # a whole frame without fault
SILENCE = const(1)  # nobody answered before the timer ran out
COLLISION = const(2)  # several answers that differ: collision_bit says where
GARBLED = const(3)  # something answered, but not in a frame that can be trusted
LATE = const(4)  # neither answer nor time-out: the chip itself is in doubt

# VersionReg, DS 9.3.4.8; 0x88 and 0x12 are sold under the same name and serve.
VERSIONS = b"\x91\x92\x88\x12\xb2"

ANSWER_MAX_BYTES = const(5)

_FORCE_100_ASK = const(0x40)  # TxASKReg, DS 9.3.2.6: type A modulates fully

_SETUP = (
    (T_MODE_REG, _T_AUTO),
    (T_PRESCALER_REG, _T_PRESCALER),
    (T_RELOAD_HIGH_REG, 0),
    (T_RELOAD_LOW_REG, _T_RELOAD),
    (TX_ASK_REG, _FORCE_100_ASK),
    (MODE_REG, 0x3D),  # CRC preset 0x6363
    (TX_MODE_REG, 0),
    (RX_MODE_REG, 0),
    (COLL_REG, 0),  # ValuesAfterColl = 0: bits after a collision read as zero
    (TX_CONTROL_REG, _FIELD_OFF),
)

# An exchange's outcome is five registers and then the FIFO in one burst (DS 8.1.2.1: every byte
# sent names the register whose value comes back with the next byte):
#
#   MOSI  ComIrq  Error  FIFOLevel  Control  Coll   FIFO x n       00
#   MISO  --      ComIrq Error      FIFOLevel Control Coll         FIFO x n
_OUTCOME = bytes(
    [0x80 | reg << 1 for reg in (COM_IRQ_REG, ERROR_REG, FIFO_LEVEL_REG, CONTROL_REG, COLL_REG)]
)
_HEALTH = bytes(
    [0x80 | reg << 1 for reg in (VERSION_REG, T_MODE_REG, T_RELOAD_LOW_REG, TX_ASK_REG)] + [0]
)


class Mfrc522:
    """The reader chip that is addressed at present.

    `spi` has the methods of machine.SPI; `select(0)` begins a frame on the bus, `select(1)` ends
    it.
    """

    def __init__(self, spi, select):
        self._write_spi = spi.write
        self._write_readinto_spi = spi.write_readinto
        self._select = select
        self._pair = bytearray(2)
        fifo = bytearray(1 + 16)
        fifo[0] = FIFO_DATA_REG << 1
        self.request = memoryview(fifo)[1:]
        """The bytes to send next; the caller writes them here."""
        self._fifo_frames = [memoryview(fifo)[: 1 + count] for count in range(17)]
        received = bytearray(len(_OUTCOME) + 1 + ANSWER_MAX_BYTES)
        self._received = received
        self.answer = memoryview(received)[len(_OUTCOME) + 1 :]
        """The bytes that were received last; valid up to `answer_bytes`."""
        self._asked = [
            _OUTCOME + bytes([0x80 | FIFO_DATA_REG << 1] * count) + b"\x00"
            for count in range(ANSWER_MAX_BYTES + 1)
        ]
        self._views = [
            memoryview(received)[: len(_OUTCOME) + 1 + count]
            for count in range(ANSWER_MAX_BYTES + 1)
        ]
        self._health = bytearray(len(_HEALTH))
        self.answer_bytes = 0
        self.collision_bit = 0
        """Where the first collision was, counted from 1 at the lowest bit of `answer`; 0 when
        unknown.
        """
        self.version = 0
        self._is_crc_on = False
        self._is_ready = False

    def _write(self, register, value):
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._select(0)
        self._write_spi(pair)
        self._select(1)

    def set_up(self):
        """Brings a chip that was reset into our state, with its field off."""
        for register, value in _SETUP:
            self._write(register, value)

    def health(self):
        """Reads back what should stand in the chip; `version` holds what it calls itself."""
        seen = self._health
        self._select(0)
        self._write_readinto_spi(_HEALTH, seen)
        self._select(1)
        self.version = seen[1]
        if seen[1] in (0x00, 0xFF):
            return HEALTH_SILENT
        is_ours = seen[2] == _T_AUTO and seen[3] == _T_RELOAD and seen[4] == _FORCE_100_ASK
        return HEALTH_FINE if is_ours and seen[1] in VERSIONS else HEALTH_STRANGE

    def field_on(self):
        self._write(TX_CONTROL_REG, _FIELD_ON)

    def field_off(self):
        """Ends the talk with this chip's cards; the chip is left as `start` expects it."""
        self._set_crc(False)
        self._write(TX_CONTROL_REG, _FIELD_OFF)

    def begin(self):
        """A chip that was not talked to before is addressed now."""
        self._is_crc_on = False
        self._is_ready = False

    def _set_crc(self, wanted):
        if wanted != self._is_crc_on:
            mode = _CRC_ENABLE if wanted else 0
            self._write(TX_MODE_REG, mode)
            self._write(RX_MODE_REG, mode)
            self._is_crc_on = wanted

    def start(self, request_bytes, last_bits, align, is_crc):
        """Sends the first bytes of `request` and lets the chip listen.

        Of the last byte `last_bits` are sent, 0 = all. The first bit received is stored at bit
        `align`. With `is_crc` the chip adds a checksum, and wants one in the answer.
        """
        self._set_crc(is_crc)
        is_ready = self._is_ready
        if not is_ready:
            self._write(COMMAND_REG, _IDLE)
            self._write(FIFO_LEVEL_REG, _FLUSH_FIFO)
        self._write(COM_IRQ_REG, _CLEAR_IRQS)
        self._select(0)
        self._write_spi(self._fifo_frames[request_bytes])
        self._select(1)
        if not is_ready:
            self._write(COMMAND_REG, _TRANSCEIVE)
        self._write(BIT_FRAMING_REG, _START_SEND | align << 4 | last_bits)
        self._is_ready = False

    def collect(self, wanted_bytes):
        """The outcome of the exchange, read once when it is due: ANSWER, SILENCE, COLLISION,
        GARBLED or LATE.

        After a whole answer the chip stays in Transceive with an empty FIFO, where the next
        StartSend sends again (DS 10.3.1.8), so that the next exchange needs three writes instead
        of six.
        """
        self._select(0)
        self._write_readinto_spi(self._asked[wanted_bytes], self._views[wanted_bytes])
        self._select(1)
        received = self._received
        irqs = received[1]
        errors = received[2]
        level = received[3] & 0x7F
        self.answer_bytes = min(wanted_bytes, level)
        if irqs & _RX_IRQ:
            if errors & _COLLISION_ERROR:
                coll = received[5]
                # DS 9.3.1.15: 0 stands for the 32nd bit.
                self.collision_bit = 0 if coll & _COLLISION_INVALID else (coll & 0x1F) or 32
                return COLLISION
            if errors & _FRAME_ERRORS or level == 0:
                return GARBLED
            self._is_ready = level <= wanted_bytes
            return ANSWER
        if irqs & _TIMER_IRQ:
            return GARBLED if errors & (_FRAME_ERRORS | _COLLISION_ERROR) or level else SILENCE
        return LATE
