"""Opens reports in headless Chromium: everything is drawn, readable and free of errors.

usage: report_in_browser.py LMTUNE FOLDER

Leaves screenshots of the page, light and dark, on a phone and on paper, in FOLDER for people to look at.
Exits with 77 where there is no Chromium.
"""

import json
import pathlib
import subprocess
import sys
import unittest

import chromium
import known_study

SKIPPED = 77
OLD_SECTIONS = [
    "How often each training set is right", "Accuracy by family and training set",
    "AVD against accuracy", "How closely AVD goes with accuracy", "Learning curve",
    "What each group of features is worth"]
NEW_SECTIONS = ["More real families", "Speedup histogram", "Confusion by size of effect", "Reliability", "Share answered",
                "Feature importance"]
DESKTOP, PHONE, SMALL_PHONE = (1200, 900), (390, 844), (360, 740)
LEAST_CONTRAST = 4.5  # of text, by WCAG 2 level AA
LEAST_MARK_CONTRAST = 3.0
LEAST_FONT_PIXELS = 12

# The pixels of a canvas, as numbers, in the size that it has on the page.
PIXELS = """
  const scratch = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const canvases = [...document.querySelectorAll("canvas")];
  const pixels = (canvas) => {
    const { width, height } = canvas.getBoundingClientRect();
    Object.assign(scratch.canvas, { width, height });
    scratch.imageSmoothingEnabled = false;
    scratch.drawImage(canvas, 0, 0, scratch.canvas.width, scratch.canvas.height);
    return new Uint32Array(scratch.getImageData(0, 0, scratch.canvas.width, scratch.canvas.height).data.buffer);
  };
"""
# One number for each chart: of all its pixels.
PICTURES = "(() => {" + PIXELS + """
  return canvases.map((one) => pixels(one).reduce((hash, pixel) => Math.imul(hash ^ pixel, 16777619), 1));
})()"""

# What the tests ask of the page. Text is measured against the nearest background behind it.
PROBE = "(() => {" + PIXELS + """
  const root = document.documentElement;
  const bytes = (colour) => {
    scratch.fillStyle = colour;
    scratch.fillRect(0, 0, 1, 1);
    return scratch.getImageData(0, 0, 1, 1).data;
  };
  const known = {};
  const luminance = (colour) => known[colour] ??= (() => {
    const [r, g, b] = [...bytes(colour)].map((one) =>
      one / 255 <= 0.03928 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  })();
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const background = (element) => {
    const own = getComputedStyle(element).backgroundColor;
    return own === "rgba(0, 0, 0, 0)" && element.parentElement ? background(element.parentElement) : own;
  };
  const shows_its_marks = (canvas) => {
    const { backgroundColor } = Chart.getChart(canvas).data.datasets[0];
    const drawn = pixels(canvas);
    return drawn.includes(new Uint32Array(bytes(backgroundColor).buffer)[0]);
  };
  const texts = [...document.querySelectorAll("body *")].filter((element) =>
    element.checkVisibility() && !["SCRIPT", "OPTION", "SELECT"].includes(element.tagName) &&
    [...element.childNodes].some((child) => child.nodeType === Node.TEXT_NODE && child.data.trim()));
  const variable = (name) => getComputedStyle(root).getPropertyValue(name).trim();
  return {
    drawn: Number(root.dataset.drawn),
    sections: [...document.querySelectorAll("section h2")].map((one) => one.textContent),
    marks: canvases.map(shows_its_marks),
    sizes: canvases.map((one) => [one.getBoundingClientRect().width, one.getBoundingClientRect().height]),
    labels: canvases.map((one) => one.getAttribute("aria-label")),
    chart_text: canvases.map((one) => Chart.getChart(one).options.scales.x.ticks.color),
    text: variable("--text"),
    rows: [...document.querySelectorAll("section details")].map((one) => one.querySelectorAll("tbody tr").length),
    cells: [...document.querySelectorAll("td")].map((one) => one.textContent),
    overflow: root.scrollWidth - root.clientWidth,
    low_contrast: texts.filter((one) => contrast(getComputedStyle(one).color, background(one)) < LEAST_CONTRAST)
      .map((one) => one.outerHTML),
    small: texts.filter((one) => parseFloat(getComputedStyle(one).fontSize) < LEAST_FONT_PIXELS)
      .map((one) => one.outerHTML),
    mark_contrast: Math.min(...variable("--series").split(" ").map((one) =>
      contrast(one, getComputedStyle(document.body).backgroundColor))),
    header: document.querySelector("header").textContent,
    bold: document.querySelectorAll("header b, #sections b").length,
  };
})()
""".replace("LEAST_CONTRAST", str(LEAST_CONTRAST)).replace("LEAST_FONT_PIXELS", str(LEAST_FONT_PIXELS))
OPEN_TABLES = "document.querySelectorAll('details').forEach((one) => { one.open = true; })"


