"""Run by upgrades from earlier versions; the code is in `device.storage.deal_in_progress`."""

import runpy

runpy.run_module("device.storage.deal_in_progress", run_name="__main__")
