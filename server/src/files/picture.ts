import type { Sharp, SharpOptions } from 'sharp';
import type { PictureType } from './purposes.ts';

export type Picture = { type: PictureType; bytes: Buffer; width: number; height: number };
type Bounds = { readonly maxSide: number; readonly maxBytes: number };

/** Of 5,000 by 5,000: more than a telephone's photograph, and 100 MB once decoded. */
const MAX_PIXELS = 25_000_000;
/** Each holds a decoded picture in memory. */
const MAX_AT_ONCE = 2;
const JPEG_QUALITY = 85;
const TIMEOUT_SECONDS = 10;
/** Smaller and smaller until the bytes fit. */
const SHRINK = [1, 0.75, 0.5, 0.35, 0.25];

/** Loaded with the first picture: most processes never see one. */
async function loadSharp() {
  const { default: sharp } = await import('sharp');
  // The library reads many formats. Only these decoders ever see what a stranger sent.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}
let library: ReturnType<typeof loadSharp> | null = null;

/**
 * The picture decoded and encoded again: what was hidden in it, its metadata and its place of origin are gone. Only the
 * first frame of a moving one stays. PNG where pixels are transparent, JPEG otherwise, because mails and PDFs show both.
 * Null: it cannot be decoded, or has too many pixels.
 */
export async function encodeAgain(bytes: Buffer, bounds: Bounds): Promise<Picture | null> {
  await enter();
  try {
    library ??= loadSharp();
    const sharp = await library;
    const options: SharpOptions = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true };
    const open = () => sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS }).autoOrient();
    const isOpaque = !(await isTransparent(open()));
    for (const factor of SHRINK) {
      const side = Math.max(1, Math.round(bounds.maxSide * factor));
      const small = open().resize(side, side, { fit: 'inside', withoutEnlargement: true });
      const picture = await encode(small, isOpaque);
      if (picture.bytes.length <= bounds.maxBytes) return picture;
    }
    return null;
  } catch {
    return null;
  } finally {
    leave();
  }
}

async function isTransparent(image: Sharp): Promise<boolean> {
  const { hasAlpha } = await image.metadata();
  return hasAlpha && !(await image.stats()).isOpaque;
}

async function encode(image: Sharp, isOpaque: boolean): Promise<Picture> {
  const encoded = isOpaque
    ? image.flatten({ background: '#ffffff' }).jpeg({ quality: JPEG_QUALITY, mozjpeg: true })
    : image.png({ compressionLevel: 9, palette: true });
  const { data, info } = await encoded.toBuffer({ resolveWithObject: true });
  const type = isOpaque ? 'image/jpeg' : 'image/png';
  return { type, bytes: data, width: info.width, height: info.height };
}

let running = 0;
const waiting: (() => void)[] = [];

/** Callers are bounded by the uploads in progress. */
async function enter(): Promise<void> {
  if (running >= MAX_AT_ONCE) await new Promise<void>((resolve) => waiting.push(resolve));
  else running += 1;
}

function leave(): void {
  const next = waiting.shift();
  if (next) next();
  else running -= 1;
}
