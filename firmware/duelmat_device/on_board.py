"""The board's main.py: MicroPython runs it at every start."""

import micropython

micropython.kbd_intr(-1)  # ctrl-C is a byte like any other: a frame may hold it

from duelmat_device import prompt  # noqa: E402 - loading takes a while, in which bytes come

layout = prompt.look()
if layout is not None:
    from duelmat_device import main, palette

    begun = main.begin(layout, palette.Palette)
    del layout, palette, prompt  # nothing holds their memory now
    main.run(*begun)
