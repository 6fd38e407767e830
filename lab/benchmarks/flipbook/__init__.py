"""Sequences on the stage of the simulator: scenarios, their recording, and the judge of what a tracker reports."""
