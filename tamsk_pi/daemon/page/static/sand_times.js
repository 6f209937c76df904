// How long each hourglass runs, which make fair hands, and the timing of them.

import { byId, html, setClass, setText } from "./dom.js";
import { toast } from "./feedback.js";
import { hourglassName, text } from "./texts.js";

const NEUTRAL_TIMER = "neutral_timer";

function nameOf(glass) {
  return glass === NEUTRAL_TIMER ? text("live-sand-timer") : hourglassName(glass);
}

function kindOf(glass) {
  return glass.startsWith("red") ? "red" : glass.startsWith("black") ? "black" : "neutral";
}

function named(glass) {
  return html("span", { class: `sand-name ${kindOf(glass)}` }, html("i", { class: "emblem" }), nameOf(glass));
}

export class SandTimes {
  #keys = {};

  constructor(link, mayDecide) {
    this.link = link;
    this.mayDecide = mayDecide;
    byId("open-sand").addEventListener("click", () => byId("sand-dialog").showModal());
    this.countdowns = new Map();
  }

  show(sand) {
    byId("open-sand").hidden = !sand;
    if (!sand) {
      return;
    }
    const { glasses, present, fairest, timing } = sand;
    byId("sand-measured").hidden = glasses.length === 0;
    this.#followTiming(Boolean(timing));
    this.#draw("sand-figures", glasses, () => figures(glasses));
    this.#draw("sand-hands", [present, fairest], () => suggestion(present, fairest));
    const { running = [], ...state } = timing ?? {};
    this.#draw("sand-timing", [Boolean(timing), state, running.map(({ glass, end }) => [glass, end])], () => this.#timing(timing));
    for (const run of running) {
      setText(this.countdowns.get(run.glass), countdown(run));
    }
  }

  // What is to be done stands on top of the dialog while glasses are timed.
  #followTiming(isTiming) {
    const dialog = byId("sand-dialog");
    if (isTiming && !dialog.classList.contains("is-timing")) {
      dialog.scrollTop = 0;
    }
    setClass(dialog, "is-timing", isTiming);
  }

  // Redraws that part only when it says something else, so that a button under the finger stays.
  #draw(id, value, parts) {
    const key = JSON.stringify(value);
    if (this.#keys[id] !== key) {
      this.#keys[id] = key;
      byId(id).replaceChildren(...parts());
    }
  }

  #timing(timing) {
    if (!timing) {
      return [html("p", {}, text("live-sand-begin-about")), html("div", { class: "buttons" }, this.#button(text("live-sand-begin"), { act: "begin" }, "primary"))];
    }
    this.countdowns = new Map(timing.running.map((run) => [run.glass, html("span", { class: "left" })]));
    return [
      html("p", { class: "sand-now" }, instruction(timing)),
      html("progress", { value: timing.done, max: timing.wanted, "aria-labelledby": "sand-progress" }),
      html("p", { id: "sand-progress", class: "sand-progress" }, text("live-sand-progress", { done: timing.done, wanted: timing.wanted })),
      html("ul", { class: "sand-runs" }, ...timing.running.map((run) => this.#run(run, run.glass === timing.due))),
      ...timing.unfit.map((unfit) => html("p", { class: "sand-unfit" }, spoiled(unfit))),
      html("div", { class: "buttons" }, this.#button(text("live-sand-undo"), { act: "undo" }), this.#button(text("live-sand-end-timing"), { act: "end" }, timing.is_complete ? "primary" : "")),
    ];
  }

  #run(run, isDue) {
    return html("li", { class: isDue ? "due" : "" }, named(run.glass), this.countdowns.get(run.glass), this.#button(text("live-sand-ran-out"), { act: "ran-out", glass: run.glass }, isDue ? "primary" : ""));
  }

  #button(words, command, kind = "") {
    return html("button", { type: "button", class: kind, onclick: () => this.#send({ do: "sand", ...command }) }, words);
  }

  async #send(command) {
    if (!this.mayDecide()) {
      return;
    }
    try {
      await this.link.send(command);
    } catch (error) {
      toast(error.message);
    }
  }
}

function figures(glasses) {
  if (glasses.length === 0) {
    return [html("p", {}, text("live-sand-none"))];
  }
  const head = [text("live-sand-glass"), text("live-sand-end", { end: "A" }), text("live-sand-end", { end: "B" })];
  return [
    html("p", {}, text("live-sand-about")),
    html(
      "table",
      { class: "sand-table" },
      html("thead", {}, html("tr", {}, ...head.map((words) => html("th", { scope: "col" }, words)))),
      html("tbody", {}, ...glasses.map(({ glass, ends }) => html("tr", {}, html("th", { scope: "row" }, named(glass)), ...ends.map((end) => html("td", {}, ...figure(end)))))),
    ),
  ];
}

function figure(end) {
  if (!end) {
    return ["–"];
  }
  const about = text("live-sand-from", { source: end.source, runs: end.runs, date: end.on });
  return [text("live-sand-time", { seconds: end.ms / 1000, off: end.uncertainty_ms / 1000 }), html("small", {}, ...unbroken(about, end.on))];
}

// A date is not broken at its hyphens.
function unbroken(words, date) {
  const [before, after = ""] = words.split(date);
  return [before, html("span", { class: "date" }, date), after];
}

function suggestion(present, fairest) {
  const best = fairest ?? present;
  if (!best) {
    return [];
  }
  const lines = [html("h3", {}, text("live-sand-hands"))];
  if (present) {
    const [first, second, third] = present.rank_ms.map(inSeconds);
    lines.push(html("p", {}, text("live-sand-present", { first, second, third, total: inSeconds(present.total_ms) })));
  }
  if (fairest) {
    const [first, second, third] = fairest.rank_ms.map(inSeconds);
    const [red, black] = [fairest.red, fairest.black].map((hand) => hand.map(nameOf).join(", "));
    lines.push(html("p", { class: "sand-fairest" }, text("live-sand-fairest", { red, black, first, second, third, total: inSeconds(fairest.total_ms) })));
  }
  const stand = [...best.red, ...best.black].map((glass, i) => `${nameOf(glass)} ${best.ends[i]}`).join(", ");
  const [first, second, third] = best.first_ms.map(inSeconds);
  lines.push(html("p", {}, text("live-sand-stand", { stand, first, second, third })));
  return lines;
}

function inSeconds(ms) {
  return ms / 1000;
}

function spoiled({ glass, why }) {
  const hourglass = nameOf(glass);
  return why === "moved" ? text("live-sand-moved", { hourglass }) : text("live-sand-missed", { hourglass });
}

function instruction(timing) {
  if (timing.is_complete) {
    return text("live-sand-complete");
  }
  if (timing.to_turn === NEUTRAL_TIMER) {
    return text("live-sand-turn-timer");
  }
  return timing.to_turn ? text("live-sand-turn", { hourglass: nameOf(timing.to_turn) }) : text("live-sand-wait");
}

function countdown({ end, left_s: seconds }) {
  return seconds > 0 ? text("live-sand-left", { end, seconds }) : text("live-sand-any-moment", { end });
}
