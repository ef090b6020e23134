import { CreateOneStepChargeBodySchema } from 'sdk-node-apis-efi';
import { describe, expect, it } from 'vitest';
import { cents } from '../../kit/money.ts';
import type { BoletoRequest } from '../boleto.ts';
import { boletoBody, dailyInterest } from './boleto-requests.ts';

const TERMS: BoletoRequest['terms'] = {
  dueDate: '2026-12-10',
  payableDaysAfterDue: 30,
  fineBasisPoints: 200,
  interestMonthlyBasisPoints: 100,
  discount: null,
};
const ADDRESS: BoletoRequest['payer']['address'] = {
  postal_code: '01310100',
  street: 'Avenida Paulista',
  number: '1000',
  complement: null,
  district: 'Bela Vista',
  city: 'São Paulo',
  state: 'SP',
};
const REQUEST: BoletoRequest = {
  reference: '0199f0d2-6c5e-7d5a-8a3b-1f2e3d4c5b6a',
  ourNumber: '00012345',
  amountCents: cents(12_345n),
  merchantName: 'Loja do João',
  description: 'Pedido 1001',
  payer: {
    name: 'Ana Souza',
    document: '52998224725',
    email: 'ana@example.com',
    phone: '+5511999998888',
    address: ADDRESS,
  },
  terms: TERMS,
  createdAt: new Date('2026-12-01T12:00:00Z'),
};
const CNPJ_PAYER = { ...REQUEST.payer, name: 'Açaí  &\nCia', document: '11222333000181' };

function bodyOf(change: Partial<BoletoRequest> = {}, noticeUrl: string | null = null) {
  const written = boletoBody({ ...REQUEST, ...change }, noticeUrl);
  if (!written.ok) throw new Error(written.reason);
  expect(CreateOneStepChargeBodySchema.safeParse(written.body).error).toBeUndefined();
  return written.body;
}

describe('the body of a boleto', () => {
  it('says everything in the words and units of Efí, and not how to write to the payer', () => {
    expect(bodyOf({}, 'https://guiche.example/callbacks/efi')).toEqual({
      items: [{ name: 'Pedido 1001', value: 12_345, amount: 1 }],
      metadata: {
        custom_id: '0199f0d2-6c5e-7d5a-8a3b-1f2e3d4c5b6a',
        notification_url: 'https://guiche.example/callbacks/efi',
      },
      payment: {
        banking_billet: {
          customer: {
            name: 'Ana Souza',
            cpf: '52998224725',
            address: {
              street: 'Avenida Paulista',
              number: '1000',
              neighborhood: 'Bela Vista',
              zipcode: '01310100',
              city: 'São Paulo',
              state: 'SP',
            },
          },
          expire_at: '2026-12-10',
          configurations: { days_to_write_off: 30, fine: 200, interest: 33 },
        },
      },
    });
  });

  it('names a company as such, and leaves out what is not known', () => {
    const { payment, metadata } = bodyOf({ payer: { ...CNPJ_PAYER, address: null } });
    expect(payment.banking_billet.customer).toEqual({
      juridical_person: { corporate_name: 'Açaí & Cia', cnpj: '11222333000181' },
    });
    expect(metadata).toEqual({ custom_id: REQUEST.reference });
  });

  it('turns off the fine and the interest that the account may have as its default', () => {
    const terms = { ...TERMS, fineBasisPoints: 0, interestMonthlyBasisPoints: 0, payableDaysAfterDue: 0 };
    expect(bodyOf({ terms }).payment.banking_billet.configurations).toEqual({
      days_to_write_off: 0,
      fine: 0,
      interest: 0,
    });
  });

  it.each([
    [
      { until: '2026-12-05', basisPoints: 1_500 },
      { type: 'percentage', value: 1_500 },
    ],
    [
      { until: '2026-12-05', amountCents: cents(599n) },
      { type: 'currency', value: 599 },
    ],
  ])('has the discount %o until its last day', (discount, said) => {
    const { conditional_discount } = bodyOf({ terms: { ...TERMS, discount } }).payment.banking_billet;
    expect(conditional_discount).toEqual({ ...said, until_date: '2026-12-05' });
  });

  it.each([
    [null, 'Loja do João'],
    ['<b>Pedido</b>\n7', 'b Pedido /b 7'],
    ['  ', 'Loja do João'],
    ['é'.repeat(300), 'é'.repeat(255)],
  ])('names the item of %j', (description, name) => {
    expect(bodyOf({ description }).items[0]?.name).toBe(name);
  });

  it('has no address for notices that Efí could not keep', () => {
    expect(bodyOf({}, `https://guiche.example/${'a'.repeat(250)}`).metadata).not.toHaveProperty(
      'notification_url',
    );
  });
});

it.each([
  [0, 0],
  [1, 0],
  [3, 1],
  [99, 33],
  [100, 33],
  [200, 66],
  [990, 330],
  [992, 330],
  [993, 331],
])('interest of %i basis points a month is %i thousandths of a percent a day, rounded down', (month, day) => {
  expect(dailyInterest(month)).toBe(day);
});

it.each<[string, Partial<BoletoRequest>, string]>([
  ['a fine above 10%', { terms: { ...TERMS, fineBasisPoints: 1_001 } }, 'a fine of at most 10%'],
  [
    'interest above 9.92% a month',
    { terms: { ...TERMS, interestMonthlyBasisPoints: 993 } },
    'interest of at most 9.92% a month',
  ],
  ['121 days after the due date', { terms: { ...TERMS, payableDaysAfterDue: 121 } }, 'at most 120 days'],
  [
    'a discount below R$ 10.00',
    { amountCents: cents(999n), terms: { ...TERMS, discount: { until: '2026-12-05', basisPoints: 100 } } },
    'no discount on a boleto below R$ 10.00',
  ],
  ['a person with one name', { payer: { ...REQUEST.payer, name: ' Ana ' } }, 'first and last name'],
  ['a reference that is too long', { reference: 'a'.repeat(256) }, 'the reference is too long'],
])('what Efí cannot do is refused with the reason: %s', (_, change, reason) => {
  const written = boletoBody({ ...REQUEST, ...change }, null);
  expect(written).toEqual({ ok: false, reason: expect.stringContaining(reason) });
});
