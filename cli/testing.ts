import type { Charge, EventName, FeedEvent, SandboxPayment } from '../sdk/src/main.ts';
import { Guiche } from '../sdk/src/main.ts';
import { DURATION_FORM, secondsOf } from './duration.ts';
import { requireEvent, requireOptions } from './testing/arguments.ts';
import { startDouble } from './testing/double.ts';
import { type ReceivedWebhook, startReceiver } from './testing/receiver.ts';

export type { Charge, EventName, FeedEvent, WebhookEvent } from '../sdk/src/main.ts';
export { Guiche, reais, verifyWebhook } from '../sdk/src/main.ts';
export type { ReceivedWebhook } from './testing/receiver.ts';

export type StartOptions = {
  /** The events sent to the recording receiver; by default all. */
  events?: EventName[];
  /** Where the prepared database is kept between runs, by default in the user's cache. */
  cacheFolder?: string;
};

/** A real gateway on sandbox rails, for one run of tests. */
export type TestGuiche = {
  /** Where it listens: `http://127.0.0.1:…`. */
  readonly url: string;
  /** The key of a seller without any charge. */
  readonly apiKey: string;
  /** A client of @guiche/sdk with that key. */
  readonly client: Guiche;
  /** Where the recording receiver listens. It is registered as a webhook. */
  readonly receiverUrl: string;
  /** What the receiver's messages are signed with. */
  readonly webhookSecret: string;
  /** The payer pays. Resolves when all its webhooks were sent. */
  pay(chargeId: string, payment?: SandboxPayment): Promise<Charge>;
  /** Lets time pass, `'30d'`, `'12h'`, `'15m'`, `'90s'`. Resolves when what fell due was done and its webhooks sent. */
  advance(duration: string): Promise<void>;
  /** Does what is due now and sends every webhook: for changes made through the client. */
  settle(): Promise<void>;
  /** Every event of the seller so far, oldest first. */
  events(): Promise<FeedEvent[]>;
  /** What the receiver got so far, in the order of arrival; with a name, of that event only. */
  received(event?: EventName): ReceivedWebhook[];
  /** Ends gateway, database and receiver, and removes what they kept. */
  stop(): Promise<void>;
};

/**
 * Starts a gateway of its own: real PostgreSQL, sandbox rails, movable time, on a free port.
 *
 *     const guiche = await startGuiche();
 *     const charge = await guiche.client.charges.create({ billing_type: 'PIX', value: reais(19.9) });
 *     await guiche.pay(charge.id);
 *     guiche.received('charge.paid'); // one, signed
 *     await guiche.stop();
 *
 * The first time on a machine prepares a database, which takes some seconds.
 */
export async function startGuiche(options: StartOptions = {}): Promise<TestGuiche> {
  requireOptions(options);
  const receiver = await startReceiver();
  try {
    const double = await startDouble({
      receiverUrl: receiver.url,
      events: options.events ?? null,
      cacheFolder: options.cacheFolder,
    });
    const { url, apiKey, webhookSecret } = double;
    const client = new Guiche({ baseUrl: url, apiKey });
    return {
      ...{ url, apiKey, client, webhookSecret, receiverUrl: receiver.url },
      settle: double.settle,
      received: (event) => {
        if (event !== undefined) requireEvent('received', event);
        return receiver.received(event);
      },
      pay: async (chargeId, payment = {}) => {
        const charge = await client.sandbox.pay(chargeId, payment);
        await double.settle();
        return charge;
      },
      advance: async (duration) => {
        await client.sandbox.clock.advance({ seconds: readDuration(duration) }, { timeoutMs: 120_000 });
      },
      events: () => all(client.events.list({ limit: 100 })),
      stop: async () => {
        await double.stop();
        await receiver.stop();
      },
    };
  } catch (error) {
    await receiver.stop();
    throw error;
  }
}

function readDuration(text: unknown): number {
  const seconds = typeof text === 'string' ? secondsOf(text) : null;
  if (seconds === null) throw new Error(`advance(${JSON.stringify(text) ?? ''}): write ${DURATION_FORM}.`);
  return seconds;
}

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of items) found.push(item);
  return found;
}
