"""A camera in place of antennas: printed markers on sleeves and mat, read off pictures.

It tells a simulated mat what lies where and knows no rules: the mat's own firmware senses it, and
the table finds out from there. Only here OpenCV is imported (docs/adr/0073).
"""
