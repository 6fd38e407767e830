"""Asked by upgrades from versions before this one; the module is `device.storage.deal_in_progress`."""

import runpy

runpy.run_module("device.storage.deal_in_progress", run_name="__main__")
