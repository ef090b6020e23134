import { type Cents, cents } from '../../server/src/kit/money.ts';
import type {
  PayoutAtBank,
  PayoutHint,
  PayoutProvider,
  PayoutRequest,
} from '../../server/src/providers/payout.ts';
import type { Answer } from '../../server/src/providers/provider.ts';

type PayoutAnswer = Answer<{ payout: PayoutAtBank }>;
export type Held = { request: PayoutRequest; payout: PayoutAtBank; sentAt: Date; movements: number };

const NO_ANSWER = { ok: false, kind: 'unavailable', reason: 'no answer' } as const;

/** What goes wrong in one call: nothing; the answer is lost after the effect; or the call is lost before it. */
export type Fault = 'none' | 'lost_answer' | 'lost_call' | 'refused';

/**
 * A bank in memory behind the port of payouts. One reference moves money once. `faultOf` says what goes wrong in a call;
 * `paysAtOnce`: else a payout is pending until `settle`.
 */
export class FakeBank {
  readonly held = new Map<string, Held>();
  readonly asked: PayoutRequest[] = [];
  balanceCents: Cents | null = cents(1_000_000_000n);
  isAccepting = true;
  faultOf: (operation: 'payout' | 'find') => Fault = () => 'none';
  paysAtOnce = true;
  #returns = 0;

  readonly name: string;

  constructor(name = 'bank') {
    this.name = name;
  }

  provider(): PayoutProvider {
    return {
      name: this.name,
      verifiesOwner: true,
      payout: (request) => this.#payout(request),
      remote: {
        findPayout: async ({ reference, bankReference }) => {
          if (this.faultOf('find') !== 'none') return NO_ANSWER;
          const found = this.held.get(reference) ?? this.#byBankReference(bankReference);
          return { ok: true, payout: found ? structuredClone(found.payout) : null };
        },
        sentPayouts: async () => ({
          ok: true,
          payouts: [...this.held].map(([reference, { request, payout, sentAt }]) => ({
            ...structuredClone(payout),
            ...{ reference, amountCents: request.amountCents, sentAt },
          })),
          nextPage: null,
        }),
        bankBalance: async () =>
          this.balanceCents === null ? NO_ANSWER : { ok: true, availableCents: this.balanceCents },
        readNotice: async ({ body, rawBody, headers }) => {
          if (headers['x-signature'] !== undefined && headers['x-signature'] !== `${rawBody.length}`)
            return null;
          return hintsOf(body);
        },
        accepts: () => this.isAccepting,
        health: () => ({
          ...{ state: 'closed', since: new Date(0), calls: 0, failures: 0 },
          ...{ averageLatencyMs: null, lastFailure: null },
        }),
      },
    };
  }

  async #payout(request: PayoutRequest): Promise<PayoutAnswer> {
    this.asked.push(request);
    const fault = this.faultOf('payout');
    await new Promise((resolve) => setTimeout(resolve, 1));
    if (fault === 'lost_call') return NO_ANSWER;
    const earlier = this.held.get(request.reference);
    if (!earlier && fault === 'refused') return { ok: false, kind: 'refused', reason: 'unknown key' };
    const held = earlier ?? this.#take(request);
    return fault === 'lost_answer' ? NO_ANSWER : { ok: true, payout: structuredClone(held.payout) };
  }

  #take(request: PayoutRequest): Held {
    const payout: PayoutAtBank = {
      ...{ state: 'pending', reason: null, endToEndId: null, returns: [] },
      bankReference: `${this.name}-${request.reference}`,
    };
    const held: Held = { request, payout, sentAt: new Date(), movements: 0 };
    this.held.set(request.reference, held);
    if (this.paysAtOnce) this.#move(held);
    return held;
  }

  #move(held: Held): void {
    held.movements += 1;
    held.payout = { ...held.payout, state: 'succeeded', endToEndId: `E${held.request.reference}` };
  }

  #byBankReference(wanted: string | null): Held | undefined {
    return wanted === null
      ? undefined
      : [...this.held.values()].find(({ payout }) => payout.bankReference === wanted);
  }

  hold(reference: string): Held {
    const held = this.held.get(reference);
    if (!held) throw new Error(`the bank has no payout ${reference}`);
    return held;
  }

  /** Ends what is pending. */
  settle(reference: string, state: 'succeeded' | 'failed' | 'awaiting_approval' = 'succeeded'): void {
    const held = this.hold(reference);
    if (held.payout.state === 'succeeded' || held.payout.state === 'failed') return;
    if (state === 'succeeded') this.#move(held);
    else held.payout = { ...held.payout, state, reason: state === 'failed' ? 'closed account' : null };
  }

  giveBack(reference: string, amountCents: Cents): string {
    const held = this.hold(reference);
    this.#returns += 1;
    const id = `D${this.#returns}`;
    const back = { id, amountCents, at: new Date(), reason: 'closed account' };
    held.payout = { ...held.payout, returns: [...held.payout.returns, back] };
    return id;
  }
}

function hintsOf(body: unknown): PayoutHint[] | null {
  const { payouts } = (typeof body === 'object' && body !== null ? body : {}) as { payouts?: PayoutHint[] };
  return Array.isArray(payouts) ? payouts : null;
}
