// Everything beside the board: whose turn, the players, the timer, what the referee said and asks.

import { byId, html, setAttribute, setClass, setText } from "./dom.js";
import { clock, facts } from "./words.js";
import { say } from "./feedback.js";
import { hourglassName, ruleText, text } from "./texts.js";

const BAR = 8;
const CELLS = 37;
const HOLDER = 32;
const SHOWN_RULINGS = 120;

const GO_ON = { reason: "go-on", text: text("live-go-on") };

// What would answer a question: the words on a button, and what is said then.
function answersTo({ reason, player, hourglasses, cell }, players) {
  switch (reason) {
    case "go-on":
      return ["red", "black"].map((who) => [text("live-is-ready", { player: players[who].name }), { what: "resume", player: who }]);
    case "tie-close":
      return hourglasses.map((label) => [text("live-ran-longer", { hourglass: hourglassName(label) }), { what: "alive", hourglass: label }]);
    case "owner":
      return [[text("live-both-say-so"), { what: "owner", cell, player }]];
    case "full-cell":
      return ["red", "black"].map((who) => [text("live-says-full", { player: players[who].name }), { what: "confirm", player: who }]);
    case "which-glass":
      return ["red", "black"].flatMap((who) =>
        hourglasses.map((label) => [
          text("live-says-which", { player: players[who].name, hourglass: hourglassName(label) }),
          { what: "confirm", player: who, hourglass: label, cell },
        ]),
      );
    case "draw":
    case "undo":
    case "pause":
      return [[text("live-agrees", { player: players[player].name }), { what: reason, player }]];
    case "resume":
      return [[text("live-is-ready-too", { player: players[player].name }), { what: reason, player }]];
    default:
      return [];
  }
}

class Seat {
  constructor(player, onHolder) {
    this.player = player;
    this.name = html("span", { class: "who" });
    this.status = html("p", { class: "status" });
    this.left = html("b", { class: "count" });
    this.unit = html("span", { class: "unit" });
    this.bar = Array.from({ length: BAR }, () => html("i"));
    this.rings = Array.from({ length: HOLDER }, () => html("i"));
    this.holder = html("button", { type: "button", class: "holder", id: `holder-${player}`, "aria-pressed": "false", "data-tip": text("live-holder-tip"), onclick: onHolder }, ...this.rings);
    this.root = byId(`player-${player}`);
    this.root.append(
      html("div", { class: "lights", "aria-hidden": "true" }, ...this.bar),
      html("div", { class: "title" }, html("i", { class: "emblem" }), html("h2", {}, this.name), this.left, this.unit),
      this.status,
      this.holder,
    );
  }

  show(view, pixels) {
    setText(this.name, view.name);
    setText(this.left, String(view.rings_left));
    setText(this.unit, text("live-rings-left", { count: view.rings_left }));
    setAttribute(this.root, "aria-label", text("live-player", { player: view.name, colour: this.player }));
    setAttribute(this.holder, "aria-label", text("live-holder", { player: view.name, count: view.rings_left }));
    this.rings.forEach((ring, i) => setClass(ring, "gone", i >= view.rings_left));
    this.bar.forEach((light, i) => shine(light, pixels[i]));
    setClass(this.root, "to-move", view.is_to_move);
    this.view = view;
  }

  run(elapsedMs) {
    const { view } = this;
    const words = [];
    if (view.penalty_window_ms !== null) {
      words.push(text("live-second-ring-runs", { seconds: seconds(Math.max(0, view.penalty_window_ms - elapsedMs)) }));
    } else if (view.has_penalty_ring) {
      words.push(text("live-second-ring"));
    }
    if (view.turns_to_sit_out > 0) {
      words.push(text("live-sits-out", { turns: view.turns_to_sit_out }));
    }
    if (view.is_bound) {
      words.push(text("live-timer-runs"));
    }
    const isNews = words.length > 0;
    if (!isNews && view.is_to_move) {
      words.push(text("live-to-move"));
    }
    setText(this.status, words.join(" · "));
    setClass(this.status, "news", isNews);
  }
}

