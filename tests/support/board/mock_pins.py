"""Mock pins below the real drivers of buttons, light and buzzer."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPWMPin


@contextmanager
def mock_pins() -> Iterator[Callable[[int], None]]:
    """Uses gpiozero's mock pins within the context; yields a function that pushes and releases the button on a pin."""
    before = gpiozero.Device.pin_factory
    factory = gpiozero.Device.pin_factory = MockFactory(pin_class=MockPWMPin)

    def push(pin: int) -> None:
        factory.pin(pin).drive_low()
        factory.pin(pin).drive_high()

    try:
        yield push
    finally:
        factory.reset()
        gpiozero.Device.pin_factory = before
