"""The animated table and its rendering.

World coordinates are mm on the table: x to the right and y down as the camera sees them, z up from the table.
"""
