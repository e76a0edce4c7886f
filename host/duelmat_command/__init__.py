"""The parts that commands share: options, settings, output, log; knows no table and no event."""
