import type { EventName, FeedEvent } from '../sdk/src/main.ts';
import { NOTICES } from '../server/src/events/catalogue.ts';
import { derivedId } from '../server/src/kit/ids.ts';
import { signature } from '../server/src/webhooks/sign.ts';

const TIMEOUT_MS = 30_000;

export type Message = { name: EventName; id: string; body: string };

/** The messages a webhook with these names would be sent for an event: the same ids and the same bytes. */
export function messagesOf(event: FeedEvent, wanted: ReadonlySet<string>): Message[] {
  const isRecipient = event.charge === undefined && 'split_amount' in event.data;
  const cause = 'cause' in event.data ? event.data.cause : undefined;
  return NOTICES.filter(
    (notice) =>
      notice.type === event.event &&
      notice.audience === (isRecipient ? 'split_recipient' : 'owner') &&
      (notice.cause === null || notice.cause === cause) &&
      notice.registeredAs.some((name) => wanted.has(name)),
  ).map(({ name }) => messageOf(event, name));
}

function messageOf(event: FeedEvent, name: EventName): Message {
  const id = name === event.event ? event.id : derivedId('message', event.id, name);
  const { data, timestamp, sequence, previous_status } = event;
  return { name, id, body: JSON.stringify({ event: name, data, timestamp, id, sequence, previous_status }) };
}

export function headersOf({ name, id, body }: Message, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1_000));
  return {
    'Content-Type': 'application/json',
    'X-Webhook-Event': name,
    'X-Webhook-Secret': secret,
    'User-Agent': 'Service-Webhook/1.0',
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': signature([secret], id, timestamp, body),
  };
}

/** `status` is null when there was no answer. */
export type Forwarded = { status: number | null; latencyMs: number; problem: string | null };

export async function forward(
  url: string,
  message: Message,
  secret: string,
  signal: AbortSignal,
): Promise<Forwarded> {
  const startedMs = performance.now();
  const end = (status: number | null, problem: string | null) => ({
    status,
    problem,
    latencyMs: Math.round(performance.now() - startedMs),
  });
  try {
    // Not by fetch, which refuses some ports. Loaded here so that `guiche --help` does not load it.
    const { request } = await import('undici');
    const answer = await request(url, {
      method: 'POST',
      headers: headersOf(message, secret),
      body: message.body,
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    });
    // The body is not needed, and may never end.
    answer.body.on('error', () => undefined).destroy();
    return end(answer.statusCode, null);
  } catch (error) {
    const { code, name } = error as Error & { code?: string };
    return end(null, name === 'TimeoutError' ? 'timeout' : (code ?? 'no answer'));
  }
}
