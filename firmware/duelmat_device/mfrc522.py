"""DS: NXP MFRC522, "Standard performance MIFARE and NTAG frontend", rev 3.9, 27 April 2016.

One MFRC522 that can be asked something and read later: an exchange is started, the chip runs it
alone, and its outcome is collected in one burst when it is due. Nothing here waits, and nothing
here knows what a card is (that is `tags.py`) or which of the many chips is addressed (that is the
caller's business).
"""

from duelmat_wire import HEALTH_FINE, HEALTH_NO_FIELD, HEALTH_SILENT, HEALTH_STRANGE
from micropython import const

# Registers, DS 9.2, table 20. The address byte on SPI is the register shifted left by one, bit 7
# set to read (DS 8.1.2.3).
_COMMAND_REG = const(0x01)
_COM_IRQ_REG = const(0x04)
_ERROR_REG = const(0x06)
_FIFO_DATA_REG = const(0x09)
_FIFO_LEVEL_REG = const(0x0A)
_CONTROL_REG = const(0x0C)
_BIT_FRAMING_REG = const(0x0D)
_COLL_REG = const(0x0E)
_MODE_REG = const(0x11)
_TX_MODE_REG = const(0x12)
_RX_MODE_REG = const(0x13)
_TX_CONTROL_REG = const(0x14)
_TX_ASK_REG = const(0x15)
_TX_SEL_REG = const(0x16)
_RX_SEL_REG = const(0x17)
_RX_THRESHOLD_REG = const(0x18)
_DEMOD_REG = const(0x19)
_MF_RX_REG = const(0x1D)
_RF_CFG_REG = const(0x26)
_GS_N_REG = const(0x27)
_CW_GS_P_REG = const(0x28)
_T_MODE_REG = const(0x2A)
_T_PRESCALER_REG = const(0x2B)
_T_RELOAD_HIGH_REG = const(0x2C)
_T_RELOAD_LOW_REG = const(0x2D)
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
_FIELD_ON = const(0x83)  # TxControlReg, DS 9.3.2.5: both drivers, the second inverted
_FIELD_OFF = const(0x80)
_MODE = const(0x3D)  # ModeReg, DS 9.3.2.2: CRC preset 0x6363
_MODE_BITS = const(0xAB)  # those that are not reserved
_VALUES_AFTER_COLL = const(0x80)  # CollReg, DS 9.3.1.15
_GAIN_BITS = const(0x70)  # RFCfgReg, DS 9.3.3.7
_COLLISION_INVALID = const(0x20)  # CollReg, DS 9.3.1.15: CollPosNotValid

# The timer starts by itself at the end of each transmission (TAuto) and stops with the first five
# bits received. One tick is (2 * 33 + 1) / 13.56 MHz = 4.94 us (DS 8.5), 37 ticks are 183 us: an
# answer that obeys ISO/IEC 14443-3 begins 91 us after the request, five bits last 47 us.
_T_AUTO = const(0x80)
_T_PRESCALER = const(33)
_T_RELOAD = const(36)
SILENCE_US = const(183)

# What collect() says.
ANSWER = const(0)  # a whole frame without fault
SILENCE = const(1)  # nobody answered before the timer ran out
COLLISION = const(2)  # several answers that differ: collision_bit says where
GARBLED = const(3)  # something answered, but not in a frame that can be trusted
LATE = const(4)  # neither answer nor time-out: the chip itself is in doubt

# VersionReg, DS 9.3.4.8: NXP's own are 0x91 and 0x92, and an early 0x90; the others are sold under
# the same name and serve. One that is not known may serve, too.
_VERSIONS = b"\x90\x91\x92\x12\x80\x82\x88\x89\xb2"

ANSWER_MAX_BYTES = const(5)

_FORCE_100_ASK = const(0x40)  # TxASKReg, DS 9.3.2.6: type A modulates fully, whatever ModGsPReg

# Full power, as after a reset, and less and less of it: CWGsP (DS 9.3.3.9), the conductance of the
# transmitter's p-driver, which makes steps of about a fifth into a load of 40 ohm; and RxGain in
# RFCfgReg (DS 9.3.3.7), 33 to 48 dB, so that a tag that wakes is heard as well as at full power.
_CONDUCTANCES = b"\x20\x0d\x07\x05\x03\x02\x01"
_GAINS = b"\x48\x58\x58\x58\x68\x68\x78"
FULL_POWER = const(0)
LEAST_POWER = const(6)

