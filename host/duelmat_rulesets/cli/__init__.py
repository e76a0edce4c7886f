"""The subcommands about rulesets: rules, cards, judge, and the games of users."""
