import { crc32 } from 'node:zlib';
import { type Picture, quadsPerRow } from './layout.ts';

/**
 * One module is four one-bit pixels, so two modules make one of four bytes and each row comes four times.
 * So the compressed stream is written directly: no compressor is needed, and the file is smaller.
 */
const PIXELS_PER_MODULE = 4;
const REPEATS = PIXELS_PER_MODULE - 1;
const LIGHT_LIGHT = 0xff;
const LIGHT_DARK = 0xf0;
const DARK_LIGHT = 0x0f;
const DARK_DARK = 0x00;

/** By the pair of modules, dark ones set: its byte, and that byte's prefix code with the first bit lowest. */
const PAIRS: readonly Pair[] = [
  { byte: LIGHT_LIGHT, code: [0b01, 2] },
  { byte: LIGHT_DARK, code: [0b011, 3] },
  { byte: DARK_LIGHT, code: [0b10, 2] },
  { byte: DARK_DARK, code: [0b00, 2] },
];
const END_OF_BLOCK = { symbol: 256, code: 0b0111, length: 4 };
const REPEAT = { firstSymbol: 257, code: 0b1111, length: 4 };

/**
 * By quad, what its two bytes do, in one number: 6 bits of codes, 3 of their length, 9 of the bytes' sum, and what they
 * add to the sum of sums. Tables instead of conditions: modules are random, and branches would be mispredicted.
 */
const QUADS = Int32Array.from({ length: 16 }, (_, quad) => {
  const first = pairOf(quad >> 2);
  const second = pairOf(quad & 3);
  const [firstCode, firstLength] = first.code;
  const [secondCode, secondLength] = second.code;
  return (
    (firstCode | (secondCode << firstLength)) +
    ((firstLength + secondLength) << 6) +
    ((first.byte + second.byte) << 9) +
    ((2 * first.byte + second.byte) << 18)
  );
});

/** Deflate starts with the lengths of the codes for lengths, in this order: 16, 17, 18, 0, 8, 7 … 1. */
const LENGTHS_OF_LENGTH_CODES = [0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 3, 0, 4, 0, 2, 0, 4];
const LENGTH_CODES: Record<number, Bits> = {
  0: [0, 1],
  1: [0b0111, 4],
  2: [0b01, 2],
  3: [0b1111, 4],
  4: [0b011, 3],
};

const ADLER_PRIME = 65_521;
const DATA_LENGTH_AT = 33;
const DATA_TYPE_AT = 37;
const DATA_AT = 41;
const MAX_ROW_OVERHEAD_BITS = 32;
const CLOSING_LENGTH = 32;
const END_CHUNK = Buffer.from('0000000049454e44ae426082', 'hex');

type Bits = readonly [value: number, count: number];
type Pair = { byte: number; code: Bits };
type Pending = { bits: number; count: number };
/** What all pictures of one width share: the file up to the first row, and how a row is repeated. */
type Frame = { quadsPerRow: number; opening: Buffer; pending: Pending; repeat: Bits };

const framesByWidth = new Map<number, Frame>();

export function pngOfPicture({ width, quads }: Picture): Buffer {
  const frame = framesByWidth.get(width) ?? newFrame(width);
  const { opening } = frame;
  const rowBits = frame.quadsPerRow * 2 * 3 + MAX_ROW_OVERHEAD_BITS;
  const png = Buffer.allocUnsafe(opening.length + Math.ceil((width * rowBits) / 8) + CLOSING_LENGTH);
  opening.copy(png);
  const end = writeRows(png, quads, frame);
  png.writeUInt32BE(end - DATA_AT, DATA_LENGTH_AT);
  png.writeUInt32BE(crc32(png.subarray(DATA_TYPE_AT, end)), end);
  END_CHUNK.copy(png, end + 4);
  return png.subarray(0, end + 4 + END_CHUNK.length);
}

