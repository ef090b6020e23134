/** How much of an answer is read before the exchange is aborted, and how much of it is kept. */
export type AnswerLimits = {
  readonly maxReadBytes: number;
  readonly maxKeptBytes: number;
  /** latin1: a byte is a character, for an answer that is no text. Default: utf8. */
  readonly encoding?: 'utf8' | 'latin1';
};

/** The body of an answer, read within limits. */
export class AnswerBody {
  readonly #limits: AnswerLimits;
  readonly #kept: Buffer[] = [];
  #readBytes = 0;

  constructor(limits: AnswerLimits) {
    this.#limits = limits;
  }

  /** False when there is more than may be read. */
  add(chunk: Buffer): boolean {
    const room = this.#limits.maxKeptBytes - this.#readBytes;
    // Copied, because a chunk is a view of a larger buffer that would stay in memory with it.
    if (room > 0) this.#kept.push(Buffer.from(chunk.subarray(0, room)));
    this.#readBytes += chunk.length;
    return this.#readBytes <= this.#limits.maxReadBytes;
  }

  /** What was kept as text. A character cut in two by the limit is left out. */
  text(): string {
    const [first] = this.#kept;
    if (!first) return '';
    const bytes = this.#kept.length === 1 ? first : Buffer.concat(this.#kept);
    if (this.#limits.encoding === 'latin1') return bytes.toString('latin1');
    return this.#readBytes > this.#limits.maxKeptBytes ? textOfPart(bytes) : bytes.toString('utf8');
  }
}

function textOfPart(bytes: Buffer): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: true });
}
