import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomFillSync } from 'node:crypto';
import { inspect } from 'node:util';

/** A value that must not reach a log: printing, interpolating or serialising it shows a mask. */
export class Secret<T extends string | Buffer = string> {
  readonly #value: T;

  constructor(value: T) {
    this.#value = value;
  }

  reveal(): T {
    return this.#value;
  }

  toString(): string {
    return '[secret]';
  }

  toJSON(): string {
    return '[secret]';
  }

  [inspect.custom](): string {
    return '[secret]';
  }
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** Random bytes are drawn for this many nonces at a time: one draw costs as much as one encryption. */
const NONCES_PER_DRAW = 128;

/** One master key, one derived key per purpose: a leaked purpose does not open the others. */
export class Vault {
  readonly #master: Secret<Buffer>;
  readonly #derived = new Map<string, Buffer>();
  #nonces = Buffer.alloc(0);

  constructor(master: Buffer) {
    this.#master = new Secret(master);
  }

  key(purpose: string): Buffer {
    let key = this.#derived.get(purpose);
    if (!key) {
      key = Buffer.from(hkdfSync('sha256', this.#master.reveal(), '', `guiche ${purpose}`, 32));
      this.#derived.set(purpose, key);
    }
    return key;
  }

  /** AES-256-GCM: nonce, tag, ciphertext. */
  seal(purpose: string, content: string | Buffer): Buffer {
    const nonce = this.#nextNonce();
    const cipher = createCipheriv('aes-256-gcm', this.key(purpose), nonce);
    const first = typeof content === 'string' ? cipher.update(content, 'utf8') : cipher.update(content);
    const sealed = Buffer.concat([first, cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
  }

  /** Never the same bytes twice: what was taken is cut off, and a new draw goes into a buffer of its own. */
  #nextNonce(): Buffer {
    if (this.#nonces.length === 0) this.#nonces = randomFillSync(Buffer.alloc(NONCE_BYTES * NONCES_PER_DRAW));
    const nonce = this.#nonces.subarray(0, NONCE_BYTES);
    this.#nonces = this.#nonces.subarray(NONCE_BYTES);
    return nonce;
  }

  open(purpose: string, box: Buffer): string {
    return this.openBytes(purpose, box).toString('utf8');
  }

  openBytes(purpose: string, box: Buffer): Buffer {
    const decipher = createDecipheriv('aes-256-gcm', this.key(purpose), box.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(box.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    const body = box.subarray(NONCE_BYTES + TAG_BYTES);
    return Buffer.concat([decipher.update(body), decipher.final()]);
  }

  /** A keyed hash, for values that must be comparable but not readable. */
  fingerprint(purpose: string, text: string): string {
    return createHmac('sha256', this.key(purpose)).update(text).digest('hex');
  }
}
