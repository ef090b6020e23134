import { describe, expect, it } from 'vitest';
import {
  readChange,
  readErrors,
  readGuid,
  readOrder,
  readSale,
  readStored,
  readVerified,
} from './answers.ts';

const PAYMENT = '3f0c6d1a-7b1e-4f0d-9b6e-5d1f8f2f4a10';
const OTHER = '8d2b9f64-0f3a-4c55-8f4e-2b7f6f0b9c21';

/** As the interface of Cielo answers a sale: amounts in cents, the payment in one object. */
const sale = (set: object = {}, around: object = {}) => ({
  MerchantOrderId: '019a9b1c7f2d7c3e8a4b5c6d7e8f9a0b',
  Customer: { Name: 'Ana Souza' },
  Payment: {
    ...{ Type: 'CreditCard', Amount: 12345, Currency: 'BRL', Country: 'BRA', Installments: 3 },
    ...{ Interest: 'ByMerchant', Capture: true, Authenticate: false, Status: 2, ReturnCode: '6' },
    CreditCard: { CardNumber: '411111******1111', Holder: 'ANA SOUZA', Brand: 'Visa', SaveCard: false },
    ...{ PaymentId: PAYMENT.toUpperCase(), ReceivedDate: '2026-11-19 12:00:00', CapturedAmount: 12345 },
    ...set,
  },
  ...around,
});

describe('a sale', () => {
  it('is read with its amounts, its code and its brand', () => {
    expect(readSale(sale())).toEqual({
      ...{ paymentId: PAYMENT, order: '019a9b1c7f2d7c3e8a4b5c6d7e8f9a0b', status: 2, code: '6' },
      ...{ amountCents: 12_345n, capturedCents: 12_345n, voidedCents: 0n, capturesAtOnce: true },
      ...{ advice: null, brand: 'visa', receivedAt: '2026-11-19 12:00:00' },
    });
  });

  it.each([
    ['the sum that was given back', { VoidedAmount: 345 }, { voidedCents: 345n }],
    ['the advice of Mastercard', { MerchantAdviceCode: '3' }, { advice: '3' }],
    [
      'the code of the acquirer behind Braspag',
      { ReturnCode: undefined, ProviderReturnCode: '57' },
      { code: '57' },
    ],
    ['no code', { ReturnCode: '' }, { code: null }],
    ['what is only held', { Status: 1, CapturedAmount: undefined }, { status: 1, capturedCents: null }],
    ['Mastercard, which is written in short', { CreditCard: { Brand: 'Master' } }, { brand: 'mastercard' }],
    ['a brand that is none of ours', { CreditCard: { Brand: 'Aura' } }, { brand: null }],
  ])('has %s', (_, set, expected) => expect(readSale(sale(set))).toMatchObject(expected));

  it.each([
    ['without a payment', sale({}, { Payment: null })],
    ['with an amount in reais', sale({ Amount: 123.45 })],
    ['without a status', sale({ Status: undefined })],
    ['with a name that is no GUID', sale({ PaymentId: '../other' })],
    ['that is a list', [sale()]],
  ])('%s is none', (_, body) => expect(readSale(body)).toBeNull());
});

describe('the payments of an order', () => {
  // The misspelt name of the date is the interface's own.
  const one = { PaymentId: PAYMENT, ReceveidDate: '2026-11-19T12:00:00.42' };
  const two = { PaymentId: OTHER, ReceveidDate: '2026-11-19T12:00:01.1' };
  it.each<[string, unknown, string[] | null]>([
    ['one, at Cielo', { Payment: [one] }, [PAYMENT]],
    ['several, at Braspag', { Payments: [one, two] }, [PAYMENT, OTHER]],
    ['the same twice', { Payment: [one, one] }, [PAYMENT]],
    ['none', { Payment: null }, []],
    ['one that cannot be read', { Payment: [one, { PaymentId: 'x' }] }, null],
    ['something else', { Sales: [one] }, null],
    ['nothing', null, null],
  ])('%s', (_, body, ids) => expect(readOrder(body)).toEqual(ids));
});

describe('other answers', () => {
  it('to a capture or a cancellation have a status and a code', () => {
    expect(readChange({ Status: 10, ReturnCode: '9', ReturnMessage: '' })).toEqual({ status: 10, code: '9' });
    const braspag = { Status: 2, ReasonCode: 0, ProviderReturnCode: '0' };
    expect(readChange(braspag)).toEqual({ status: 2, code: '0' });
    expect(readChange({ ReturnCode: '9' })).toBeNull();
  });

  it('with errors are a list, or a single one', () => {
    expect(readErrors([{ Code: 126, Message: 'Credit Card Expiration Date is invalid' }])).toEqual(['126']);
    expect(readErrors({ Code: '57', Message: '' })).toEqual(['57']);
    expect(readErrors('')).toEqual([]);
  });

  it('about a stored card show its last digits and its month', () => {
    const body = {
      CardNumber: '532117******0915',
      Holder: 'ANA',
      ExpirationDate: '12/2031',
      Brand: 'Master',
    };
    expect(readStored(body)).toEqual({ brand: 'mastercard', lastFour: '0915', month: 12, year: 2031 });
    expect(readStored({ ...body, ExpirationDate: '2031' })).toBeNull();
  });

  it('about a card without an amount say whether its issuer takes it', () => {
    expect(readVerified({ Valid: false, ReturnCode: '57' })).toEqual({ valid: false, code: '57' });
    expect(readVerified({ Code: 57, Message: '' })).toBeNull();
  });

  it('name a payment by a GUID alone', () => {
    expect(readGuid(PAYMENT.toUpperCase())).toBe(PAYMENT);
    for (const wrong of ['', `${PAYMENT}/void`, 5, null]) expect(readGuid(wrong)).toBeNull();
  });
});
