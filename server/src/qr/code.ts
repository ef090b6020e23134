import { writeCorrection } from './correction.ts';
import { type Layout, layoutOf, type Picture } from './layout.ts';

const BYTE_MODE = 0b0100;
const PADDING = [0xec, 0x11] as const;
/** Up to here a length takes one byte, from the next version on two. */
const LAST_WITH_SHORT_LENGTH = 9;

/** The smallest symbol that holds the text as UTF-8 with error correction M. */
export function qrCode(text: string): Picture {
  const bytes = Buffer.from(text, 'utf8');
  const layout = layoutFor(bytes.length);
  const words = new Uint8Array(layout.wordCount);
  writeData(words, bytes, layout);
  const { blocks, correctionLength, dataLength } = layout;
  for (const [index, block] of blocks.entries()) {
    writeCorrection(words, block, dataLength + index * correctionLength, correctionLength);
  }
  return { width: layout.width, quads: draw(words, layout) };
}

function layoutFor(length: number): Layout {
  for (let version = 1; ; version++) {
    const layout = layoutOf(version);
    if (length + headerLength(layout) <= layout.dataLength) return layout;
  }
}

/** Mode and length take half a byte more than whole ones; the other half ends the text. */
function headerLength({ version }: Layout): number {
  return version <= LAST_WITH_SHORT_LENGTH ? 2 : 3;
}

function writeData(words: Uint8Array, bytes: Uint8Array, layout: Layout): void {
  const { length } = bytes;
  const header = headerLength(layout);
  let at = 0;
  let carried = BYTE_MODE;
  const push = (byte: number) => {
    words[at++] = (carried << 4) | (byte >> 4);
    carried = byte & 0xf;
  };
  if (header > 2) push(length >> 8);
  push(length & 0xff);
  for (const byte of bytes) push(byte);
  words[at++] = carried << 4;
  for (let pad = 0; at < layout.dataLength; pad ^= 1) words[at++] = PADDING[pad as 0 | 1];
}

/** Unrolled: a loop over the eight bits takes twice as long. */
function draw(words: Uint8Array, { ground, places }: Layout): Uint8Array {
  const quads = ground.slice();
  let bit = 0;
  for (const word of words) {
    flip(quads, places[bit], word >> 7);
    flip(quads, places[bit + 1], word >> 6);
    flip(quads, places[bit + 2], word >> 5);
    flip(quads, places[bit + 3], word >> 4);
    flip(quads, places[bit + 4], word >> 3);
    flip(quads, places[bit + 5], word >> 2);
    flip(quads, places[bit + 6], word >> 1);
    flip(quads, places[bit + 7], word);
    bit += 8;
  }
  return quads;
}

function flip(quads: Uint8Array, place = 0, bit: number): void {
  const quad = place >> 2;
  quads[quad] = (quads[quad] ?? 0) ^ ((bit & 1) << (place & 3));
}
