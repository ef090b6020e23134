import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const TYPES = { A: 1, TXT: 16, AAAA: 28 } as const;
const CODES = { none: 0, unknown: 3, failure: 2 } as const;
const HEADER_BYTES = 12;
const POINTER_TO_NAME = 0xc00c;
const ANSWER_FLAGS = 0x8180;

/** What a name holds. A text may be of several parts. `failure`: SERVFAIL; `silence`: no answer at all. */
export type Zone = { texts?: readonly (string | readonly string[])[]; addresses?: readonly string[] };
type Entry = Zone | 'failure' | 'silence';

/** A DNS server on loopback that answers over UDP: TXT and addresses of names that a test sets. */
export type DnsServer = {
  /** As GUICHE_DNS_SERVERS takes it. */
  address: string;
  set(name: string, entry: Entry): void;
  remove(name: string): void;
  /** How many questions were asked about a name. */
  asked(name: string): number;
  stop(): Promise<void>;
};

export async function startDnsServer(): Promise<DnsServer> {
  const entries = new Map<string, Entry>();
  const questions = new Map<string, number>();
  const socket = createSocket('udp4');
  socket.on('message', (message, { port, address }) => {
    const { name, type, end } = questionIn(message);
    questions.set(name, (questions.get(name) ?? 0) + 1);
    const entry = entries.get(name);
    if (entry !== 'silence') socket.send(answerTo(message.subarray(0, end), type, entry), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    set: (name, entry) => void entries.set(name, entry),
    remove: (name) => void entries.delete(name),
    asked: (name) => questions.get(name) ?? 0,
    stop: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionIn(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(asked: Buffer, type: number, entry: Exclude<Entry, 'silence'> | undefined): Buffer {
  if (entry === undefined) return messageOf(asked, CODES.unknown, []);
  if (entry === 'failure') return messageOf(asked, CODES.failure, []);
  return messageOf(asked, CODES.none, recordsOf(entry, type));
}

function recordsOf({ texts = [], addresses = [] }: Zone, type: number): Buffer[] {
  if (type === TYPES.TXT) return texts.map((text) => record(type, textData(text)));
  if (type !== TYPES.A) return [];
  return addresses.map((address) => record(type, Buffer.from(address.split('.').map(Number))));
}

function textData(text: string | readonly string[]): Buffer {
  return Buffer.concat(
    [text].flat().map((part) => {
      const bytes = Buffer.from(part);
      return Buffer.concat([Buffer.from([bytes.length]), bytes]);
    }),
  );
}

function record(type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(12);
  head.writeUInt16BE(POINTER_TO_NAME, 0);
  head.writeUInt16BE(type, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}

function messageOf(asked: Buffer, code: number, records: readonly Buffer[]): Buffer {
  const message = Buffer.concat([asked, ...records]);
  message.writeUInt16BE(ANSWER_FLAGS | code, 2);
  message.writeUInt16BE(1, 4);
  message.writeUInt16BE(records.length, 6);
  message.writeUInt16BE(0, 8);
  message.writeUInt16BE(0, 10);
  return message;
}