# Pairs of a register and its value; much of it is as after a reset.
_SETUP = bytes([
    _COMMAND_REG, _IDLE,
    _FIFO_LEVEL_REG, _FLUSH_FIFO,
    # What reads back as it was written, and is compared in one piece: the timer, and 106 kbit/s,
    # type A, between the chip's own coder and its antenna.
    _T_MODE_REG, _T_AUTO,
    _T_PRESCALER_REG, _T_PRESCALER,
    _T_RELOAD_HIGH_REG, 0,
    _T_RELOAD_LOW_REG, _T_RELOAD,
    _TX_MODE_REG, 0,
    _RX_MODE_REG, 0,
    _TX_ASK_REG, _FORCE_100_ASK,
    _TX_SEL_REG, 0x10,
    _RX_SEL_REG, 0x84,
    _RX_THRESHOLD_REG, 0x84,
    _DEMOD_REG, 0x4D,
    _MF_RX_REG, 0,
    _GS_N_REG, 0x88,
    # What follows has bits that read otherwise.
    _MODE_REG, _MODE,
    _COLL_REG, 0,  # ValuesAfterColl = 0: bits after a collision read as zero
    _TX_CONTROL_REG, _FIELD_OFF,
])  # fmt: skip
_COMPARED_FROM = const(2)
_COMPARED = const(13)

# What is written again and again, ready to go: the address byte and the value. Checksums are made
# by software, once a card: TxModeReg and RxModeReg stay as they are (DS 9.3.2.3).
_CLEAR = bytes([_COM_IRQ_REG << 1, _CLEAR_IRQS])
_STOP = bytes([_COMMAND_REG << 1, _IDLE])
_FLUSH = bytes([_FIFO_LEVEL_REG << 1, _FLUSH_FIFO])
_LISTEN = bytes([_COMMAND_REG << 1, _TRANSCEIVE])
_TURN_ON = bytes([_TX_CONTROL_REG << 1, _FIELD_ON])
_TURN_OFF = bytes([_TX_CONTROL_REG << 1, _FIELD_OFF])


def framing(last_bits, align):
    """The bytes that start an exchange: of the last byte `last_bits` are sent, 0 = all, and the
    first bit received is stored at bit `align`.
    """
    return bytes([_BIT_FRAMING_REG << 1, _START_SEND | align << 4 | last_bits])


def frame(*values):
    """A frame to send, behind the address of the FIFO."""
    return bytearray(bytes([_FIFO_DATA_REG << 1]) + bytes(values))


# An exchange's outcome is five registers and then the FIFO in one burst (DS 8.1.2.1: every byte
# sent names the register whose value comes back with the next byte):
#
#   MOSI  ComIrq  Error  FIFOLevel  Control  Coll   FIFO x n       00
#   MISO  --      ComIrq Error      FIFOLevel Control Coll         FIFO x n
_OUTCOME = bytes(
    [
        0x80 | reg << 1
        for reg in (_COM_IRQ_REG, _ERROR_REG, _FIFO_LEVEL_REG, _CONTROL_REG, _COLL_REG)
    ]
)
# The health of a chip is all that was set up, in another such burst, in this order.
_VERSION_AT = const(1)
_COMPARED_AT = const(2)
_SETTLED = bytes([_SETUP[2 * (_COMPARED_FROM + at) + 1] for at in range(_COMPARED)])
_MODE_AT = const(15)
_COLL_AT = const(16)
_RF_CFG_AT = const(17)
_CW_GS_P_AT = const(18)
_TX_CONTROL_AT = const(19)
_HEALTH = bytes(
    [0x80 | VERSION_REG << 1]
    + [0x80 | _SETUP[2 * (_COMPARED_FROM + at)] << 1 for at in range(_COMPARED)]
    + [
        0x80 | reg << 1
        for reg in (_MODE_REG, _COLL_REG, _RF_CFG_REG, _CW_GS_P_REG, _TX_CONTROL_REG)
    ]
    + [0]
)


