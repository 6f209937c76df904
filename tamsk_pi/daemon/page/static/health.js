// How the board's parts are: a mark in the bar, and a dialog that says it in full.

import { byId, html, setAttribute, setText } from "./dom.js";
import { hourglassName, text } from "./texts.js";

const WEAK_DBM = -85;
const NEUTRAL_TIMER = "neutral_timer";

export class Health {
  #shown = "";

  constructor(link, pair) {
    this.link = link;
    this.pair = (label) => {
      byId("health-dialog").close();
      pair(label);
    };
    byId("pair-all").addEventListener("click", () => this.pair(null));
    byId("open-health").addEventListener("click", () => this.open());
  }

  open() {
    this.#draw();
    byId("health-dialog").showModal();
  }

  show(health, phase) {
    byId("pair-all").hidden = !["setup", "sensing", "ended"].includes(phase);
    byId("open-health").hidden = !health;
    if (!health) {
      return;
    }
    setAttribute(byId("open-health"), "data-condition", health.condition);
    setAttribute(byId("open-health"), "aria-label", `${text("live-health")}: ${text("live-health-condition", { condition: health.condition })}`);
    if (byId("health-dialog").open) {
      this.#draw();
    }
  }

  #draw() {
    const { health } = this.link.state;
    const key = JSON.stringify(health);
    if (key === this.#shown) {
      return;
    }
    this.#shown = key;
    setText(byId("health-summary"), text("live-health-condition", { condition: health.condition }));
    setAttribute(byId("health-summary"), "data-condition", health.condition);
    byId("health-notes").replaceChildren(...health.notes.map((note) => html("li", { "data-condition": note.condition }, note.text)));
    byId("health-nodes").replaceChildren(...health.nodes.map((node) => row(node, byId("pair-all").hidden ? null : this.pair)));
    setText(byId("health-parts"), parts(health).join(" "));
  }
}

function row(node, pair) {
  const name = node.label === NEUTRAL_TIMER ? text("neutral-timer") : hourglassName(node.label);
  const colour = node.label.replace(/[0-9]/, "");
  return html(
    "tr",
    { "data-condition": node.condition, "data-node": node.label, class: colour },
    html("th", { scope: "row" }, html("i", { class: "emblem" }), html("span", { "data-rest": rest(node) }, name), ...(pair && node.condition !== "ok" ? [pairOne(node, name, pair)] : [])),
    html("td", { class: node.is_battery_low ? "poor" : "" }, ...battery(node)),
    html("td", { class: ["live", "asleep"].includes(node.state) ? "" : "poor" }, heard(node)),
    html("td", {}, node.state === "live" ? String(node.per_minute) : "–"),
    html("td", { class: node.rssi_dbm !== null && node.rssi_dbm < WEAK_DBM ? "poor" : "" }, node.rssi_dbm === null ? "–" : text("live-health-dbm", { dbm: signed(node.rssi_dbm) })),
    html("td", { class: "rest" }, node.firmware ?? "–"),
    html("td", { class: "rest" }, clock(node.clock_ppm)),
  );
}

// What a narrow screen has no columns for.
function rest(node) {
  return [...(node.firmware === null ? [] : [`v${node.firmware}`]), ...(node.clock_ppm === null ? [] : [clock(node.clock_ppm)])].join(", ");
}

function pairOne(node, name, pair) {
  return html("button", { type: "button", class: "small", "data-tip": text("live-pair-one-tip", { glass: name }), onclick: () => pair(node.label) }, text("live-pair-one"));
}

function battery(node) {
  if (node.battery_percent === null) {
    return ["–"];
  }
  const gauge = html("i", { class: "gauge", "aria-hidden": "true" }, html("i", {}));
  gauge.firstChild.style.width = `${Math.max(4, Math.min(100, node.battery_percent))}%`;
  const level = text("live-health-percent", { percent: node.battery_percent });
  const left = node.minutes_left === null ? [] : [html("small", {}, text("live-health-left", { hours: Math.floor(node.minutes_left / 60), minutes: node.minutes_left % 60 }))];
  return [gauge, html("span", {}, level), ...left];
}

function heard(node) {
  switch (node.state) {
    case "unpaired":
    case "unheard":
    case "asleep":
      return text("live-health-state", { state: node.state });
    default:
      return node.heard_s < 60 ? text("live-health-seconds-ago", { seconds: node.heard_s }) : text("live-health-minutes-ago", { minutes: Math.floor(node.heard_s / 60) });
  }
}

function clock(ppm) {
  if (ppm === null) {
    return "–";
  }
  return Math.abs(ppm) < 1000 ? text("live-health-ppm", { ppm: signed(ppm) }) : text("live-health-percent", { percent: signed((ppm / 10000).toFixed(1)) });
}

function signed(number) {
  return String(number).replace("-", "−");
}

function parts(health) {
  const supply = health.is_supply_well === null ? "unknown" : health.is_supply_well ? "well" : "low";
  return [
    text("live-health-sensors", { dead: health.dead_sensors }),
    text("live-health-noise", { counts: health.noise_counts }),
    ...(health.has_radio ? [text("live-health-strangers", { count: health.strangers })] : []),
    text("live-health-supply", { supply }),
  ];
}
