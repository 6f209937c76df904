// The end of a match, over the board; it can be put aside to look at the last position.

import { byId, html } from "./dom.js";
import { text } from "./texts.js";

// "Ada wins: Grace resigned." below "Ada wins" need not say it twice.
function withoutTitle(sentence, title) {
  const rest = sentence.startsWith(`${title}: `) ? sentence.slice(title.length + 2) : sentence;
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

export class Result {
  #shown = null;

  constructor(openStart) {
    this.openStart = openStart;
  }

  show(state) {
    const key = state.result && JSON.stringify([state.result, state.players.red.rings_left, state.players.black.rings_left]);
    if (key === this.#shown) {
      return;
    }
    this.#shown = key;
    byId("result").hidden = !key;
    if (key) {
      byId("result").replaceChildren(...this.#content(state));
      byId("result").className = `result won-by-${state.result.winner ?? "nobody"}`;
    }
  }

  #content({ result, players }) {
    const title = result.winner ? text("live-wins", { player: players[result.winner].name }) : text("live-a-draw");
    const side = (player) =>
      html("div", { class: player }, html("i", { class: "emblem" }), html("b", {}, String(players[player].rings_left)), html("span", {}, players[player].name));
    return [
      html("h2", {}, title),
      html("p", {}, withoutTitle(result.text, title)),
      html("div", { class: "score", role: "group", "aria-label": text("live-score") }, side("red"), html("span", { class: "unit" }, text("live-score")), side("black")),
      html(
        "div",
        { class: "buttons" },
        html("button", { type: "button", onclick: () => (byId("result").hidden = true) }, text("live-look")),
        html("button", { type: "button", class: "primary", onclick: this.openStart }, text("live-new-match")),
      ),
    ];
  }
}
