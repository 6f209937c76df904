// The guided calibration: what to do now, how far it is, what is wrong; at last a picture of the margins.

import { byId, html, setClass, svg } from "./dom.js";
import { toast } from "./feedback.js";
import { CENTRES, SIDE, hexagon } from "./geometry.js";
import { text } from "./texts.js";

const GOOD_SIGMAS = 8; // as far apart as three and four rings are on a perfect centre

export class Calibration {
  #key = "";

  constructor(link, mayDecide) {
    this.link = link;
    this.mayDecide = mayDecide;
    byId("open-calibration").addEventListener("click", () => this.#send("begin"));
  }

  show(state) {
    const { calibration } = state;
    const isOn = state.phase === "calibrating" && Boolean(calibration);
    setClass(document.body, "calibrating", isOn);
    byId("calibration").hidden = !isOn;
    byId("open-calibration").hidden = isOn || !["setup", "sensing", "ended"].includes(state.phase);
    const key = isOn ? JSON.stringify(calibration) : "";
    if (key !== this.#key) {
      this.#key = key;
      byId("calibration").replaceChildren(...(isOn ? this.#content(calibration) : []));
    }
  }

  #content(calibration) {
    const { has_passed, is_kept, may_say, problems } = calibration;
    return [
      ...(has_passed !== null ? [picture(calibration.cells)] : progress(calibration)),
      ...problems.map((problem) => html("p", { class: "trouble" }, problem)),
      html(
        "div",
        { class: "buttons" },
        html("button", { type: "button", class: is_kept ? "primary" : "", onclick: () => this.#send("end") }, is_kept ? text("live-calibration-close") : text("live-calibration-end")),
        ...(may_say ? [html("button", { type: "button", class: may_say === "nothing-felt" ? "" : "primary", onclick: () => this.#send("go-on") }, text("live-calibration-say", { answer: may_say }))] : []),
      ),
    ];
  }

  async #send(act) {
    if (!this.mayDecide()) {
      return;
    }
    try {
      await this.link.send({ do: "calibrate", act });
    } catch (error) {
      toast(error.message);
    }
  }
}

function progress({ number, steps, done, total, share }) {
  return [
    html("progress", { value: share, max: 1, "aria-labelledby": "calibration-progress" }),
    html("p", { id: "calibration-progress", class: "quiet" }, text("live-calibration-step", { number, steps, done, total })),
  ];
}

// Each cell in the colour of its margin, with the number.
function picture(cells) {
  const label = text("live-calibration-picture");
  return html(
    "figure",
    {},
    svg("svg", { viewBox: "-330 -390 660 780", role: "img", "aria-label": label, class: "margins" }, ...Object.entries(byName(cells)).map(hex)),
    html("figcaption", { class: "quiet" }, label),
  );
}

function byName(cells) {
  return Object.fromEntries(cells.map((cell) => [cell.cell, cell]));
}

function hex([name, { margin_sigmas, is_good }]) {
  const { x, y } = CENTRES.get(name);
  const share = Math.max(0, Math.min(1, margin_sigmas / GOOD_SIGMAS));
  const fill = is_good ? `hsl(${Math.round(40 + 110 * share)} 45% ${Math.round(24 + 10 * share)}%)` : "#6d1f24";
  return svg(
    "g",
    { transform: `translate(${x},${y})`, class: is_good ? "passed" : "failed", "data-margin": name },
    svg("path", { d: hexagon(SIDE - 2), fill }),
    svg("text", { class: "margin", y: 9 }, (is_good ? "" : "✕ ") + text("live-calibration-margin", { margin: margin_sigmas })),
    svg("text", { class: "name", y: -22 }, name),
  );
}
