// What the page says, in the language it was opened in: the catalogue's texts, filled in as views/pattern.py does.

import { byId } from "./dom.js";

const { decimal_mark: DECIMAL_MARK, texts: TEXTS } = JSON.parse(byId("texts").textContent);

export const LANGUAGE = document.documentElement.lang;

const forms = pluralForms();

// A made-up language counts like English.
function pluralForms() {
  try {
    return new Intl.PluralRules(LANGUAGE);
  } catch (error) {
    if (error instanceof RangeError) {
      return new Intl.PluralRules("en");
    }
    throw error;
  }
}

// The text of that key with its gaps filled by words and numbers; a hole in it is a fault of ours, and is reported.
export function text(key, fields = {}) {
  if (!(key in TEXTS)) {
    console.error(`no text ${key}`);
    return key;
  }
  return fill(TEXTS[key], fields, key);
}

function fill(pattern, fields, key) {
  return pattern.map((part) => (typeof part === "string" ? part : filled(part, fields, key))).join("");
}

function filled({ slot, decimals, choice, variants, default: otherwise }, fields, key) {
  const name = slot ?? choice;
  const value = fields[name];
  if (value === undefined) {
    console.error(`text ${key} wants the field ${name}`);
    return `{${name}}`;
  }
  return slot ? written(value, decimals) : fill(variants[chosen(value, variants, otherwise)], fields, key);
}

// A number in figures with so many decimals, for where no sentence stands around it.
export function figures(value, decimals) {
  const rounded = Number(value.toFixed(decimals));
  return written(rounded === 0 ? 0 : rounded, decimals).replace("-", "\u2212");
}

function written(value, decimals) {
  if (typeof value === "string") {
    return value;
  }
  return (decimals === undefined ? String(value) : value.toFixed(decimals)).replace(".", DECIMAL_MARK);
}

function chosen(value, variants, otherwise) {
  if (Object.hasOwn(variants, value)) {
    return value;
  }
  const form = typeof value === "string" ? otherwise : forms.select(value);
  return Object.hasOwn(variants, form) ? form : otherwise;
}

// What the players call that hourglass.
export function hourglassName(label) {
  return text("hourglass", { label });
}

// What a point of the rules says (G3.4), or null for one that no ruling cites.
export function ruleText(point) {
  const key = `rule-${point.replaceAll(".", "-")}`;
  return key in TEXTS ? text(key) : null;
}
