// The keyboard: arrows walk over the cells, Enter picks up and puts down.

import { CENTRES, cellToward } from "./geometry.js";
import { byId } from "./dom.js";
import { say } from "./feedback.js";
import { text } from "./texts.js";

const HOVER = 20; // how far above its cell a glass held by the keyboard is drawn

export class Keys {
  constructor(root, board, hand, openHelp) {
    this.board = board;
    this.hand = hand;
    this.openHelp = openHelp;
    root.addEventListener("keydown", (event) => this.#onBoard(event));
    document.addEventListener("keydown", (event) => this.#anywhere(event));
  }

  #onBoard(event) {
    const cell = event.target.dataset.cell;
    const glass = event.target.dataset.glass;
    if (event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (glass && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      this.#lift(glass, "D4");
      this.board.focusCell("D4");
    } else if (cell && this.#cellKey(event.key, cell)) {
      event.preventDefault();
    }
  }

  // Whether the key meant something on this cell.
  #cellKey(key, cell) {
    switch (key) {
      case "ArrowUp":
      case "ArrowDown":
      case "ArrowLeft":
      case "ArrowRight":
        this.#walk(cell, key);
        return true;
      case "Enter":
      case " ":
        this.#use(cell);
        return true;
      case "f":
      case "F":
        if (!this.hand.held) {
          this.#flip(cell);
          return true;
        }
        return false;
      case "r":
      case "R":
        this.hand.pickRingByKey(cell);
        return true;
      case "Delete":
      case "Backspace":
        this.hand.takeRing(cell);
        return true;
      default:
        return false;
    }
  }

  #walk(cell, key) {
    const next = cellToward(cell, key);
    if (next) {
      this.board.focusCell(next);
      this.#hover(next);
    }
  }

  #use(cell) {
    const glass = this.board.glassOn(cell);
    if (this.hand.held) {
      this.hand.place(cell, this.hand.turnsOnTheWay);
    } else if (this.hand.ring) {
      this.hand.dropRing(cell);
    } else if (this.board.state.cells[cell].rings_refused > 0) {
      this.hand.takeRing(cell);
    } else {
      const label = glass?.hourglass ?? this.#inAirOver(cell);
      if (label) {
        this.#lift(label, cell);
      }
    }
  }

  #inAirOver(cell) {
    const glasses = Object.values(this.board.state.hourglasses);
    return glasses.find((glass) => glass.is_in_air && glass.accepted_cell === cell)?.hourglass;
  }

  #lift(label, cell) {
    if (this.hand.mayAct) {
      this.hand.lift(label, "keys");
      this.#hover(cell);
    }
  }

  #flip(cell) {
    const glass = this.board.glassOn(cell);
    if (glass && this.hand.mayAct) {
      this.hand.flip(glass.hourglass);
    }
  }

  #hover(cell) {
    if (this.hand.held?.by === "keys") {
      const { x, y } = CENTRES.get(cell);
      this.board.override(this.hand.held.label, { x, y: y - HOVER });
    }
  }

  #anywhere(event) {
    const isTyping = event.target.closest?.("input:not([type=checkbox]), select, dialog");
    if (isTyping || event.ctrlKey || event.altKey || event.metaKey) {
      return;
    }
    if (event.key === "?") {
      this.openHelp();
    } else if (event.key === "Escape") {
      this.hand.cancel();
    } else if (event.key === "t" || event.key === "T") {
      this.hand.turnTimer();
    } else if ((event.key === "f" || event.key === "F") && this.hand.held) {
      const box = byId("turn-on-the-way");
      box.checked = !box.checked;
      say(box.checked ? text("live-will-turn") : text("live-will-not-turn"));
    }
  }
}
