// What the map can show. A value's strength runs from 0, dark, to 1, bright; the number on the cell says it exactly.

import { figures, text } from "./texts.js";

const DARK = [27, 33, 42];
const RISING = [255, 164, 72];
const FALLING = [104, 176, 255];
const BRIGHT = 0.5; // from here on dark letters are read better

// `least` is the value that is shown brightest, unless one is greater still.
const LAYERS = {
  field: { least: 25, decimals: 0, isSigned: true },
  off: { least: 5, decimals: 1, isSigned: true },
  margin: { least: 8, decimals: 1, isInverse: true },
  noise: { least: 2, decimals: 2 },
  drift: { least: 3, decimals: 1, isSigned: true },
};

export class Layer {
  constructor(name) {
    this.name = name;
    Object.assign(this, LAYERS[name]);
    this.full = this.least;
  }

  // The two values of a cell, S0 and S1, or its one margin.
  values(map, cell, index) {
    return this.name === "margin" ? [map.cells[cell].margin] : map[this.name].slice(2 * index, 2 * index + 2);
  }

  scaleTo(map) {
    const believed = this.name === "margin" ? [] : map[this.name].filter((_, i) => !map.untrusted.includes(i));
    this.full = Math.max(this.least, ...believed.map(Math.abs));
  }

  written(value) {
    const sign = this.isSigned && Number(value.toFixed(this.decimals)) > 0 ? "+" : "";
    return sign + figures(value, this.decimals);
  }

  look(value) {
    const share = Math.min(1, Math.abs(value) / this.full);
    const strength = this.isInverse ? 1 - share : share;
    return { fill: mixed(value < 0 ? FALLING : RISING, strength), isBright: strength > BRIGHT };
  }

  // The ends of the legend and the colours between them.
  legend() {
    const low = this.isSigned ? -this.full : 0;
    const steps = [0, 0.25, 0.5, 0.75, 1].map((share) => this.look(low + share * (this.full - low)).fill);
    const unit = text("live-sensors-unit", { layer: this.name });
    return { low: `${this.written(low)} ${unit}`, high: `${this.written(this.full)} ${unit}`, colours: steps };
  }
}

function mixed(colour, strength) {
  return `rgb(${DARK.map((dark, i) => Math.round(dark + (colour[i] - dark) * strength ** 0.8)).join(" ")})`;
}
