import { crc32, deflateSync } from 'node:zlib';

/** Our mark in a square of this side: the ticket that one draws at a counter, to be torn off. */
const SIDE = 64;
const TICKET = { left: 10, right: 54, top: 18, bottom: 46 };
const ROUND = 5;
const NOTCH = { y: SIDE / 2, radius: 5 };
const TEAR = { x: 40, width: 2.5, height: 4, at: [22, 30, 38] };

/** The icon of a page. */
export function markSvg(ground: string, ink: string): string {
  const { left, right, top, bottom } = TICKET;
  const ticket = `<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}" rx="${ROUND}" fill="${ink}"/>`;
  const notches = [left, right].map(
    (x) => `<circle cx="${x}" cy="${NOTCH.y}" r="${NOTCH.radius}" fill="${ground}"/>`,
  );
  const tears = TEAR.at.map(
    (y) => `<rect x="${TEAR.x}" y="${y}" width="${TEAR.width}" height="${TEAR.height}" fill="${ground}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIDE} ${SIDE}"><rect width="${SIDE}" height="${SIDE}" rx="14" fill="${ground}"/>${ticket}${notches.join('')}${tears.join('')}</svg>`;
}

/** What messengers show above a link: their size, with the mark in the middle. */
export const PREVIEW = { width: 1200, height: 630 };
const MARK_SIDE = 420;

function isInk(x: number, y: number): boolean {
  const { left, right, top, bottom } = TICKET;
  if (x < left || x > right || y < top || y > bottom) return false;
  const isTorn = TEAR.at.some((at) => y >= at && y < at + TEAR.height);
  if (isTorn && x >= TEAR.x && x < TEAR.x + TEAR.width) return false;
  const isNotch = (from: number) => Math.hypot(x - from, y - NOTCH.y) < NOTCH.radius;
  if (isNotch(left) || isNotch(right)) return false;
  const beyond = (at: number, low: number, high: number) =>
    Math.max(low + ROUND - at, at - (high - ROUND), 0);
  return Math.hypot(beyond(x, left, right), beyond(y, top, bottom)) <= ROUND;
}

/** The rows of the picture, a bit per point; the colours are in another part of the file. */
let pixels: Buffer | undefined;

function previewPixels(): Buffer {
  const { width, height } = PREVIEW;
  const rowLength = 1 + width / 8;
  const rows = Buffer.alloc(rowLength * height);
  const scale = SIDE / MARK_SIDE;
  const left = (width - MARK_SIDE) / 2;
  const top = (height - MARK_SIDE) / 2;
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (!isInk((x - left + 0.5) * scale, (y - top + 0.5) * scale)) continue;
      const at = y * rowLength + 1 + (x >> 3);
      rows.writeUInt8(rows.readUInt8(at) | (0x80 >> (x & 7)), at);
    }
  }
  return chunk('IDAT', deflateSync(rows, { level: 9 }));
}

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

/** A PNG of two colours. */
export function previewPng(ground: string, ink: string): Buffer {
  pixels ??= previewPixels();
  const header = Buffer.alloc(13);
  header.writeUInt32BE(PREVIEW.width, 0);
  header.writeUInt32BE(PREVIEW.height, 4);
  // One bit per point, by a table of colours.
  header.writeUInt8(1, 8);
  header.writeUInt8(3, 9);
  const colors = Buffer.from(ground.slice(1) + ink.slice(1), 'hex');
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', colors),
    pixels,
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  named.copy(framed, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}
