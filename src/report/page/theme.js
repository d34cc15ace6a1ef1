"use strict";
// The colours that the page has now, and what tells series apart without colour.

const NARROW = "screen and (max-width: 30rem)";
const MARKS = [
  { pointStyle: "circle" }, { pointStyle: "rect" }, { pointStyle: "triangle" }, { pointStyle: "rectRot" },
  { pointStyle: "crossRot" }, { pointStyle: "star" }, { pointStyle: "cross" },
  { pointStyle: "triangle", pointRotation: 180 },
];

/** The colours of the style sheet as they are now, by the reader's colour scheme; and how wide the page is. */
function currentTheme() {
  const style = getComputedStyle(document.documentElement);
  const colour = (name) => style.getPropertyValue(name).trim();
  return {
    background: colour("--background"),
    panel: colour("--panel"),
    text: colour("--text"),
    muted: colour("--muted"),
    line: colour("--line"),
    series: colour("--series").split(" "),
    narrow: matchMedia(NARROW).matches,
  };
}

/** A colour and a mark for each name, the same wherever that name is drawn. */
const styleOfName = (() => {
  const order = [];
  return (theme, name) => {
    if (!order.includes(name)) order.push(name);
    const index = order.indexOf(name);
    return {
      colour: theme.series[index % theme.series.length],
      ...MARKS[index % MARKS.length],
    };
  };
})();

/** A fill for bars: the first kind is solid, the others are hatched so that print shows them. */
function barFill(theme, colour, kind) {
  if (kind === 0) return colour;
  const tile = document.createElement("canvas");
  tile.width = tile.height = 8;
  const context = tile.getContext("2d");
  context.fillStyle = theme.background;
  context.fillRect(0, 0, 8, 8);
  context.strokeStyle = context.fillStyle = colour;
  context.lineWidth = 2.5;
  context.beginPath();
  if (kind % 3 === 1) {
    for (const shift of [-8, 0, 8]) {
      context.moveTo(shift - 1, 9);
      context.lineTo(shift + 9, -1);
    }
  } else if (kind % 3 === 2) {
    context.moveTo(4, 0);
    context.lineTo(4, 8);
  } else {
    context.moveTo(0, 4);
    context.lineTo(8, 4);
  }
  context.stroke();
  return context.createPattern(tile, "repeat");
}
