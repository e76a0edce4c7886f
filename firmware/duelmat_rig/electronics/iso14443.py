"""ISO/IEC 14443-3 type A: the frames of a card without contacts, and how long they take.

Section numbers refer to ISO/IEC 14443-3:2018 ("the standard"). Carrier: fc = 13.56 MHz; one
elementary time unit (etu) = 128/fc = 9.44 us = one bit.
"""

REQA = 0x26  # 7 bits: wakes tags that are IDLE
WUPA = 0x52  # 7 bits: wakes tags that are IDLE or HALT
SEL = (0x93, 0x95, 0x97)  # anticollision and selection, cascade levels 1 to 3
CASCADE_TAG = 0x88  # first byte of a level after which another follows
NVB_SELECT = 0x70  # number of valid bits: all forty, so this is a selection

FDT_ZERO_US = 1172 * 100 // 1356  # frame delay time after a last bit 0
FDT_ONE_US = 1236 * 100 // 1356  # and after a last bit 1


def crc_a(data, length):
    """CRC_A (annex B): polynomial 0x8408 reflected, preset 0x6363."""
    crc = 0x6363
    for index in range(length):
        byte = data[index] ^ (crc & 0xFF)
        byte = (byte ^ (byte << 4)) & 0xFF
        crc = (crc >> 8) ^ (byte << 8) ^ (byte << 3) ^ (byte >> 4)
    return crc


def with_crc(data):
    crc = crc_a(data, len(data))
    return bytes(data) + bytes((crc & 0xFF, crc >> 8))


def request_us(bits):
    """Time of a frame from the reader: start, bits with a parity after each eight, end."""
    return (bits + bits // 8 + 3) * 12800 // 1356


def answer_us(bits):
    """Time of a frame from the tag: start, bits with parity, end."""
    return (bits + bits // 8 + 2) * 12800 // 1356


def cascade_levels(uid):
    """The five bytes (four of UID or cascade tag, and their check) of each cascade level.

    single size UID   uid0 uid1 uid2 uid3 bcc
    double size UID   88   uid0 uid1 uid2 bcc   uid3 uid4 uid5 uid6 bcc
    triple size UID   88 uid0-2 bcc   88 uid3-5 bcc   uid6-9 bcc
    """
    if len(uid) not in (4, 7, 10):
        raise ValueError("expected a UID of 4, 7 or 10 bytes, got %d" % len(uid))
    levels = []
    at = 0
    while len(uid) - at > 4:
        levels.append(_checked(bytes((CASCADE_TAG,)) + uid[at : at + 3]))
        at += 3
    levels.append(_checked(uid[at:]))
    return levels


def _checked(four):
    return four + bytes((four[0] ^ four[1] ^ four[2] ^ four[3],))
