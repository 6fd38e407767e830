"""Runs inside the machine: our buttons and light on gpiozero, lgpio and its pin chip; prints what becomes of them."""

import threading
import time

import lgpio

from device.hardware.board import ButtonPin, LightPins
from device.hardware.gpio import Buttons, PinLight
from device.hardware.pins import RETRY_SECONDS

PINS = (
    ButtonPin("fold", 5),
    ButtonPin("play", 6),
    ButtonPin("up", 7),
    ButtonPin("down", 4),
    ButtonPin("fold", 2, seat=3),
)
BOUNCED = 1.0
"""Seconds after which the last button has been let go as well."""
LIGHT = LightPins(red=0, green=1, blue=3)


def report_presses(buttons: Buttons, until: threading.Event) -> None:
    """Prints who is stuck, whenever that changes."""
    before = None
    while not until.wait(0.05):
        stuck = " ".join(pin.button for pin in buttons.stuck_buttons)
        if stuck != before:
            print(f"stuck: {stuck or 'none'}")
        before = stuck


def main() -> None:
    foreign = lgpio.gpiochip_open(0)
    lgpio.gpio_claim_input(foreign, 2)  # another program has this pin

    last, done = threading.Event(), threading.Event()

    def pressed(press: object) -> None:
        print(f"press: {press.button}")  # type: ignore[attr-defined]
        light.answer()
        if press.button == "up":  # type: ignore[attr-defined]
            last.set()

    light = PinLight(LIGHT)
    light.show("card")
    buttons = Buttons(PINS, pressed)
    print(f"fault: {buttons.fault}")
    threading.Thread(target=report_presses, args=(buttons, done), daemon=True).start()
    print("ready")
    last.wait(60)
    time.sleep(BOUNCED)
    lgpio.gpiochip_close(foreign)
    time.sleep(RETRY_SECONDS)
    buttons.search()
    print(f"found: {buttons.fault or 'all'}")
    last.clear()
    last.wait(60)
    time.sleep(BOUNCED)
    done.set()
    buttons.close()
    light.close()

    last.clear()
    buttons, light = Buttons(PINS, pressed), PinLight(LightPins(buzzer=3))
    print(f"fault: {buttons.fault or 'none'}")
    light.show("question")
    print("ready again")
    last.wait(60)
    time.sleep(BOUNCED)


if __name__ == "__main__":
    main()
