import { setTimeout as pause } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { createRandom } from '../../psp/random.ts';
import type { Bank, Charge, Returned, Sent } from './bank.ts';
import { noticeBody } from './sending.ts';

type Notice = {
  url: string;
  type: string;
  body: string;
  /** A boleto's notice is over when its token was asked for; a 200 alone does not end it. */
  isOver: (delivered: boolean) => boolean;
};

const GATHER_MS = 100;
const ANSWER_WITHIN_MS = 10_000;

/** Efí calls the addresses that it was given, until the notice is taken or the last wait is over. */
export function startNotices(bank: Bank, agent: Agent): void {
  // A stream of its own: notices do not shift what strikes requests.
  const random = createRandom(bank.settings.seed + 1);
  let gathered: Notice[] = [];

  const flush = () => {
    const copies = gathered.flatMap((notice) =>
      Array.from({ length: bank.behaviour.notices?.repeat ?? 1 }, () => notice),
    );
    gathered = [];
    const ordered = bank.behaviour.notices?.reorder ? random.shuffled(copies) : copies;
    for (const notice of ordered) void deliver(bank, agent, notice, random.next());
  };
  const add = (notice: Notice) => {
    const { lost = 0, reorder = false, gatherMs = GATHER_MS } = bank.behaviour.notices ?? {};
    if (random.next() < lost) {
      bank.notices.lost += 1;
      return;
    }
    gathered.push(notice);
    if (!reorder) flush();
    else if (gathered.length === 1) setTimeout(flush, gatherMs);
  };

  bank.noticeOfCharge = (charge: Charge) => {
    if (charge.noticeUrl === null) return;
    const changes = charge.changes.length;
    add({
      url: charge.noticeUrl,
      type: 'application/x-www-form-urlencoded',
      body: new URLSearchParams({ notification: charge.token }).toString(),
      isOver: () => charge.fetched >= changes,
    });
  };
  bank.noticeOfSent = (sent: Sent, returned?: Returned) => {
    const webhook = bank.webhooks.get(sent.chave);
    if (!webhook) return;
    add({
      url: `${webhook.webhookUrl}/pix`,
      type: 'application/json',
      body: JSON.stringify(noticeBody(sent, returned)),
      isOver: (delivered) => delivered,
    });
  };
}

async function deliver(bank: Bank, agent: Agent, notice: Notice, chance: number): Promise<void> {
  const [least, most] = bank.behaviour.notices?.delayMs ?? [0, 0];
  await pause(least + chance * (most - least));
  for (const waitMs of [0, ...bank.settings.noticeWaitsMs]) {
    await pause(waitMs);
    bank.notices.attempts += 1;
    if (notice.isOver(await isTaken(notice, agent))) {
      bank.notices.delivered += 1;
      return;
    }
  }
  bank.notices.failed += 1;
}

async function isTaken({ url, type, body }: Notice, dispatcher: Agent): Promise<boolean> {
  try {
    const answer = await request(url, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
      dispatcher,
      headersTimeout: ANSWER_WITHIN_MS,
    });
    await answer.body.dump();
    return answer.statusCode >= 200 && answer.statusCode < 300;
  } catch {
    return false;
  }
}
