import { randomBytes } from 'node:crypto';
import { type Command, InvalidArgumentError } from 'commander';
import type { FeedEvent } from '../../sdk/src/main.ts';
import { WEBHOOK_EVENTS } from '../../server/src/events/catalogue.ts';
import { type Common, needing, remote } from '../command.ts';
import { follow, rest, untilInterrupted } from '../follow.ts';
import { wrongUse } from '../outcome.ts';
import { clockTime, note, paint, say, sayJsonLine } from '../output.ts';
import { clientOf } from '../profile.ts';
import { type Forwarded, forward, type Message, messagesOf } from '../webhook.ts';

const FIRST_WAIT_MS = 250;
const MAX_WAIT_MS = 2_000;
const SECRET_TEXT = /^(?! )[\x20-\x7e]{1,128}(?<! )$/;

type ListenOptions = Common & { forwardTo: string; events?: string[]; secret?: string; from?: string };

export function listenCommand(): Command {
  const made = remote('listen', 'forward the events of the account to an address on this machine', [
    'listen --forward-to http://localhost:4000/hook',
    'listen --forward-to http://localhost:4000/hook --events payment.received,charge.refunded',
    'listen --forward-to http://localhost:4000/hook --from start --json',
  ]);
  return needing(made, '--forward-to <address>', 'where your handler listens', readAddress)
    .option('--events <names>', 'only these, separated by commas', readEvents)
    .option('--secret <text>', 'sign with this (or GUICHE_WEBHOOK_SECRET); default a new one')
    .option('--from <cursor>', '`start` for everything so far, or a cursor; default from now on')
    .addHelpText(
      'after',
      '\nA handler that is down is waited for, and nothing is skipped. What answers with another status than 2xx is shown and not repeated. Ctrl-C ends it.',
    )
    .action(async (options: ListenOptions) => {
      const secret = readSecret(options);
      const signal = untilInterrupted();
      const wanted = new Set<string>(options.events ?? WEBHOOK_EVENTS);
      const client = clientOf(options);
      note(`Forwarding events of ${client.baseUrl} to ${options.forwardTo}`);
      if (options.json) sayJsonLine({ secret, forward_to: options.forwardTo });
      else say(`Signing secret  ${secret}`);
      const onEvent = async (event: FeedEvent) => {
        for (const message of messagesOf(event, wanted))
          await deliver(event, message, options, secret, signal);
      };
      await follow({ client, from: options.from, signal, onEvent });
    });
}

/** In order: later events wait until the handler answers again. */
async function deliver(
  event: FeedEvent,
  message: Message,
  options: ListenOptions,
  secret: string,
  signal: AbortSignal,
): Promise<void> {
  for (let waitMs = FIRST_WAIT_MS, isNoted = false; !signal.aborted; ) {
    const outcome = await forward(options.forwardTo, message, secret, signal);
    if (signal.aborted) return;
    if (outcome.status !== null || outcome.problem === 'timeout')
      return show(event, message, outcome, options);
    if (!isNoted) note(`${options.forwardTo} does not answer (${outcome.problem}); waiting for it…`);
    isNoted = true;
    await rest(waitMs, signal);
    waitMs = Math.min(waitMs * 2, MAX_WAIT_MS);
  }
}

function show(event: FeedEvent, message: Message, outcome: Forwarded, { json }: ListenOptions): void {
  const subject = subjectOf(event);
  if (json) {
    const { status, latencyMs, problem } = outcome;
    const id = message.id;
    sayJsonLine({
      at: new Date().toISOString(),
      event: message.name,
      id,
      subject,
      status,
      latency_ms: latencyMs,
      problem,
    });
    return;
  }
  const isFine = outcome.status !== null && outcome.status >= 200 && outcome.status < 300;
  const status = paint(isFine ? 'green' : 'red', String(outcome.status ?? outcome.problem));
  say(`${clockTime(new Date())}  ${message.name.padEnd(20)}  ${subject}  ${status}  ${outcome.latencyMs} ms`);
}

/** The id of the charge, withdrawal or dispute of the event. */
export function subjectOf({ data }: FeedEvent): string {
  if ('payment_id' in data) return data.payment_id;
  return 'withdrawal_id' in data ? data.withdrawal_id : data.dispute_id;
}

function readSecret(options: ListenOptions): string {
  const given = options.secret ?? process.env.GUICHE_WEBHOOK_SECRET;
  if (!given) return `whsec_${randomBytes(24).toString('base64')}`;
  if (SECRET_TEXT.test(given)) return given;
  throw wrongUse('The secret must be 1 to 128 printable ASCII characters, with no space at either end.');
}

function readAddress(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
  throw new InvalidArgumentError(
    'Write an address that begins with http:// or https://, as http://localhost:4000/hook.',
  );
}

function readEvents(text: string): string[] {
  const names = text.split(',').map((name) => name.trim());
  const known: readonly string[] = WEBHOOK_EVENTS;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return names;
  throw new InvalidArgumentError(`There is no event "${unknown}". There are: ${known.join(', ')}.`);
}
