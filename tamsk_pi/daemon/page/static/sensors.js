// The sensor view: a map of the board, and the readings of the cell that was chosen.

import { byId, html, setText } from "./dom.js";
import { readIn } from "./language.js";
import { Layer } from "./sensor-layers.js";
import { SensorLink } from "./sensor-link.js";
import { SensorMap } from "./sensor-map.js";
import { SensorPlot } from "./sensor-plot.js";
import { figures, hourglassName, text } from "./texts.js";

const SHOWN_MARKS = 8;

const link = new SensorLink();
const plot = new SensorPlot(byId("plot"));
const map = new SensorMap(byId("map"), (cell) => {
  history.replaceState(null, "", `#${cell}`);
  link.choose(cell);
  show();
});
let layer = new Layer(byId("layers").querySelector(":checked").value);

function show() {
  const banner = byId("banner");
  banner.hidden = link.isConnected;
  setText(banner, link.isCrowded ? text("live-sensors-crowded") : text("live-disconnected"));
  if (!link.map) {
    return;
  }
  document.body.classList.add("ready");
  map.show(link.map, layer);
  showLegend();
  showBoard();
  if (link.cell) {
    showCell();
  }
}

function showLegend() {
  const { low, high, colours } = layer.legend();
  setText(byId("legend-low"), low);
  setText(byId("legend-high"), high);
  byId("legend-bar").style.backgroundImage = `linear-gradient(to right, ${colours.join(", ")})`;
  setText(byId("about"), text("live-sensors-about", { layer: layer.name }));
}

function showBoard() {
  const { is_set_up: isSetUp, scans_per_s: scans, noise_counts: noise, drift_counts: drift, findings } = link.map;
  const signed = (drift > 0 ? "+" : "") + figures(drift, 1);
  const facts = text("live-sensors-facts", { scans, noise: figures(noise, 2), drift: signed });
  setText(byId("facts"), isSetUp ? facts : `${text("live-sensors-not-yet")} ${facts}`);
  const list = byId("findings");
  if ([...list.children].map((node) => node.textContent).join("\n") !== findings.join("\n")) {
    list.replaceChildren(...findings.map((finding) => html("li", {}, finding)));
  }
}

function showCell() {
  const seen = link.map.cells[link.cell];
  const index = map.cells.get(link.cell).index;
  const what = seen.hourglass ? hourglassName(seen.hourglass) : text("live-sensors-glass", { glass: seen.colour });
  setText(byId("cell-title"), text("live-sensors-title", { cell: link.cell, what, rings: seen.rings }));
  setText(byId("cell-facts"), [...cellFacts(seen, index)].join(" "));
  const canvas = byId("plot");
  canvas.hidden = !link.trace?.at_ms.length;
  byId("plot-about").hidden = canvas.hidden;
  if (!canvas.hidden) {
    const nowMs = link.trace.at_ms.at(-1);
    plot.show(link.trace, nowMs);
    showMarks(link.trace.marks, nowMs);
  }
}

function* cellFacts(seen, index) {
  const glass = text("live-sensors-glass", { glass: seen.second_colour });
  yield text("live-sensors-margin", { margin: figures(seen.margin, 1), glass, rings: seen.second_rings });
  const pair = (key, decimals) => link.map[key].slice(2 * index, 2 * index + 2).map((value) => figures(value, decimals));
  const [noise0, noise1] = pair("noise", 2);
  const [drift0, drift1] = pair("drift", 1);
  yield text("live-sensors-pairs", { noise0, noise1, drift0, drift1 });
  for (const sensor of [0, 1]) {
    if (link.map.untrusted.includes(2 * index + sensor)) {
      yield text("live-sensors-untrusted", { sensor });
    }
  }
  if (seen.is_uncertain) {
    yield text("live-sensors-uncertain");
  }
  if (seen.is_held) {
    yield text("live-sensors-held");
  }
  if (seen.seems) {
    yield text("live-sensors-seems", { what: seen.seems });
  }
}

function showMarks(marks, nowMs) {
  const lines = marks.slice(-SHOWN_MARKS).reverse().map((mark) => {
    const what = text("live-sensors-believed", { what: mark.what });
    const hourglass = mark.hourglass ? hourglassName(mark.hourglass) : "";
    return text("live-sensors-mark", { seconds: (nowMs - mark.at_ms) / 1000, what: hourglass ? `${hourglass} ${what}` : what });
  });
  const list = byId("marks");
  list.replaceChildren(...lines.map((line) => html("li", {}, line)));
}

byId("layers").addEventListener("change", (event) => {
  layer = new Layer(event.target.value);
  show();
});
byId("language").addEventListener("change", (event) => readIn(event.target.value));
addEventListener("resize", show);
link.addEventListener("told", show);

// The address says what is looked at, so that it can be sent to somebody: /sensors#D4
const asked = location.hash.slice(1);
if (map.cells.has(asked)) {
  map.choose(asked);
  link.choose(asked);
}
link.open();
