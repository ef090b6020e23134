import { describe, expect, it } from 'vitest';
import { isValidBarcode, isValidDigitableLine } from '../brazil/boleto-code.ts';
import { parseBrCode } from '../brazil/br-code.ts';
import { type Cents, cents } from '../kit/money.ts';
import type {
  BoletoProvider,
  CardProvider,
  CardRequest,
  PayoutProvider,
  PixProvider,
  PixRequest,
  RefundRequest,
} from './provider.ts';

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

export type BoletoCase = { provider: () => BoletoProvider; newReference: () => string };

export function boletoContract(name: string, { provider, newReference }: BoletoCase): void {
  it(`a boleto by ${name} has a barcode and a line that agree, and the same ones when asked again`, async () => {
    const request = {
      reference: newReference(),
      ourNumber: '00012345',
      amountCents: cents(12_345n),
      dueDate: '2030-01-10',
      merchantName: 'Loja',
      payer: { name: 'Ana', document: '52998224725' },
    };
    const first = await provider().registerBoleto(request);
    expect(first.ok && isValidBarcode(first.barcode)).toBe(true);
    expect(first.ok && isValidDigitableLine(first.digitableLine)).toBe(true);
    expect(await provider().registerBoleto(request)).toEqual(first);
  });
}

export type CardCase = {
  provider: () => CardProvider;
  newReference: () => string;
  /** Test cards for each outcome. */
  cards: { approved: string; refused: string; noAnswerThenApproved: string };
};

const cardRequest = (reference: string, number: string): CardRequest => ({
  reference,
  amountCents: cents(12_345n),
  installments: 3,
  card: { number, holder: 'ANA', document: '52998224725', month: 12, year: 2040, cvv: '123' },
});

export function cardContract(name: string, { provider, newReference, cards }: CardCase): void {
  describe(`cards by ${name}`, () => {
    it('an approved card is charged once, however often the request is sent', async () => {
      const request = cardRequest(newReference(), cards.approved);
      const answers = await Promise.all(Array.from({ length: 5 }, () => provider().chargeCard(request)));
      const references = new Set(
        answers.map((answer) => answer.outcome === 'approved' && answer.providerReference),
      );
      expect(references.size).toBe(1);
      expect(await provider().findCard(request.reference)).toEqual(answers[0]);
    });

    it('a refusal is an answer, not an exception', async () => {
      const answer = await provider().chargeCard(cardRequest(newReference(), cards.refused));
      expect(answer).toMatchObject({ outcome: 'refused' });
    });

    it('after no answer, asking by our reference shows how it ended, and sending again changes nothing', async () => {
      const request = cardRequest(newReference(), cards.noAnswerThenApproved);
      expect(await provider().chargeCard(request)).toEqual({ outcome: 'unknown' });
      const found = await provider().findCard(request.reference);
      expect(found).toMatchObject({ outcome: 'approved' });
      expect(await provider().chargeCard(request)).toEqual(found);
    });

    it('a card request it never saw took nothing', async () => {
      expect(await provider().findCard(newReference())).toMatchObject({ outcome: 'refused' });
    });
  });
}

export type PayoutCase = { provider: () => PayoutProvider; newReference: () => string };

export function payoutContract(name: string, { provider, newReference }: PayoutCase): void {
  it(`a payout by ${name} answers in words, and alike when asked again`, async () => {
    const payout = { reference: newReference(), amountCents: cents(100n), pixKey: '52998224725' };
    const first = await provider().payout(payout);
    expect(first.ok).toBe(true);
    expect(await provider().payout(payout)).toEqual(first);
  });
}
