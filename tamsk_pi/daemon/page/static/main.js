// Puts the page together: states from the board are drawn, and what runs down is drawn on between them.

import { Board } from "./board.js";
import { Calibration } from "./calibration.js";
import { Dialogs } from "./dialogs.js";
import { byId, setClass, setText } from "./dom.js";
import { toast, watchTips } from "./feedback.js";
import { Hand } from "./hand.js";
import { Health } from "./health.js";
import { Keys } from "./keys.js";
import { readIn } from "./language.js";
import { Link } from "./link.js";
import { Pairing } from "./pairing.js";
import { Panel } from "./panel.js";
import { Pointer } from "./pointer.js";
import { Result } from "./result.js";
import { SandTimes } from "./sand_times.js";
import { text } from "./texts.js";
import { cellTip } from "./words.js";

const CALM_MS = 1000; // between drawings, for whom motion is too much

const link = new Link();
const root = byId("board");
const board = new Board(root);
const dialogs = new Dialogs(link);
const hand = new Hand(link, board, () => dialogs.openPin());
const panel = new Panel(hand, (command) => dialogs.answer(command));
const pairing = new Pairing(link, () => dialogs.mayDecide());
const health = new Health(link, (label) => pairing.begin(label));
const sandTimes = new SandTimes(link, () => dialogs.mayDecide());
const calibration = new Calibration(link, () => dialogs.mayDecide());
const result = new Result(() => dialogs.openStart());
new Pointer(root, board, hand);
new Keys(root, board, hand, () => dialogs.openHelp());

watchTips((target) => {
  const cell = target.closest("[data-cell]")?.dataset.cell ?? standsOn(target.closest("[data-glass]")?.dataset.glass);
  return cell && link.state ? cellTip(cell, link.state.cells[cell], board.glassOn(cell)) : null;
});

function standsOn(label) {
  return label && link.state?.hourglasses[label].cell;
}

function draw() {
  board.show(link.state);
  hand.follow(link.state);
  panel.show(link.state, link.hasHands);
  health.show(link.state.health, link.state.phase);
  pairing.show(link.state.pairing);
  sandTimes.show(link.state.sand);
  result.show(link.state);
  calibration.show(link.state);
  run();
  if (!document.body.classList.contains("ready")) {
    root.getBoundingClientRect(); // the first picture is simply there; what changes from now on moves
    setClass(document.body, "ready", true);
  }
}

function run() {
  if (link.state) {
    const isCounting = link.state.phase !== "ended";
    const elapsedMs = isCounting ? link.elapsedMs() : 0;
    board.run(elapsedMs);
    panel.run(elapsedMs);
  }
}

link.addEventListener("state", draw);
link.addEventListener("refused", (event) => toast(event.detail));
link.addEventListener("connection", () => {
  const banner = byId("banner");
  banner.hidden = link.isConnected;
  setText(banner, link.isConnected ? "" : text("live-disconnected"));
  setClass(document.body, "disconnected", !link.isConnected);
  setClass(document.body, "hands", link.hasHands);
  byId("set-up").hidden = !link.hasHands;
  if (link.isConnected) {
    dialogs.helpOnFirstVisit();
  } else {
    hand.forgetAll();
  }
});
link.addEventListener("lock", () => {
  setText(byId("open-pin"), link.isUnlocked ? text("live-playing") : text("live-watching"));
  setClass(document.body, "unlocked", link.isUnlocked);
  byId("open-pin").dataset.tip = link.isUnlocked ? text("live-playing-tip") : text("live-watching-tip");
});

byId("language").addEventListener("change", (event) => readIn(event.target.value));

let drawnAt = 0;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
function frame(at) {
  if (!calm.matches || at - drawnAt >= CALM_MS) {
    drawnAt = at;
    run();
  }
  requestAnimationFrame(frame);
}
requestAnimationFrame(frame);
link.open();