class Mfrc522:
    """The reader chip that is addressed at present; nothing is remembered about any chip."""

    def __init__(self, spi, select):
        """Args:
        spi: anything with `write(buffer)` and `write_readinto(out, into)` as machine.SPI has
            them, at up to 10 MHz, mode 0, highest bit first. Called with frames of 2 to 20 bytes.
        select: called with 0 before each frame on the bus and with 1 after it; it reaches the
            chip that is meant, whichever way chips are chosen.
        """
        self._write_spi = spi.write
        self._write_readinto_spi = spi.write_readinto
        self._select = select
        self._pair = bytearray(2)
        received = bytearray(len(_OUTCOME) + 1 + ANSWER_MAX_BYTES)
        self._received = received
        self.answer = memoryview(received)[len(_OUTCOME) + 1 :]
        """The bytes that were received last; valid up to `answer_bytes`."""
        self.answer_three = self.answer[:3]
        self._asked = [
            _OUTCOME + bytes([0x80 | _FIFO_DATA_REG << 1] * count) + b"\x00"
            for count in range(ANSWER_MAX_BYTES + 1)
        ]
        self._views = [
            memoryview(received)[: len(_OUTCOME) + 1 + count]
            for count in range(ANSWER_MAX_BYTES + 1)
        ]
        self._health = bytearray(len(_HEALTH))
        self._settled = memoryview(self._health)[_COMPARED_AT : _COMPARED_AT + _COMPARED]
        self.answer_bytes = 0
        self.collision_bit = 0
        """The place of the first collision, counted from 1 at the lowest bit of `answer`; 0 when
        it is unknown.
        """
        self.is_clean = False
        """Whether the last outcome left nothing in the FIFO."""
        self.version = 0

    def _write(self, register, value):
        pair = self._pair
        pair[0] = register << 1
        pair[1] = value
        self._select(0)
        self._write_spi(pair)
        self._select(1)

    def set_up(self, power=FULL_POWER):
        """Brings a chip, whatever its state, into ours, with its field off; see `set_power`."""
        pair = self._pair
        for at in range(0, len(_SETUP), 2):
            pair[0] = _SETUP[at] << 1
            pair[1] = _SETUP[at + 1]
            self._select(0)
            self._write_spi(pair)
            self._select(1)
        self.set_power(power)

    def set_power(self, step):
        """Drives the field, when it comes on next, by so many steps below FULL_POWER."""
        self._write(_CW_GS_P_REG, _CONDUCTANCES[step])
        self._write(_RF_CFG_REG, _GAINS[step])

    def health(self, is_field_on, power=FULL_POWER):
        """Reads back what should stand in the chip; `version` holds what it calls itself."""
        seen = self._health
        self._select(0)
        self._write_readinto_spi(_HEALTH, seen)
        self._select(1)
        self.version = seen[_VERSION_AT]
        if self.version in (0x00, 0xFF):
            return HEALTH_SILENT
        if (
            self._settled != _SETTLED
            or seen[_CW_GS_P_AT] != _CONDUCTANCES[power]
            or (seen[_RF_CFG_AT] ^ _GAINS[power]) & _GAIN_BITS
            or (seen[_MODE_AT] ^ _MODE) & _MODE_BITS
            or seen[_COLL_AT] & _VALUES_AFTER_COLL
        ):
            return HEALTH_STRANGE
        wanted = _FIELD_ON if is_field_on else _FIELD_OFF
        return HEALTH_FINE if seen[_TX_CONTROL_AT] == wanted else HEALTH_NO_FIELD

    def is_known(self):
        """Whether chips of this version are known to serve."""
        return self.version in _VERSIONS

    def field_on(self):
        self._select(0)
        self._write_spi(_TURN_ON)
        self._select(1)

    def field_off(self):
        self._select(0)
        self._write_spi(_TURN_OFF)
        self._select(1)

    def flush(self):
        """Empties the FIFO, which `load` and `again` expect empty."""
        self._select(0)
        self._write_spi(_STOP)
        self._select(1)
        self._select(0)
        self._write_spi(_FLUSH)
        self._select(1)

    def load(self, request):
        """Makes a frame (see `frame`) ready to be sent."""
        select = self._select
        write = self._write_spi
        select(0)
        write(_CLEAR)
        select(1)
        select(0)
        write(request)
        select(1)
        select(0)
        write(_LISTEN)
        select(1)

    def send(self, how):
        """Sends what was loaded (see `framing`); then the chip listens for the answer."""
        self._select(0)
        self._write_spi(how)
        self._select(1)

    def again(self, request, how):
        """Sends another frame after a whole answer: the chip stays in Transceive with an empty
        FIFO, where the next StartSend sends again (DS 10.3.1.8).
        """
        select = self._select
        write = self._write_spi
        select(0)
        write(_CLEAR)
        select(1)
        select(0)
        write(request)
        select(1)
        select(0)
        write(how)
        select(1)

    def collect(self, wanted_bytes):
        """The outcome of the exchange, read when it is due: ANSWER, SILENCE, COLLISION, GARBLED,
        or LATE when there is none yet.
        """
        select = self._select
        received = self._received
        select(0)
        self._write_readinto_spi(self._asked[wanted_bytes], self._views[wanted_bytes])
        select(1)
        irqs = received[1] & (_RX_IRQ | _TIMER_IRQ)
        if received[2] & (_FRAME_ERRORS | _COLLISION_ERROR) == 0:
            if received[3] & 0x7F == 0:
                return SILENCE if irqs == _TIMER_IRQ else LATE if irqs == 0 else GARBLED
            if irqs & _RX_IRQ:
                self.answer_bytes = received[3] & 0x7F
                self.is_clean = self.answer_bytes <= wanted_bytes
                return ANSWER
        self.is_clean = False
        if irqs == 0:
            return LATE
        if irqs & _RX_IRQ and received[2] & _COLLISION_ERROR:
            coll = received[5]
            # DS 9.3.1.15: 0 stands for the 32nd bit.
            self.collision_bit = 0 if coll & _COLLISION_INVALID else (coll & 0x1F) or 32
            return COLLISION
        return GARBLED
