"""Debian's Chromium: tabs whose faults are kept, views checked in every size, and what axe finds in them."""

from __future__ import annotations

import importlib.util
import os
import re
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

AXE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kiebitz" / "browser" / "axe-4.14.1.min.js"
CHROMIUM = shutil.which("chromium")
HOST = "kiebitz.local"
"""No localhost, which browsers trust more than the name that phones will use."""
IS_COMPLETE = CHROMIUM is not None and AXE.is_file() and importlib.util.find_spec("playwright") is not None
SIZES = {"phone": (360, 740), "tablet": (768, 1024), "television": (1920, 1080)}
AUDITED_LANGUAGE = "de"
A4_BETWEEN_MARGINS_PX = 687
"""182 mm in CSS pixels."""
PAPER_COLOURS = {"rgb(0, 0, 0)", "rgb(51, 51, 51)", "rgb(255, 255, 255)", "rgba(0, 0, 0, 0)"}
SERIOUS = ("serious", "critical")


def chromium() -> Iterator[Any]:
    """Runs the browser, for a fixture of a module."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        options = ["--no-sandbox", f"--host-resolver-rules=MAP {HOST} 127.0.0.1"]
        yield playwright.chromium.launch(executable_path=CHROMIUM, args=options)


def serious_faults(tab: Any) -> list[str]:
    """Returns what axe finds in a tab that keeps people from using it."""
    if not tab.evaluate("'axe' in window"):
        tab.evaluate(AXE.read_text(encoding="utf-8"))
    violations = """() => axe.run({ resultTypes: ["violations"] }).then(
        found => found.violations.map(each => [each.id, each.impact, each.nodes[0].html]))"""
    return [f"{name}: {html[:120]}" for name, impact, html in tab.evaluate(violations) if impact in SERIOUS]


def assert_flawless(watched: Watched, name: str) -> None:
    """In every size no picture is missing, nothing is wider than the screen, and nothing is serious by axe.

    axe is run in every size in German; the other languages have the same elements in the same colours, and words for
    all that German has words for.
    Keeps pictures called *name* in the folder that `KIEBITZ_PICTURES` names, to be looked at.
    """
    tab = watched.tab
    tab.wait_for_load_state("load")
    is_audited = tab.locator("html").get_attribute("lang") == AUDITED_LANGUAGE
    for size, (width, height) in SIZES.items():
        tab.set_viewport_size({"width": width, "height": height})
        tab.emulate_media(color_scheme="light" if size == "tablet" else "dark")
        tab.wait_for_function("() => [...document.images].every(image => image.complete && image.naturalWidth)")
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), f"{name} is too wide for a {size}"
        assert not is_audited or serious_faults(tab) == [], (name, size)
        if folder := os.environ.get("KIEBITZ_PICTURES"):
            tab.screenshot(path=Path(folder) / f"{name.replace('/', '-')}-{size}.png", full_page=True)


def assert_fits_on_paper(watched: Watched, pages: int) -> bytes:
    """The view that is open fits on so many sheets of A4, in black on white; returns them as a PDF."""
    tab = watched.tab
    tab.wait_for_load_state("load")  # what was tapped shows its words before its styles
    tab.set_viewport_size({"width": A4_BETWEEN_MARGINS_PX, "height": 1000})
    tab.emulate_media(media="print")
    assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), tab.url
    colours = """() => [...document.querySelectorAll("body, main, main *")].filter(each => each.checkVisibility())
        .map(each => getComputedStyle(each)).flatMap(style => [style.color, style.backgroundColor])"""
    assert set(tab.evaluate(colours)) <= PAPER_COLOURS, tab.url
    paper: bytes = tab.pdf(prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == pages, tab.url
    return paper


class Watched:
    """A tab of a phone; whatever goes wrong in it is in `faults`."""

    def __init__(
        self,
        browser: Any,
        port: int,
        size: tuple[int, int] = SIZES["phone"],
        scheme: str = "dark",
        entrance: str = "/",
        cookie: str = "",
    ) -> None:
        """*entrance* is the path that is opened first, *cookie* the one that the page gave this phone before."""
        width, height = size
        self.base = f"http://{HOST}:{port}"
        self.faults: list[str] = []
        self.requests: list[str] = []
        context = browser.new_context(viewport={"width": width, "height": height}, color_scheme=scheme, locale="de-DE")
        if cookie:
            context.add_cookies([{"name": "kiebitz", "value": cookie, "url": self.base}])
        self.tab = context.new_page()
        self.tab.on("console", lambda message: self.faults.append(f"{message.type}: {message.text}"))
        self.tab.on("pageerror", lambda error: self.faults.append(str(error)))
        self.tab.on("requestfailed", self._failed)
        self.tab.on("request", lambda request: self.requests.append(request.url))
        self.open(entrance)

    def open(self, path: str) -> None:
        self.tab.goto(self.base + path)

    def tap(self, what: Any) -> None:
        """Taps once the page can answer."""
        self.tab.locator("html[data-ready]").wait_for(state="attached")
        what.click()

    def close(self) -> None:
        self.tab.context.close()

    def says(self, text: str, timeout_s: float = 10) -> float:
        """Waits until the view holds *text*; returns the time."""
        self.tab.wait_for_function(
            "text => document.getElementById('view')?.textContent.includes(text)", arg=text, timeout=timeout_s * 1000
        )
        return time.monotonic()

    def _failed(self, request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # what a tab had asked for when it moved on
            self.faults.append(f"failed: {request.url}")
