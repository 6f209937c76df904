// Toasts, tooltips, and what a screen reader hears.

import { byId, html, setText } from "./dom.js";

const TOAST_MS = 5000;
const TIP_DELAY_MS = 550;

export function toast(text) {
  const list = byId("toasts");
  for (const old of list.children) {
    if (old.textContent === text) {
      old.remove();
    }
  }
  const node = html("p", { class: "toast" }, text);
  list.append(node);
  while (list.children.length > 3) {
    list.firstChild.remove();
  }
  setTimeout(() => node.remove(), TOAST_MS);
}

export function say(text) {
  setText(byId("live"), text);
}

// Shows `data-tip` of what the pointer rests on; `tipOf(target)` may say more of what is drawn.
export function watchTips(tipOf) {
  const tip = byId("tip");
  let timer = 0;
  const hide = () => {
    clearTimeout(timer);
    tip.hidden = true;
  };
  document.addEventListener("pointerover", (event) => {
    hide();
    const text = tipOf(event.target) ?? event.target.closest("[data-tip]")?.dataset.tip;
    if (text && event.pointerType === "mouse" && event.buttons === 0) {
      timer = setTimeout(() => showTip(text, event.clientX, event.clientY), TIP_DELAY_MS);
    }
  });
  document.addEventListener("pointerdown", hide);
  document.addEventListener("keydown", hide);
  document.addEventListener("scroll", hide, true);
}

export function showTip(text, x, y) {
  const tip = byId("tip");
  setText(tip, text);
  tip.hidden = false;
  const { width, height } = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, x - width / 2), innerWidth - width - 8);
  const isBelow = y + 22 + height < innerHeight - 8;
  tip.style.left = `${left}px`;
  tip.style.top = `${isBelow ? y + 22 : y - height - 14}px`;
}
