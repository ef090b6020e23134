import {
  ChargeTransactionStatusSchema,
  DetailChargeResponseSchema,
  ListChargesResponseSchema,
} from 'sdk-node-apis-efi';
import { describe, expect, it } from 'vitest';
import { boletoBarcode, digitableLine, formatDigitableLine } from '../../brazil/boleto-code.ts';
import { dynamicBrCode } from '../../brazil/br-code.ts';
import { cents } from '../../kit/money.ts';
import {
  readDetail,
  readList,
  readNoticeToken,
  readNotification,
  readRegistered,
  STATUSES,
} from './boleto-answers.ts';

const BARCODE = boletoBarcode({
  bank: '364',
  dueDate: '2026-12-10',
  amountCents: cents(6_990n),
  freeField: '0000000000000000024342333',
});
const LINE = digitableLine(BARCODE);
const QRCODE = dynamicBrCode({
  location: 'qrcodes-pix.sejaefi.com.br/bolix/v2/cobv/0a1b2c3d4e5f60718293a4b5c6d7e8f9',
  merchantName: 'EFI SA',
  merchantCity: 'OURO PRETO',
});
const MEANS = {
  barcode: BARCODE,
  digitableLine: LINE,
  ourNumber: '24342333',
  pix: { txid: '0a1b2c3d4e5f60718293a4b5c6d7e8f9', copyPaste: QRCODE },
};
const BILLET = {
  barcode: formatDigitableLine(LINE),
  link: 'https://boleto.example/1',
  pdf: { charge: 'https://boleto.example/1.pdf' },
  expire_at: '2026-12-10',
};
const PIX = { qrcode: QRCODE, qrcode_image: 'data:image/svg+xml;base64,PHN2Zy8+' };

function entry(change: object = {}, payment: object = {}) {
  return {
    id: 24_342_333,
    total: 6_990,
    status: 'waiting',
    custom_id: 'ours',
    created_at: '2026-12-01 09:12:23',
    customer: { name: 'Ana Souza', cpf: '52998224725', phone_number: null },
    payment: {
      payment_method: 'banking_billet',
      paid_at: null,
      pix: PIX,
      banking_billet: BILLET,
      ...payment,
    },
    ...change,
  };
}
function page(data: unknown[], number?: number) {
  const pagination = { limit: 100, offset: 0, ...(number === undefined ? {} : { page: number }) };
  return { code: 200, data, params: { begin_date: '2026-12-01', end_date: '2026-12-02', pagination } };
}
const one = (change: object = {}, payment: object = {}) =>
  readList(page([entry(change, payment)], 1), 100)?.boletos[0];

describe('a boleto at Efí', () => {
  it('is read alike from the answer to its registration, from itself and from the list', () => {
    const registered = {
      code: 200,
      data: { ...BILLET, pix: PIX, charge_id: 24_342_333, status: 'waiting', total: 6_990 },
    };
    const detail = {
      code: 200,
      data: {
        ...{ charge_id: 24_342_333, total: 6_990, status: 'waiting', custom_id: 'ours' },
        ...{ created_at: '2026-12-01 09:12:23', notification_url: null, items: [], history: [] },
        payment: {
          ...{ method: 'banking_billet', created_at: '2026-12-01 09:12:23', message: null },
          banking_billet: { ...BILLET, pix: PIX },
        },
      },
    };
    const listed = page([entry()], 1);
    expect(DetailChargeResponseSchema.safeParse(detail).error).toBeUndefined();
    expect(ListChargesResponseSchema.safeParse(listed).error).toBeUndefined();
    const expected = {
      chargeId: 24_342_333,
      customId: 'ours',
      totalCents: 6_990n,
      dueDate: '2026-12-10',
      createdOn: '2026-12-01',
      state: 'open',
      reason: null,
      means: MEANS,
      isPaid: false,
      payment: null,
    };
    expect(readRegistered(registered, 'ours')).toEqual({ ...expected, createdOn: null });
    expect(readDetail(detail)).toEqual(expected);
    expect(readList(listed, 100)?.boletos).toEqual([expected]);
  });

  it.each([
    ['the formatted line', formatDigitableLine(LINE), BARCODE],
    ['the line in digits only', LINE, BARCODE],
    ['the code of 44 digits', BARCODE, BARCODE],
    ['a line with a wrong digit', `${LINE.slice(0, 9)}${(Number(LINE[9]) + 1) % 10}${LINE.slice(10)}`, null],
    ['a line of zeros', '00000.00000 00000.000000 00000.000000 0 00000000000000', null],
    ['nothing', undefined, null],
  ])('has the barcode that %s gives', (_, barcode, expected) => {
    const means = one({}, { banking_billet: { ...BILLET, barcode } })?.means;
    expect(means?.barcode ?? null).toBe(expected);
    expect(means?.digitableLine ?? null).toBe(expected && LINE);
  });

  it('has no PIX code when Efí gives none, or one that no wallet reads', () => {
    expect(one({}, { pix: undefined })?.means).toEqual({ ...MEANS, pix: null });
    expect(one({}, { pix: { qrcode: `${QRCODE.slice(0, -4)}0000` } })?.means?.pix).toBeNull();
  });

  it('is none without a number, an amount in whole cents or a status', () => {
    for (const change of [{ id: null }, { total: 69.9 }, { total: '-1' }, { status: null }]) {
      expect(readList(page([entry(change)], 1), 100)).toMatchObject({ boletos: [], unreadable: 1 });
    }
  });
});

