// Sentences about what is drawn: what a cell is, what is to be done with a wrong piece.

import { hourglassName, text } from "./texts.js";

// "C3: red1, 2 rings of 3", and what else is to be known of it.
export function cellLabel(name, cell, glass) {
  const what = glass ? hourglassName(glass.hourglass) : text("live-no-glass");
  const parts = [text("live-cell", { cell: name, what, rings: cell.rings, capacity: cell.capacity })];
  const add = (words, isSo) => isSo && parts.push(words);
  add(text("live-cell-full"), cell.is_full);
  add(text("live-cell-target"), cell.is_target);
  add(text("live-cell-can-move"), glass?.can_move);
  add(text("live-cell-run-out"), glass?.sand === "run-out");
  add(text("live-cell-ring-due"), cell.is_ring_due || cell.is_extra_ring_due);
  add(text("live-cell-penalty"), cell.is_penalty_target);
  add(text("live-cell-ring-refused"), cell.rings_refused > 0);
  add(text("live-cell-ring-missing"), cell.rings_taken > 0);
  add(text("live-cell-wanted"), cell.is_home_wanted);
  add(text("live-cell-wrong"), cell.is_wrong);
  add(text("live-cell-uncertain"), cell.is_uncertain);
  return parts.join(", ");
}

// The few words drawn on a cell where something is to be done.
export function cellNote(cell, glass, level) {
  if (cell.rings_refused > 0) {
    return text("live-note-take-off");
  }
  if (cell.rings_taken > 0) {
    return text("live-note-put-back");
  }
  if (glass?.is_lying) {
    return text("live-note-stand-up");
  }
  const reason = glass?.refusal ?? (cell.is_wrong ? cell.refusal : null);
  if (reason) {
    return text("live-note-refused", { reason });
  }
  return glass?.flips_needed && level >= 2 ? text("live-note-turn") : "";
}

// What a cell is, for the tooltip.
export function cellTip(name, cell, glass) {
  const hasRoom = cell.rings < cell.capacity;
  const hourglass = glass ? hourglassName(glass.hourglass) : "";
  const sentences = [text("live-tip", { cell: name, rings: cell.rings, capacity: cell.capacity })];
  const add = (words, isSo) => isSo && sentences.push(words);
  add(text("live-tip-full"), cell.is_full);
  add(text("live-tip-run-out", { hourglass }), glass?.sand === "run-out");
  add(text("live-tip-not-started", { hourglass }), glass?.sand === "not-started");
  add(text("live-tip-can-move", { hourglass }), glass?.can_move);
  add(text("live-tip-ring-due"), cell.is_ring_due && hasRoom);
  add(text("live-tip-penalty"), cell.is_penalty_target);
  add(text("live-tip-ring-refused"), cell.rings_refused > 0);
  return sentences.join(" ");
}

export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function facts(state) {
  const parts = [text("live-level", { level: state.level })];
  if (state.level === 3) {
    parts.push(state.penalty === "1998" ? text("live-late-sits-out") : text("live-late-second-ring"));
  }
  if (state.turn > 0) {
    parts.push(text("live-turn", { number: state.turn }));
  }
  return parts.join(" · ");
}
