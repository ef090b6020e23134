import { crc32, inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Picture, QUIET_ZONE, quadsPerRow } from './layout.ts';
import { pngOfPicture } from './raster.ts';

const SMALLEST = 21;
/** Version 34: what 512 characters of three bytes each need. */
const LARGEST = 153;
const SIGNATURE = '89504e470d0a1a0a';

type Modules = readonly (readonly boolean[])[];

const anyModules = fc.integer({ min: 0, max: (LARGEST - SMALLEST) / 4 }).chain((step) => {
  const size = SMALLEST + 4 * step;
  return fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), {
    minLength: size,
    maxLength: size,
  });
});

function modulesOf(size: number, dark: (x: number, y: number) => boolean): Modules {
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => dark(x, y)));
}

/** Rows of the picture, each with its two filter modules in front, four modules a number. */
function pictureOf(symbol: Modules): Picture {
  const width = symbol.length + 2 * QUIET_ZONE;
  const quads = Array.from({ length: width }, (_, y) => {
    const row = symbol[y - QUIET_ZONE] ?? [];
    const modules = [true, true, ...Array<boolean>(QUIET_ZONE).fill(false), ...row];
    return Array.from({ length: quadsPerRow(width) }, (_, quad) =>
      [0, 1, 2, 3].reduce((bits, place) => bits * 2 + Number(modules[quad * 4 + place] ?? false), 0),
    );
  });
  return { width, quads: Uint8Array.from(quads.flat()) };
}

/** Reads a PNG by the book: signature, chunks with their checksums, inflated data. */
function decode(png: Buffer) {
  expect(png.toString('hex', 0, 8)).toBe(SIGNATURE);
  const chunks = new Map<string, Buffer>();
  let at = 8;
  while (at < png.length) {
    const length = png.readUInt32BE(at);
    const data = png.subarray(at + 8, at + 8 + length);
    expect(png.readUInt32BE(at + 8 + length)).toBe(crc32(png.subarray(at + 4, at + 8 + length)));
    chunks.set(png.toString('latin1', at + 4, at + 8), data);
    at += 12 + length;
  }
  const header = chunks.get('IHDR') ?? Buffer.alloc(13);
  const data = inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0));
  return {
    names: [...chunks.keys()],
    width: header.readUInt32BE(0),
    height: header.readUInt32BE(4),
    header,
    data,
  };
}

function pixelIsDark(image: ReturnType<typeof decode>, x: number, y: number): boolean {
  const rowLength = 1 + Math.ceil(image.width / 8);
  const byte = image.data[y * rowLength + 1 + (x >> 3)] ?? 0;
  return ((byte >> (7 - (x & 7))) & 1) === 0;
}

function expectPixels(modules: Modules) {
  const image = decode(pngOfPicture(pictureOf(modules)));
  const size = modules.length + 2 * QUIET_ZONE;
  expect([image.width, image.height]).toEqual([size * 4, size * 4]);
  expect(image.data).toHaveLength(size * 4 * (1 + Math.ceil((size * 4) / 8)));
  let wrong = 0;
  for (let y = 0; y < image.height; y++) {
    for (let x = 0; x < image.width; x++) {
      const dark = modules[(y >> 2) - QUIET_ZONE]?.[(x >> 2) - QUIET_ZONE] ?? false;
      if (pixelIsDark(image, x, y) !== dark) wrong++;
    }
  }
  expect(wrong).toBe(0);
}

describe('the file', () => {
  const image = decode(pngOfPicture(pictureOf(modulesOf(53, (x, y) => (x * y) % 3 === 0))));

  it('has a header, data and an end', () => expect(image.names).toEqual(['IHDR', 'IDAT', 'IEND']));

  it('is a one-bit greyscale image, not interlaced', () => {
    expect([...image.header.subarray(8)]).toEqual([1, 0, 0, 0, 0]);
  });

  it('filters no row', () => {
    const rowLength = 1 + Math.ceil(image.width / 8);
    for (let y = 0; y < image.height; y++) expect(image.data[y * rowLength]).toBe(0);
  });
});

describe('the pixels', () => {
  it.each(Array.from({ length: 34 }, (_, index) => 17 + 4 * (index + 1)))(
    'of a symbol of %i modules are right',
    (size) => {
      expectPixels(modulesOf(size, (x, y) => (x * 7 + y * 13) % 5 < 2));
    },
  );

  it('are right when all modules are dark, and when all are light', () => {
    expectPixels(modulesOf(53, () => true));
    expectPixels(modulesOf(53, () => false));
  });

  it('are right when every byte takes its longest code', () =>
    expectPixels(modulesOf(LARGEST, (x) => x % 2 === 1)));

  it('are right for any modules', () => {
    fc.assert(fc.property(anyModules, expectPixels), { numRuns: 40 });
  });
});
