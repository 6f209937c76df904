// The hand of this page: what it holds, and the commands that follow. Mouse (pointer.js) and keys (keys.js) share it.

import { CENTRES, trayPlace } from "./geometry.js";
import { say, toast } from "./feedback.js";
import { byId, setClass } from "./dom.js";
import { hourglassName, text } from "./texts.js";

const ARRIVAL_MS = 2500; // so long a released glass is drawn where it was put, if the board does not say where it is
const SETTLE_MS = 700; // so long at least: a short lift is seen late, and is not to be drawn when it is over
const OTHER = { red: "black", black: "red" };

export class Hand {
  held = null; // { label, from, home, by } of the glass in the hand
  #arriving = new Map(); // label → { cell, since, timer } of glasses put down, until the board has seen them there
  ring = null; // the player whose ring is in the hand

  constructor(link, board, needPin) {
    this.link = link;
    this.board = board;
    this.needPin = needPin;
  }

  // Only a move of a match turns its glass: while the board is set up, every upper bulb is to stay empty (H18).
  get turnsOnTheWay() {
    const { level, phase } = this.link.state;
    return level >= 2 && phase === "playing" && byId("turn-on-the-way").checked;
  }

  // Whether the glass was turned over since it last stood accepted: it needs another turn to be as it was, and no
  // other to be moved.
  #isTurned(label) {
    const { level, phase, hourglasses } = this.link.state;
    return level >= 2 && phase === "playing" && hourglasses[label].is_turned;
  }

  get mayAct() {
    if (!this.link.hasHands || !this.link.state) {
      return false;
    }
    if (!this.link.isUnlocked) {
      this.needPin();
      return false;
    }
    return true;
  }

  // Sends what a hand does; false, after a toast, if the board says it cannot be done.
  async act(command) {
    try {
      await this.link.send({ do: "hands", ...command });
      return true;
    } catch (error) {
      toast(error.message);
      return false;
    }
  }

  lift(label, by) {
    const view = this.link.state.hourglasses[label];
    this.dropRingInHand();
    this.held = {
      label,
      by,
      from: view.cell,
      home: view.accepted_cell ?? view.cell,
    };
    this.#forgetArrival(label);
    this.board.raise(label, true);
    say(text("live-in-hand", { hourglass: hourglassName(label) }));
    if (!view.is_in_air) {
      this.act({ act: "lift", hourglass: label }).then((isDone) => isDone || this.#forget(label));
    }
  }

  // Puts the glass in the hand down on a cell; on its own cell, or on none, it goes back.
  place(name, isTurned) {
    const { label, home } = this.held;
    const other = name && this.board.glassOn(name);
    if (other && other.hourglass !== label) {
      toast(text("live-occupied", { hourglass: hourglassName(other.hourglass), cell: name }));
      this.putBack();
    } else if (!name || name === home) {
      this.putBack();
    } else {
      this.#setDown(name, isTurned && !this.#isTurned(label));
    }
  }

  putBack() {
    const { label, home, from } = this.held;
    const taken = home && this.board.glassOn(home);
    const cell = taken && taken.hourglass !== label ? from : home;
    if (cell) {
      this.#setDown(cell, cell === home && this.#isTurned(label));
    } else {
      this.#release(label, trayPlace(label), { act: "set-aside", hourglass: label });
    }
  }

  setAside() {
    const { label } = this.held;
    this.#release(label, trayPlace(label), { act: "set-aside", hourglass: label });
  }

  flip(label) {
    this.act({ act: "flip", hourglass: label });
  }

  turnTimer() {
    if (this.mayAct) {
      this.act({ act: "timer" });
    }
  }

  // A click on a holder takes one of its rings, another click puts it back.
  pickRing(player) {
    if (!this.mayAct) {
      return;
    }
    this.#hold(this.ring === player ? null : player);
  }

  // R: a ring of whom it is most likely for; again: of the other.
  pickRingByKey(name) {
    if (this.mayAct) {
      const glass = this.board.glassOn(name);
      this.#hold(this.ring ? OTHER[this.ring] : glass ? glass.hourglass.slice(0, -1) : this.link.state.to_move ?? "red");
    }
  }

  dropRing(name) {
    this.act({ act: "ring", cell: name, player: this.ring });
    this.#hold(null);
  }

  // The connection is lost: whatever was in the hand is where the board will say.
  forgetAll() {
    if (this.held) {
      this.#forget(this.held.label);
    }
    this.#hold(null);
  }

  dropRingInHand() {
    this.#hold(null);
  }

  takeRing(name) {
    if (this.mayAct) {
      this.act({ act: "take", cell: name });
    }
  }

  cancel() {
    if (this.held) {
      this.putBack();
    }
    this.dropRingInHand();
  }

  #setDown(cell, isTurned) {
    const { label } = this.held;
    this.#release(label, CENTRES.get(cell), { act: "place", hourglass: label, cell, flip: isTurned });
  }

  async #release(label, place, command) {
    this.held = null;
    this.board.raise(label, false);
    this.board.override(label, place);
    this.#arriving.set(label, { cell: command.cell ?? null, since: performance.now(), timer: setTimeout(() => this.#settle(label), ARRIVAL_MS) });
    if (!(await this.act(command))) {
      this.#settle(label);
    }
  }

  // A new state has come: glasses that the board now sees where they were put are its own to draw.
  follow(state) {
    for (const [label, { cell, since }] of this.#arriving) {
      const view = state.hourglasses[label];
      const isThere = cell ? view.cell === cell : !view.cell && !view.is_in_air;
      if (isThere && performance.now() - since > SETTLE_MS) {
        this.#settle(label);
      }
    }
  }

  #settle(label) {
    this.#forgetArrival(label);
    if (this.held?.label !== label) {
      this.board.override(label, null);
    }
  }

  #forgetArrival(label) {
    clearTimeout(this.#arriving.get(label)?.timer);
    this.#arriving.delete(label);
  }

  #forget(label) {
    if (this.held?.label === label) {
      this.held = null;
      this.board.raise(label, false);
      this.board.override(label, null);
    }
  }

  #hold(player) {
    this.ring = player;
    setClass(document.body, "ring-in-hand", player);
    for (const side of ["red", "black"]) {
      byId(`holder-${side}`)?.setAttribute("aria-pressed", String(player === side));
    }
    if (player) {
      say(text("live-ring-in-hand", { player: this.link.state.players[player].name }));
    }
  }
}
