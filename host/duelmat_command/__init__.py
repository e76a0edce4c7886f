"""What every command needs: options, settings, output, its log; it knows no table and no event."""
