"""Headless Chromium as the tests of the report use it, driven through its debugging pipe."""

import base64
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

START_SECONDS = 60
ANSWER_SECONDS = 60


def find():
    """The browser's path, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Chromium:
    """One page of one browser. `problems` gathers errors and warnings of its console,
    `requests` the addresses that it asked for."""

    def __init__(self, binary):
        self.problems = []
        self.requests = []
        self.number = 0
        self.session = None
        self.buffer = b""
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        browser_reads, self.writes = os.pipe()
        self.reads, browser_writes = os.pipe()

        def take_3_and_4():  # where the browser expects its pipe
            kept = [os.dup(browser_reads), os.dup(browser_writes)]
            os.dup2(kept[0], 3)
            os.dup2(kept[1], 4)

        flags = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                 "--hide-scrollbars", "--no-first-run", "--remote-debugging-pipe",
                 f"--user-data-dir={self.profile.name}", "about:blank"]
        # The browser must hold no other end of the pipes, so that it ends when this process does.
        self.process = subprocess.Popen(
            [binary, *flags], preexec_fn=take_3_and_4, pass_fds=(3, 4),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(browser_reads)
        os.close(browser_writes)
        targets = self.call("Target.getTargets", seconds=START_SECONDS)["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.call("Target.attachToTarget", targetId=page["targetId"], flatten=True)
        self.session = attached["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")

    def close(self):
        self.process.terminate()
        self.process.wait()
        os.close(self.writes)
        os.close(self.reads)
        self.profile.cleanup()

    def message(self, deadline):
        while b"\0" not in self.buffer:
            left = deadline - time.monotonic()
            ready = select.select([self.reads], [], [], max(0, left))[0]
            piece = os.read(self.reads, 1 << 20) if ready else b""
            if not piece:
                raise RuntimeError("chromium does not answer" if not ready else "chromium ended")
            self.buffer += piece
        text, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(text)

    def note(self, event):
        method, params = event.get("method"), event.get("params", {})
        if method == "Runtime.exceptionThrown":
            details = params["exceptionDetails"]
            self.problems.append(details.get("exception", {}).get("description", details["text"]))
        elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
            self.problems.append(str([one.get("value") for one in params["args"]]))
        elif method == "Network.requestWillBeSent":
            self.requests.append(params["request"]["url"])
        elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
            self.problems.append(params["entry"]["text"])

    def call(self, method, seconds=ANSWER_SECONDS, **params):
        """Sends a command of the DevTools protocol and returns its result."""
        self.number += 1
        command = {"id": self.number, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        os.write(self.writes, json.dumps(command).encode() + b"\0")
        deadline = time.monotonic() + seconds
        while True:
            answer = self.message(deadline)
            if answer.get("id") != self.number:
                self.note(answer)
            elif "error" in answer:
                raise RuntimeError(f"{method}: {answer['error']['message']}")
            else:
                return answer["result"]

    def show(self, width, height, scheme, phone=False):
        """Makes the page this large, in the colour scheme "light" or "dark"."""
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height,
                  deviceScaleFactor=1, mobile=phone)
        self.call("Emulation.setEmulatedMedia",
                  features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.settle()

    def settle(self):
        """Waits until the page has been laid out and drawn anew."""
        self.evaluate("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def open(self, path, done):
        """Loads a file and waits until the expression `done` is true in it."""
        self.call("Page.navigate", url=pathlib.Path(path).resolve().as_uri())
        self.wait_for(done)

    def wait_for(self, expression):
        deadline = time.monotonic() + ANSWER_SECONDS
        while not self.evaluate(f"Boolean({expression})"):
            if time.monotonic() > deadline:
                raise RuntimeError(f"never became true: {expression}; {self.problems}")
            time.sleep(0.05)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True,
                           awaitPromise=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def screenshot(self, path):
        """Of the whole page, however long."""
        data = self.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))

    def print(self, path):
        """The page on paper, as PDF."""
        data = self.call("Page.printToPDF", printBackground=False, preferCSSPageSize=True)["data"]
        pathlib.Path(path).write_bytes(base64.b64decode(data))
