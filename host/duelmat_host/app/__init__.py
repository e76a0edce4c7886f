"""The application: it opens, resumes, runs and serves a table; its clocks and files are here."""
