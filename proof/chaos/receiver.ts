import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fieldsOf } from '../kit/call.ts';

type Notification = { name: string; sequence: number; text: string };

/** The sellers' side of webhooks and postbacks: keeps every event once, and counts how often it came. */
export class Receiver {
  url = '';
  /** All that arrived, also what came again. */
  received = 0;
  repeated = 0;
  /** Event ids that came again with another body. */
  readonly changed: string[] = [];
  readonly #server: Server;
  /** Path → object → event id → what it said. */
  readonly #kept = new Map<string, Map<string, Map<string, Notification>>>();
  readonly #postbacks = new Set<string>();

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('error', () => undefined);
      request.on('end', () => {
        this.#keep(request.url ?? '', Buffer.concat(chunks).toString());
        response.end('ok');
      });
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.url = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    const ended = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await ended;
  }

  hasPostback(reference: string): boolean {
    return this.#postbacks.has(reference);
  }

  /** The names of the object's events, by sequence; those of one change in alphabetical order. */
  namesOf(path: string, object: string): string[] {
    const events = [...(this.#kept.get(path)?.get(object)?.values() ?? [])];
    return events
      .sort((one, other) => one.sequence - other.sequence || (one.name < other.name ? -1 : 1))
      .map(({ name }) => name);
  }

  objectsOf(path: string): string[] {
    return [...(this.#kept.get(path)?.keys() ?? [])];
  }

  #keep(path: string, text: string): void {
    this.received += 1;
    const body = fieldsOf(safely(text));
    if (body.charge) {
      this.#postbacks.add(String(fieldsOf(body.charge).external_reference));
      return;
    }
    const data = fieldsOf(body.data);
    const object = String(data.payment_id ?? data.dispute_id ?? data.withdrawal_id);
    const id = String(body.id);
    const ofPath = entry(this.#kept, path, () => new Map());
    const ofObject = entry(ofPath, object, () => new Map());
    const before = ofObject.get(id);
    if (before) {
      this.repeated += 1;
      if (before.text !== text) this.changed.push(`${path} ${id}: ${before.text} and ${text}`);
      return;
    }
    ofObject.set(id, { name: String(body.event), sequence: Number(body.sequence), text });
  }
}

function entry<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made = make();
  map.set(key, made);
  return made;
}

function safely(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
