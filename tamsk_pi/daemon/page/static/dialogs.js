// Starting, unlocking, telling the referee, help.

import { byId, html } from "./dom.js";
import { CELL_NAMES } from "./geometry.js";
import { toast } from "./feedback.js";
import { hourglassName, text } from "./texts.js";
import { hasSeenHelp, rememberHelp } from "./memory.js";

const TOGETHER = [
  ["resign", text("live-resign"), text("live-resign-tip")],
  ["draw", text("live-draw"), text("live-draw-tip")],
  ["undo", text("live-undo"), text("live-undo-tip")],
  ["pause", text("live-pause"), text("live-pause-tip")],
  ["resume", text("live-resume"), text("live-resume-tip")],
];
const UNNAMED = { red: "Red", black: "Black" }; // as match settings have it
const TOUCH = matchMedia("(hover: none) and (pointer: coarse)");
const GLASSES = ["red1", "red2", "red3", "black1", "black2", "black3"];

export class Dialogs {
  constructor(link) {
    this.link = link;
    for (const button of document.querySelectorAll("[data-close]")) {
      button.addEventListener("click", () => button.closest("dialog").close());
    }
    for (const dialog of document.querySelectorAll("dialog")) {
      dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    }
    byId("open-start").addEventListener("click", () => this.openStart());
    byId("start-here").addEventListener("click", () => this.openStart());
    byId("open-say").addEventListener("click", () => this.openSay());
    byId("open-help").addEventListener("click", () => this.openHelp());
    byId("open-pin").addEventListener("click", () => this.link.isUnlocked || this.openPin());
    byId("set-up").addEventListener("click", () => this.setUp());
    byId("start-form").addEventListener("submit", (event) => this.#start(event));
    byId("start-form").addEventListener("change", () => this.#showChoices());
    byId("pin-form").addEventListener("submit", (event) => this.#unlock(event));
  }

  get isMatchRunning() {
    return ["playing", "paused", "awaiting-sand"].includes(this.link.state?.phase);
  }

  // Whether this page may decide; asks for the PIN if not.
  mayDecide() {
    if (!this.link.isUnlocked) {
      this.openPin();
    }
    return this.link.isUnlocked;
  }

  openPin() {
    if (!byId("pin-dialog").open) {
      byId("pin-error").hidden = true;
      byId("pin-dialog").showModal();
    }
  }

  openHelp() {
    const situation = this.link.hasHands ? (TOUCH.matches ? "fingers" : "mouse") : this.link.isReal ? "real" : "scenario";
    byId("help-dialog").dataset.situation = situation;
    byId("help-title").textContent = text("live-help-title", { situation });
    if (!byId("help-dialog").open) {
      byId("help-dialog").showModal();
    }
    rememberHelp();
  }

  helpOnFirstVisit() {
    if (!hasSeenHelp()) {
      this.openHelp();
    }
  }

  async openStart() {
    if (!this.mayDecide()) {
      return;
    }
    if (!(await this.#isOver())) {
      return;
    }
    if (this.link.hasHands && this.link.state.phase === "ended" && !(await this.#tell({ do: "set-up" }))) {
      return;
    }
    byId("start-error").hidden = true;
    this.#showChoices();
    byId("start-dialog").showModal();
  }

  async setUp() {
    if (!this.mayDecide()) {
      return;
    }
    if (await this.#isOver()) {
      await this.#tell({ do: "set-up" });
    }
  }

  // Whether no match is running, or both players, asked, end it as a draw.
  async #isOver() {
    if (!this.isMatchRunning) {
      return true;
    }
    if (!(await this.ask(text("live-match-runs"), text("live-match-runs-about")))) {
      return false;
    }
    for (const player of this.#missingFromDraw()) {
      if (!(await this.#tell({ do: "say", what: "draw", player }))) {
        return false;
      }
    }
    return this.link.comesTo((state) => state.phase === "ended");
  }

  #missingFromDraw() {
    const offer = this.link.state.questions.find((question) => question.reason === "draw");
    return offer ? [offer.player] : ["red", "black"];
  }

  openSay() {
    if (this.mayDecide() && this.link.state) {
      byId("say-dialog").replaceChildren(...this.#sayings());
      byId("say-dialog").showModal();
    }
  }

  // Resolves to whether the answer was yes.
  ask(title, about) {
    const dialog = byId("ask-dialog");
    byId("ask-title").textContent = title;
    byId("ask-text").textContent = about;
    dialog.showModal();
    return new Promise((resolve) => {
      let isYes = false;
      byId("ask-yes").onclick = () => {
        isYes = true;
        dialog.close();
      };
      dialog.addEventListener("close", () => resolve(isYes), { once: true });
    });
  }

  #showChoices() {
    const level = Number(new FormData(byId("start-form")).get("level"));
    byId("penalty-choice").hidden = level !== 3;
    byId("sand-choice").hidden = level === 1;
  }

  async #start(event) {
    event.preventDefault();
    const form = new FormData(byId("start-form"));
    const command = { do: "start", level: Number(form.get("level")), penalty: form.get("penalty"), start: form.get("start"), red: named(form, "red"), black: named(form, "black"), sand_ms: Math.round(1000 * Number(form.get("sand_s"))) };
    await submit("start", async () => {
      await this.#layOut(command.start);
      await this.link.send(command);
    });
  }

  // The virtual board's glasses go beside the board for free placement, and back to their corners after it.
  async #layOut(start) {
    // While the board is still being looked at, no glass stands anywhere yet.
    await this.link.comesTo((state) => state.phase !== "sensing");
    const standing = Object.values(this.link.state.hourglasses).filter((glass) => glass.cell).length;
    const count = start === "corners" ? GLASSES.length : 0;
    if (this.link.hasHands && standing !== count) {
      await this.link.send({ do: "set-up", start });
      await this.link.comesTo((state) => state.phase === "setup" && Object.values(state.hourglasses).filter((glass) => glass.cell).length === count);
    }
  }

  async #unlock(event) {
    event.preventDefault();
    await submit("pin", () => this.link.unlock(byId("pin").value.trim()));
    byId("pin").value = "";
  }

  #sayings() {
    const { players } = this.link.state;
    const dialog = byId("say-dialog");
    const column = (player) =>
      html(
        "div",
        { class: `side ${player}` },
        html("h3", {}, html("i", { class: "emblem" }), players[player].name),
        ...this.#sayable().map(([what, words, tip]) => html("button", { type: "button", "data-tip": tip, onclick: () => this.#sayFor(what, player) }, words)),
      );
    const glass = select(text("live-glass"), GLASSES, hourglassName);
    const cell = select(text("live-cell-choice"), CELL_NAMES);
    return [
      html("h2", { id: "say-title" }, text("live-tell-referee")),
      html("div", { class: "sides" }, column("red"), column("black")),
      html("h3", {}, text("live-what-you-see")),
      html("div", { class: "line" }, glass, this.#saying(text("live-has-run-out"), () => ({ what: "dead", hourglass: glass.value })), this.#saying(text("live-still-runs"), () => ({ what: "alive", hourglass: glass.value }))),
      html("div", { class: "line" }, html("span", {}, text("live-ring-on")), cell, ...["red", "black"].map((player) => this.#saying(text("live-ring-is-of", { player: players[player].name }), () => ({ what: "owner", cell: cell.value, player })))),
      html("div", { class: "buttons" }, html("button", { type: "button", class: "primary", onclick: () => dialog.close() }, text("live-close"))),
    ];
  }

  // Only what can be said now: nobody resumes what is not paused.
  #sayable() {
    const unsaid = this.link.state.phase === "paused" ? "pause" : "resume";
    return TOGETHER.filter(([what]) => what !== unsaid);
  }

  #saying(words, command) {
    return html("button", { type: "button", onclick: () => this.#tell({ do: "say", ...command() }) }, words);
  }

  async #sayFor(what, player) {
    byId("say-dialog").close();
    const name = this.link.state.players[player].name;
    if (what !== "resign" || (await this.ask(text("live-resigns", { player: name }), text("live-resigns-about")))) {
      this.#tell({ do: "say", what, player });
    }
  }

  async #tell(command) {
    try {
      await this.link.send(command);
      return true;
    } catch (error) {
      toast(error.message);
      return false;
    }
  }

  // An answer to a question beside the board.
  answer(command) {
    if (this.mayDecide()) {
      this.#tell(command);
    }
  }
}

// Who leaves the name as it was offered has none, and is called by his colour in everybody's language.
function named(form, player) {
  const name = form.get(player);
  return name === text("player", { colour: player }) ? UNNAMED[player] : name;
}

function select(label, names, wordsFor = (name) => name) {
  return html("select", { "aria-label": label }, ...names.map((name) => html("option", { value: name }, wordsFor(name))));
}

async function submit(name, send) {
  const error = byId(`${name}-error`);
  try {
    await send();
    error.hidden = true;
    byId(`${name}-dialog`).close();
  } catch (problem) {
    error.textContent = problem.message;
    error.hidden = false;
  }
}
