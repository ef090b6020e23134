import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

export type ZipEntry = { path: string; chunks: AsyncIterable<string> };

const VERSION = 20;
/** Sizes follow the data, names are UTF-8. */
const FLAGS = 0x0808;
const DEFLATED = 8;
/** 1980-01-01: archives with the same content have the same bytes. */
const NO_DATE = 0x0021_0000;

type Written = { path: Buffer; offset: number; crc: number; packed: number; size: number };

/** An archive, written while its entries are read. It must stay below 4 GB. */
export async function* writeZip(entries: readonly ZipEntry[]): AsyncGenerator<Buffer> {
  const written: Written[] = [];
  let offset = 0;
  for (const { path, chunks } of entries) {
    const entry: Written = { path: Buffer.from(path), offset, crc: 0, packed: 0, size: 0 };
    const head = Buffer.concat([words([4, 0x04034b50], [2, VERSION], ...common(entry, true)), entry.path]);
    yield head;
    yield* deflated(entry, chunks);
    const tail = words([4, 0x08074b50], [4, entry.crc], [4, entry.packed], [4, entry.size]);
    yield tail;
    offset += head.length + entry.packed + tail.length;
    written.push(entry);
  }
  const directory = Buffer.concat(written.map(listed));
  yield directory;
  const count = written.length;
  yield words(
    ...([
      [4, 0x06054b50],
      [4, 0],
      [2, count],
      [2, count],
    ] as const),
    ...([
      [4, directory.length],
      [4, offset],
      [2, 0],
    ] as const),
  );
}

async function* deflated(entry: Written, chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  const deflate = createDeflateRaw();
  const input = Readable.from(counted(entry, chunks), { objectMode: false });
  const done = pipeline(input, deflate);
  // The reader of the archive gets the failure from `deflate`.
  done.catch(() => undefined);
  try {
    for await (const chunk of deflate as AsyncIterable<Buffer>) {
      entry.packed += chunk.length;
      yield chunk;
    }
    await done;
  } finally {
    input.destroy();
    deflate.destroy();
  }
}

async function* counted(entry: Written, chunks: AsyncIterable<string>): AsyncGenerator<Buffer> {
  for await (const text of chunks) {
    const bytes = Buffer.from(text);
    entry.crc = crc32(bytes, entry.crc);
    entry.size += bytes.length;
    if (bytes.length > 0) yield bytes;
  }
}

type Field = readonly [bytes: 2 | 4, value: number];

/** What the head of an entry and its line in the directory share; a head comes before the sizes are known. */
function common({ path, crc, packed, size }: Written, isHead: boolean): Field[] {
  const known = isHead ? [0, 0, 0] : [crc, packed, size];
  return [
    [2, FLAGS],
    [2, DEFLATED],
    [4, NO_DATE],
    ...known.map((value) => [4, value] as const),
    [2, path.length],
    [2, 0],
  ];
}

function listed(entry: Written): Buffer {
  const head = words([4, 0x02014b50], [2, VERSION], [2, VERSION], ...common(entry, false));
  // No comment, the first disk, no attributes.
  return Buffer.concat([head, words([2, 0], [2, 0], [2, 0], [4, 0], [4, entry.offset]), entry.path]);
}

function words(...fields: readonly Field[]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of fields) at = buffer.writeUIntLE(value >>> 0, at, bytes);
  return buffer;
}
