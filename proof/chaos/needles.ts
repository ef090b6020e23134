type Needle = { name: string; bytes: Buffer };

const PREFIX_BYTES = 4;

/** Finds any of many secrets in large texts: as they are, in base64, in hexadecimal digits, and with digits in groups. */
export class Needles {
  readonly #byPrefix = new Map<number, Needle[]>();
  readonly #firstTwo = new Uint8Array(65_536);
  readonly #codes: { name: string; pattern: RegExp }[] = [];

  add(name: string, secret: string): void {
    for (const form of formsOf(secret)) this.#addForm(name, Buffer.from(form));
  }

  /** Three digits alone are everywhere: a CVV counts where it is named as one, or beside its card. */
  addCard(number: string, cvv: string): void {
    const name = `card ${number}`;
    this.add(name, number);
    const last = number.slice(-4);
    this.#codes.push({
      name: `CVV of ${name}`,
      pattern: new RegExp(`(?:cvv|cvc|security.?code|${last})["'\\s:=,]{1,6}${cvv}\\b`, 'i'),
    });
  }

  findIn(text: Buffer): string[] {
    const found = new Set<string>([...this.#scan(text), ...this.#scan(withoutSeparators(text))]);
    if (/cvv|cvc|security.?code/i.test(text.toString('latin1'))) {
      const words = text.toString('latin1');
      for (const { name, pattern } of this.#codes) if (pattern.test(words)) found.add(name);
    }
    return [...found];
  }

  /** A text with one of them in it, to show that it is found. */
  sample(): Buffer {
    const [first] = this.#byPrefix.values();
    return Buffer.concat([Buffer.from('{"msg":"'), first?.[0]?.bytes ?? Buffer.alloc(0), Buffer.from('"}')]);
  }

  #addForm(name: string, bytes: Buffer): void {
    if (bytes.length < PREFIX_BYTES) throw new Error('a secret this short cannot be searched for');
    this.#firstTwo[bytes.readUInt16LE(0)] = 1;
    const prefix = bytes.readUInt32LE(0);
    const others = this.#byPrefix.get(prefix) ?? [];
    others.push({ name, bytes });
    this.#byPrefix.set(prefix, others);
  }

  *#scan(text: Buffer): Iterable<string> {
    const last = text.length - PREFIX_BYTES;
    for (let at = 0; at <= last; at += 1) {
      const two = (text[at] ?? 0) | ((text[at + 1] ?? 0) << 8);
      if (this.#firstTwo[two] === 0) continue;
      for (const { name, bytes } of this.#byPrefix.get(text.readUInt32LE(at)) ?? [])
        if (text.compare(bytes, 0, bytes.length, at, Math.min(text.length, at + bytes.length)) === 0)
          yield name;
    }
  }
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [...new Set([secret, encodeURIComponent(secret), bytes.toString('hex'), ...base64Of(bytes)])];
}

/** Inside something longer, base64 writes the same bytes in one of three ways. */
function base64Of(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((before) => {
    const text = Buffer.concat([Buffer.alloc(before), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    const inner = text.slice(before === 0 ? 0 : before + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

/** The text with nothing between digits that stand in groups. */
function withoutSeparators(text: Buffer): Buffer {
  return Buffer.from(text.toString('latin1').replace(/(?<=\d)[ .\-/\t\u00a0](?=\d)/g, ''), 'latin1');
}
