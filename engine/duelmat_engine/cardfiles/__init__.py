"""Cards as files of TOML: read, checked against a ruleset, and written."""
