// Sentences. What a rule says, what a cell is, what is to be done with a wrong piece.

export const RULES = {
  "G1.1": "Red begins, then the players alternate.",
  "G1.2": "A turn: move one of your hourglasses to an adjacent vacant cell.",
  "G1.3": "Then you may drop one ring over the glass you moved.",
  "G1.4": "A cell whose rings reach its capacity is full. Moving a glass onto it loses the game at once.",
  "G1.5": "Who cannot move passes; the other goes on alone.",
  "G1.6": "The game ends when nobody can move. Fewest rings left wins.",
  "G1.7": "Equal rings at level 1: a tie.",
  "G2.2": "In the first three turns each glass must be moved once.",
  "G2.3": "Every move turns the glass over, in one fluid motion.",
  "G2.4": "The ring must follow the move at once, or the opportunity is gone.",
  "G2.5": "The opponent may start as soon as you have let go.",
  "G2.6": "A glass that has run out stays where it is and may not be moved.",
  "G2.9": "Equal rings: the owner of the last living glass wins.",
  "G3.2": "During the opponent’s turn you may turn the timer, to force him to move within its run.",
  "G3.3": "Only when its upper bulb is empty. Old sand binds nobody.",
  "G3.4": "Late: the opponent may drop a second ring on any cell that is not full.",
  "G3.5": "The opponent may begin at your release, or when the timer runs out.",
  "G3.6": "Not started when it runs out: the turn is lost, with the same penalty.",
  "G.opt": "Free placement: the first three moves bring the glasses in.",
  "G98.1": "First edition: who is late finishes, then sits out one turn.",
  "G98.2": "First edition: this turn is lost, and the next one too.",
  "G98.3": "First edition: a turn sat out is passed when it comes.",
  "H2": "The mover’s ring counts for three seconds after his release (level 1: ten).",
  "H3": "After that the opponent may drop one of his own there, until he begins to move.",
  "H5": "Whose a ring is follows from the cell and the time alone.",
  "H6": "A ring that has no meaning where it fell is taken off again.",
  "H9": "A wrong move is put back; the turn and the timers run on.",
  "H11": "Let go without turning it: turn it where it stands, or put it back.",
  "H14": "A glass may not be held or laid down for long.",
  "H18": "Before the start: every glass at home, its sand at the bottom, no rings on the board.",
  "H20": "The players’ eyes count near the end of a glass.",
  "H23": "Turned with sand still on top, the timer binds nobody.",
  "H24": "Turned together with a move, the timer was meant for the turn that has just ended.",
  "H27": "It ran out at the instant of release: in time.",
  "H28": "Put back unmoved after the timer ran out: the turn is lost.",
  "H31": "A penalty ring may be dropped for five seconds after one’s own move.",
  "H37": "Too close to tell: the players say which glass lived longer.",
  "H39": "Resigning takes one player; a draw, taking back and resuming take both.",
};

const REFUSED = {
  "out-of-turn": "not your turn",
  "run-out": "run out",
  "own-cell": "turn it back",
  "other-glass-first": "another first",
  "not-adjacent": "too far",
  occupied: "occupied",
  "not-flipped": "turn it over",
  "sand-in-top": "sand on top",
  "not-set-up": "not at home",
  "in-pause": "put it back",
};

const RINGS = ["no rings", "1 ring", "2 rings", "3 rings", "4 rings"];

// "C3: red1, 2 rings of 3", and what else is to be known of it.
export function cellLabel(name, cell, glass) {
  const parts = [glass?.hourglass ?? "no glass", `${RINGS[cell.rings] ?? `${cell.rings} rings`} of ${cell.capacity}`];
  const add = (text, isSo) => isSo && parts.push(text);
  add("full", cell.is_full);
  add("a legal target", cell.is_target);
  add("can move", glass?.can_move);
  add("run out", glass?.sand === "run-out");
  add("a ring may be dropped", cell.is_ring_due || cell.is_extra_ring_due);
  add("a second ring may be dropped", cell.is_penalty_target);
  add("a refused ring, take it off", cell.rings_refused > 0);
  add("a ring is missing, put it back", cell.rings_taken > 0);
  add("a glass belongs here", cell.is_home_wanted);
  add("put this right", cell.is_wrong);
  add("the sensors are not sure", cell.is_uncertain);
  return `${name}: ${parts.join(", ")}`;
}

// The few words drawn on a cell where something is to be done.
export function cellNote(cell, glass, level) {
  if (cell.rings_refused > 0) {
    return "take it off";
  }
  if (cell.rings_taken > 0) {
    return "put it back";
  }
  if (glass?.is_lying) {
    return "stand it up";
  }
  const reason = glass?.refusal ?? (cell.is_wrong ? cell.refusal : null);
  if (reason) {
    return REFUSED[reason] ?? "put it back";
  }
  return glass?.flips_needed && level >= 2 ? "turn it over" : "";
}

// What a cell is, for the tooltip.
export function cellTip(name, cell, glass) {
  const room = cell.capacity - cell.rings;
  const sentences = [`${name} holds ${cell.capacity}, has ${RINGS[cell.rings]}.`];
  const add = (text, isSo) => isSo && sentences.push(text);
  add(`Full: moving a glass here loses the game at once (G1.4).`, cell.is_full);
  add(`${glass?.hourglass} has run out: it stays here (G2.6).`, glass?.sand === "run-out");
  add(`${glass?.hourglass} has not been turned yet (G2.2).`, glass?.sand === "not-started");
  add(`${glass?.hourglass} can move.`, glass?.can_move);
  add("A ring may be dropped here now (G1.3).", cell.is_ring_due && room > 0);
  add("A second ring may be dropped here (G3.4).", cell.is_penalty_target);
  add("The top ring is refused: click to take it off.", cell.rings_refused > 0);
  return sentences.join(" ");
}

export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export function facts(state) {
  const parts = [`Level ${state.level}`];
  if (state.level === 3) {
    parts.push(state.penalty === "1998" ? "late: sits out" : "late: second ring");
  }
  if (state.turn > 0) {
    parts.push(`turn ${state.turn}`);
  }
  return parts.join(" · ");
}
