/** Correction M and mask 2, in the form a symbol carries them. */
const FORMAT = 0b101_1110_0111_1100;
const FORMAT_BITS = 15;
const VERSION_BITS = 18;
const VERSION_GENERATOR = 0x1f25;
const FIRST_WITH_VERSION_BITS = 7;
/** The row and the column of alternating modules. */
const TIMING = 6;

const FREE = 0;
const LIGHT = 1;
const DARK = 2;

/** A symbol with its function patterns; all other modules are free for data. */
export type Patterns = {
  readonly size: number;
  isFree(x: number, y: number): boolean;
  isDark(x: number, y: number): boolean;
};

type Drawing = Patterns & { set(x: number, y: number, dark: boolean): void };

function sizeOfVersion(version: number): number {
  return 17 + 4 * version;
}

export function patternsOf(version: number): Patterns {
  const drawing = emptyDrawing(sizeOfVersion(version));
  drawFinders(drawing);
  drawAlignments(drawing, version);
  drawTiming(drawing);
  drawFormat(drawing);
  if (version >= FIRST_WITH_VERSION_BITS) drawVersion(drawing, version);
  return drawing;
}

function emptyDrawing(size: number): Drawing {
  const modules = new Uint8Array(size * size);
  return {
    size,
    isFree: (x, y) => modules[y * size + x] === FREE,
    isDark: (x, y) => modules[y * size + x] === DARK,
    set(x, y, dark) {
      const isInside = x >= 0 && y >= 0 && x < size && y < size;
      if (isInside) modules[y * size + x] = dark ? DARK : LIGHT;
    },
  };
}

/** Square rings around a centre, from the innermost. */
function drawRings(drawing: Drawing, centreX: number, centreY: number, rings: readonly boolean[]): void {
  const reach = rings.length - 1;
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      drawing.set(centreX + x, centreY + y, rings[Math.max(Math.abs(x), Math.abs(y))] ?? false);
    }
  }
}

function drawFinders(drawing: Drawing): void {
  const rings = [true, true, false, true, false];
  const far = drawing.size - 4;
  drawRings(drawing, 3, 3, rings);
  drawRings(drawing, far, 3, rings);
  drawRings(drawing, 3, far, rings);
}

function drawAlignments(drawing: Drawing, version: number): void {
  const centres = alignmentCentres(drawing.size, version);
  for (const y of centres) {
    for (const x of centres) if (drawing.isFree(x, y)) drawRings(drawing, x, y, [true, false, true]);
  }
}

/** Evenly spaced, with even distances, from the far end; the first is on the timing line. */
function alignmentCentres(size: number, version: number): number[] {
  if (version === 1) return [];
  const gaps = Math.floor(version / 7) + 1;
  const step = 2 * Math.floor((8 * version + 3 * gaps + 8) / (4 * gaps));
  const others = Array.from({ length: gaps }, (_, index) => size - 7 - index * step);
  return [TIMING, ...others];
}

/** The alignments on these lines alternate with them, so only what is free is drawn. */
function drawTiming(drawing: Drawing): void {
  for (let along = 0; along < drawing.size; along++) {
    if (drawing.isFree(along, TIMING)) drawing.set(along, TIMING, along % 2 === 0);
    if (drawing.isFree(TIMING, along)) drawing.set(TIMING, along, along % 2 === 0);
  }
}

/** Twice: around the first finder, and split over the other two. Beside it is the single dark module. */
function drawFormat(drawing: Drawing): void {
  const { size } = drawing;
  for (let bit = 0; bit < FORMAT_BITS; bit++) {
    const dark = ((FORMAT >> bit) & 1) === 1;
    const isLow = bit < 8;
    const near = isLow ? bit : FORMAT_BITS - 1 - bit;
    const nearPastTiming = near + (near >= TIMING ? 1 : 0);
    if (isLow) drawing.set(8, nearPastTiming, dark);
    else drawing.set(nearPastTiming, 8, dark);
    if (isLow) drawing.set(size - 1 - bit, 8, dark);
    else drawing.set(8, size - FORMAT_BITS + bit, dark);
  }
  drawing.set(8, size - 8, true);
}

function drawVersion(drawing: Drawing, version: number): void {
  let remainder = version << 12;
  for (let bit = VERSION_BITS - 1; bit >= 12; bit--) {
    if ((remainder >> bit) & 1) remainder ^= VERSION_GENERATOR << (bit - 12);
  }
  const bits = (version << 12) | remainder;
  for (let bit = 0; bit < VERSION_BITS; bit++) {
    const dark = ((bits >> bit) & 1) === 1;
    const far = drawing.size - 11 + (bit % 3);
    const near = Math.floor(bit / 3);
    drawing.set(far, near, dark);
    drawing.set(near, far, dark);
  }
}

/** Free modules in the order bits fill them: columns two wide, from the right, up and down in turns. */
export function freeModulesInOrder({ size, isFree }: Patterns): { x: number; y: number }[] {
  const order: { x: number; y: number }[] = [];
  let upwards = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === TIMING) right -= 1;
    for (let step = 0; step < size; step++) {
      const y = upwards ? size - 1 - step : step;
      for (const x of [right, right - 1]) if (isFree(x, y)) order.push({ x, y });
    }
    upwards = !upwards;
  }
  return order;
}
