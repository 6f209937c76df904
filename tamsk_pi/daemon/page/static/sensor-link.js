// The connection to the sensors: five maps a second while the page is seen, and nothing while it is not.

import { LANGUAGE } from "./texts.js";

const RETRY_MS = [300, 700, 1500, 3000, 5000];
const MEMORY_MS = 30000;
const TRY_AGAIN_LATER = 1013; // the code with which the board turns away who is one too many

export class SensorLink extends EventTarget {
  #socket = null;
  #failures = 0;
  #timer = 0;

  map = null;
  trace = null; // the chosen cell's readings of the last half minute
  cell = null;
  isConnected = false;
  isCrowded = false;

  open() {
    document.addEventListener("visibilitychange", () => this.#follow());
    this.#follow();
  }

  choose(cell) {
    this.cell = cell;
    this.trace = null;
    this.#ask();
  }

  #follow() {
    if (document.hidden) {
      clearTimeout(this.#timer);
      this.#socket?.close();
    } else if (!this.#socket) {
      this.#connect();
    }
  }

  #connect() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws/sensors?lang=${encodeURIComponent(LANGUAGE)}`);
    socket.addEventListener("open", () => this.#ask());
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", (event) => this.#closed(event.code));
    this.#socket = socket;
  }

  #ask() {
    if (this.cell && this.#socket?.readyState === WebSocket.OPEN) {
      this.#socket.send(JSON.stringify({ cell: this.cell }));
    }
  }

  #take({ map, trace }) {
    this.#failures = 0;
    this.isConnected = true;
    this.map = map;
    if (trace && trace.cell === this.cell) {
      this.#keep(trace);
    }
    this.dispatchEvent(new Event("told"));
  }

  // Readings are added to those that are known; what is older than half a minute is let go.
  #keep(news) {
    const known = news.is_whole || !this.trace ? { at_ms: [], s0: [], s1: [] } : this.trace;
    const joined = { ...news };
    for (const key of ["at_ms", "s0", "s1"]) {
      joined[key] = known[key].concat(news[key]);
    }
    const oldest = joined.at_ms.at(-1) - MEMORY_MS;
    const first = joined.at_ms.findIndex((at) => at >= oldest);
    for (const key of ["at_ms", "s0", "s1"]) {
      joined[key] = joined[key].slice(Math.max(0, first));
    }
    this.trace = joined;
  }

  #closed(code) {
    this.#socket = null;
    this.isConnected = false;
    this.isCrowded = code === TRY_AGAIN_LATER;
    this.dispatchEvent(new Event("told"));
    if (!document.hidden) {
      this.#timer = setTimeout(() => this.#follow(), RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]);
    }
  }
}
