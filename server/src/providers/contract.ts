import { describe, expect, it } from 'vitest';
import type { Address } from '../brazil/address.ts';
import { parseBrCode } from '../brazil/br-code.ts';
import { HOUR_MS, systemMs } from '../kit/clock.ts';
import { type Cents, cents } from '../kit/money.ts';
import {
  type CardAnswer,
  type CardProvider,
  type CardRequest,
  type CardSource,
  type HeldAtAcquirer,
  RETRIES,
} from './card.ts';
import type { PayoutProvider, PayoutRequest, RemotePayout, SentPayout } from './payout.ts';
import type { PixProvider, PixRequest, RefundRequest } from './provider.ts';

/** Contract tests that run against every provider of a kind. */

export type PixCase = {
  provider: () => PixProvider;
  newReference: () => string;
  /** A payer pays a code at this provider. Returns the payment's reference there. */
  pay(txid: string, amountCents: Cents): Promise<string>;
  /** Completes every pending refund at this provider. */
  finishRefunds(): Promise<void>;
};

const pixRequest = (provider: PixProvider): PixRequest => ({
  txid: provider.newTxid(),
  amountCents: cents(12_345n),
  merchantName: 'Açaí & Cia do João Ltda Comércio',
  description: null,
  expiresInSeconds: 3_600,
  payer: null,
  due: null,
});

export function pixContract(name: string, { provider, newReference, pay, finishRefunds }: PixCase): void {
  describe(`PIX by ${name}`, () => {
    it('gives a code that wallets read, and the same one when asked again', async () => {
      const request = pixRequest(provider());
      const first = await provider().createPix(request);
      expect(first.ok && parseBrCode(first.copyPaste)).toMatchObject({ ok: true });
      expect(await provider().createPix(request)).toEqual(first);
    });

    it('gives another code for another name, also when they are asked for together', async () => {
      const requests = Array.from({ length: 5 }, () => pixRequest(provider()));
      const answers = await Promise.all(requests.map((request) => provider().createPix(request)));
      expect(new Set(answers.map((answer) => answer.ok && answer.copyPaste)).size).toBe(5);
    });

    it('names codes so that a wallet and the central bank accept the name', () => {
      expect(provider().newTxid()).toMatch(/^[A-Za-z0-9]{25,35}$/);
      expect(provider().newTxid()).not.toBe(provider().newTxid());
    });

    it('gives a payment back once, however often it is asked, and in parts', async () => {
      const request = pixRequest(provider());
      await provider().createPix(request);
      const paymentReference = await pay(request.txid, request.amountCents);
      const part = { reference: newReference(), paymentReference, amountCents: cents(2_345n) };
      const rest = { reference: newReference(), paymentReference, amountCents: cents(10_000n) };
      expect(await outcome(part)).toBe('succeeded');
      expect(await outcome(part)).toBe('succeeded');
      expect(await outcome(rest)).toBe('succeeded');
    });

    async function outcome(refund: RefundRequest) {
      const first = await provider().refund(refund);
      expect(first).toMatchObject({ ok: true });
      if (first.ok && first.status !== 'pending') return first.status;
      await finishRefunds();
      const later = await provider().refund(refund);
      return later.ok && later.status;
    }
  });
}

export type CardCase = {
  provider: () => CardProvider;
  newReference: () => string;
  /** A card for each outcome, given as the provider takes it. Called for each request: a token is good for one. */
  cards: Record<'approved' | 'refused' | 'noAnswerThenApproved', () => CardSource | Promise<CardSource>>;
};

const ADDRESS: Address = {
  ...{ postal_code: '01310100', street: 'Avenida Paulista', number: '1578', complement: null },
  ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP' },
};

export const cardNumber = (number: string): CardSource => ({
  ...{ kind: 'number', number, holder: 'ANA', document: '52998224725' },
  ...{ month: 12, year: 2040, cvv: '123' },
});

export const cardRequest = (
  reference: string,
  source: CardSource,
  captures: CardRequest['captures'] = 'at once',
): CardRequest => ({
  reference,
  amountCents: cents(12_345n),
  installments: 3,
  captures,
  installmentsBy: 'merchant',
  source,
  authentication: null,
  initiatedBy: 'payer',
  payer: {
    ...{ name: 'Ana Souza', document: '52998224725', email: 'ana@example.com', phone: '11987654321' },
    ...{ address: ADDRESS, ip: '203.0.113.7', deviceSession: null },
  },
  merchantName: 'Loja da Ana',
  returnUrl: 'https://pay.example/return',
});

