// Mouse, pen and finger on the board.

import { TRAYS, cellAt } from "./geometry.js";
import { showTip } from "./feedback.js";
import { cellTip } from "./words.js";

const DRAG_PX = 4;
const DOUBLE_MS = 400;
const LONG_MS = 600;

export class Pointer {
  #press = null; // the pointer that is down: { id, label, x, y, cell, timer, isLong }
  #lastTap = { label: null, at: 0 };

  constructor(root, board, hand) {
    this.root = root;
    this.board = board;
    this.hand = hand;
    root.addEventListener("pointerdown", (event) => this.#down(event));
    root.addEventListener("pointermove", (event) => this.#move(event));
    root.addEventListener("pointerup", (event) => this.#up(event));
    root.addEventListener("pointercancel", (event) => this.#cancelled(event));
    root.addEventListener("touchstart", (event) => this.#touch(event), { passive: false });
    root.addEventListener("contextmenu", (event) => this.#menu(event));
  }

  #point(event) {
    return new DOMPoint(event.clientX, event.clientY).matrixTransform(this.root.getScreenCTM().inverse());
  }

  // A finger on a glass drags the glass, not the page: browsers do not heed touch-action inside drawings.
  #touch(event) {
    const [finger] = event.changedTouches;
    if (this.hand.link.hasHands && (this.hand.ring || this.#glassAt(event.target, this.#point(finger)))) {
      event.preventDefault();
    }
  }

  // The glass that is meant: the one standing on the cell, else the one drawn there (in the air, beside the board).
  #glassAt(target, point) {
    const cell = cellAt(point);
    const standing = cell && this.board.state ? this.board.glassOn(cell) : null;
    return standing?.hourglass ?? target.closest("[data-glass]")?.dataset.glass ?? null;
  }

  #down(event) {
    if (this.#press || event.button !== 0 || this.hand.held?.by === "pointer") {
      return;
    }
    const point = this.#point(event);
    const cell = cellAt(point);
    const label = this.#glassAt(event.target, point);
    this.#press = { id: event.pointerId, type: event.pointerType, label, x: event.clientX, y: event.clientY, cell, isLong: false };
    if (event.pointerType !== "mouse") {
      this.#press.timer = setTimeout(() => this.#long(), LONG_MS);
    }
    if (label && this.hand.link.hasHands) {
      this.root.setPointerCapture(event.pointerId);
    }
    if (cell) {
      this.board.focusCell(cell, event.pointerType === "mouse");
    }
  }

  #move(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) {
      return;
    }
    const isFar = Math.hypot(event.clientX - press.x, event.clientY - press.y) > DRAG_PX;
    if (isFar && !press.isDragged) {
      press.isDragged = true;
      clearTimeout(press.timer);
      if (press.label && !press.isLong && this.hand.mayAct) {
        this.hand.lift(press.label, "pointer");
      }
    }
    if (this.hand.held?.by === "pointer") {
      const { x, y } = this.#point(event);
      this.board.override(this.hand.held.label, { x, y });
    }
  }

  #up(event) {
    const press = this.#press;
    if (press?.id !== event.pointerId) {
      return;
    }
    this.#end();
    if (this.hand.held?.by === "pointer") {
      this.#drop(event);
    } else if (!press.isDragged && !press.isLong) {
      this.#tap(press, event);
    }
  }

  #drop(event) {
    const point = this.#point(event);
    const tray = TRAYS[this.hand.held.label.slice(0, -1)];
    const isOnTray = point.x > tray.x && point.x < tray.x + tray.width && point.y > tray.y && point.y < tray.y + tray.height;
    if (isOnTray && !cellAt(point)) {
      this.hand.setAside();
    } else {
      this.hand.place(cellAt(point), this.hand.turnsOnTheWay && !event.shiftKey);
    }
  }

  #tap(press, event) {
    const { cell, label } = press;
    const view = cell && this.board.state?.cells[cell];
    if (this.hand.ring && cell) {
      this.hand.dropRing(cell);
    } else if (this.hand.held?.by === "keys" && cell) {
      this.hand.place(cell, this.hand.turnsOnTheWay && !event.shiftKey);
    } else if (view?.rings_refused > 0 && this.hand.link.hasHands) {
      this.hand.takeRing(cell);
    } else if (label && this.#isSecondTap(label, event)) {
      if (this.hand.mayAct) {
        this.hand.flip(label);
      }
    } else if (press.type !== "mouse" && view && !label) {
      showTip(cellTip(cell, view, this.board.glassOn(cell)), event.clientX, event.clientY);
    }
  }

  #isSecondTap(label, event) {
    const isSecond = this.#lastTap.label === label && event.timeStamp - this.#lastTap.at < DOUBLE_MS;
    this.#lastTap = { label: isSecond ? null : label, at: event.timeStamp };
    return isSecond;
  }

  #long() {
    const press = this.#press;
    press.isLong = true;
    if (press.cell && this.board.state?.cells[press.cell].rings + this.board.state?.cells[press.cell].rings_refused > 0) {
      this.hand.takeRing(press.cell);
    }
  }

  #menu(event) {
    const cell = cellAt(this.#point(event));
    if (!cell || !this.hand.link.hasHands) {
      return;
    }
    event.preventDefault();
    // A long press has been answered already; the browser sends its menu event after it.
    if (!this.#press || this.#press.type === "mouse") {
      this.hand.takeRing(cell);
    }
  }

  #cancelled(event) {
    if (this.#press?.id === event.pointerId) {
      this.#end();
      if (this.hand.held?.by === "pointer") {
        this.hand.putBack();
      }
    }
  }

  #end() {
    clearTimeout(this.#press.timer);
    this.#press = null;
  }
}
