"""The hub: storage, feeds, pages and roles of an event; it knows no rule of cards."""