describe('a status of Efí', () => {
  it('has a meaning, each that its own SDK names', () => {
    expect(Object.keys(STATUSES)).toEqual(expect.arrayContaining(ChargeTransactionStatusSchema.options));
  });

  it.each([
    ['new', 'registering', null],
    ['waiting', 'open', null],
    ['identified', 'open', null],
    ['unpaid', 'open', null],
    ['paid', 'paid', null],
    ['contested', 'paid', null],
    ['settled', 'cancelled', 'it was marked as paid by hand at Efí'],
    ['refunded', 'cancelled', 'it was given back at Efí'],
    ['canceled', 'cancelled', 'it was cancelled at Efí'],
    ['expired', 'cancelled', 'it expired at Efí'],
    ['something new', 'open', null],
  ])('%s means %s', (status, state, reason) => {
    expect(one({ status })).toMatchObject({ state, reason });
  });
});

describe('the payment of a boleto', () => {
  const paid = { paid_at: '2026-12-11 07:33:30', paid_value: 6_990, received_by_bank_at: '2026-12-11' };

  it('is named by the charge, in whole cents', () => {
    expect(one({ status: 'paid' }, paid)?.payment).toEqual({
      paymentReference: 'efi-24342333',
      reference: 'ours',
      bankReference: '24342333',
      ourNumber: '24342333',
      by: 'boleto',
      amountCents: 6_990n,
      bankFeeCents: null,
      paidAt: new Date('2026-12-11T10:33:30Z'),
    });
  });

  it.each([
    ['on the day on which Efí learned of it', '2026-12-11', '2026-12-11 07:33:30', '2026-12-11T10:33:30Z'],
    ['on an earlier day: its last second', '2026-12-10', '2026-12-11 07:33:30', '2026-12-11T02:59:59Z'],
    ['on a day without a time', '2026-12-10', null, '2026-12-11T02:59:59Z'],
    ['at a time without a day', undefined, '2026-12-11 23:30:00', '2026-12-12T02:30:00Z'],
    ['on a day after the time: the day counts', '2026-12-12', '2026-12-11 07:33:30', '2026-12-13T02:59:59Z'],
  ])('was made %s', (_, received_by_bank_at, paid_at, at) => {
    const { payment } = one({ status: 'paid' }, { ...paid, received_by_bank_at, paid_at }) ?? {};
    expect(payment?.paidAt).toEqual(new Date(at));
  });

  it('is not read when the amount or the time is missing, although the boleto is paid', () => {
    for (const change of [{ paid_value: undefined }, { paid_value: 69.9 }, { paid_value: 0 }]) {
      expect(one({ status: 'paid' }, { ...paid, ...change })).toMatchObject({ isPaid: true, payment: null });
    }
    const timeless = { ...paid, paid_at: null, received_by_bank_at: undefined };
    expect(one({ status: 'paid' }, timeless)).toMatchObject({ isPaid: true, payment: null });
  });

  it('is none while the boleto is not paid, whatever else is said', () => {
    expect(one({ status: 'identified' }, paid)?.payment).toBeNull();
  });
});

describe('a list', () => {
  it.each([
    ['a page that is not full', 1, 1, 100, null],
    ['a full page, counted from 1', 2, 1, 2, 2],
    ['a full page, counted from 0', 2, 0, 2, 1],
  ])('%s has the next page or none', (_, entries, number, size, nextPage) => {
    expect(readList(page(Array(entries).fill(entry()), number), size)?.nextPage).toBe(nextPage);
  });

  it('is unreadable when a full page does not say its number, or when it is none', () => {
    expect(readList(page([entry()]), 1)).toBeNull();
    for (const body of [null, {}, { data: {} }, 'text']) expect(readList(body, 100)).toBeNull();
  });
});

describe('a notice', () => {
  it.each([
    ['notification=09027955-5e06-4ff0-a9c7-46b47b8f1b27', '09027955-5e06-4ff0-a9c7-46b47b8f1b27'],
    ['notification=..%2F..%2Fcharges', null],
    ['notification=', null],
    ['{"notification":"09027955-5e06-4ff0-a9c7-46b47b8f1b27"}', null],
    [`notification=${'a'.repeat(101)}`, null],
  ])('%s has the token %s', (body, token) => {
    expect(readNoticeToken(Buffer.from(body))).toBe(token);
  });

  it('names the boletos of its changes once each', () => {
    const change = (id: number, charge_id?: number) => ({
      ...{ id, type: 'charge', custom_id: 'ours', created_at: '2026-12-01 09:12:23' },
      identifiers: charge_id === undefined ? { carnet_id: 7 } : { charge_id },
      status: { current: 'waiting', previous: 'new' },
    });
    expect(
      readNotification({ code: 200, data: [change(1, 5), change(2, 5), change(3), change(4, 6)] }),
    ).toEqual([{ bankReference: '5' }, { bankReference: '6' }]);
    expect(readNotification({ code: 200 })).toBeNull();
  });
});
