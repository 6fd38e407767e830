"""A second renderer of table scenes, which shares nothing with the product but the names of the cards.

World coordinates are mm on the table: x to the right and y down as the camera sees them, z up from the table.
"""
