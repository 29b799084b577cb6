"""Drives a headless Chromium over its debugging pipe: no driver, no library, nothing to install but the browser."""

import html
import json
import os
import re
import select
import subprocess
import time

KEYS = {"Tab": 9, "Enter": 13, "ArrowDown": 40, "Escape": 27}


class Browser:
    """A browser with a profile of its own, which is thrown away."""

    def __init__(self, command, profile):
        to_browser, ours_out = os.pipe()
        ours_in, from_browser = os.pipe()

        def hand_over():
            # Chromium reads 3 and writes 4.
            read, write = os.dup(to_browser), os.dup(from_browser)
            os.dup2(read, 3)
            os.dup2(write, 4)

        self.process = subprocess.Popen(
            [command, "--headless=new", "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
             "--disable-dev-shm-usage", "--disable-background-networking", "--lang=en-US", f"--user-data-dir={profile}", "about:blank"],
            preexec_fn=hand_over, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.out, self.inp = ours_out, ours_in
        self.buffer, self.last, self.events = b"", 0, []

    def send(self, method, session=None, **params):
        self.last += 1
        message = {"id": self.last, "method": method, "params": params}
        if session:
            message["sessionId"] = session
        os.write(self.out, json.dumps(message).encode() + b"\0")
        wanted = self.last
        end = time.monotonic() + 120
        while time.monotonic() < end:
            answer = self.read(end - time.monotonic())
            if answer and answer.get("id") == wanted:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
        raise RuntimeError(f"{method}: no answer")

    def read(self, seconds):
        """One message; events are kept."""
        while b"\0" not in self.buffer:
            if not select.select([self.inp], [], [], max(seconds, 0))[0]:
                return None
            piece = os.read(self.inp, 1 << 16)
            if not piece:
                raise RuntimeError("the browser has ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        message = json.loads(text)
        if "method" in message:
            self.events.append(message)
        return message

    def page(self):
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        return Page(self, target, self.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"])

    def close(self):
        try:
            self.send("Browser.close")
            self.process.wait(10)
        except (RuntimeError, OSError, subprocess.TimeoutExpired):
            self.process.kill()


class Page:
    """A tab."""

    def __init__(self, browser, target, session):
        self.browser, self.target, self.session = browser, target, session
        for domain in ("Page", "DOM", "Runtime", "Network", "Log", "Accessibility"):
            self.send(f"{domain}.enable")
        self.send("Page.setLifecycleEventsEnabled", enabled=True)
        self.left = None

    def send(self, method, **params):
        return self.browser.send(method, self.session, **params)

    # Going somewhere

    def open(self, url):
        self.forget()
        loader = self.send("Page.navigate", url=url)["loaderId"]
        self.loaded(lambda other: other == loader)

    def loaded(self, is_wanted=None):
        """Waits until a document is there, script and all: another one than that of the last `forget` if none is named."""
        is_wanted = is_wanted or (lambda loader: loader != self.left)
        end = time.monotonic() + 120
        while time.monotonic() < end:
            for event in list(self.browser.events):
                if event.get("sessionId") != self.session or event["method"] != "Page.lifecycleEvent":
                    continue
                facts = event["params"]
                if facts["name"] == "load" and facts["frameId"] == self.target and is_wanted(facts["loaderId"]):
                    self.browser.events.remove(event)
                    return
            self.browser.read(end - time.monotonic())
        raise RuntimeError("the page does not load")

    def forget(self):
        """Notes which document is left, before another one is gone to."""
        self.left = self.send("Page.getFrameTree")["frameTree"]["frame"]["loaderId"]
        self.browser.events = [e for e in self.browser.events
                               if e.get("sessionId") != self.session or e["method"] != "Page.lifecycleEvent"]

    def complaints(self):
        """What the browser has against our pages, such as breaches of the content security policy."""
        told = []
        for event in self.browser.events:
            if event["method"] == "Log.entryAdded" and event["params"]["entry"]["level"] == "error":
                told.append(event["params"]["entry"]["text"] + " " + event["params"]["entry"].get("url", ""))
            if event["method"] == "Runtime.exceptionThrown":
                told.append(str(event["params"]["exceptionDetails"].get("exception", {}).get("description")))
        return told

    # Looking, without any script in the page

    def node(self, selector):
        root = self.send("DOM.getDocument", depth=0)["root"]["nodeId"]
        found = self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        if not found:
            raise RuntimeError(f"there is no {selector}")
        return found

    def has(self, selector):
        root = self.send("DOM.getDocument", depth=0)["root"]["nodeId"]
        return bool(self.send("DOM.querySelector", nodeId=root, selector=selector)["nodeId"])

    def count(self, selector):
        root = self.send("DOM.getDocument", depth=0)["root"]["nodeId"]
        return len(self.send("DOM.querySelectorAll", nodeId=root, selector=selector)["nodeIds"])

    def markup(self, selector="html"):
        return self.send("DOM.getOuterHTML", nodeId=self.node(selector))["outerHTML"]

    def text(self, selector="main"):
        return html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", self.markup(selector)))).strip()

    def attributes(self, selector):
        flat = self.send("DOM.getAttributes", nodeId=self.node(selector))["attributes"]
        return dict(zip(flat[::2], flat[1::2]))

    def tree(self):
        """The accessibility tree as (role, name) pairs, and every node by its id."""
        nodes = self.send("Accessibility.getFullAXTree")["nodes"]
        pairs = [(n.get("role", {}).get("value", ""), n.get("name", {}).get("value", "")) for n in nodes if not n.get("ignored")]
        return pairs, nodes

    def wait(self, truth, seconds=120):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                if truth():
                    return True
            except RuntimeError:
                pass
            self.browser.read(0.05)
        return False

    # Doing

    def fill(self, selector, text):
        # Looking for a node makes the numbers of those found before void.
        kind = self.attributes(selector).get("type")
        node = self.node(selector)
        name = self.send("DOM.describeNode", nodeId=node)["node"]["nodeName"]
        if name == "SELECT":
            for option in self.send("DOM.querySelectorAll", nodeId=node, selector="option")["nodeIds"]:
                self.send("DOM.removeAttribute", nodeId=option, name="selected")
            option = self.send("DOM.querySelector", nodeId=node, selector=f'option[value="{text}"]')["nodeId"]
            self.send("DOM.setAttributeValue", nodeId=option, name="selected", value="selected")
        elif kind == "datetime-local":
            self.send("DOM.setAttributeValue", nodeId=node, name="value", value=text)
        else:
            self.send("DOM.focus", nodeId=node)
            self.send("Input.dispatchKeyEvent", type="keyDown", key="a", code="KeyA", windowsVirtualKeyCode=65, modifiers=2,
                      commands=["selectAll"])
            if text:
                self.send("Input.insertText", text=text)
            else:
                self.press("Backspace", 8)

    def press(self, key, code=None):
        code = code or KEYS[key]
        text = "\r" if key == "Enter" else ""
        self.send("Input.dispatchKeyEvent", type="keyDown", key=key, code=key, windowsVirtualKeyCode=code, text=text)
        self.send("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=code)

    def submit(self, selector):
        """Activates a button or a link by keyboard, and waits for the page that it leads to."""
        self.forget()
        self.send("DOM.focus", nodeId=self.node(selector))
        self.press("Enter")
        self.loaded()

    def run(self, script):
        result = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(str(result["exceptionDetails"]))
        return result["result"].get("value")

    def shape(self, width, height=900, scheme="light"):
        self.send("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
        self.send("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def picture(self, path):
        import base64
        data = self.send("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
