// Accuracy against how much was learnt from and how much was answered; and whether probabilities hold.

const DASHES = [6, 4];

/** `items` by their training set, in the order of the file: [[name, items], …]. */
function byTrainingSet(items) {
  const sets = new Map();
  for (const item of items) sets.set(item.training_set, [...(sets.get(item.training_set) ?? []), item]);
  return [...sets];
}

/** A solid line of all benchmarks and a dashed one of the decisive, of one training set. */
function twoLines(theme, name, points, x, range) {
  const line = (label, score, more) => pointSeries(theme, label, points.map((point) => {
    const [low, high] = range ? point[`${score}_range`] : [0, 0];
    return { x: x(point), y: 100 * point[score], low: 100 * low, high: 100 * high, point };
  }), { styleName: name, showLine: true, rangeAxis: range ? "y" : undefined, ...more });
  return [line(`${name}, of all`, "accuracy", {}),
          line(`${name}, of the decisive`, "decisive_accuracy",
               { borderDash: DASHES, backgroundColor: theme.background })];
}

/** Accuracy against what `member` of each of the points counts, `counted` in words. */
function addCurve({ title, read, caption, points, member, counted, xAxis }) {
  const sets = byTrainingSet(points ?? []);
  if (!sets.length) return;
  addSection({
    title,
    read: `${read} A bar spans the lowest and the highest of several random draws.`,
    height: 420,
    tables: [table(caption,
      ["training set", counted, "draws", "right", "lowest–highest, %", "decisive, right", "lowest–highest, %"],
      points.map((point) => [point.training_set, count(point[member]), count(point.draws),
        percent(point.accuracy), rangeOf(point.accuracy_range),
        percent(point.decisive_accuracy), rangeOf(point.decisive_accuracy_range)]))],
    config: (theme) => ({
      type: "scatter",
      data: { datasets: sets.flatMap(([name, some]) => twoLines(theme, name, some, (p) => p[member], true)) },
      options: {
        scales: { x: xAxis(theme), y: percentAxis(theme, "right") },
        plugins: {
          legend: legend(theme, true),
          tooltip: tooltip(({ raw, dataset }) =>
            `${dataset.label}: ${raw.y.toFixed(1)} % from ${count(raw.x)} ${counted}`),
        },
      },
    }),
  });
}

function addLearningCurve(study) {
  addCurve({
    title: "Learning curve",
    read: "A line that still rises at its right end says that more training samples would help.",
    caption: "Models that have learnt from a part of a training set",
    points: study.learning_curve,
    member: "samples",
    counted: "samples",
    xAxis: (theme) => axis(theme, "training samples", {
      type: "logarithmic",
      ticks: { callback: (value) => (theme.narrow ? /^10*$/ : /^[13]0*$/).test(value) ? count(value) : undefined,
               autoSkip: false,
               maxRotation: 0 },
    }),
  });
}

function addFamilyCurve(study) {
  addCurve({
    title: "More real families",
    read: "How much each further family of real benchmarks helps with one that none of them is.",
    caption: "Models that have learnt from some of the other real families",
    points: study.family_curve,
    member: "families",
    counted: "families",
    xAxis: (theme) => axis(theme, "other real families", { type: "linear", min: 0 }),
  });
}

function addAnswered(study) {
  const sets = (study.answered ?? []).filter(({ points }) => points.length);
  if (!sets.length) return;
  addSection({
    title: "Share answered",
    read: "Further left, a model keeps silent where it is less sure: the steeper a line rises to the left, the " +
      "better the model knows what it does not know.",
    height: 420,
    tables: [table("Benchmarks answered with at least so much certainty",
      ["training set", "threshold", "answered", "right", "decisive, right"],
      sets.flatMap(({ training_set, points }) => points.map((point) =>
        [training_set, percent(point.threshold, 0), percent(point.answered), percent(point.accuracy),
         percent(point.decisive_accuracy)])))],
    config: (theme) => ({
      type: "scatter",
      data: {
        datasets: sets.flatMap(({ training_set, points }) =>
          twoLines(theme, training_set, points, (point) => 100 * point.answered, false)),
      },
      options: {
        scales: { x: percentAxis(theme, "answered", { min: 0, max: 100 }),
                  y: percentAxis(theme, "right, of the answered", { max: 100 }) },
        plugins: {
          legend: legend(theme, true),
          tooltip: tooltip(({ raw, dataset }) => `${dataset.label}: ${raw.y.toFixed(1)} % right, ` +
            `${raw.x.toFixed(1)} % answered at threshold ${percent(raw.point.threshold, 0)}`),
        },
      },
    }),
  });
}

/** Points of bins with more samples are larger. */
const radiusOfBin = (samples, most) => 3 + 6 * Math.sqrt(samples / Math.max(1, most));

function addReliability(study) {
  const sets = (study.reliability ?? []).map(({ bins, ...rest }) =>
    ({ ...rest, bins: bins.filter(({ samples }) => samples > 0) })).filter(({ bins }) => bins.length);
  if (!sets.length) return;
  addSection({
    title: "Reliability",
    read: "On the dashed diagonal, what a model calls 70 % sure is beneficial in 70 % of the cases; below it the " +
      "model is too sure that caching pays, above it not sure enough. Larger marks stand for more benchmarks.",
    height: 460,
    tables: [table("Predicted probability that caching is beneficial, against how often it is",
      ["training set", "Brier score", "benchmarks", "predicted", "observed"],
      sets.flatMap(({ training_set, brier, bins }) => bins.map((bin) =>
        [training_set, brier.toFixed(3), count(bin.samples), percent(bin.predicted), percent(bin.observed)])))],
    config: (theme) => ({
      type: "scatter",
      data: {
        datasets: [
          ...sets.map(({ training_set, brier, bins }) => {
            const most = Math.max(...bins.map(({ samples }) => samples));
            return pointSeries(theme, `${training_set} (Brier score ${brier.toFixed(3)})`,
              bins.map((bin) => ({ x: 100 * bin.predicted, y: 100 * bin.observed, bin })),
              { styleName: training_set, showLine: true,
                pointRadius: bins.map(({ samples }) => radiusOfBin(samples, most)) });
          }),
          { label: "as often as predicted", data: [{ x: 0, y: 0 }, { x: 100, y: 100 }], showLine: true,
            borderColor: theme.muted, borderDash: DASHES, borderWidth: 1.5, pointRadius: 0,
            pointHitRadius: 0, pointStyle: "line" },
        ],
      },
      options: {
        scales: { x: percentAxis(theme, "predicted probability to be beneficial", { min: 0, max: 100 }),
                  y: percentAxis(theme, "observed share", { min: 0, max: 100 }) },
        plugins: {
          legend: legend(theme, true),
          tooltip: tooltip(({ raw }) => `predicted ${raw.x.toFixed(1)} %, observed ${raw.y.toFixed(1)} %, ` +
            `${count(raw.bin.samples)} benchmarks`),
        },
      },
    }),
  });
}
