"""The application: a table opened, resumed, turned and served; its clocks and files are here."""
