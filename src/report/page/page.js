// What the sections are made of: elements, numbers as text, tables, and charts that can be redrawn.
// Text from the evaluation goes into the page as text, never as HTML.

const PRINT_WIDTH = 660;  // pixels of CSS: what fits between the margins of a page of A4 or letter

function element(tag, options = {}, ...children) {
  const made = document.createElement(tag);
  const { className, ...attributes } = options;
  if (className) made.className = className;
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

const percent = (share, digits = 1) => `${(100 * share).toFixed(digits)} %`;
const rangeOf = ([low, high]) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`;
const count = (value) => value.toLocaleString("en");
/** Three significant digits, without an exponent. */
const short = (value) => value.toLocaleString("en", { maximumSignificantDigits: 3 });

/** `columns`: titles; those in `textColumns` are aligned to the left. `rows`: arrays of strings. */
function table(caption, columns, rows, textColumns = 1) {
  const cells = (tag, texts) => element("tr", {}, ...texts.map((text, i) =>
    element(tag, i < textColumns ? { className: "text" } : {}, text)));
  return element("div", { className: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {},
      element("caption", {}, element("span", {}, caption)),
      element("thead", {}, cells("th", columns)),
      element("tbody", {}, ...rows.map((row) => cells("td", row)))));
}

const plots = [];  // of the whole page, in its order

/**
 * Adds a section to the page: a heading, one sentence on how to read the chart, the chart, and the
 * numbers behind it.
 *   height: of the chart, in pixels of CSS
 *   choice: optional {label, options, chosen}: what the reader may choose between, by index
 *   config: (theme, chosen) => a configuration of Chart.js
 *   tables: elements
 */
function addSection({ title, read, height, choice, config, tables }) {
  const heading = element("div", { className: "heading" }, element("h2", {}, title),
    element("p", {}, read));
  const canvas = element("canvas", { role: "img", "aria-label": `${title}. ${read}` });
  const box = element("div", { className: "plot", style: `height: ${height}px` }, canvas);
  const plot = { canvas, height, config, chosen: choice ? choice.chosen : 0 };
  if (choice) {
    const select = element("select", {}, ...choice.options.map((text, i) =>
      element("option", { value: i }, text)));
    select.value = choice.chosen;
    select.addEventListener("change", () => {
      plot.chosen = Number(select.value);
      draw(plot);
    });
    heading.append(element("label", { className: "choice" }, `${choice.label}: `, select));
  }
  const section = element("section", {}, heading, box,
    element("details", {}, element("summary", {}, "Numbers"), ...tables));
  document.getElementById("sections").append(section);
  plots.push(plot);
}

function draw(plot, forPrint = false) {
  if (plot.chart) plot.chart.destroy();
  const theme = currentTheme();
  if (forPrint) theme.narrow = false;
  const config = plot.config(theme, plot.chosen);
  config.options = {
    ...config.options,
    animation: false,
    responsive: !forPrint,
    maintainAspectRatio: false,
    devicePixelRatio: Math.max(2, window.devicePixelRatio),
  };
  plot.chart = new Chart(plot.canvas, config);
  if (forPrint) plot.chart.resize(PRINT_WIDTH, plot.height);
}

function drawAll(forPrint = false) {
  for (const plot of plots) draw(plot, forPrint);
  document.documentElement.dataset.drawn = plots.length;
}

/** Keeps the charts right when the colour scheme or the width of the page changes, and on paper. */
function followTheReader() {
  for (const query of ["(prefers-color-scheme: dark)", NARROW]) {
    matchMedia(query).addEventListener("change", () => drawAll());
  }
  const opened = [];
  addEventListener("beforeprint", () => {
    document.documentElement.dataset.scheme = "print";
    for (const details of document.querySelectorAll("main details:not([open])")) {
      details.open = true;
      opened.push(details);
    }
    drawAll(true);
  });
  addEventListener("afterprint", () => {
    delete document.documentElement.dataset.scheme;
    for (const details of opened.splice(0)) details.open = false;
    drawAll();
  });
}
