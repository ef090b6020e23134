import { describe, expect, it } from 'vitest';
import { dueDateFactor, isValidBarcode, isValidDigitableLine } from '../brazil/boleto-code.ts';
import { parseBrCode } from '../brazil/br-code.ts';
import { civilDateOf } from '../brazil/calendar.ts';
import { type Cents, cents } from '../kit/money.ts';
import type { BoletoAtBank, BoletoName, BoletoProvider, BoletoRequest, RemoteBoleto } from './boleto.ts';

/** Contract tests that run against every provider of boletos. */

export type BoletoCase = {
  provider: () => BoletoProvider;
  newReference: () => string;
  /** Ends when the bank has registered the boleto. Of one that registers at once: nothing. */
  registered(reference: string): Promise<void>;
  /** A payer pays the barcode at this bank; null where boletos are issued here, and no bank is paid. */
  pay: ((reference: string, amountCents: Cents) => Promise<void>) | null;
};

const DUE_DATE = '2030-01-10';
const LATER = '2030-02-20';

const boletoRequest = (reference: string): BoletoRequest => ({
  reference,
  ourNumber: reference.replace(/\D/g, '').slice(-8).padStart(8, '0'),
  amountCents: cents(12_345n),
  merchantName: 'Loja',
  description: null,
  payer: {
    ...{ name: 'Ana Souza', document: '52998224725', email: null, phone: null },
    address: {
      ...{ postal_code: '01310100', street: 'Avenida Paulista', number: '1000', complement: null },
      ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP' },
    },
  },
  terms: {
    dueDate: DUE_DATE,
    payableDaysAfterDue: 30,
    fineBasisPoints: 200,
    interestMonthlyBasisPoints: 100,
    discount: null,
  },
  createdAt: new Date('2029-12-01T12:00:00Z'),
});

export function boletoContract(name: string, boletoCase: BoletoCase): void {
  const { provider, newReference, registered } = boletoCase;
  describe(`boletos by ${name}`, () => {
    it('has a barcode and a line that agree, and the same ones when asked again', async () => {
      const request = boletoRequest(newReference());
      await provider().registerBoleto(request);
      await registered(request.reference);
      const first = await provider().registerBoleto(request);
      const means = first.ok ? first.boleto.means : null;
      expect(means && isValidBarcode(means.barcode)).toBe(true);
      expect(means && isValidDigitableLine(means.digitableLine)).toBe(true);
      expect(await provider().registerBoleto(request)).toEqual(first);
    });

    it('has a PIX code of its own if the provider says so, and none otherwise', async () => {
      const request = boletoRequest(newReference());
      await provider().registerBoleto(request);
      await registered(request.reference);
      const answer = await provider().registerBoleto(request);
      const pix = answer.ok ? (answer.boleto.means?.pix ?? null) : null;
      expect(pix !== null).toBe(provider().givesPix);
      if (pix) expect(pix.txid).toMatch(/^[A-Za-z0-9]{25,35}$/);
      if (pix) expect(parseBrCode(pix.copyPaste)).toMatchObject({ ok: true });
    });

    if (boletoCase.pay) bankContract(boletoCase, boletoCase.pay);
  });
}

function bankContract(
  { provider, newReference, registered }: BoletoCase,
  pay: NonNullable<BoletoCase['pay']>,
): void {
  const bank = (): RemoteBoleto => {
    const { remote } = provider();
    if (!remote) throw new Error('a provider that is paid at a bank is remote');
    return remote;
  };
  const nameOf = (
    { reference, ourNumber, createdAt }: BoletoRequest,
    bankReference: string | null = null,
  ) => ({
    ...{ reference, ourNumber, bankReference, dueDate: DUE_DATE, createdAt },
  });
  const found = async (name: BoletoName) => {
    const answer = await bank().findBoleto(name);
    if (!answer.ok) throw new Error(answer.reason);
    return answer.boleto;
  };
  const open = async () => {
    const request = boletoRequest(newReference());
    await provider().registerBoleto(request);
    await registered(request.reference);
    return request;
  };

  it('registers once what is asked for again, also when no answer came', async () => {
    const request = boletoRequest(newReference());
    for (let time = 0; time < 3; time += 1) await provider().registerBoleto(request);
    await registered(request.reference);
    const one = await found(nameOf(request));
    expect(one).toMatchObject({ state: 'open', payments: [] });
    const again = await provider().registerBoleto(request);
    expect(again.ok && again.boleto.bankReference).toBe(one?.bankReference);
    expect(await found(nameOf(request, one?.bankReference ?? null))).toEqual(one);
  });

  it('finds nothing by a name that it was never asked for', async () => {
    expect(await found(nameOf(boletoRequest(newReference())))).toBeNull();
  });

  closedContract({ bank, open, found, nameOf, newReference }, pay);
}

type AtBank = {
  bank(): RemoteBoleto;
  open(): Promise<BoletoRequest>;
  found(name: BoletoName): Promise<BoletoAtBank | null>;
  nameOf(request: BoletoRequest): BoletoName;
  newReference(): string;
};

function closedContract(
  { bank, open, found, nameOf, newReference }: AtBank,
  pay: NonNullable<BoletoCase['pay']>,
): void {
  it('cancels a boleto, once or again, and one that it does not know', async () => {
    const request = await open();
    expect(await bank().cancelBoleto(nameOf(request))).toMatchObject({ ok: true });
    expect(await found(nameOf(request))).toMatchObject({ state: 'cancelled' });
    expect(await bank().cancelBoleto(nameOf(request))).toMatchObject({ ok: true });
    expect(await bank().cancelBoleto(nameOf(boletoRequest(newReference())))).toMatchObject({ ok: true });
  });

  it('changes the due date, once or again, and has a barcode of it', async () => {
    const request = await open();
    const before = await found(nameOf(request));
    for (let time = 0; time < 2; time += 1) {
      expect(await bank().changeDueDate(nameOf(request), LATER)).toMatchObject({ ok: true });
    }
    const after = await found(nameOf(request));
    expect(after).toMatchObject({ state: 'open', bankReference: before?.bankReference, dueDate: LATER });
    expect(after?.means?.barcode.slice(5, 9)).toBe(String(dueDateFactor(LATER)));
    expect(after?.means?.ourNumber).toBe(before?.means?.ourNumber);
    await bank().cancelBoleto(nameOf(request));
    expect(await bank().changeDueDate(nameOf(request), DUE_DATE)).toMatchObject({
      ...{ ok: false, kind: 'refused' },
    });
  });

  it('lists a payment on its day as it shows it on the boleto', async () => {
    const request = await open();
    await pay(request.reference, request.amountCents);
    const paid = await found(nameOf(request));
    expect(paid).toMatchObject({
      state: 'paid',
      payments: [{ amountCents: request.amountCents, by: 'boleto' }],
    });
    const [payment] = paid?.payments ?? [];
    const day = civilDateOf(payment?.paidAt ?? new Date(0));
    const listed: string[] = [];
    for (let page: number | null = 0; page !== null; ) {
      const answer: Awaited<ReturnType<RemoteBoleto['paidBoletos']>> = await bank().paidBoletos({
        ...{ from: day, until: day, page },
      });
      if (!answer.ok) throw new Error(answer.reason);
      listed.push(...answer.payments.map((each) => each.paymentReference));
      page = answer.nextPage;
    }
    expect(listed.filter((each) => each === payment?.paymentReference)).toHaveLength(1);
    expect(await bank().cancelBoleto(nameOf(request))).toMatchObject({ ok: true });
    expect(await found(nameOf(request))).toMatchObject({ state: 'paid' });
  });
}
