# ruff: noqa: F821 - a PIO program's words stand in its globals only while it is assembled
# mypy: ignore-errors
"""PIO programs for tests: three that drive lights, and some that cannot be."""


def with_set() -> None:
    wrap_target()
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[3]
    set(pins, 0)[1]
    wrap()


def with_sides() -> None:
    wrap_target()
    label("bit")
    out(x, 1).side(0)[2]
    jmp(not_x, "zero").side(1)[1]
    jmp("bit").side(1)[4]
    label("zero")
    nop().side(0)[4]
    wrap()


def with_pull() -> None:
    set(y, 23)
    pull()
    label("bit")
    out(x, 1)
    set(pins, 1)[2]
    mov(pins, x)[3]
    set(pins, 0)
    jmp(y_dec, "bit")


def too_long_delay() -> None:
    nop()[40]


def unknown_label() -> None:
    jmp("nowhere")


def too_many() -> None:
    for _ in range(33):
        nop()


def never_asks() -> None:
    set(pins, 1)
