"""Serving pages: addresses, certificates, bounded connections, the guard, feeds, languages.

It knows no page.
"""
