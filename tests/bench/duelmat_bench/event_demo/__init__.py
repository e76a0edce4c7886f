"""The demonstration: a whole event played through a hub's addresses, by people with links."""
