"""The system's Chromium, driven by Playwright: a page as a person uses it, by keyboard, and with or without JavaScript."""

from __future__ import annotations

import contextlib
import html
import re
import shutil
import time
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error, Locator, sync_playwright

from ..project import UNAVAILABLE, fail
from . import COMMANDS


@contextlib.contextmanager
def chromium() -> Iterator[Browser]:
    command = next(filter(None, map(shutil.which, COMMANDS)), None)
    if not command:
        fail("there is no chromium; ./tool install installs it", UNAVAILABLE)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=command, args=["--hide-scrollbars", "--disable-gpu"])
        try:
            yield browser
        finally:
            browser.close()


class Window:
    """Pages that share their cookies. Notes what the browser has against them, such as breaches of the content security policy."""

    def __init__(self, browser: Browser, locale: str = "en-US", **options: Any) -> None:
        self.context: BrowserContext = browser.new_context(locale=locale, no_viewport=True, **options)
        self.context.set_default_timeout(120_000)
        self.complaints: list[str] = []
        self.context.on("console", self._note)
        self.context.on("weberror", lambda error: self.complaints.append(str(error.error)))

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

    def page(self) -> Page:
        return Page(self.context)


class Page:
    """A tab."""

    def __init__(self, context: BrowserContext) -> None:
        self.page = context.new_page()
        self.protocol = context.new_cdp_session(self.page)
        self.run = self.page.evaluate
        self.press = self.page.keyboard.press

    def open(self, url: str) -> None:
        self.page.goto(url)

    # Looking

    def node(self, selector: str) -> Locator:
        return self.page.locator(selector).first

    def has(self, selector: str) -> bool:
        return self.count(selector) > 0

    def count(self, selector: str) -> int:
        return self.page.locator(selector).count()

    def markup(self, selector: str = "html") -> str:
        return self.node(selector).evaluate("node => node.outerHTML")

    def text(self, selector: str = "main") -> str:
        """The text of a node, hidden or not, with a space for each tag."""
        return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.markup(selector)))).strip()

    def attributes(self, selector: str) -> dict[str, str]:
        return self.node(selector).evaluate("node => Object.fromEntries([...node.attributes].map((it) => [it.name, it.value]))")

    def tree(self) -> list[tuple[str, str]]:
        """The accessibility tree, as pairs of role and name."""
        nodes = self.protocol.send("Accessibility.getFullAXTree")["nodes"]
        return [(n.get("role", {}).get("value", ""), n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored")]

    def wait(self, truth: Callable[[], bool], seconds: float = 120) -> bool:
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            # While a page changes, what is looked for may not be there.
            with contextlib.suppress(Error, StopIteration):
                if truth():
                    return True
            self.page.wait_for_timeout(50)
        return False

    # Doing

    def fill(self, selector: str, text: str) -> None:
        field = self.node(selector)
        if field.evaluate("node => node.localName") == "select":
            field.select_option(text)
        else:
            # A browser writes a whole minute without its seconds.
            field.fill(re.sub(r"(T\d\d:\d\d):00$", r"\1", text))

    def tick(self, selector: str) -> None:
        """Switches a check box by keyboard."""
        self.node(selector).focus()
        self.press("Space")

    def enter(self) -> None:
        """Presses Enter and waits for the page that it leads to."""
        with self.page.expect_navigation():
            self.press("Enter")

    def submit(self, selector: str) -> None:
        """Activates a button or a link by keyboard."""
        self.node(selector).focus()
        self.enter()

    def fill_in(self, form: str, **fields: str) -> None:
        """Fills in fields of a form, whose ids begin with its name."""
        for name, text in fields.items():
            self.fill(f"#{form}-{name}", text)

    def send(self, action: str, **fields: str) -> None:
        """Fills in the form of an action and sends it by keyboard."""
        self.fill_in(action, **fields)
        self.submit(f'form[action$="/{action}"] button')

    def shape(self, width: int, height: int = 900, scheme: Any = "light") -> None:
        self.protocol.send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
        self.page.emulate_media(color_scheme=scheme)

    def picture(self, path: str) -> None:
        self.page.screenshot(path=path, full_page=True)
