// The connection to the board: states come in, commands go out and are answered.

import { forgetPin, rememberPin, rememberedPin } from "./memory.js";
import { LANGUAGE, text } from "./texts.js";

const PATIENCE_MS = 5000;
const RETRY_MS = [300, 700, 1500, 3000, 5000];

export class Link extends EventTarget {
  #socket = null;
  #waiting = new Map();
  #lastId = 0;
  #failures = 0;
  #lostAt = 0;

  hasHands = false;
  isReal = true;
  isConnected = false;
  isUnlocked = false;
  state = null;
  receivedAt = 0;

  open() {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/ws?lang=${encodeURIComponent(LANGUAGE)}`);
    socket.addEventListener("message", (event) => this.#take(JSON.parse(event.data)));
    socket.addEventListener("close", () => this.#closed());
    this.#socket = socket;
  }

  // What has passed of the match's time since the state was taken; it stands still while the board is out of reach.
  elapsedMs() {
    const now = this.isConnected ? performance.now() : this.#lostAt;
    return this.state ? (now - this.receivedAt) * (this.state.speed ?? 1) : 0;
  }

  // Resolves when the board has done it; rejects with an Error whose message is the board's sentence.
  send(command) {
    if (!this.isConnected) {
      return Promise.reject(new Error(text("live-no-connection")));
    }
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#socket.send(JSON.stringify({ ...command, id }));
    });
  }

  // Resolves to true as soon as a state is so, to false if none comes for a while.
  comesTo(isSo) {
    return new Promise((resolve) => {
      const look = () => this.state && isSo(this.state) && finish(true);
      const timer = setTimeout(() => finish(false), PATIENCE_MS);
      const finish = (answer) => {
        clearTimeout(timer);
        this.removeEventListener("state", look);
        resolve(answer);
      };
      this.addEventListener("state", look);
      look();
    });
  }

  async unlock(pin) {
    try {
      await this.send({ do: "unlock", pin });
    } catch (error) {
      forgetPin();
      throw error;
    }
    rememberPin(pin);
    this.isUnlocked = true;
    this.#tell("lock");
  }

  #take(message) {
    if (message.hello) {
      this.hasHands = message.hello.has_hands;
      this.isReal = message.hello.is_real;
      this.isConnected = true;
      this.#failures = 0;
      this.#tell("connection");
      this.#unlockAgain();
    } else if (message.state) {
      this.state = { ...this.state, ...message.state };
      this.receivedAt = performance.now();
      this.#tell("state");
    } else {
      const waiting = this.#waiting.get(message.id);
      this.#waiting.delete(message.id);
      if (message.error) {
        waiting?.reject(new Error(sentence(message.error)));
      } else {
        waiting?.resolve();
      }
    }
  }

  #unlockAgain() {
    const pin = pinOfAddress() ?? rememberedPin();
    if (pin) {
      this.unlock(pin).catch((error) => this.dispatchEvent(new CustomEvent("refused", { detail: error.message })));
    }
  }

  #closed() {
    if (this.isConnected) {
      this.#lostAt = performance.now();
    }
    this.isConnected = false;
    this.isUnlocked = false;
    for (const { reject } of this.#waiting.values()) {
      reject(new Error(text("live-connection-lost")));
    }
    this.#waiting.clear();
    this.#tell("connection");
    this.#tell("lock");
    setTimeout(() => this.open(), RETRY_MS[Math.min(this.#failures++, RETRY_MS.length - 1)]);
  }

  #tell(type) {
    this.dispatchEvent(new Event(type));
  }
}

// `/#pin=1234` unlocks; the PIN then leaves the address bar, so that nobody reads or shares it by accident.
function pinOfAddress() {
  const pin = new URLSearchParams(location.hash.slice(1)).get("pin");
  if (pin !== null) {
    history.replaceState(null, "", location.pathname);
  }
  return pin;
}

function sentence(text) {
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? "" : ".");
}
