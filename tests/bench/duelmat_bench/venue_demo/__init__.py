"""An event in a hall: tables with mats, paper, a judge with a phone, and a table that dies."""
