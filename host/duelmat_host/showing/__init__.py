"""What is shown of a table and to whom: lights, displays, views; changes nothing."""
