"""Words for people that can be said in any language: messages with their values.

It knows no rules, no languages and no catalogs, and needs nothing to be loaded.
"""

from .characters import (
    CONTROL,
    LINE_ENDS,
    NEVER,
    composed,
    escaped,
    shortened,
    unfit_character,
)
from .message import (
    FULL_STOPS,
    Catalog,
    Listing,
    Received,
    Ref,
    Text,
    filled,
    listed,
    lowered,
    named,
    ref,
    said_in,
    say,
    say_as,
    say_count,
    slot,
    with_words,
    words_of,
    written,
)
from .near import near_names

__all__ = ["FULL_STOPS", "Catalog", "Listing", "Received", "Ref", "Text", "filled", "listed"]
__all__ += ["CONTROL", "LINE_ENDS", "NEVER", "composed", "escaped", "shortened", "unfit_character"]
__all__ += ["lowered", "named", "near_names", "ref", "said_in", "say", "say_as", "say_count"]
__all__ += ["slot", "with_words", "words_of", "written"]
