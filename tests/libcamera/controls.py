"""Whether libcamera knows and takes the controls in a file of JSON: controls.py FILE

Prints, as JSON, the numbers that it has for what `exposure_lock` and `focus` of `device.camera` know by number.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace

import virtual_camera  # noqa: F401  makes up for what the virtual camera lacks
from libcamera import controls
from picamera2 import Picamera2
from picamera2.controls import Controls


def numbers() -> dict[str, int]:
    return {
        "MANUAL_FOCUS": int(controls.AfModeEnum.Manual),
        "AUTO_FOCUS": int(controls.AfModeEnum.Auto),
        "START_FOCUS": int(controls.AfTriggerEnum.Start),
        "WHOLE_VIEW": int(controls.AfMeteringEnum.Auto),
        "WINDOWS": int(controls.AfMeteringEnum.Windows),
        "SCANNING": int(controls.AfStateEnum.Scanning),
        "FOCUSED": int(controls.AfStateEnum.Focused),
        "FOCUS_FAILED": int(controls.AfStateEnum.Failed),
        "converged": int(controls.draft.AeStateEnum.Converged),
        "locked": int(controls.draft.AeStateEnum.Locked),
    }


if __name__ == "__main__":
    with Picamera2(0) as camera:
        camera.configure(camera.create_video_configuration())
        request = camera.camera.create_request(0)
        for wanted in json.loads(Path(sys.argv[1]).read_text()):
            known = SimpleNamespace(camera_ctrl_info={name: (getattr(controls, name), None) for name in wanted})
            for control, value in Controls(known, wanted).get_libcamera_controls().items():
                request.set_control(control, value)  # raises for a value of another type
    print(json.dumps(numbers()))
