// The board as drawn: plate, cells, glasses. It shows a state; what hands do with it is in hands.js and keys.js.

import { CELL_NAMES, CENTRES, TRAYS, trayPlace } from "./geometry.js";
import { Glass } from "./glass.js";
import { BULB } from "./sand.js";
import { CellDrawing } from "./cell.js";
import { setClass, svg } from "./dom.js";
import { hourglassName, text } from "./texts.js";

const LABELS = ["red1", "red2", "red3", "black1", "black2", "black3"];
const PLATE = "M0,-388L336,-194V194L0,388L-336,194V-194Z";
const SHADOW = [[58, 0.07], [48, 0.08], [38, 0.1], [28, 0.14]]; // strokes instead of a filter: a small board draws this too
const IN_AIR = { x: 9, y: -16 }; // how a glass hovers over the cell it came from

function stops(...pairs) {
  return pairs.map(([offset, colour, opacity]) => svg("stop", { offset, "stop-color": colour, "stop-opacity": opacity ?? 1 }));
}

function definitions() {
  return svg(
    "defs",
    {},
    svg("linearGradient", { id: "tile", x1: 0, y1: 0, x2: 0.35, y2: 1 }, ...stops([0, "#313946"], [0.5, "#272e39"], [1, "#1f252e"])),
    svg("linearGradient", { id: "edge", x1: 0, y1: 0, x2: 0.2, y2: 1 }, ...stops([0, "#5a6779", 0.9], [0.35, "#3a4453", 0.5], [1, "#0b0d11", 0.9])),
    svg("linearGradient", { id: "plate", x1: 0, y1: 0, x2: 0.3, y2: 1 }, ...stops([0, "#1c222b"], [0.6, "#151a21"], [1, "#101419"])),
    svg("radialGradient", { id: "well", cx: 0.5, cy: 0.42 }, ...stops([0, "#07090c"], [0.75, "#0c0f13"], [1, "#191e26"])),
    svg("linearGradient", { id: "ivory", x1: 0.1, y1: 0, x2: 0.75, y2: 1 }, ...stops([0, "#fffaf0"], [0.45, "#eadfc6"], [1, "#b7a988"])),
    svg("linearGradient", { id: "sand", x1: 0, y1: 0, x2: 1, y2: 0 }, ...stops([0, "#f9e3b0"], [0.55, "#eec785"], [1, "#d9a861"])),
    svg("clipPath", { id: "bulb-clip" }, svg("path", { d: BULB })),
  );
}

function tray(player) {
  const { x, y, width, height } = TRAYS[player];
  return svg(
    "g",
    { class: `tray ${player}`, "data-tray": player },
    svg("rect", { x, y, width, height, rx: 16 }),
    svg("text", { x: x + width / 2, y: player === "red" ? y - 7 : y + height + 15 }, text("live-beside")),
  );
}

export class Board {
  constructor(root) {
    this.root = root;
    this.cells = new Map(CELL_NAMES.map((name, index) => [name, new CellDrawing(name, index)]));
    this.glasses = new Map(LABELS.map((label) => [label, new Glass(label)]));
    this.trays = { red: tray("red"), black: tray("black") };
    this.overrides = new Map(); // label → where the page's own hand has it, before the board says so
    this.glassLayer = svg("g", { class: "glasses" }, ...[...this.glasses.values()].map((glass) => glass.node));
    root.append(
      definitions(),
      ...SHADOW.map(([width, opacity]) => svg("path", { class: "plate-shadow", d: PLATE, transform: "translate(0,9)", "stroke-width": width, "stroke-opacity": opacity })),
      svg("path", { class: "plate", d: PLATE }),
      this.trays.red,
      this.trays.black,
      svg("g", { class: "cells" }, ...[...this.cells.values()].map((cell) => cell.node)),
      this.glassLayer,
      svg("g", { class: "notes" }, ...[...this.cells.values()].map((cell) => cell.note)),
    );
    this.focusCell("D4", false);
  }

  show(state) {
    this.state = state;
    const glasses = Object.values(state.hourglasses);
    const standing = new Map(glasses.filter((glass) => glass.cell).map((glass) => [glass.cell, glass]));
    for (const [name, cell] of this.cells) {
      const accepted = glasses.find((glass) => glass.is_in_air && glass.accepted_cell === name);
      cell.update(state.cells[name], standing.get(name), accepted, state);
      cell.shine(state.pixels[cell.index]);
    }
    for (const label of this.glasses.keys()) {
      this.#showGlass(label);
    }
    this.#showTrays(glasses);
  }

  // Where a glass is drawn now.
  place(label) {
    const override = this.overrides.get(label);
    if (override) {
      return override;
    }
    const view = this.state.hourglasses[label];
    const centre = CENTRES.get(view.cell ?? view.accepted_cell);
    if (!centre) {
      return trayPlace(label);
    }
    return view.cell ? centre : { x: centre.x + IN_AIR.x, y: centre.y + IN_AIR.y };
  }

  override(label, place) {
    if (place) {
      this.overrides.set(label, place);
    } else {
      this.overrides.delete(label);
    }
    this.#showGlass(label);
  }

  // Draws a glass above all others, as the hand that holds it does.
  raise(label, isHeld) {
    const { node } = this.glasses.get(label);
    setClass(node, "held", isHeld);
    if (isHeld) {
      this.glassLayer.append(node);
    }
  }

  run(elapsedMs) {
    for (const glass of this.glasses.values()) {
      if (glass.view) {
        glass.run(elapsedMs);
      }
    }
  }

  glassOn(name) {
    return Object.values(this.state.hourglasses).find((glass) => glass.cell === name);
  }

  focusCell(name, isFocused = true) {
    for (const [other, cell] of this.cells) {
      cell.node.setAttribute("tabindex", other === name ? "0" : "-1");
    }
    if (isFocused) {
      this.cells.get(name).node.focus({ preventScroll: true });
    }
  }

  #showGlass(label) {
    const view = this.state.hourglasses[label];
    const glass = this.glasses.get(label);
    glass.update(view, this.place(label));
    const isBeside = !view.cell && !view.accepted_cell;
    if (isBeside) {
      glass.node.setAttribute("tabindex", "0");
      glass.node.setAttribute("role", "button");
      glass.node.setAttribute("aria-label", text("live-glass-beside", { hourglass: hourglassName(label) }));
    } else {
      glass.node.removeAttribute("tabindex");
      glass.node.setAttribute("role", "presentation");
      glass.node.removeAttribute("aria-label");
    }
  }

  #showTrays(glasses) {
    for (const player of ["red", "black"]) {
      const isWanted = glasses.some((glass) => glass.hourglass.startsWith(player) && !glass.cell && !glass.accepted_cell);
      setClass(this.trays[player], "shown", isWanted);
    }
  }
}
