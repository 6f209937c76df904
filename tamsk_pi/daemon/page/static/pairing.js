// Pairing: what to turn over now, what was found, and what was doubtful; the light on the board says the same.

import { byId, html, setClass } from "./dom.js";
import { toast } from "./feedback.js";
import { hourglassName, text } from "./texts.js";

const NEUTRAL_TIMER = "neutral_timer";

export class Pairing {
  #shown = "";

  constructor(link, mayDecide) {
    this.link = link;
    this.mayDecide = mayDecide;
  }

  begin(glass) {
    return this.#send(glass ? { act: "begin", glass } : { act: "begin" });
  }

  show(pairing) {
    byId("pairing").hidden = !pairing;
    setClass(document.body, "is-pairing", pairing);
    const key = JSON.stringify(pairing ?? null);
    if (key !== this.#shown) {
      this.#shown = key;
      byId("pairing").replaceChildren(...(pairing ? this.#content(pairing) : []));
    }
  }

  #content({ number, count, glass, title, hint, doubt, trouble, done }) {
    return [
      html("p", { class: "step" }, text("live-pairing-count", { number, count })),
      html("h2", {}, title),
      ...(doubt ? [html("p", { class: "doubtful" }, doubt)] : [html("p", {}, hint)]),
      ...(trouble ? [html("p", { class: "trouble" }, trouble)] : []),
      html("ul", {}, ...[...done].reverse().map((pair) => html("li", {}, text("live-pairing-found", { glass: nameOf(pair.glass), address: pair.address, news: pair.is_new ? "new" : "known" })))),
      html(
        "div",
        { class: "buttons" },
        ...(glass ? [html("button", { type: "button", onclick: () => this.#send({ act: "skip" }) }, text("live-pairing-skip"))] : []),
        html("button", { type: "button", onclick: () => this.#send({ act: "end" }) }, text("live-pairing-end")),
      ),
    ];
  }

  async #send(command) {
    if (!this.mayDecide()) {
      return;
    }
    try {
      await this.link.send({ do: "pair", ...command });
    } catch (error) {
      toast(error.message);
    }
  }
}

function nameOf(label) {
  return label === NEUTRAL_TIMER ? text("neutral-timer") : hourglassName(label);
}
