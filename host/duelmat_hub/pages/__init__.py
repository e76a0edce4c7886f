"""Pages: what people at an event see; they ask no database and decide nothing.

`views_*.py` make an event into the values that one page shows, `views_known.py` says what
everybody may know of it, `texts.py` has names and numbers as they are read, `concern.py` says
which topics change with which entries, and `pages.py` makes HTML of all that by the templates.
"""

from .pages import Pages

__all__ = ["Pages"]
