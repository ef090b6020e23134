import { crc32 } from 'node:zlib';
import { randomBase62 } from '../../kit/ids.ts';

const PREFIX = 'guiche_';
const RANDOM_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SHAPE = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

/** `guiche_` + 30 random base62 characters + a checksum, so that a mistyped key is refused without a look-up. */
export function newApiKey(): string {
  const random = randomBase62(RANDOM_LENGTH);
  return PREFIX + random + checksumOf(random);
}

export function isApiKey(text: string): boolean {
  if (!SHAPE.test(text)) return false;
  const random = text.slice(PREFIX.length, PREFIX.length + RANDOM_LENGTH);
  return text.endsWith(checksumOf(random));
}

export function maskApiKey(lastFour: string): string {
  return `${PREFIX}…${lastFour}`;
}

function checksumOf(random: string): string {
  let rest = crc32(Buffer.from(random));
  let text = '';
  for (let index = 0; index < CHECKSUM_LENGTH; index += 1) {
    text = BASE62[rest % 62] + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}
