import { setTimeout as pause } from 'node:timers/promises';
import { createRandom } from '../../psp/random.ts';
import type { Bank } from './bank.ts';

export type Notices = {
  /** Posts to the address of this kind, if one is registered. */
  send(kind: 'cobranca' | 'pix-pagamento', notice: object): void;
  /** Everything once more. Returns how many. */
  resend(): number;
  counts(): { sent: number; failed: number; lost: number };
};

const GATHER_MS = 50;
const ANSWER_WITHIN_MS = 5_000;

export function createNotices(bank: Bank): Notices {
  const random = createRandom(bank.settings.seed + 1);
  const all: { kind: 'cobranca' | 'pix-pagamento'; notice: object }[] = [];
  const counts = { sent: 0, failed: 0, lost: 0 };
  let gathered: typeof all = [];

  const post = async ({ kind, notice }: (typeof all)[number]) => {
    const url = bank.webhooks.get(kind);
    if (url === undefined) return;
    const body = JSON.stringify([notice]);
    const headers = { 'content-type': 'application/json', 'x-conta-corrente': bank.settings.account };
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    try {
      const { ok } = await fetch(url, { method: 'POST', headers, body, signal });
      counts[ok ? 'sent' : 'failed'] += 1;
    } catch {
      counts.failed += 1;
    }
  };
  const flush = async () => {
    const { repeat = 1, delayMs = 0, reorder = false } = bank.behaviour.notices;
    const copies = gathered.flatMap((each) => Array.from({ length: repeat }, () => each));
    gathered = [];
    await pause(delayMs);
    for (const each of reorder ? random.shuffled(copies) : copies) await post(each);
  };
  const add = (each: (typeof all)[number]) => {
    if (gathered.length === 0) setTimeout(() => void flush(), GATHER_MS);
    gathered.push(each);
  };
  return {
    send(kind, notice) {
      all.push({ kind, notice });
      if (random.next() < (bank.behaviour.notices.lost ?? 0)) counts.lost += 1;
      else add({ kind, notice });
    },
    resend() {
      for (const each of all) add(each);
      return all.length;
    },
    counts: () => counts,
  };
}