export class Panel {
  #lastNumber = null;
  #opened = new Set();
  #headline = "";

  constructor(hand, onAnswer) {
    this.hand = hand;
    this.onAnswer = onAnswer;
    this.seats = { red: new Seat("red", () => hand.pickRing("red")), black: new Seat("black", () => hand.pickRing("black")) };
    this.timerTitle = html("span", { class: "title" });
    this.timerWord = html("span", { class: "word" });
    this.timerLeft = html("b", { class: "left" });
    this.timerFill = html("span", { class: "fill" });
    byId("timer").append(
      this.timerTitle,
      this.timerWord,
      this.timerLeft,
      html("span", { class: "track" }, this.timerFill),
    );
    byId("timer").dataset.tip = text("live-timer-tip");
    byId("timer").addEventListener("click", () => hand.turnTimer());
  }

  show(state, hasHands) {
    this.state = state;
    setText(byId("headline"), state.headline);
    setText(byId("hint"), state.hint);
    byId("hint").hidden = state.hint === "";
    byId("headline").dataset.player = state.to_move ?? "";
    document.title = state.headline ? `${state.headline} · tamsk-pi` : "tamsk-pi";
    byId("start-here").hidden = !["setup", "sensing"].includes(state.phase);
    byId("timer").hidden = state.level !== 3;
    setClass(byId("turning"), "idle", !hasHands || state.level < 2 || state.phase !== "playing");
    this.seats.red.show(state.players.red, state.pixels.slice(CELLS, CELLS + BAR));
    this.seats.black.show(state.players.black, state.pixels.slice(CELLS + BAR));
    setText(this.timerTitle, text("live-timer", { seconds: Math.round(state.timer.full_ms / 1000) }));
    this.#showNotes();
    this.#showRulings();
    this.#announce();
  }

  run(elapsedMs) {
    const { state } = this;
    this.seats.red.run(elapsedMs);
    this.seats.black.run(elapsedMs);
    const runs = ["playing", "paused", "awaiting-sand"].includes(state.phase);
    const gone = runs && state.phase !== "paused" ? elapsedMs : 0;
    setText(byId("facts"), facts(state) + (runs ? ` · ${clock(state.now_ms + gone)}` : ""));
    this.#runTimer(Math.max(0, state.timer.left_ms - (state.phase === "paused" ? 0 : elapsedMs)));
  }

