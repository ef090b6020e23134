import { qrCode } from './code.ts';
import { pngOfPicture } from './raster.ts';

/** The longest BR Code. */
const MAX_TEXT_LENGTH = 512;

/**
 * The bytes of a picture are part of what is stored (write/short-answer.ts). To change them, raise this, and keep
 * the pictures of the version before for as long as answers are kept.
 */
export const PICTURES_VERSION = '1';

/** One-bit greyscale, four pixels a module, error correction M. Costs about 0.02 ms and 700 bytes. */
export function qrPng(text: string): Buffer {
  if (text.length < 1 || text.length > MAX_TEXT_LENGTH) {
    throw new RangeError(`a QR code takes 1 to ${MAX_TEXT_LENGTH} characters, not ${text.length}`);
  }
  return pngOfPicture(qrCode(text));
}
