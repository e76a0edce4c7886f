"""Serving pages: addresses, certificates, bounded connections, the guard, feeds; knows no page."""
