// How often each way to decide is right: over all real benchmarks, by family, and without some features.

/** Baselines and training sets alike: [{name, overall, families, …}]. */
const waysToDecide = (study) =>
  [...study.baselines, ...study.training_sets.map((one) => one.leave_one_out)];

function bestTrainingSet(study) {
  return study.training_sets.reduce((best, one) =>
    one.leave_one_out.overall.accuracy > best.leave_one_out.overall.accuracy ? one : best);
}

function scoreCells({ overall, accuracy_range, decisive_accuracy_range }) {
  return [percent(overall.accuracy), rangeOf(accuracy_range), percent(overall.balanced_accuracy),
          percent(overall.decisive_accuracy), rangeOf(decisive_accuracy_range),
          overall.performance_captured.toFixed(3)];
}

const SCORE_COLUMNS = ["right", "over families, %", "balanced", "decisive, right",
                       "over families, %", "performance captured"];

function addOverall(study) {
  const ways = waysToDecide(study);
  const samples = Object.fromEntries(
    study.training_sets.map((one) => [one.leave_one_out.name, count(one.samples)]));
  const series = [["right, of all", "accuracy", "accuracy_range"],
                  ["right, of the decisive", "decisive_accuracy", "decisive_accuracy_range"]];
  const lowest = Math.min(...ways.map((way) => 100 * way.decisive_accuracy_range[0]));
  const tables = [table("Real benchmarks whose family was left out of training",
    ["learnt from", "samples", ...SCORE_COLUMNS],
    ways.map((way) => [way.name, samples[way.name] ?? "–", ...scoreCells(way)]))];
  if (study.cross_validation.length) {
    tables.push(table("Within a training set, on kernel specs left out of training",
      ["learnt from", "benchmarks", "right", "balanced", "decisive, right", "performance captured"],
      study.cross_validation.map(({ training_set, score }) => [training_set, count(score.samples),
        percent(score.accuracy), percent(score.balanced_accuracy), percent(score.decisive_accuracy),
        score.performance_captured.toFixed(3)])));
  }
  addSection({
    title: "How often each training set is right",
    read: "Further right is better; a bar spans 95 % of the means over families drawn with replacement, and " +
      `the dashed line is the ceiling of ${percent(study.label_ceiling)}, since labels of ties are tosses of a coin.`,
    height: 110 + 36 * ways.length,
    tables,
    config: (theme) => ({
      type: "scatter",
      data: {
        datasets: series.map(([label, score, range], i) => ({
          ...pointSeries(theme, label, ways.map((way, row) => ({
            x: 100 * way.overall[score], y: besideEachOther(row, i, series.length),
            low: 100 * way[range][0], high: 100 * way[range][1], name: way.name }))),
          borderColor: theme.series[i], backgroundColor: theme.series[i],
          ...MARKS[i], rangeAxis: "x",
        })),
      },
      options: {
        scales: { x: percentAxis(theme, "right", { suggestedMin: lowest, max: 100 }),
                  y: rowAxis(theme, ways.map((way) => way.name)) },
        plugins: {
          legend: legend(theme, true),
          bands: { rows: ways.length, colour: theme.panel },
          guide: { axis: "x", value: 100 * study.label_ceiling, colour: theme.muted },
          tooltip: tooltip(({ raw, dataset }) => `${raw.name}: ${raw.x.toFixed(1)} % ${dataset.label} ` +
            `(${raw.low.toFixed(1)}–${raw.high.toFixed(1)})`),
        },
      },
    }),
  });
}

function addFamilies(study) {
  const sets = study.training_sets.map((one) => one.leave_one_out);
  const families = Object.keys(sets[0].families);
  if (!families.length) return;
  const measures = [["accuracy", "right, of all"], ["decisive_accuracy", "right, of the decisive"],
                    ["performance_captured", "performance captured"]];
  const shares = (measure, title) => table(`By family: ${title}, in %`,
    ["family", "benchmarks", "decisive", ...waysToDecide(study).map((way) => way.name)],
    families.map((family) => {
      const { samples, decisive } = sets[0].families[family];
      return [family, count(samples), count(decisive), ...waysToDecide(study).map((way) =>
        family in way.families ? (100 * way.families[family][measure]).toFixed(1) : "–")];
    }));
  addSection({
    title: "Accuracy by family and training set",
    read: "Each row is a family that the models have not seen, each mark a training set: marks far apart in a row " +
      "say that it matters what a model has learnt from, marks far left that no model knows such kernels.",
    height: 130 + 34 * families.length,
    choice: { label: "Shown", options: measures.map(([, title]) => title), chosen: 1 },
    tables: measures.map(([measure, title]) => shares(measure, title)),
    config: (theme, chosen) => ({
      type: "scatter",
      data: {
        datasets: sets.map((set, i) => pointSeries(theme, set.name,
          families.flatMap((family, row) => family in set.families ? [{
            x: 100 * set.families[family][measures[chosen][0]],
            y: besideEachOther(row, i, sets.length), family }] : []))),
      },
      options: {
        scales: { x: percentAxis(theme, measures[chosen][1], { max: 100 }), y: rowAxis(theme, families) },
        plugins: {
          legend: legend(theme, true),
          bands: { rows: families.length, colour: theme.panel },
          tooltip: tooltip(({ raw, dataset }) => `${raw.family}, ${dataset.label}: ${raw.x.toFixed(1)} %`),
        },
      },
    }),
  });
}

/** What the study calls the model that the others of the ablation are compared with. */
const ALL_FEATURES = "with all features";

function addAblation(study) {
  const all = study.ablation.find((one) => one.name === ALL_FEATURES);
  const without = study.ablation.filter((one) => one !== all);
  if (!all || !without.length) return;
  const names = without.map((one) => one.name);
  const series = [["right, of all", "accuracy"], ["right, of the decisive", "decisive_accuracy"]];
  addSection({
    title: "What each group of features is worth",
    read: "A bar to the left says how many percentage points a model loses without that group of features; " +
      "one to the right, that it does better without.",
    height: 110 + 44 * without.length,
    tables: [table("Models without one group of features", ["model", ...SCORE_COLUMNS],
      study.ablation.map((one) => [one.name, ...scoreCells(one)]))],
    config: (theme) => ({
      type: "bar",
      data: {
        labels: names.map((name) => lines(theme, name)),
        datasets: series.map(([label, score], i) => ({
          label, borderColor: theme.series[i], borderWidth: 1,
          backgroundColor: barFill(theme, theme.series[i], i),
          data: without.map((one) => 100 * (one.overall[score] - all.overall[score])) })),
      },
      options: {
        indexAxis: "y",
        scales: { x: axis(theme, "percentage points"),
                  y: axis(theme, "", { ticks: { autoSkip: false } }) },
        plugins: {
          legend: legend(theme, false),
          tooltip: tooltip(({ raw, label, dataset }) => `${label}: ${raw.toFixed(1)} points ${dataset.label}`),
        },
      },
    }),
  });
}
