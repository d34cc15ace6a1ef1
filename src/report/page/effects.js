// Speedups as measured, mistakes by the size of the effect, and what the model looks at.

function addSpeedups(study) {
  const { edges = [], sets = [] } = study.speedups ?? {};
  const total = (counts) => counts.reduce((sum, one) => sum + one, 0);
  const filled = sets.filter(({ counts }) => total(counts) > 0);
  if (!filled.length || !edges.length) return;
  const bins = [`< ${edges[0]}`, ...edges.slice(1).map((edge, i) => `${edges[i]}–${edge}`),
                `> ${edges[edges.length - 1]}`];
  addSection({
    title: "Speedup histogram",
    read: "Bars right of 1 are benchmarks that caching makes faster, bars left of it those that it makes slower; " +
      "heights are shares of each set.",
    height: 380,
    tables: [table("Benchmarks by speedup", ["speedup", ...filled.flatMap(({ name }) => [name, "share"])],
      bins.map((bin, i) => [bin, ...filled.flatMap(({ counts }) =>
        [count(counts[i]), percent(counts[i] / total(counts))])]))],
    config: (theme) => ({
      type: "bar",
      data: {
        labels: bins,
        datasets: filled.map(({ name, counts }, i) => {
          const { colour } = styleOfName(theme, name);
          return { label: name, borderColor: colour, borderWidth: 1,
                   backgroundColor: barFill(theme, colour, i),
                   data: counts.map((one) => 100 * one / total(counts)) };
        }),
      },
      options: {
        scales: { x: axis(theme, "speedup", { ticks: { autoSkip: false }, grid: { display: false } }),
                  y: percentAxis(theme, "share of the set", { beginAtZero: true }) },
        plugins: {
          legend: legend(theme, false),
          tooltip: tooltip(({ raw, label, dataset }) => `${dataset.label}, ${label}: ${raw.toFixed(1)} %`),
        },
      },
    }),
  });
}

const sizeName = ({ low, high }) => high === null ? `above ${low}` : `${low}–${high}`;

function addConfusion(study) {
  const sets = (study.confusion ?? []).filter(({ sizes }) => sizes.length);
  if (!sets.length) return;
  const best = sets.findIndex(({ training_set }) =>
    training_set === bestTrainingSet(study).leave_one_out.name);
  const rows = ({ sizes }) => sizes.flatMap((size) => [
    { size: sizeName(size), truth: "beneficial", right: size.beneficial_cached, wrong: size.beneficial_left },
    { size: sizeName(size), truth: "not beneficial", right: size.other_left, wrong: size.other_cached }]);
  const shareRight = ({ right, wrong }) => right + wrong > 0 ? percent(right / (right + wrong)) : "–";
  addSection({
    title: "Confusion by size of effect",
    read: "Rows go from small effects (the larger of speedup and 1 / speedup) to large ones; the hatched part of a " +
      "bar is what the model got wrong, which costs little at the top and much at the bottom.",
    height: 110 + 44 * rows(sets[0]).length,
    choice: { label: "Training set", options: sets.map(({ training_set }) => training_set),
              chosen: Math.max(0, best) },
    tables: [table("Real benchmarks by size of effect, the larger of speedup and 1 / speedup",
      ["training set", "size of effect", "truth", "right", "wrong", "right, %"],
      sets.flatMap((set) => rows(set).map((row) => [set.training_set, row.size, row.truth,
        count(row.right), count(row.wrong), shareRight(row)])), 3)],
    config: (theme, chosen) => {
      const shown = rows(sets[chosen]);
      return {
        type: "bar",
        data: {
          labels: shown.map(({ size, truth }) => [size, truth]),
          datasets: ["right", "wrong"].map((label, i) => ({
            label, data: shown.map((row) => row[label]), borderColor: theme.series[i], borderWidth: 1,
            backgroundColor: barFill(theme, theme.series[i], i) })),
        },
        options: {
          indexAxis: "y",
          scales: { x: axis(theme, "benchmarks", { stacked: true }),
                    y: axis(theme, "", { stacked: true, ticks: { autoSkip: false }, grid: { display: false } }) },
          plugins: {
            legend: legend(theme, false),
            tooltip: tooltip(({ raw, dataIndex, dataset }) => `${shown[dataIndex].truth}, size ` +
              `${shown[dataIndex].size}: ${count(raw)} ${dataset.label}`),
          },
        },
      };
    },
  });
}

const FEATURES_SHOWN = 16;

function addImportance(study) {
  const all = study.importance ?? [];
  if (!all.length) return;
  const shown = all.slice(0, FEATURES_SHOWN);
  addSection({
    title: "Feature importance",
    read: "The longer a bar, the more that feature contributes to the log-odds of the model's answers on average" +
      (all.length > shown.length ? `; of ${all.length} features the ${shown.length} strongest are shown.` : "."),
    height: 80 + 32 * shown.length,
    tables: [table("Mean absolute contribution to the log-odds", ["feature", "log-odds"],
      all.map(({ feature, log_odds }) => [feature, log_odds.toFixed(4)]))],
    config: (theme) => ({
      type: "bar",
      data: {
        labels: shown.map(({ feature }) => lines(theme, feature)),
        datasets: [{ data: shown.map(({ log_odds }) => log_odds), backgroundColor: theme.series[0] }],
      },
      options: {
        indexAxis: "y",
        scales: { x: axis(theme, "log-odds", { beginAtZero: true }),
                  y: axis(theme, "", { ticks: { autoSkip: false }, grid: { display: false } }) },
        plugins: { legend: { display: false },
                   tooltip: tooltip(({ raw, label }) => `${label}: ${raw.toFixed(3)}`) },
      },
    }),
  });
}