/** Each row's codes and an order to copy it three times, then the end and the checksum of it all. */
function writeRows(png: Buffer, quads: Uint8Array, frame: Frame): number {
  const { quadsPerRow: perRow, opening } = frame;
  const [repeatBits, repeatCount] = frame.repeat;
  const rowLength = 2 * perRow;
  let { bits, count } = frame.pending;
  let at = opening.length;
  let adlerLow = 1;
  let adlerHigh = 0;
  for (let start = 0; start < quads.length; start += perRow) {
    let sum = 0;
    let sumOfSums = 0;
    for (let index = start; index < start + perRow; index++) {
      const quad = QUADS[quads[index] ?? 0] ?? 0;
      bits |= (quad & 0x3f) << count;
      count += (quad >> 6) & 0x7;
      sumOfSums += 2 * sum + (quad >> 18);
      sum += (quad >> 9) & 0x1ff;
      // At most one byte is full; where none is, it is written again.
      png[at] = bits;
      at += count >> 3;
      bits >>>= count & 8;
      count &= 7;
    }
    bits |= repeatBits << count;
    count += repeatCount;
    for (; count >= 8; count -= 8, bits >>>= 8) png[at++] = bits;
    for (let copy = 0; copy <= REPEATS; copy++) {
      adlerHigh += rowLength * adlerLow + sumOfSums;
      adlerLow += sum;
    }
    adlerHigh %= ADLER_PRIME;
    adlerLow %= ADLER_PRIME;
  }
  bits |= END_OF_BLOCK.code << count;
  count += END_OF_BLOCK.length;
  for (; count > 0; count -= 8, bits >>>= 8) png[at++] = bits;
  return png.writeUInt32BE(adlerHigh * 0x10000 + adlerLow, at);
}

function newFrame(width: number): Frame {
  const perRow = quadsPerRow(width);
  const rowLength = 2 * perRow;
  const length = stepsOf(REPEATS * rowLength - 3, 2);
  const distance = stepsOf(rowLength - 1, 1);
  const { bytes, pending } = packed(blockHeader(REPEAT.firstSymbol + length.symbol, distance.symbol));
  const [extraLength, extraLengthBits] = length.extra;
  const [extraDistance, extraDistanceBits] = distance.extra;
  // The only distance has a code of one bit, 0.
  const distanceAt = REPEAT.length + extraLengthBits + 1;
  const frame: Frame = {
    quadsPerRow: perRow,
    opening: Buffer.concat([fileHeader(width * PIXELS_PER_MODULE), bytes]),
    pending,
    repeat: [
      REPEAT.code | (extraLength << REPEAT.length) | (extraDistance << distanceAt),
      distanceAt + extraDistanceBits,
    ],
  };
  framesByWidth.set(width, frame);
  return frame;
}

function pairOf(modules: number): Pair {
  return PAIRS[modules] ?? { byte: 0, code: [0, 0] };
}

/** Signature, image header, the start of the data chunk with its length left open, and the zlib header. */
function fileHeader(width: number): Buffer {
  const header = Buffer.alloc(DATA_AT + 2);
  header.write('89504e470d0a1a0a0000000d49484452', 'hex');
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(width, 20);
  header.writeUInt8(1, 24);
  header.writeUInt32BE(crc32(header.subarray(12, 29)), 29);
  header.write('IDAT', DATA_TYPE_AT, 'latin1');
  header.writeUInt16BE(0x7801, DATA_AT);
  return header;
}

/** One last block with codes of its own: those of the four bytes, the end, one length and one distance. */
function blockHeader(lengthSymbol: number, distanceSymbol: number): Bits[] {
  const lengths = Array<number>(lengthSymbol + 1 + distanceSymbol + 1).fill(0);
  for (const { byte, code } of PAIRS) lengths[byte] = code[1];
  lengths[END_OF_BLOCK.symbol] = END_OF_BLOCK.length;
  lengths[lengthSymbol] = REPEAT.length;
  lengths[lengthSymbol + 1 + distanceSymbol] = 1;
  return [
    [1, 1],
    [2, 2],
    [lengthSymbol - END_OF_BLOCK.symbol, 5],
    [distanceSymbol, 5],
    [LENGTHS_OF_LENGTH_CODES.length - 4, 4],
    ...LENGTHS_OF_LENGTH_CODES.map((length): Bits => [length, 3]),
    ...lengths.map((length): Bits => LENGTH_CODES[length] ?? [0, 0]),
  ];
}

/** Deflate writes lengths and distances as floating point: a symbol for the leading bits, the rest as they are. */
function stepsOf(value: number, leadingBits: number): { symbol: number; extra: Bits } {
  const shift = 31 - Math.clz32(value) - leadingBits;
  return { symbol: (shift << leadingBits) + (value >> shift), extra: [value & ((1 << shift) - 1), shift] };
}

function packed(parts: Bits[]): { bytes: Buffer; pending: Pending } {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const [value, length] of parts) {
    bits |= value << count;
    count += length;
    for (; count >= 8; count -= 8, bits >>>= 8) bytes.push(bits & 0xff);
  }
  return { bytes: Buffer.from(bytes), pending: { bits, count } };
}
