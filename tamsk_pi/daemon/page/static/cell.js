// One cell as drawn, and as read out. Its note lies above all glasses, in a layer of the board.

import { CENTRES, SIDE, hexagon } from "./geometry.js";
import { ghost } from "./glass.js";
import { setAttribute, setClass, setText, svg } from "./dom.js";
import { cellLabel, cellNote } from "./words.js";

const WELL = 29;
const RING = 34; // radius of the innermost ring
const RING_STEP = 4.6;
const SLOTS = 5; // a fifth ring is always one too many
const HOME = { A1: "red", G1: "red", D7: "red", D1: "black", G4: "black", A4: "black" };

export class CellDrawing {
  constructor(name, index) {
    const centre = CENTRES.get(name);
    this.name = name;
    this.index = index;
    this.stops = [0.3, 0.55, 1].map((offset) => svg("stop", { offset, "stop-opacity": 0 }));
    this.dot = svg("circle", { class: "led", cx: 27.5, cy: -44.2, r: 3 });
    this.slots = Array.from({ length: SLOTS }, (_, i) => slot(RING + i * RING_STEP));
    this.ghost = ghost(HOME[name] ?? "red");
    this.mark = svg("path", { class: "mark" });
    this.note = svg("text", { class: "note", "data-note": name, x: centre.x, y: centre.y + 5 });
    this.node = svg(
      "g",
      { class: "cell", role: "button", tabindex: "-1", "data-cell": name, transform: `translate(${centre.x},${centre.y})` },
      svg("radialGradient", { id: `led-${name}`, r: 0.5 }, ...this.stops),
      svg("path", { class: "tile", d: hexagon(SIDE - 1.6) }),
      svg("path", { class: "glow", d: hexagon(SIDE - 2.4), fill: `url(#led-${name})` }),
      svg("path", { class: "halo", d: hexagon(SIDE - 7) }),
      svg("path", { class: "frame", d: hexagon(SIDE - 4) }),
      svg("path", { class: "frame-core", d: hexagon(SIDE - 4) }),
      svg("circle", { class: "well", r: WELL }),
      ...this.slots,
      this.ghost,
      this.mark,
      svg("text", { class: "name", x: -27, y: 47 }, name),
      this.dot,
      svg("path", { class: "focus", d: hexagon(SIDE - 1) }),
    );
  }

  // `glass` stands here; `away` is in the air and still holds this cell.
  update(cell, glass, away, state) {
    this.view = cell;
    this.slots.forEach((node, i) => setAttribute(node, "class", `slot ${slotState(i, cell)}`));
    const movable = glass?.can_move ? glass.hourglass.slice(0, -1) : null;
    setAttribute(this.node, "class", classes(cell, movable, away, state.to_move));
    setClass(this.ghost, "shown", cell.is_home_wanted || Boolean(away));
    setAttribute(this.mark, "d", markOf(cell, glass));
    setText(this.note, cellNote(cell, glass, state.level));
    setClass(this.note, "low-down", Boolean(glass) || Boolean(away));
    setAttribute(this.node, "aria-label", cellLabel(this.name, cell, glass));
    if (away) {
      setClass(this.ghost, "red", away.hourglass.startsWith("red"));
      setClass(this.ghost, "black", away.hourglass.startsWith("black"));
    }
  }

  // The light below this cell, as the strip is told to shine: a diode's value is linear, a screen's is not.
  shine(colour) {
    const channels = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16));
    const peak = Math.max(...channels);
    const strength = (peak / 255) ** 0.45;
    const hue = peak ? `rgb(${channels.map((c) => Math.round(255 * (c / peak) ** 0.6)).join(" ")})` : "transparent";
    [0.62, 0.34, 0.05].forEach((share, i) => {
      setAttribute(this.stops[i], "stop-color", peak ? hue : "#000");
      setAttribute(this.stops[i], "stop-opacity", (share * strength).toFixed(3));
    });
    setAttribute(this.dot, "fill", peak ? hue : "#10141a");
    setAttribute(this.dot, "fill-opacity", (0.35 + 0.65 * (peak ? strength : 1)).toFixed(3));
  }
}

function slot(radius) {
  return svg("g", { class: "slot off" }, svg("circle", { class: "shade", r: radius, cy: 1.4 }), svg("circle", { class: "band", r: radius }));
}

function slotState(i, cell) {
  if (i < cell.rings) {
    return i < cell.rings - cell.rings_taken ? "ring" : "ring missing";
  }
  if (i < cell.rings + cell.rings_refused) {
    return "ring refused";
  }
  if (i === cell.rings && i < cell.capacity && (cell.is_ring_due || cell.is_extra_ring_due)) {
    return "due";
  }
  return i < cell.capacity ? "room" : "off";
}

function classes(cell, movable, away, toMove) {
  const names = ["cell"];
  const add = (name, isSet) => isSet && names.push(name);
  add("full", cell.is_full);
  add(`movable ${movable}`, movable && !cell.is_target && !cell.is_wrong);
  add(`target ${cell.target_of ?? toMove ?? ""}`, cell.is_target);
  add("penalty", cell.is_penalty_target && !cell.is_target);
  add("wrong", cell.is_wrong || cell.rings_refused > 0 || cell.rings_taken > 0);
  add("seen", cell.is_seen);
  add("uncertain", cell.is_uncertain);
  add("wanted", cell.is_home_wanted);
  add("left", Boolean(away));
  return names.join(" ");
}

function markOf(cell, glass) {
  if (glass) {
    return "";
  }
  if (cell.is_uncertain) {
    return "M-6,-5C-6,-13 7,-13 7,-5C7,0 0,0 0,6M0,12V12.2";
  }
  return cell.is_full ? "M-7,-7L7,7M7,-7L-7,7" : "";
}