  #runTimer(leftMs) {
    const { timer, players, phase } = this.state;
    setText(this.timerLeft, leftMs > 0 ? text("live-timer-left", { seconds: seconds(leftMs) }) : text("live-timer-empty"));
    setText(this.timerWord, leftMs > 0 ? running(timer, players) : phase === "playing" ? text("live-timer-ready") : "");
    this.timerFill.style.transform = `scaleX(${Math.min(1, leftMs / timer.full_ms).toFixed(4)})`;
    setClass(byId("timer"), "running", leftMs > 0);
    setClass(byId("timer"), "binding", leftMs > 0 && timer.binds);
  }

  #showNotes() {
    const { questions, troubles, players, phase } = this.state;
    const asked = phase === "paused" && !questions.some((question) => question.reason === "resume") ? [GO_ON, ...questions] : questions;
    const key = JSON.stringify([asked, troubles, players.red.name, players.black.name]);
    if (byId("notes").dataset.key === key) {
      return;
    }
    byId("notes").dataset.key = key;
    byId("notes").replaceChildren(
      ...asked.map((question) => html("div", { class: "question" }, html("p", {}, question.text), ...this.#answers(question))),
      ...troubles.map((trouble) => html("div", { class: "trouble" }, html("p", {}, trouble))),
    );
  }

  // A button for everything that would answer the question.
  #answers(question) {
    return answersTo(question, this.state.players).map(([words, command]) =>
      html("button", { type: "button", onclick: () => this.onAnswer({ do: "say", ...command }) }, words),
    );
  }

  #showRulings() {
    const list = byId("rulings");
    const rulings = this.state.rulings.slice(-SHOWN_RULINGS).reverse();
    const key = rulings.map((ruling) => `${ruling.number}:${ruling.is_provisional}:${ruling.is_withdrawn}:${ruling.text}`).join("|");
    if (list.dataset.key === key) {
      return;
    }
    list.dataset.key = key;
    if ((rulings[0]?.number ?? 0) < this.#lastNumber) {
      this.#opened.clear();
    }
    const focused = document.activeElement?.closest(".ruling")?.dataset.number;
    list.replaceChildren(...rulings.map((ruling) => this.#ruling(ruling)));
    list.querySelector(`[data-number="${focused}"] button`)?.focus({ preventScroll: true });
  }

  // A ruling opens to what its rule says and to what it rests on.
  #ruling(ruling) {
    const isNew = this.#lastNumber !== null && ruling.number > this.#lastNumber;
    const isOpen = this.#opened.has(ruling.number);
    const why = html("div", { class: "why", hidden: !isOpen }, ...[ruleText(ruling.rule), ...ruling.why].filter(Boolean).map((line) => html("p", {}, line)));
    const mark = doubt(ruling).map(([word, tip]) => html("span", { class: "doubt", "data-tip": tip }, word));
    const words = html("button", { type: "button", class: "text", "aria-expanded": String(isOpen) }, html("span", { class: "said" }, ruling.text), " ", ...mark);
    words.addEventListener("click", () => {
      why.hidden = !why.hidden;
      setAttribute(words, "aria-expanded", String(!why.hidden));
      why.hidden ? this.#opened.delete(ruling.number) : this.#opened.add(ruling.number);
    });
    return html(
      "li",
      { class: `ruling ${ruling.is_warning ? "warning" : ""} ${ruling.player ?? ""} ${isNew ? "new" : ""} ${ruling.is_withdrawn ? "withdrawn" : ""}`, "data-number": ruling.number },
      html("time", {}, clock(ruling.at_ms)),
      words,
      html("span", { class: "rule", "data-tip": ruleText(ruling.rule) }, ruling.rule),
      why,
    );
  }

  #announce() {
    const { rulings, headline } = this.state;
    const newest = rulings[rulings.length - 1];
    const isNews = newest && this.#lastNumber !== null && newest.number > this.#lastNumber;
    if (isNews || headline !== this.#headline) {
      say([isNews ? newest.text : "", headline].filter(Boolean).join(". "));
    }
    this.#lastNumber = newest?.number ?? 0;
    this.#headline = headline;
  }
}

// Whether a ruling may still be corrected, or was: a word and what it means.
function doubt(ruling) {
  if (ruling.is_withdrawn) {
    return [[text("live-withdrawn"), text("live-withdrawn-tip")]];
  }
  return ruling.is_provisional ? [[text("live-provisional"), text("live-provisional-tip")]] : [];
}

function running(timer, players) {
  return timer.binds ? text("live-timer-against", { player: players[timer.binds].name }) : text("live-timer-nobody");
}

// Up to the next tenth, so that nothing looks over before it is.
function seconds(ms) {
  return Math.ceil(ms / 100) / 10;
}

function shine(light, colour) {
  const isOn = colour !== "#000000";
  const peak = Math.max(...[1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16)));
  setClass(light, "on", isOn);
  light.style.setProperty("--light", isOn ? brighter(colour, peak) : "transparent");
  light.style.opacity = isOn ? String(0.4 + 0.6 * (peak / 255) ** 0.45) : "1";
}

// A diode at a tenth of its current still looks bright: the hue as if it shone fully; opacity says how much it does.
function brighter(colour, peak) {
  const channels = [1, 3, 5].map((at) => Math.round(255 * (parseInt(colour.slice(at, at + 2), 16) / peak) ** 0.6));
  return `rgb(${channels.join(" ")})`;
}
