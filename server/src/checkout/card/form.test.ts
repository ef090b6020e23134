import { describe, expect, it } from 'vitest';
import { GatewayError, invalidField } from '../../kit/errors.ts';
import { cents } from '../../kit/money.ts';
import { type CardOffer, cardErrorsIn, readCard } from './form.ts';

const GOOD: Record<string, string> = {
  number: '4111 1111 1111 1111',
  holder: 'ANA SOUZA',
  holder_document: '529.982.247-25',
  expiry: '08/29',
  cvv: '123',
  installments: '3',
};
const anyInstallments: CardOffer = {
  valueCents: null,
  installments: null,
  maxInstallments: 12,
  interestByPayer: false,
  feeBasisPoints: 599,
  feeFixedCents: cents(250n),
};
const now = new Date('2026-08-31T12:00:00Z');

function read(changes: Record<string, string> = {}, offer = anyInstallments, isStrict = true) {
  const fields = { ...GOOD, ...changes };
  return readCard((name) => fields[name] ?? '', offer, { now, isStrict });
}

describe('reading a card form', () => {
  it('takes any well-formed document in the sandbox', () => {
    expect(read({ holder_document: '52998224726' }, anyInstallments, false).errors.size).toBe(0);
  });

  it('takes a number with spaces or dashes', () => {
    for (const number of ['4111 1111 1111 1111', '4111-1111-1111-1111', '4111111111111111']) {
      expect(read({ number }).payment.card).toMatchObject({ number: '4111111111111111' });
    }
  });

  it.each(['08/29', '8/29', '08 / 29', '08-29', '0829', '08/2029'])('reads the expiry %s', (expiry) => {
    const { payment, errors } = read({ expiry });
    expect(errors.size).toBe(0);
    expect(payment.card).toMatchObject({ month: 8, year: 2029 });
  });

  it.each([
    ['number', ''],
    ['number', '4111 1111 1111 1112'],
    ['number', '6011111111111117'],
    ['number', '4111x1111y1111z1111'],
    ['holder', ''],
    ['holder', '4111 1111 1111 1111'],
    ['holder', 'a'.repeat(101)],
    ['holder_document', ''],
    ['holder_document', '52998224726'],
    ['holder_document', '123'],
    ['expiry', ''],
    ['expiry', '13/29'],
    ['expiry', '00/29'],
    ['expiry', '2029-08'],
    ['expiry', '07/26'],
    ['cvv', ''],
    ['cvv', '12'],
    ['cvv', '1234'],
    ['cvv', 'abc'],
    ['installments', '0'],
    ['installments', '13'],
    ['installments', '1.5'],
  ])('finds a wrong %s: %j', (field, value) => {
    expect([...read({ [field]: value }).errors]).toEqual([field]);
  });

  it('finds everything that is wrong at once', () => {
    const wrong = { number: '1', holder: '', holder_document: 'z', expiry: 'x', cvv: '', installments: 'y' };
    expect(read(wrong).errors.size).toBe(6);
  });

  it('wants four digits from an American Express', () => {
    expect(read({ number: '378282246310005', cvv: '1234' }).errors.size).toBe(0);
    expect([...read({ number: '378282246310005', cvv: '123' }).errors]).toEqual(['cvv']);
  });

  it('keeps to the number of installments the seller fixed', () => {
    const fixed = { ...anyInstallments, installments: 2 };
    expect(read({ installments: '12' }, fixed).payment.installments).toBe(2);
    expect(read({ installments: '' }).payment.installments).toBe(1);
  });

  it('allows no installment below R$ 5.00, and no more than the seller does', () => {
    const small = { ...anyInstallments, valueCents: cents(1_200n) };
    expect(read({ installments: '2' }, small).errors.size).toBe(0);
    expect([...read({ installments: '3' }, small).errors]).toEqual(['installments']);
    const few = { ...anyInstallments, maxInstallments: 2 };
    expect([...read({ installments: '3' }, few).errors]).toEqual(['installments']);
  });
});

describe('the fields a refused payment names', () => {
  it('are found in a validation error and in no other', () => {
    expect([...(cardErrorsIn(invalidField('expiry', 'has passed')) ?? [])]).toEqual(['expiry']);
    expect(cardErrorsIn(invalidField('body', 'is odd'))).toBeNull();
    expect(cardErrorsIn(new GatewayError('CHARGE_NOT_PAYABLE'))).toBeNull();
    expect(cardErrorsIn(new Error('number'))).toBeNull();
  });
});
