"""The packaged mats that have wound coils and circuit boards."""

MATS_WITH_BOARDS = ("standard", "mini")
