// What the charts share: axes, legends, and small plugins of Chart.js.

/** Draws the range from `low` to `high` of each point that has one, along the axis of its value. */
const ranges = {
  id: "ranges",
  beforeDatasetsDraw(chart) {
    const context = chart.ctx;
    chart.data.datasets.forEach((dataset, index) => {
      if (!dataset.rangeAxis || !chart.isDatasetVisible(index)) return;
      const meta = chart.getDatasetMeta(index);
      const scale = dataset.rangeAxis === "x" ? meta.xScale : meta.yScale;
      context.save();
      context.strokeStyle = dataset.borderColor;
      context.lineWidth = 2;
      context.globalAlpha = 0.6;
      context.beginPath();
      dataset.data.forEach((point, i) => {
        const { x, y } = meta.data[i];
        const [from, to] = [scale.getPixelForValue(point.low), scale.getPixelForValue(point.high)];
        if (dataset.rangeAxis === "x") {
          context.moveTo(from, y);
          context.lineTo(to, y);
        } else {
          context.moveTo(x, from);
          context.lineTo(x, to);
        }
      });
      context.stroke();
      context.restore();
    });
  },
};

/** Draws a dashed line across the chart at options.guide = {axis, value, colour}. */
const guide = {
  id: "guide",
  beforeDatasetsDraw(chart, args, { axis, value, colour }) {
    if (axis === undefined) return;
    const at = chart.scales[axis].getPixelForValue(value);
    const { left, right, top, bottom } = chart.chartArea;
    const context = chart.ctx;
    context.save();
    context.strokeStyle = colour;
    context.lineWidth = 1.5;
    context.setLineDash([6, 4]);
    context.beginPath();
    context.moveTo(axis === "x" ? at : left, axis === "x" ? top : at);
    context.lineTo(axis === "x" ? at : right, axis === "x" ? bottom : at);
    context.stroke();
    context.restore();
  },
};

/** Shades every other row of options.bands = {rows, colour}: which marks belong to which row. */
const bands = {
  id: "bands",
  beforeDraw(chart, args, { rows = 0, colour }) {
    const { left, right } = chart.chartArea;
    chart.ctx.fillStyle = colour;
    for (let row = 0; row < rows; row += 2) {
      const [top, bottom] = [row - 0.5, row + 0.5].map((value) => chart.scales.y.getPixelForValue(value));
      chart.ctx.fillRect(left, top, right - left, bottom - top);
    }
  },
};

/** Keeps the legend away from the topmost label of the axis below it. */
const roomBelowLegend = {
  id: "roomBelowLegend",
  beforeInit({ legend }) {
    const fit = legend.fit;
    legend.fit = () => {
      fit.call(legend);
      if (legend.options.display) legend.height += 8;
    };
  },
};

Chart.register(ranges, guide, bands, roomBelowLegend);

const LONG_NAME = 16;  // letters: more do not fit beside a chart on a phone

/** A name as one line or, on a narrow screen, two. */
function lines(theme, name) {
  if (!theme.narrow || name.length <= LONG_NAME) return name;
  const middle = name.length / 2;
  const breaks = [...name.matchAll(/[_ ]/g)].map(({ index }) => index + 1);
  if (!breaks.length) return name;
  const at = breaks.reduce((best, one) => Math.abs(one - middle) < Math.abs(best - middle) ? one : best);
  return [name.slice(0, at), name.slice(at)];
}

function axis(theme, title, more = {}) {
  const { ticks, grid, ...rest } = more;
  return {
    title: { display: Boolean(title), text: title, color: theme.text },
    ticks: { color: theme.text, ...ticks },
    grid: { color: theme.line, borderColor: theme.muted, ...grid },
    ...rest,
  };
}

/** An axis of shares, given in %. */
function percentAxis(theme, title, more = {}) {
  return axis(theme, title, { ...more, ticks: { maxRotation: 0, callback: (value) => `${value} %`, ...more.ticks } });
}

/** Rows with a name each: a value of i is the middle of row i, counted from the top. */
function rowAxis(theme, names) {
  return axis(theme, "", {
    min: -0.5,
    max: names.length - 0.5,
    reverse: true,
    afterBuildTicks: (scale) => { scale.ticks = names.map((name, value) => ({ value })); },
    grid: { display: false },
    ticks: { autoSkip: false, callback: (value) => lines(theme, names[value]) },
  });
}

function legend(theme, points) {
  return {
    align: "start",
    labels: { color: theme.text, usePointStyle: points, padding: 10,
              ...(points ? { boxHeight: 7, pointStyleWidth: 10 } : { boxWidth: 24 }) },
  };
}

function tooltip(label, title = () => "") {
  return { callbacks: { label, title }, boxPadding: 4 };
}

/** A set of points: its name decides its colour and mark. */
function pointSeries(theme, name, data, more = {}) {
  const { colour, ...mark } = styleOfName(theme, more.styleName ?? name);
  return { label: name, data, borderColor: colour, backgroundColor: colour, ...mark,
           pointRadius: 5, pointHoverRadius: 7, pointBorderWidth: 2, borderWidth: 2, clip: 10, ...more };
}

/** Puts the points of several series beside each other within their rows. */
const besideEachOther = (row, index, series) => row + ((index + 0.5) / series - 0.5) * 0.76;
