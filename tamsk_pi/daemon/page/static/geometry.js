// Where the cells are. Lengths are in units of the board's viewBox; a cell is a hexagon with a corner to either side.

export const SIDE = 60; // centre to corner of a cell
const HEIGHT = SIDE * Math.sqrt(3);
const COLUMNS = "ABCDEFG";

function columnLength(column) {
  return 7 - Math.abs(column - 3);
}

function* places() {
  for (let column = 0; column < COLUMNS.length; column++) {
    const length = columnLength(column);
    for (let number = 1; number <= length; number++) {
      yield [COLUMNS[column] + number, { x: (column - 3) * 1.5 * SIDE, y: ((length + 1) / 2 - number) * HEIGHT }];
    }
  }
}

export const CENTRES = new Map(places());
export const CELL_NAMES = [...CENTRES.keys()];

// Beside the board, where it leaves its corners free: red's glasses wait at the bottom left, black's at the top right.
export const TRAYS = {
  red: { x: -346, y: 312, width: 190, height: 86 },
  black: { x: 156, y: -398, width: 190, height: 86 },
};

export function trayPlace(label) {
  const tray = TRAYS[label.slice(0, -1)];
  return { x: tray.x + tray.width / 2 + (Number(label.slice(-1)) - 2) * 58, y: tray.y + tray.height / 2 };
}

export function hexagon(side) {
  const h = (side * Math.sqrt(3)) / 2;
  return `M${side},0L${side / 2},${h}H${-side / 2}L${-side},0L${-side / 2},${-h}H${side / 2}Z`;
}

export function cellAt(point) {
  for (const [name, centre] of CENTRES) {
    const x = Math.abs(point.x - centre.x);
    const y = Math.abs(point.y - centre.y);
    if (y <= HEIGHT / 2 && x * Math.sqrt(3) + y <= HEIGHT) {
      return name;
    }
  }
  return null;
}

const STEPS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

// The cell an arrow key leads to: up and down along the column, left and right to the nearest of the next column.
export function cellToward(name, key) {
  const [right, down] = STEPS[key];
  const from = CENTRES.get(name);
  let best = null;
  let bestDistance = Infinity;
  for (const [other, centre] of CENTRES) {
    const dx = (centre.x - from.x) / (1.5 * SIDE);
    const dy = (centre.y - from.y) / HEIGHT;
    const isOnTheWay = right ? Math.round(dx) === right : Math.round(dx) === 0 && Math.sign(dy) === down && other !== name;
    // Of two equally near cells the upper in columns A, C, E, G, the lower in B, D, F: so a row stays a row.
    const lean = COLUMNS.indexOf(other[0]) % 2 === 0 ? 0.01 : -0.01;
    const distance = Math.abs(dy) + (right ? lean * dy : 0);
    if (isOnTheWay && distance < bestDistance) {
      best = other;
      bestDistance = distance;
    }
  }
  return best;
}
