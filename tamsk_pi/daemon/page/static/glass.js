// One hourglass as drawn: caps solid for red and hollow for black, sand, stream, and the arc of what is left.

import { setAttribute, setClass, svg } from "./dom.js";
import { BULB, sandPaths } from "./sand.js";

const ARC = 29; // radius

function cap(player, y) {
  return player === "red"
    ? svg("rect", { class: "cap", x: -14, y: y - 2.4, width: 28, height: 4.8, rx: 2 })
    : svg("rect", { class: "cap", x: -13.2, y: y - 2, width: 26.4, height: 4, rx: 1 });
}

export function ghost(player) {
  return svg("g", { class: `ghost ${player}` }, svg("path", { class: "bulb", d: BULB }), cap(player, -19.5), cap(player, 19.5));
}

export class Glass {
  #shareDrawn = -1;
  #topBefore = null;

  constructor(label) {
    this.label = label;
    this.player = label.slice(0, -1);
    this.view = null;
    this.sandTop = svg("path", { class: "sand" });
    this.sandBottom = svg("path", { class: "sand" });
    this.stream = svg("path", { class: "stream" });
    this.arc = svg("circle", { class: "arc", r: ARC, pathLength: 100, transform: "rotate(-90)" });
    this.arcCore = svg("circle", { class: "arc-core", r: ARC, pathLength: 100, transform: "rotate(-90)" });
    this.body = svg(
      "g",
      { class: "body" },
      svg("path", { class: "bulb", d: BULB }),
      svg("g", { "clip-path": "url(#bulb-clip)" }, this.sandTop, this.sandBottom, this.stream),
      svg("path", { class: "shine", d: "M-8.6,-15C-8.6,-10 -6,-7 -4.4,-5M-8.6,15C-8.6,10.5 -6.6,8.4 -5,6.6" }),
      cap(this.player, -19.5),
      cap(this.player, 19.5),
      svg("path", { class: "dead", d: "M-17,17L17,-17" }),
    );
    this.node = svg(
      "g",
      { class: `glass ${this.player}`, "data-glass": label },
      svg("circle", { class: "grip", r: 31 }),
      svg("circle", { class: "arc-bed", r: ARC }),
      this.arc,
      this.arcCore,
      svg("g", { class: "tilt" }, this.body),
    );
  }

  // `place`: where its centre is. What changes with the state; the sand is drawn by `run`.
  update(view, place) {
    this.view = view;
    this.node.style.transform = `translate(${place.x}px, ${place.y}px)`;
    setClass(this.node, "in-air", view.is_in_air);
    setClass(this.node, "lying", view.is_lying);
    setClass(this.node, "low", view.is_low);
    setClass(this.node, "run-out", view.sand === "run-out");
    setClass(this.node, "alive", view.sand === "alive");
    setClass(this.node, "movable", view.can_move);
    setClass(this.node, "wrong", view.refusal !== null || view.flips_needed);
    this.#showTurning();
    this.#shareDrawn = -1;
  }

  // A glass that has suddenly more sand on top, or less than can have run, was turned over: show the turn.
  #showTurning() {
    const top = this.view.top_ms;
    const before = this.#topBefore;
    this.#topBefore = top;
    if (before !== null && (top > before + 2000 || top < before - 20000)) {
      this.body.classList.remove("turning-over");
      this.body.getBoundingClientRect(); // so that the animation begins anew
      this.body.classList.add("turning-over");
    }
  }

  run(elapsedMs) {
    const { top_ms: top, full_ms: full, is_running: isRunning } = this.view;
    const left = isRunning ? Math.max(0, top - elapsedMs) : top;
    const share = Math.min(1, left / full);
    if (Math.abs(share - this.#shareDrawn) < 0.0005 && share > 0 === this.#shareDrawn > 0) {
      return;
    }
    this.#shareDrawn = share;
    const paths = sandPaths(share);
    setAttribute(this.sandTop, "d", paths.top);
    setAttribute(this.sandBottom, "d", paths.bottom);
    setAttribute(this.stream, "d", isRunning && share > 0 ? `M0,-2V${paths.streamEnd}` : "");
    const dash = `${(100 * share).toFixed(2)} 100`;
    setAttribute(this.arc, "stroke-dasharray", dash);
    setAttribute(this.arcCore, "stroke-dasharray", dash);
    setClass(this.node, "has-sand", share > 0);
  }
}
