import { setTimeout as pause } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { type Bank, endToEndId } from './bank.ts';
import { createRandom, newText } from './random.ts';
import type { Pix, Violation } from './wire.ts';

/** How payments are told. Nothing given: each once, at once, as the standard says. */
export type CallbackManner = {
  /** How many times each is told. */
  repeat?: number;
  /** At least and at most, drawn for each. */
  delayMs?: readonly [number, number];
  /** What comes within the gathering time is told in another order. */
  reorder?: boolean;
  /** Up to so many Pix in one call. */
  batch?: number;
  /** How long notices are gathered before they are mixed or batched. */
  gatherMs?: number;
  /** `pix` is an object when there is just one. */
  objectInsteadOfArray?: boolean;
  /** `devolucoes` is an object when there is just one. */
  refundsAsObject?: boolean;
  /** Each call also tells of a Pix with a txid that nobody here knows. */
  unknownTxid?: boolean;
  /** The part that is never told, from 0 to 1. */
  lost?: number;
};

export type CallbackCounts = { attempts: number; delivered: number; failed: number; lost: number };

export type Callbacks = {
  /** Tells of this Pix as it is now. */
  notify(pix: Pix): void;
  become(manner: CallbackManner): void;
  counts(): CallbackCounts;
};

const GATHER_MS = 100;
const ANSWER_WITHIN_MS = 10_000;

type Check = (body: unknown) => readonly Violation[];

export function createCallbacks(bank: Bank, agent: Agent, check: Check): Callbacks {
  const counts: CallbackCounts = { attempts: 0, delivered: 0, failed: 0, lost: 0 };
  // A stream of its own: callbacks do not shift what strikes requests.
  const random = createRandom(bank.settings.seed + 1);
  let manner: CallbackManner = {};
  let gathered: Pix[] = [];

  const flush = () => {
    const copies = gathered.flatMap((pix) => Array.from({ length: manner.repeat ?? 1 }, () => pix));
    gathered = [];
    const ordered = manner.reorder ? random.shuffled(copies) : copies;
    for (const batch of batches(ordered, manner.batch ?? 1)) void tell(batch);
  };
  const tell = async (batch: readonly Pix[]) => {
    const url = bank.webhooks.get(bank.settings.pixKey)?.webhookUrl;
    if (url === undefined) return;
    const body = bodyOf(bank, manner, batch);
    if (!manner.objectInsteadOfArray && !manner.refundsAsObject) keepFaults(bank, check(body));
    const [least, most] = manner.delayMs ?? [0, 0];
    await pause(least + random.next() * (most - least));
    const isDelivered = await deliver(`${url}/pix`, body, bank.settings.callbackWaitsMs, counts, agent);
    counts[isDelivered ? 'delivered' : 'failed'] += 1;
  };

  return {
    counts: () => ({ ...counts }),
    become(next) {
      manner = next;
    },
    notify(pix) {
      if (pix.txid === undefined || !bank.webhooks.has(pix.chave)) return;
      if (random.next() < (manner.lost ?? 0)) {
        counts.lost += 1;
        return;
      }
      gathered.push(structuredClone(pix));
      const isMixed = manner.reorder || (manner.batch ?? 1) > 1;
      if (!isMixed) flush();
      else if (gathered.length === 1) setTimeout(flush, manner.gatherMs ?? GATHER_MS);
    },
  };
}

function keepFaults(bank: Bank, violations: readonly Violation[]): void {
  if (violations.length > 0)
    bank.ownViolations.push({ operation: 'callback', what: 'POST /pix', violations });
}

/** True when somebody said that it was taken; after the last wait nobody is told any more. */
async function deliver(
  url: string,
  body: object,
  waitsMs: readonly number[],
  counts: CallbackCounts,
  agent: Agent,
): Promise<boolean> {
  for (const waitMs of [0, ...waitsMs]) {
    if (waitMs > 0) await pause(waitMs);
    counts.attempts += 1;
    if (await post(url, body, agent)) return true;
  }
  return false;
}

async function post(url: string, body: object, dispatcher: Agent): Promise<boolean> {
  try {
    const { statusCode, body: answer } = await request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      headersTimeout: ANSWER_WITHIN_MS,
      dispatcher,
    });
    await answer.dump();
    return statusCode >= 200 && statusCode < 300;
  } catch {
    return false;
  }
}

function bodyOf(bank: Bank, manner: CallbackManner, batch: readonly Pix[]): object {
  const stranger = { ...batch[0], txid: newText(32), endToEndId: endToEndId('E', bank.now()) };
  const told = (manner.unknownTxid ? [stranger, ...batch] : batch).map((pix) => shapeOf(manner, pix));
  return { pix: manner.objectInsteadOfArray && told.length === 1 ? told[0] : told };
}

function shapeOf({ refundsAsObject }: CallbackManner, pix: Partial<Pix>): object {
  const [only, ...others] = pix.devolucoes ?? [];
  return refundsAsObject && only && others.length === 0 ? { ...pix, devolucoes: only } : pix;
}

function batches<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}