export function cardContract(name: string, { provider, newReference, cards }: CardCase): void {
  describe(`cards by ${name}`, () => {
    it('an approved card is charged once, however often the request is sent', async () => {
      const request = cardRequest(newReference(), await cards.approved());
      const length = provider().recognisesRepeats ? 5 : 1;
      const answers = await Promise.all(Array.from({ length }, () => provider().authorise(request)));
      const references = new Set(
        answers.map((answer) => answer.outcome === 'approved' && answer.providerReference),
      );
      expect(references.size).toBe(1);
      expect(await provider().findCard(request.reference)).toEqual(answers[0]);
    });

    it('a refusal is an answer with its code, and says whether the card may be tried again', async () => {
      const request = cardRequest(newReference(), await cards.refused());
      const answer = await provider().authorise(request);
      expect(answer).toMatchObject({ outcome: 'refused', code: expect.any(String) });
      expect(RETRIES).toContain(answer.outcome === 'refused' && answer.retry);
      expect(await provider().findCard(request.reference)).toEqual(answer);
    });

    it('after no answer, asking by our reference shows how it ended, and sending again changes nothing', async () => {
      const request = cardRequest(newReference(), await cards.noAnswerThenApproved());
      expect(await provider().authorise(request)).toEqual({ outcome: 'unknown' });
      const found = await provider().findCard(request.reference);
      expect(found).toMatchObject({ outcome: 'approved' });
      if (provider().recognisesRepeats) expect(await provider().authorise(request)).toEqual(found);
    });

    it('takes the card in a way it says it takes', async () => {
      for (const card of [cards.approved, cards.refused, cards.noAnswerThenApproved]) {
        expect(provider().takes).toContain((await card()).kind);
      }
    });

    it('a request that it never saw is not found, which is no refusal', async () => {
      expect(await provider().findCard(newReference())).toEqual({ outcome: 'not_found' });
    });

    async function held(): Promise<HeldAtAcquirer> {
      const request = cardRequest(newReference(), await cards.approved(), 'later');
      const answer = await provider().authorise(request);
      expect(answer).toEqual({ outcome: 'authorised', providerReference: expect.any(String) });
      expect(await provider().findCard(request.reference)).toEqual(answer);
      const { providerReference } = answer as Extract<CardAnswer, { outcome: 'authorised' }>;
      return { reference: request.reference, providerReference };
    }

    it('what is held can be captured in part, once, however often it is asked', async () => {
      const capture = { ...(await held()), amountCents: cents(10_000n) };
      expect(await provider().capture(capture)).toEqual({ outcome: 'captured' });
      expect(await provider().capture(capture)).toEqual({ outcome: 'captured' });
      expect(await provider().voidAuthorisation(capture)).toMatchObject({ ok: false, kind: 'refused' });
    });

    it('what is held can be let go, and is not captured afterwards', async () => {
      const authorisation = await held();
      expect(await provider().voidAuthorisation(authorisation)).toMatchObject({ ok: true });
      expect(await provider().voidAuthorisation(authorisation)).toMatchObject({ ok: true });
      const capture = { ...authorisation, amountCents: cents(12_345n) };
      expect(await provider().capture(capture)).toMatchObject({ outcome: 'refused' });
    });
  });
}

export type PayoutCase = {
  provider: () => PayoutProvider;
  newReference: () => string;
  /** A key that is paid; absent: the CPF of the requests. */
  pixKey?: string;
  /** The bank takes the next payout, and its answer is lost. */
  loseNextAnswer?(): void;
  /** A key whose first answer is lost after the bank has taken the payout. */
  noAnswerKey?: string;
  /** The bank finishes what is pending. */
  settle?(): Promise<void>;
  /** A part of a payout comes back. */
  giveBack?(reference: string, amountCents: Cents): Promise<void>;
};

const PAYEE = '52998224725';
const PAID = cents(100n);
const MAX_PAGES = 100;

function payoutRequest(reference: string, pixKey: string): PayoutRequest {
  return { reference, amountCents: PAID, pixKey, ownerDocument: PAYEE, description: null };
}

