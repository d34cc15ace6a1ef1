// Average vicinity density (AVD) of the training sets, against the accuracy of their models.

const DENSITY_TICKS = [0, 1, 10, 100, 1000, 10000, 100000];
const MIDDLE_RADIUS = 1;

/** AVD spans powers of ten and holds 0: the axis has log10(1 + AVD). */
const densityAt = (density) => Math.log10(1 + density);

function addDensity(study) {
  const sets = study.training_sets.filter((one) => one.density.length);
  if (!sets.length) return;
  const radii = sets[0].density.map(({ radius }) => radius);
  const middle = radii.indexOf(MIDDLE_RADIUS);
  addSection({
    title: "AVD against accuracy",
    read: "Each mark is one family and one training set: if density were all that counted, the marks would rise " +
      "from the lower left to the upper right.",
    height: 430,
    choice: { label: "Radius", options: radii.map(String),
              chosen: middle >= 0 ? middle : Math.floor(radii.length / 2) },
    tables: [table("AVD around each family, without what it brought in, by radius",
      ["training set", "family", "right", "decisive, right", ...radii.map((radius) => `AVD(${radius})`)],
      sets.flatMap(({ leave_one_out, density }) =>
        Object.entries(leave_one_out.families).map(([family, score]) =>
          [leave_one_out.name, family, percent(score.accuracy), percent(score.decisive_accuracy),
           ...density.map((one) => family in one.families ? short(one.families[family]) : "–")])), 2)],
    config: (theme, chosen) => ({
      type: "scatter",
      data: {
        datasets: sets.map(({ leave_one_out, density }) => pointSeries(theme, leave_one_out.name,
          Object.entries(density[chosen]?.families ?? {}).flatMap(([family, value]) =>
            family in leave_one_out.families ? [{ x: densityAt(value), family, density: value,
              y: 100 * leave_one_out.families[family].accuracy }] : []))),
      },
      options: {
        scales: {
          x: axis(theme, `AVD(${radii[chosen]}), average vicinity density`, {
            min: 0,
            afterBuildTicks: (scale) => {
              scale.ticks = DENSITY_TICKS.map((density) => ({ value: densityAt(density), density }))
                .filter(({ value }) => value <= scale.max);
            },
            ticks: { maxRotation: 0, callback: (value) => count(Math.round(10 ** value - 1)) },
          }),
          y: percentAxis(theme, "right, of all", { max: 100 }),
        },
        plugins: {
          legend: legend(theme, true),
          tooltip: tooltip(({ raw, dataset }) =>
            `${raw.family}, ${dataset.label}: ${raw.y.toFixed(1)} % at ${short(raw.density)}`),
        },
      },
    }),
  });
  addCorrelation(sets, radii);
}

function addCorrelation(sets, radii) {
  addSection({
    title: "How closely AVD goes with accuracy",
    read: "Above 0, families with more training samples within the radius are predicted better; below 0, worse; " +
      "near 0, density says nothing.",
    height: 360,
    tables: [table("Correlation over families of log(1 + AVD) and accuracy",
      ["training set", ...radii.map((radius) => `radius ${radius}`)],
      sets.map(({ leave_one_out, density }) =>
        [leave_one_out.name, ...density.map(({ correlation }) => correlation.toFixed(2))]))],
    config: (theme) => ({
      type: "scatter",
      data: {
        datasets: sets.map(({ leave_one_out, density }) => pointSeries(theme, leave_one_out.name,
          density.map(({ radius, correlation }) => ({ x: radius, y: correlation })), { showLine: true })),
      },
      options: {
        scales: { x: axis(theme, "radius in normalised feature space", { min: 0 }),
                  y: axis(theme, "correlation", { min: -1, max: 1 }) },
        plugins: {
          legend: legend(theme, true),
          guide: { axis: "y", value: 0, colour: theme.muted },
          tooltip: tooltip(({ raw, dataset }) => `${dataset.label}, radius ${raw.x}: ${raw.y.toFixed(2)}`),
        },
      },
    }),
  });
}
