import { describe, expect, it } from 'vitest';
import { isValidBarcode, isValidDigitableLine } from '../kit/boleto-code.ts';
import { parseBrCode } from '../kit/br-code.ts';
import { cents } from '../kit/money.ts';
import type { CardRequest, Provider } from './provider.ts';

export type ContractCase = {
  provider: () => Provider;
  newReference: () => string;
  /** Cards that make this provider behave in each way. */
  cards: { approved: string; refused: string; noAnswerThenApproved: string };
};

/** What every provider must do, run against each of them. */
export function providerContract(name: string, contractCase: ContractCase): void {
  describe(`provider ${name}`, () => {
    codeRules(contractCase);
    cardRules(contractCase);
    moneyRules(contractCase);
  });
}

function codeRules({ provider, newReference }: ContractCase): void {
  it('createPix gives a code with the amount, and the same one when asked again', async () => {
    const request = {
      reference: newReference(),
      txid: 'ABCdef0123456789ABCdef012',
      amountCents: cents(12_345n),
      merchantName: 'Açaí & Cia do João Ltda Comércio',
      description: null,
      expiresAt: new Date('2040-01-01T00:00:00Z'),
      payer: null,
    };
    const first = await provider().createPix(request);
    expect(first.ok && parseBrCode(first.copyPaste)).toMatchObject({ ok: true });
    expect(await provider().createPix(request)).toEqual(first);
  });

  it('registerBoleto gives a barcode and a line that agree, and the same ones when asked again', async () => {
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

const cardRequest = (reference: string, number: string): CardRequest => ({
  reference,
  amountCents: cents(12_345n),
  installments: 3,
  card: { number, holder: 'ANA', document: '52998224725', month: 12, year: 2040, cvv: '123' },
});

function cardRules({ provider, newReference, cards }: ContractCase): void {
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

  it('after no answer, asking by our reference tells how it ended, and sending again changes nothing', async () => {
    const request = cardRequest(newReference(), cards.noAnswerThenApproved);
    expect(await provider().chargeCard(request)).toEqual({ outcome: 'unknown' });
    const found = await provider().findCard(request.reference);
    expect(found).toMatchObject({ outcome: 'approved' });
    expect(await provider().chargeCard(request)).toEqual(found);
  });

  it('a card request it never saw took nothing', async () => {
    expect(await provider().findCard(newReference())).toMatchObject({ outcome: 'refused' });
  });
}

function moneyRules({ provider, newReference }: ContractCase): void {
  it('refund and payout answer in words, and alike when asked again', async () => {
    const refund = { reference: newReference(), paymentReference: 'E1', amountCents: cents(100n) };
    const payout = { reference: newReference(), amountCents: cents(100n), pixKey: '52998224725' };
    for (const ask of [() => provider().refund(refund), () => provider().payout(payout)]) {
      const first = await ask();
      expect(first.ok).toBe(true);
      expect(await ask()).toEqual(first);
    }
  });
}
