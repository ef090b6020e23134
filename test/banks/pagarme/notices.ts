import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { newHex } from '../../psp/random.ts';
import { type Bank, type Charge, newId } from './bank.ts';
import { presentCharge } from './orders.ts';

const HEADER = 'X-Webhook-Asymmetric-Signature';
const TRIES = 3;
const WAIT_MS = 100;
const ANSWER_WITHIN_MS = 10_000;
const KEY_BITS = 2_048;

type Pair = { id: string; privateKey: KeyObject; publicKey: KeyObject };

/** Signs with the newest of its keys, and shows all of them. */
export class Signer {
  readonly #pairs: Pair[] = [];

  constructor() {
    this.rotate();
  }

  rotate(): string {
    const id = newHex(16);
    this.#pairs.push({ id, ...generateKeyPairSync('rsa', { modulusLength: KEY_BITS }) });
    return id;
  }

  keys(): object {
    const keys = this.#pairs.map(({ id, publicKey }) => ({
      ...publicKey.export({ format: 'jwk' }),
      ...{ kid: id, use: 'sig', alg: 'RS256' },
    }));
    return { keys };
  }

  header(body: string): string {
    const pair = this.#pairs.at(-1) as Pair;
    const signature = sign('RSA-SHA256', Buffer.from(body), pair.privateKey).toString('base64url');
    return `alg=RS256; kid=${pair.id}; signature=${signature}`;
  }
}

/** Calls the address until it is taken, and then no more. */
export function startNotices(bank: Bank, signer: Signer): void {
  const dispatcher = new Agent({ connect: { rejectUnauthorized: false } });
  bank.notify = (type, charge) => {
    const { url, repeat = 1, delayMs = 0 } = bank.behaviour.notices;
    if (!url) return;
    const body = noticeBody(bank, type, charge);
    for (let copy = 0; copy < repeat; copy += 1)
      void deliver(bank, signer, dispatcher, { url, body, delayMs });
  };
}

/** As it is now: what is sent later shows an older state. */
export function noticeBody(bank: Bank, type: string, charge: Charge): string {
  const created_at = bank.now().toISOString();
  const account = { id: 'acc_5Yz0000000000000', name: 'Loja' };
  return JSON.stringify({ id: newId('hook'), account, type, created_at, data: presentCharge(charge) });
}

type Notice = { url: string; body: string; delayMs: number };

async function deliver(
  bank: Bank,
  signer: Signer,
  dispatcher: Agent,
  { url, body, delayMs }: Notice,
): Promise<void> {
  await pause(delayMs);
  for (let tries = 0; tries < TRIES; tries += 1) {
    bank.notices.sent += 1;
    const status = await post(url, body, signer, dispatcher);
    if (status >= 200 && status < 300) {
      bank.notices.taken += 1;
      return;
    }
    bank.notices.refused += 1;
    await pause(WAIT_MS);
  }
}

async function post(url: string, body: string, signer: Signer, dispatcher: Agent): Promise<number> {
  try {
    const answer = await request(url, {
      ...{ method: 'POST', body, dispatcher, headersTimeout: ANSWER_WITHIN_MS },
      headers: { 'content-type': 'application/json', [HEADER]: signer.header(body) },
    });
    await answer.body.dump();
    return answer.statusCode;
  } catch {
    return 0;
  }
}
