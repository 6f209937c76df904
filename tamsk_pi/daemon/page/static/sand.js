// How high sand stands in a bulb: the picture of an hourglass holds the volume that it should.

export const BULB = "M-12,-18C-12,-7 -1.6,-5 -1.6,0C-1.6,5 -12,7 -12,18H12C12,7 1.6,5 1.6,0C1.6,-5 12,-7 12,-18Z";
export const BULB_HEIGHT = 18;
const FULL_SHARE = 0.86; // of the bulb's height, that a full bulb fills
const SAMPLES = 60;

// The bulb's half width at heights above the neck, from the same curve as BULB.
function profile() {
  const points = [];
  for (let i = 0; i <= SAMPLES; i++) {
    const t = 1 - i / SAMPLES;
    const u = 1 - t;
    const bezier = (a, b, c, d) => a * u ** 3 + 3 * b * u * u * t + 3 * c * u * t * t + d * t ** 3;
    points.push({ height: -bezier(-18, -7, -5, 0), halfWidth: -bezier(-12, -12, -1.6, -1.6) });
  }
  return points;
}

// Heights and the volumes below them, from the neck up or (for the lower bulb) from the base up.
function volumes(points) {
  const table = [{ height: 0, volume: 0 }];
  for (let i = 1; i < points.length; i++) {
    const step = Math.abs(points[i].height - points[i - 1].height);
    const width = (points[i].halfWidth + points[i - 1].halfWidth) / 2;
    const last = table[table.length - 1];
    table.push({ height: last.height + step, volume: last.volume + step * width * width });
  }
  return table;
}

const FROM_NECK = volumes(profile().sort((a, b) => a.height - b.height));
const FROM_BASE = volumes(profile().sort((a, b) => b.height - a.height));
const FULL_VOLUME = FROM_NECK.find((row) => row.height >= BULB_HEIGHT * FULL_SHARE).volume;

function heightOf(table, share) {
  const volume = share * FULL_VOLUME;
  const above = table.findIndex((row) => row.volume >= volume);
  if (above <= 0) {
    return above === 0 ? 0 : BULB_HEIGHT;
  }
  const [low, high] = [table[above - 1], table[above]];
  return low.height + ((high.height - low.height) * (volume - low.volume)) / (high.volume - low.volume);
}

function rounded(length) {
  return Math.round(100 * length) / 100;
}

// The paths of the sand above and below, and where the stream ends, for a share of 0 … 1 on top.
export function sandPaths(share) {
  const top = rounded(-heightOf(FROM_NECK, share));
  const bottom = rounded(BULB_HEIGHT - heightOf(FROM_BASE, 1 - share));
  const dip = Math.min(3, -top / 4);
  const heap = Math.min(2.4, (BULB_HEIGHT - bottom) / 2);
  return {
    top: share > 0 ? `M-13,${top}Q0,${top + dip} 13,${top}V0H-13Z` : "",
    bottom: share < 1 ? `M-13,${bottom + heap}Q0,${bottom - heap} 13,${bottom + heap}V19H-13Z` : "",
    streamEnd: bottom,
  };
}
