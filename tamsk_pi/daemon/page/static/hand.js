// The hand of this page: what it holds, and the commands that follow. Mouse (pointer.js) and keys (keys.js) share it.

import { CENTRES, trayPlace } from "./geometry.js";
import { say, toast } from "./feedback.js";
import { byId, setClass } from "./dom.js";

const SETTLE_MS = 500; // how long a released glass is drawn where it was put, before the board has said so
const OTHER = { red: "black", black: "red" };

export class Hand {
  held = null; // { label, from, home, mustTurnBack, by } of the glass in the hand
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
      // A refused glass was turned on its way there: to be as it was, it is turned on the way back too.
      mustTurnBack: view.refusal !== null && view.refusal !== "not-flipped" && view.cell !== view.accepted_cell,
    };
    this.board.raise(label, true);
    say(`${label} is in your hand.`);
    if (!view.is_in_air) {
      this.act({ act: "lift", hourglass: label }).then((isDone) => isDone || this.#forget(label));
    }
  }

  // Puts the glass in the hand down on a cell; on its own cell, or on none, it goes back.
  place(name, isTurned) {
    const { label, home } = this.held;
    const other = name && this.board.glassOn(name);
    if (other && other.hourglass !== label) {
      toast(`${other.hourglass} stands on ${name} already.`);
      this.putBack();
    } else if (!name || name === home) {
      this.putBack();
    } else {
      this.#setDown(name, isTurned);
    }
  }

  putBack() {
    const { label, home, from, mustTurnBack } = this.held;
    const taken = home && this.board.glassOn(home);
    const cell = taken && taken.hourglass !== label ? from : home;
    if (cell) {
      this.#setDown(cell, cell === home && mustTurnBack && this.turnsOnTheWay);
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
    const isDone = await this.act(command);
    if (isDone) {
      setTimeout(() => this.#settle(label), SETTLE_MS);
    } else {
      this.#settle(label);
    }
  }

  #settle(label) {
    if (this.held?.label !== label) {
      this.board.override(label, null);
    }
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
      say(`A ring of ${this.link.state.players[player].name} is in your hand.`);
    }
  }
}