class ReportInBrowser(unittest.TestCase):
    lmtune = folder = browser = None

    @classmethod
    def setUpClass(cls):
        cls.folder.mkdir(parents=True, exist_ok=True)
        cls.browser = chromium.Chromium(chromium.find())

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def show(self, study, size=DESKTOP, scheme="light"):
        source, page = self.folder / "evaluation.json", self.folder / "report.html"
        source.write_text(json.dumps(study), encoding="utf-8")
        subprocess.run([self.lmtune, "report", source, "-o", page], check=True, capture_output=True)
        self.browser.problems.clear()
        self.browser.requests.clear()
        self.browser.show(*size, scheme, phone=size != DESKTOP)
        self.browser.open(page, "document.documentElement?.dataset.drawn")
        self.browser.settle()

    def probe(self):
        return self.browser.evaluate(PROBE)

    def expect_readable(self, found, sections):
        self.assertEqual(self.browser.problems, [])
        self.assertEqual(sorted(found["sections"]), sorted(sections))
        self.assertEqual(found["drawn"], len(sections))
        self.assertEqual(found["marks"], [True] * len(sections))
        self.assertGreater(min(width for width, height in found["sizes"]), 250)
        self.assertGreater(min(height for width, height in found["sizes"]), 150)
        self.assertTrue(all(found["labels"]))
        self.assertEqual(set(found["chart_text"]), {found["text"]})
        self.assertTrue(all(found["rows"]), found["rows"])
        for text in ("undefined", "NaN", "null", "Infinity"):
            self.assertFalse([cell for cell in found["cells"] if text in cell])
            self.assertNotIn(text, found["header"])
        self.assertEqual(found["overflow"], 0)
        self.assertEqual(found["low_contrast"], [])
        self.assertEqual(found["small"], [])
        self.assertGreaterEqual(found["mark_contrast"], LEAST_MARK_CONTRAST)

    def test_every_section_is_drawn_and_readable(self):
        for name, size, scheme in (("light", DESKTOP, "light"), ("dark", DESKTOP, "dark"),
                                   ("phone", PHONE, "light"), ("small-phone", SMALL_PHONE, "dark")):
            with self.subTest(name):
                self.show(known_study.whole_study(), size, scheme)
                self.browser.screenshot(self.folder / f"{name}.png")
                self.browser.evaluate(OPEN_TABLES)
                self.browser.settle()
                self.expect_readable(self.probe(), OLD_SECTIONS + NEW_SECTIONS)

    def test_sections_without_numbers_are_left_out(self):
        self.show(known_study.old_study())
        self.expect_readable(self.probe(), OLD_SECTIONS)
        empty = {"speedups": {"edges": [], "sets": []}, "reliability": [], "confusion": [],
                 "importance": [], "answered": [], "learning_curve": [], "ablation": [],
                 "cross_validation": []}
        self.show(known_study.old_study() | empty)
        self.expect_readable(self.probe(), OLD_SECTIONS[:4])

    def test_nothing_but_the_page_is_fetched(self):
        self.show(known_study.whole_study())
        self.assertEqual([one for one in self.browser.requests if not one.startswith("file:")], [])
        self.assertEqual(len(self.browser.requests), 1, self.browser.requests)

    def test_text_of_the_file_is_shown_as_text(self):
        study = known_study.whole_study()
        self.show(study)
        found = self.probe()
        self.assertIn(study["device"]["name"], found["header"])
        self.assertEqual(found["bold"], 0)

    def test_charts_follow_the_colour_scheme(self):
        self.show(known_study.whole_study())
        light, pictures = self.probe(), self.browser.evaluate(PICTURES)
        self.browser.show(*DESKTOP, "dark")
        dark = self.probe()
        self.assertNotEqual(light["text"], dark["text"])
        self.expect_readable(dark, OLD_SECTIONS + NEW_SECTIONS)
        for before, after in zip(pictures, self.browser.evaluate(PICTURES)):
            self.assertNotEqual(before, after)

    def test_a_choice_redraws_its_chart(self):
        self.show(known_study.whole_study())
        count = self.browser.evaluate("document.querySelectorAll('select').length")
        self.assertEqual(count, 3)
        for i in range(count):
            before = self.browser.evaluate(PICTURES)
            self.browser.evaluate(
                f"(() => {{ const one = document.querySelectorAll('select')[{i}];"
                " one.value = one.value === '0' ? '1' : '0';"
                " one.dispatchEvent(new Event('change')); })()")
            after = self.browser.evaluate(PICTURES)
            self.assertEqual(sum(a != b for a, b in zip(before, after)), 1)
        self.assertEqual(self.browser.problems, [])

    def test_paper_gets_light_charts_and_open_tables(self):
        self.show(known_study.whole_study(), scheme="dark")
        dark = self.probe()
        self.browser.print(self.folder / "report.pdf")
        self.browser.evaluate("dispatchEvent(new Event('beforeprint'))")
        paper = self.probe()
        closed = "document.querySelectorAll('main details:not([open])').length"
        self.assertEqual(self.browser.evaluate(closed), 0)
        self.assertNotEqual(paper["text"], dark["text"])
        self.expect_readable(paper, OLD_SECTIONS + NEW_SECTIONS)
        self.browser.evaluate("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(self.probe()["text"], dark["text"])
        self.assertGreater(self.browser.evaluate(closed), 0)


if __name__ == "__main__":
    if not chromium.find():
        print("chromium is not installed")
        sys.exit(SKIPPED)
    ReportInBrowser.lmtune = pathlib.Path(sys.argv[1]).resolve()
    ReportInBrowser.folder = pathlib.Path(sys.argv[2]).resolve()
    unittest.main(argv=sys.argv[:1])
