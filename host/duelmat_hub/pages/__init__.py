"""Pages: what people at an event see; they ask no database and decide nothing.

`views_*.py` make an event into the values that one page shows, `views_known.py` says what
everybody may know of it, and `texts.py` has names and numbers as they are read. `page_list.py` and
`topic_list.py` list pages and topics, with the entries that change each by the kinds of
`concern.py`; `pages.py` makes HTML of all that by the templates.
"""

from .edition import edition
from .page_list import STREAM_FEEDS
from .pages import Pages

__all__ = ["STREAM_FEEDS", "Pages", "edition"]
