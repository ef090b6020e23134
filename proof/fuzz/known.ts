import type { Random } from '../kit/random.ts';

const MAX_PER_NAME = 150;
const COLLECTED = /(^|_)(id|cursor|txid|reference|token|email)$/;

/** What answers have shown so far, to be used in later requests: so that these reach objects that exist. */
export class Known {
  readonly #values = new Map<string, string[]>();
  readonly #hidden = new Set<string>();

  /** Never to be used in a request: what it belongs to is needed until the end. */
  hide(value: string): void {
    this.#hidden.add(value);
  }

  learn(random: Random, resource: string, json: unknown): void {
    if (Array.isArray(json)) {
      for (const each of json.slice(0, 20)) this.learn(random, resource, each);
      return;
    }
    if (typeof json !== 'object' || json === null) return;
    const { object } = json as { object?: unknown };
    const kind = typeof object === 'string' && object !== 'list' ? object : resource;
    for (const [name, value] of Object.entries(json)) {
      if (typeof value === 'string' && COLLECTED.test(name))
        this.#keep(random, name === 'id' ? `${kind}_id` : name, value);
      else if (typeof value === 'object') this.learn(random, name === 'data' ? kind : name, value);
    }
  }

  some(random: Random, name: string): string | undefined {
    const values = this.#values.get(name);
    return values ? random.pick(values) : undefined;
  }

  any(random: Random): string | undefined {
    const names = [...this.#values.keys()];
    return names.length > 0 ? this.some(random, random.pick(names)) : undefined;
  }

  #keep(random: Random, name: string, value: string): void {
    if (this.#hidden.has(value)) return;
    const values = this.#values.get(name) ?? [];
    this.#values.set(name, values);
    if (values.length < MAX_PER_NAME) values.push(value);
    else values[random.whole(0, MAX_PER_NAME - 1)] = value;
  }
}
