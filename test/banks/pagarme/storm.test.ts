import { pino } from 'pino';
import { expect, it } from 'vitest';
import { cents } from '../../../server/src/kit/money.ts';
import type {
  CaptureAnswer,
  CardAnswer,
  CardProvider,
  CardRequest,
} from '../../../server/src/providers/card.ts';
import { cardRequest } from '../../../server/src/providers/contract.ts';
import { openPagarme } from '../../../server/src/providers/pagarme/open.ts';
import type { Answer } from '../../../server/src/providers/provider.ts';
import { configOf, pagarmeUnderTest } from './account.ts';

const account = pagarmeUnderTest({ seed: 20_261_119 });
const MANY = 45;
const AT_ONCE = 9;
const MAX_TRIES = 60;
const AMOUNT = 12_345;
const PART = cents(1_000n);

/** As the core does: again and again under the same name, until the acquirer has said how it ended. */
async function untilKnown<T>(ask: () => Promise<T>, isKnown: (answer: T) => boolean): Promise<T> {
  for (let tried = 0; tried < MAX_TRIES; tried += 1) {
    const answer = await ask();
    if (isKnown(answer)) return answer;
  }
  throw new Error('no answer after many tries');
}

const isAnswered = (answer: Answer<unknown>) => answer.ok || answer.kind === 'refused';
const isDecided = ({ outcome }: CardAnswer | CaptureAnswer) => outcome !== 'unknown';

/** Sometimes the form comes again, and sometimes the job looks. */
async function paid(cards: readonly CardProvider[], request: CardRequest): Promise<string> {
  let tries = 0;
  const ask = async (): Promise<CardAnswer> => {
    tries += 1;
    const provider = cards[tries % cards.length] as CardProvider;
    if (tries % 3 !== 2) return provider.authorise(request);
    const found = await provider.findCard(request.reference);
    return found.outcome === 'not_found' ? { outcome: 'unknown' } : found;
  };
  const answer = await untilKnown(ask, isDecided);
  return 'providerReference' in answer ? answer.providerReference : answer.outcome;
}

it('with a third of the calls going wrong, each payment, capture and refund happens once', async () => {
  const log = pino({ level: 'silent' });
  const process = () => openPagarme(configOf(account.there()), { log });
  const [first, second] = [process(), process()];
  const cards = [first, second];
  const work: { at: number; request: CardRequest }[] = [];
  for (let at = 0; at < MANY; at += 1) {
    const captures = at % 3 === 0 ? ('at once' as const) : ('later' as const);
    const source = await account.there().token();
    work.push({ at, request: cardRequest(account.newReference(), source, captures) });
  }
  await account.there().behave({
    faults: [
      ...[
        { kind: 'drop before', probability: 0.08 } as const,
        { kind: 'drop after', probability: 0.15 } as const,
      ],
      ...[
        { kind: 'fail before', probability: 0.06 } as const,
        { kind: 'fail after', probability: 0.06 } as const,
      ],
    ],
  });
  const one = async ({ at, request }: { at: number; request: CardRequest }) => {
    const { reference } = request;
    const providerReference = await paid(cards, request);
    expect(providerReference).toMatch(/^ch_/);
    const held = { reference, providerReference };
    if (at % 3 === 1) {
      const ask = () => first.capture({ ...held, amountCents: cents(10_000n) });
      expect(await untilKnown(ask, isDecided)).toEqual({ outcome: 'captured' });
    }
    if (at % 3 === 2) {
      expect(await untilKnown(() => second.voidAuthorisation(held), isAnswered)).toMatchObject({ ok: true });
      return;
    }
    for (const provider of cards) {
      const refund = {
        reference: account.newReference(),
        paymentReference: providerReference,
        amountCents: PART,
      };
      const answer = await untilKnown(() => provider.refund(refund), isAnswered);
      expect(answer).toEqual({ ok: true, status: 'succeeded' });
    }
  };
  for (let at = 0; at < MANY; at += AT_ONCE) await Promise.all(work.slice(at, at + AT_ONCE).map(one));
  await Promise.all(cards.map((each) => each.close()));

  const { charges, violations } = await account.there().state();
  expect(charges).toHaveLength(MANY);
  for (const { at, request } of work) {
    const [charge, ...more] = charges.filter(({ code }) => code === request.reference);
    expect(more).toEqual([]);
    const taken = at % 3 === 1 ? 10_000 : AMOUNT;
    const letGo = { status: 'canceled', paid_amount: null, canceled_amount: AMOUNT };
    const kept = { status: 'paid', paid_amount: taken, canceled_amount: 2_000 };
    expect(charge).toMatchObject(at % 3 === 2 ? letGo : kept);
  }
  expect(violations).toEqual([]);
}, 300_000);
