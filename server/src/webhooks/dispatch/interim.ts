const CONTINUE = /^HTTP\/1\.[01] 100$/;
const STATUS_ENDS_AT = 'HTTP/1.1 100'.length;
const STATUS_BEGINS_AT = 'HTTP/1.1 '.length;
const ONE = '1'.charCodeAt(0);
const HEAD_END = '\r\n\r\n';

/**
 * undici breaks off at a `100 Continue` that nobody asked for, and passes over a 102: HTTP wants that of both. Turns each
 * that a chunk begins with into the other. Returns whether nothing else has come yet.
 */
export function passOverContinue(chunk: Buffer): boolean {
  for (let at = 0; at < chunk.length; ) {
    // Nearly always the answer itself, which begins with another digit.
    if (chunk[at + STATUS_BEGINS_AT] !== ONE) return false;
    if (!CONTINUE.test(chunk.toString('latin1', at, at + STATUS_ENDS_AT))) return false;
    chunk.write('2', at + STATUS_ENDS_AT - 1, 'latin1');
    const end = chunk.indexOf(HEAD_END, at, 'latin1');
    at = end === -1 ? chunk.length : end + HEAD_END.length;
  }
  return true;
}
