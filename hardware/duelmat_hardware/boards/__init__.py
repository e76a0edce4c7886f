"""Circuit boards that can be ordered: KiCad projects, Gerbers and lists, from a net list."""
