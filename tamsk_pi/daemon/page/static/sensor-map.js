// The board as a map of what its sensors read: S0 in the upper half of a cell, S1 in the lower.

import { CELL_NAMES, CENTRES, SIDE, cellToward, hexagon } from "./geometry.js";
import { setAttribute, setClass, setText, svg } from "./dom.js";
import { text } from "./texts.js";

const HALF = (SIDE * Math.sqrt(3)) / 2;

class CellOnMap {
  constructor(name, index) {
    const { x, y } = CENTRES.get(name);
    this.name = name;
    this.index = index;
    this.halves = [half(-1), half(1)];
    this.hatches = [hatch(-1), hatch(1)];
    this.numbers = [svg("text", { class: "value", y: -7 }), svg("text", { class: "value", y: 25 })];
    this.believed = svg("text", { class: "small", y: 44 });
    this.node = svg(
      "g",
      { class: "cell", role: "button", tabindex: "-1", "data-cell": name, transform: `translate(${x},${y})` },
      ...this.halves,
      ...this.hatches,
      svg("path", { class: "divider", d: `M${-SIDE},0H${SIDE}` }),
      svg("path", { class: "edge", d: hexagon(SIDE - 2.5) }),
      svg("text", { class: "small name", y: -32 }, name),
      ...this.numbers,
      this.believed,
    );
  }

  show(map, layer) {
    const seen = map.cells[this.name];
    const values = layer.values(map, this.name, this.index);
    const words = values.map((value) => layer.written(value));
    const looks = [values[0], values.at(-1)].map((value) => layer.look(value));
    const trusted = [0, 1].map((sensor) => !map.untrusted.includes(2 * this.index + sensor));
    const isDark = looks.map((look, i) => look.isBright && trusted[i]);
    this.halves.forEach((node, i) => setAttribute(node, "fill", looks[i].fill));
    this.numbers.forEach((node, i) => {
      setText(node, words[i] ?? contents(seen.second_colour, seen.second_rings));
      setClass(node, "dark", isDark[i]);
      setClass(node, "minor", words[i] === undefined);
    });
    this.hatches.forEach((node, i) => setClass(node, "shown", !trusted[i]));
    setText(this.believed, contents(seen.colour, seen.rings) + (seen.is_uncertain ? " ?" : ""));
    setClass(this.believed, "dark", isDark[1]);
    setClass(this.node, "top-bright", isDark[0]);
    setClass(this.node, "uncertain", seen.is_uncertain);
    setClass(this.node, "changing", seen.seems !== null || !seen.is_settled);
    setClass(this.node, "single", values.length === 1);
    const label = values.length === 1
      ? text("live-sensors-cell-margin", { cell: this.name, margin: words[0] })
      : text("live-sensors-cell", { cell: this.name, s0: words[0], s1: words[1] });
    setAttribute(this.node, "aria-label", label);
  }
}

// Solid is red, hollow is black, as on the board's page.
const GLASSES = { red: "●", black: "○", none: "–" };

function contents(colour, rings) {
  return `${GLASSES[colour]} ${rings}`;
}

function half(side) {
  return svg("path", { class: "half", d: outline(side, SIDE - 1.5) });
}

function hatch(side) {
  return svg("path", { class: "hatch", d: outline(side, SIDE - 1.5), fill: "url(#hatch)" });
}

function outline(side, length) {
  const height = (side * HALF * length) / SIDE;
  return `M${-length},0L${-length / 2},${height}H${length / 2}L${length},0Z`;
}

export class SensorMap {
  constructor(root, onChoose) {
    this.cells = new Map(CELL_NAMES.map((name, index) => [name, new CellOnMap(name, index)]));
    const pattern = { id: "hatch", width: 9, height: 9, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
    root.append(
      svg("defs", {}, svg("pattern", pattern, svg("rect", { width: 9, height: 9, fill: "#0b0d11" }), svg("path", { d: "M0,0V9", stroke: "#8794a8", "stroke-width": 4 }))),
      ...[...this.cells.values()].map((cell) => cell.node),
    );
    root.addEventListener("click", (event) => {
      const name = event.target.closest("[data-cell]")?.dataset.cell;
      if (name) {
        this.choose(name);
        onChoose(name);
      }
    });
    root.addEventListener("keydown", (event) => {
      const name = event.target.dataset.cell;
      if (!name || event.ctrlKey || event.altKey || event.metaKey) {
        return;
      }
      if (event.key.startsWith("Arrow")) {
        event.preventDefault();
        this.#focus(cellToward(name, event.key) ?? name);
      } else if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        this.choose(name);
        onChoose(name);
      }
    });
    this.cells.get("D4").node.setAttribute("tabindex", "0");
  }

  show(map, layer) {
    layer.scaleTo(map);
    for (const cell of this.cells.values()) {
      cell.show(map, layer);
    }
  }

  choose(name) {
    for (const cell of this.cells.values()) {
      setClass(cell.node, "chosen", cell.name === name);
      setAttribute(cell.node, "aria-pressed", String(cell.name === name));
      setAttribute(cell.node, "tabindex", cell.name === name ? "0" : "-1");
    }
  }

  #focus(name) {
    for (const cell of this.cells.values()) {
      setAttribute(cell.node, "tabindex", cell.name === name ? "0" : "-1");
    }
    this.cells.get(name).node.focus();
  }
}
