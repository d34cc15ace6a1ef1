// The summary at the top, and the sections in the order of the questions that readers have.

function addSummary(study) {
  const best = bestTrainingSet(study).leave_one_out;
  const { overall } = best;
  const families = Object.keys(best.families).length;
  const baseline = study.baselines.reduce((most, one) =>
    !most || one.overall.accuracy > most.overall.accuracy ? one : most, null);
  document.title = `lmtune: study of ${study.device.name}`;
  document.getElementById("lead").textContent =
    `On ${study.device.name}, a model that has learnt from “${best.name}” chooses the faster variant for ` +
    `${percent(overall.accuracy)} of the real benchmarks, whose family it has not seen` +
    (baseline ? `; the best fixed rule, “${baseline.name}”, for ${percent(baseline.overall.accuracy)}.` : ".");
  const facts = [
    ["Device", study.device.name, `driver ${study.device.driver_version}`],
    ["Real benchmarks", count(overall.samples), `${families} families, ${count(overall.decisive)} decisive`],
    ["Best training set", best.name, `of ${study.training_sets.length}, by benchmarks right`],
    ["Right, of all", percent(overall.accuracy), `over families ${rangeOf(best.accuracy_range)} %`],
    ["Right, of the decisive", percent(overall.decisive_accuracy),
     `over families ${rangeOf(best.decisive_accuracy_range)} %`],
    ["Performance captured", overall.performance_captured.toFixed(3), "1 is an oracle"],
    ["Ceiling", percent(study.label_ceiling), "labels of ties are tosses of a coin"],
  ];
  document.getElementById("summary").append(...facts.map(([term, value, note]) =>
    element("div", {}, element("dt", {}, term), element("dd", {}, value),
            element("dd", { className: "note" }, note))));
  document.getElementById("provenance").textContent =
    `Made by lmtune ${study.lmtune_version} from the run files ${study.runs.join(", ")}, seed ${study.seed}.`;
}

function main() {
  const study = JSON.parse(document.getElementById("evaluation").textContent);
  // Training sets come first among the names that have a colour.
  for (const { leave_one_out } of study.training_sets) styleOfName(currentTheme(), leave_one_out.name);
  Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  Chart.defaults.font.size = 13;
  addSummary(study);
  for (const add of [addOverall, addFamilies, addDensity, addLearningCurve, addFamilyCurve, addSpeedups, addConfusion,
                     addReliability, addAnswered, addImportance, addAblation]) {
    add(study);
  }
  drawAll();
  followTheReader();
}

main();
