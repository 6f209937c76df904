// One cell's readings of the last half minute, S0 above S1, each on a scale of its own, with what was believed then.

import { figures, text } from "./texts.js";

const SPAN_MS = 30000;
const GRID_MS = 5000;
const LABEL_WIDTH = 58; // pixels for the label of an instant
const LEFT = 46;
const RIGHT = 8;
const TOP = 22;
const BOTTOM = 20;
const GAP = 16;
const LEAST_COUNTS = 8; // the smallest height of a scale: rest looks like rest, not like a storm

const INK = "#dfe5ed";
const QUIET = "#a3aebd";
const LINE = "#2a323d";
const CURVE = "#ffb95e";
const LEVEL = "#7cc4ff";
const MARK = "#f2f5f9";

export class SensorPlot {
  constructor(canvas) {
    this.canvas = canvas;
    this.pen = canvas.getContext("2d");
    this.font = getComputedStyle(document.body).fontFamily;
  }

  show(trace, nowMs) {
    const { width, height } = this.#fit();
    const pen = this.pen;
    pen.clearRect(0, 0, width, height);
    const panel = (height - TOP - BOTTOM - GAP) / 2;
    const across = { left: LEFT, right: width - RIGHT, nowMs };
    this.#times(across, height);
    this.#curve(trace, trace.s0, "S0", trace.levels[0], { ...across, top: TOP, bottom: TOP + panel });
    this.#curve(trace, trace.s1, "S1", trace.levels[1], { ...across, top: TOP + panel + GAP, bottom: height - BOTTOM });
    this.#marks(trace, across, height);
  }

  #fit() {
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const ratio = devicePixelRatio || 1;
    if (this.canvas.width !== Math.round(width * ratio) || this.canvas.height !== Math.round(height * ratio)) {
      this.canvas.width = Math.round(width * ratio);
      this.canvas.height = Math.round(height * ratio);
    }
    this.pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    return { width, height };
  }

  #times(across, height) {
    const isRoomy = (across.right - across.left) * (GRID_MS / SPAN_MS) > LABEL_WIDTH;
    for (let ago = 0; ago <= SPAN_MS; ago += GRID_MS) {
      const x = xOf(across, across.nowMs - ago);
      this.#stroke([[x, TOP], [x, height - BOTTOM]], LINE);
      if (!isRoomy && ago % (2 * GRID_MS) !== 0) {
        continue;
      }
      const align = ago === 0 ? "right" : ago === SPAN_MS ? "left" : "center";
      this.#write(text("live-sensors-ago", { seconds: ago / 1000 }), x, height - 6, QUIET, align);
    }
  }

  #curve(trace, counts, name, level, box) {
    const low = Math.min(level, ...counts);
    const high = Math.max(level, ...counts);
    const spare = Math.max(0, LEAST_COUNTS - (high - low)) / 2 + 1;
    const yOf = (count) => box.bottom - ((count - low + spare) / (high - low + 2 * spare)) * (box.bottom - box.top);
    for (const count of [Math.floor(low), Math.ceil(high)]) {
      this.#stroke([[box.left, yOf(count)], [box.right, yOf(count)]], LINE);
      this.#write(figures(count, 0), box.left - 6, yOf(count) + 4, QUIET, "right");
    }
    this.pen.setLineDash([6, 5]);
    this.#stroke([[box.left, yOf(level)], [box.right, yOf(level)]], LEVEL);
    this.pen.setLineDash([]);
    this.pen.save();
    this.pen.beginPath();
    this.pen.rect(box.left, box.top - 2, box.right - box.left, box.bottom - box.top + 4);
    this.pen.clip();
    this.#stroke(trace.at_ms.map((at, i) => [xOf(box, at), yOf(counts[i])]), CURVE, 1.4);
    this.pen.restore();
    this.#write(name, 4, (box.top + box.bottom) / 2 + 4, INK, "left", 650);
  }

  #marks(trace, across, height) {
    let lastX = -Infinity;
    for (const mark of trace.marks) {
      const x = xOf(across, mark.at_ms);
      if (x >= across.left) {
        this.pen.setLineDash([2, 3]);
        this.#stroke([[x, TOP - 2], [x, height - BOTTOM]], MARK);
        this.pen.setLineDash([]);
        if (x - lastX > 40) {
          const align = x > across.right - 30 ? "right" : x < across.left + 30 ? "left" : "center";
          this.#write(text("live-sensors-believed", { what: mark.what }), x, TOP - 8, MARK, align);
          lastX = x;
        }
      }
    }
  }

  #stroke(points, colour, width = 1) {
    const pen = this.pen;
    pen.beginPath();
    points.forEach(([x, y], i) => (i ? pen.lineTo(x, y) : pen.moveTo(x, y)));
    pen.strokeStyle = colour;
    pen.lineWidth = width;
    pen.stroke();
  }

  #write(words, x, y, colour, align, weight = 400) {
    this.pen.font = `${weight} 12px ${this.font}`;
    this.pen.textAlign = align;
    this.pen.fillStyle = colour;
    this.pen.fillText(words, x, y);
  }
}

function xOf({ left, right, nowMs }, atMs) {
  return right - ((nowMs - atMs) / SPAN_MS) * (right - left);
}