/** What the bank answers when it is asked about one payout, and when it lists all of them. */
function readingAt(remoteOf: () => RemotePayout) {
  const found = async (reference: string) => {
    const answer = await remoteOf().findPayout({ reference, bankReference: null });
    expect(answer).toMatchObject({ ok: true });
    return answer.ok ? answer.payout : null;
  };
  const listed = async (reference: string) => {
    const from = new Date(systemMs() - HOUR_MS);
    const until = new Date(systemMs() + HOUR_MS);
    const all: SentPayout[] = [];
    let page: number | null = 0;
    for (let read = 0; page !== null && read < MAX_PAGES; read += 1) {
      const answer: Awaited<ReturnType<RemotePayout['sentPayouts']>> = await remoteOf().sentPayouts({
        ...{ from, until, page },
      });
      expect(answer).toMatchObject({ ok: true });
      if (!answer.ok) break;
      all.push(...answer.payouts);
      page = answer.nextPage;
    }
    return all.filter((sent) => sent.reference === reference);
  };
  return { found, listed };
}

export function payoutContract(name: string, payoutCase: PayoutCase): void {
  const { provider, newReference, pixKey = PAYEE, settle = async () => undefined } = payoutCase;
  const remoteOf = () => {
    const { remote } = provider();
    if (!remote) throw new Error('it has no bank');
    return remote;
  };
  const newRequest = () => payoutRequest(newReference(), pixKey);
  const { found, listed } = readingAt(remoteOf);

  describe(`payouts by ${name}`, () => {
    it('answer in words, and alike when asked again', async () => {
      const payout = newRequest();
      const first = await provider().payout(payout);
      expect(first.ok).toBe(true);
      await settle();
      const again = await provider().payout(payout);
      expect(again.ok && again.payout.endToEndId).toEqual(
        first.ok && (first.payout.endToEndId ?? (again.ok && again.payout.endToEndId)),
      );
    });

    it.skipIf(!isRemoteCase(payoutCase))(
      'are made once when the same is asked five times at once',
      async () => {
        const payout = newRequest();
        await Promise.all(Array.from({ length: 5 }, () => provider().payout(payout)));
        await settle();
        expect(await found(payout.reference)).toMatchObject({ state: 'succeeded' });
        expect(await listed(payout.reference)).toMatchObject([{ amountCents: PAID, state: 'succeeded' }]);
      },
    );

    it.skipIf(!isRemoteCase(payoutCase))('that the bank never saw are not found', async () => {
      expect(await found(newReference())).toBeNull();
    });

    it.skipIf(!payoutCase.loseNextAnswer && !payoutCase.noAnswerKey)(
      'whose answer was lost are found, and asking again makes no second one',
      async () => {
        const payout = payoutRequest(newReference(), payoutCase.noAnswerKey ?? pixKey);
        payoutCase.loseNextAnswer?.();
        expect(await provider().payout(payout)).toMatchObject({ ok: false, kind: 'unavailable' });
        expect(await found(payout.reference)).not.toBeNull();
        expect(await provider().payout(payout)).toMatchObject({ ok: true });
        expect(await listed(payout.reference)).toHaveLength(1);
      },
    );

    it.skipIf(!payoutCase.giveBack)('that came back in part say so, once and with an id', async () => {
      const payout = newRequest();
      await provider().payout(payout);
      await settle();
      await payoutCase.giveBack?.(payout.reference, cents(40n));
      const seen = await found(payout.reference);
      expect(seen).toMatchObject({ state: 'succeeded', returns: [{ amountCents: 40n }] });
      expect((await found(payout.reference))?.returns).toEqual(seen?.returns);
      expect((await listed(payout.reference))[0]?.returns).toEqual(seen?.returns);
    });

    it.skipIf(!isRemoteCase(payoutCase))('come from an account whose balance can be read', async () => {
      const answer = await remoteOf().bankBalance();
      expect(answer).toMatchObject({ ok: true, availableCents: expect.any(BigInt) });
    });
  });
}

/** The case of a provider by the books alone has no key of its own. */
function isRemoteCase({ pixKey, loseNextAnswer, settle, giveBack }: PayoutCase): boolean {
  return [pixKey, loseNextAnswer, settle, giveBack].some((given) => given !== undefined);
}
