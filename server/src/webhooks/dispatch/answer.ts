const MAX_READ_BYTES = 16 * 1024;
const MAX_KEPT_BYTES = 2 * 1024;

/** The body of an answer: so much of it is read, and the beginning is kept for the log. */
export class Answer {
  #readBytes = 0;
  #kept: Buffer[] = [];

  /** False when there is more than we read. */
  add(chunk: Buffer): boolean {
    const room = MAX_KEPT_BYTES - this.#readBytes;
    // Copied, because a chunk is a view of a larger buffer that would stay in memory with it.
    if (room > 0) this.#kept.push(Buffer.from(chunk.subarray(0, room)));
    this.#readBytes += chunk.length;
    return this.#readBytes <= MAX_READ_BYTES;
  }

  /** Text that PostgreSQL stores: valid UTF-8 without NUL. A character cut in two at the end is left out. */
  text(): string {
    const [first] = this.#kept;
    if (!first) return '';
    const bytes = this.#kept.length === 1 ? first : Buffer.concat(this.#kept);
    const text = this.#readBytes > MAX_KEPT_BYTES ? textOfPart(bytes) : bytes.toString('utf8');
    return text.replaceAll('\0', '\ufffd');
  }
}

function textOfPart(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
