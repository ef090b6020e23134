import { describe, expect, it } from 'vitest';
import { amountTo, at, frozen, NOW, percentTo, reais, table } from '../../../test/support/literals.ts';
import type { SplitItem } from '../catalog/split-rules.ts';
import { GatewayError } from '../kit/errors.ts';
import type { Charge } from './charge.ts';
import { type CreateCharge, type CreationState, decideCharge } from './create.ts';

const account: CreationState['account'] = frozen({
  id: 'shop',
  name: 'Loja',
  document: '12345678000195',
  pageName: 'Loja',
  pageColor: null,
  address: null,
  contactEmail: null,
  contactPhone: null,
  contactWhatsapp: null,
  logoFileId: null,
  checkoutMessage: null,
  receiptMessage: null,
  status: 'active',
  feeBasisPoints: 599,
  feeFixedCents: reais('2.50'),
  reserveBasisPoints: 500,
  reserveDays: 30,
  cardSettlement: 'instant',
  anticipationBasisPoints: null,
  pixProviders: null,
  boletoProviders: null,
  domain: null,
});
const ana = frozen({
  id: 'ana',
  name: 'Ana',
  email: 'ana@example.com',
  cpf_cnpj: '52998224725',
  phone: null,
});
/** Its first 48 bits are 2026-03-10T15:00:00.000Z. */
const ID = '019cd843-1180-7000-8000-000000000000';

const state = (set: Partial<CreationState> = {}): CreationState =>
  frozen({
    account,
    product: null,
    customer: null,
    activeRecipients: new Set(['partner', 'agency']),
    boletoNeedsAddress: false,
    ...set,
  });
const request = (set: Partial<CreateCharge> = {}): CreateCharge =>
  frozen({
    accountId: 'shop',
    id: ID,
    billingType: 'PIX',
    valueCents: reais('100.00'),
    description: null,
    externalReference: null,
    postbackUrl: null,
    successUrl: null,
    metadata: null,
    customer: null,
    customerId: null,
    productId: null,
    paymentLinkId: null,
    split: [],
    installments: null,
    maxInstallments: 12,
    interestByPayer: false,
    expiresInSeconds: 86_400,
    boletoTerms: null,
    ...set,
  });
const decide = (asked: Partial<CreateCharge> = {}, known: Partial<CreationState> = {}) =>
  decideCharge(state(known), request(asked), frozen({ now: NOW, token: 'token' }));
const refusal = (decided: Charge | GatewayError) =>
  decided instanceof GatewayError ? `${decided.code}: ${decided.message}` : null;
const draft = (asked: Partial<CreateCharge> = {}, known: Partial<CreationState> = {}): Charge => {
  const decided = decide(asked, known);
  if (decided instanceof GatewayError) throw decided;
  return decided;
};

describe('the figures of a new charge', () => {
  it.each(
    table<'type' | 'value' | 'fixed' | 'installments' | 'fee' | 'net'>(`
      type        | value  | fixed | installments | fee   | net
      PIX         | 100.00 | 2.50  | -            | 8.49  | 91.51
      BOLETO      | 100.00 | 2.50  | -            | 8.49  | 91.51
      UNDEFINED   | 100.00 | 2.50  | -            | 8.49  | 91.51
      CREDIT_CARD | 100.00 | 2.50  | -            | 8.49  | 91.51
      CREDIT_CARD | 100.00 | 2.50  | 1            | 8.49  | 91.51
      CREDIT_CARD | 100.00 | 2.50  | 2            | 10.98 | 89.02
      CREDIT_CARD | 100.00 | 2.50  | 12           | 28.41 | 71.59
      PIX         | 99.90  | 0.00  | -            | 5.99  | 93.91
      PIX         | 0.01   | 2.50  | -            | 2.51  | -2.50
    `),
  )('$type of $value in $installments: fee $fee, net $net', (line) => {
    const made = draft(
      {
        billingType: line.type as Charge['billingType'],
        valueCents: reais(line.value),
        installments: line.installments === '-' ? null : Number(line.installments),
      },
      { account: { ...account, feeFixedCents: reais(line.fixed) } },
    );
    expect(made).toMatchObject({
      platformFeeCents: reais(line.fee),
      netValueCents: reais(line.net),
      reserveCents: 0n,
      paidCents: null,
    });
  });

  it('it keeps the plan it was made under, and starts pending and unpaid', () => {
    expect(draft()).toEqual({
      accountId: 'shop',
      id: ID,
      number: 0n,
      billingType: 'PIX',
      payerChooses: false,
      capturesLater: false,
      status: 'PENDING',
      valueCents: 10_000n,
      feeBasisPoints: 599,
      feeFixedCents: 250n,
      reserveBasisPoints: 500,
      reserveDays: 30,
      platformFeeCents: 849n,
      netValueCents: 9_151n,
      reserveCents: 0n,
      reserveHeldCents: 0n,
      paidCents: null,
      refundedCents: 0n,
      disputedCents: 0n,
      refundingCents: 0n,
      returnedCount: 0,
      oversold: false,
      installments: null,
      maxInstallments: 12,
      interestByPayer: false,
      description: null,
      externalReference: null,
      postbackUrl: null,
      successUrl: null,
      metadata: null,
      customerId: null,
      customer: null,
      productId: null,
      purchase: null,
      paymentLinkId: null,
      split: [],
      token: 'token',
      pixProvider: null,
      pixTxid: null,
      pixCopyPaste: null,
      pixExpiresAt: at('+1d'),
      pixQrPng: null,
      boleto: null,
      card: null,
      paymentProvider: null,
      paymentReference: null,
      paidAt: null,
      dueAt: null,
      eventSequence: 1,
      createdAt: NOW,
      cancelCause: null,
    });
  });

  it('the payer chooses where the method is UNDEFINED', () => {
    expect(draft({ billingType: 'UNDEFINED' }).payerChooses).toBe(true);
  });

  it('a known customer is linked, and shown as it is known', () => {
    expect(draft({ customerId: 'ana' }, { customer: ana })).toMatchObject({
      customerId: 'ana',
      customer: { name: 'Ana', email: 'ana@example.com', cpf_cnpj: '52998224725', phone: null },
    });
  });
});

const stocked = (stock: bigint | null, held?: bigint) => ({
  id: 'product',
  stock,
  holdStock: held !== undefined,
  held: held ?? 0n,
  split: [],
});

describe('the split of a new charge', () => {
  const product = (split: SplitItem[]) => ({ ...stocked(null), split });

  it.each([
    ['the product’s alone', [amountTo('partner', '5.00')], [], [amountTo('partner', '5.00')]],
    ['the request’s alone', [], [percentTo('agency', 100)], [percentTo('agency', 100)]],
    [
      'both',
      [amountTo('partner', '5.00')],
      [percentTo('agency', 100)],
      [amountTo('partner', '5.00'), percentTo('agency', 100)],
    ],
    [
      'the request’s for the same recipient',
      [amountTo('partner', '5.00'), amountTo('agency', '1.00')],
      [percentTo('partner', 100)],
      [amountTo('agency', '1.00'), percentTo('partner', 100)],
    ],
  ])('is %s', (_, fixed, asked, split) => {
    expect(draft({ split: asked, productId: 'product' }, { product: product(fixed) }).split).toEqual(split);
  });

  const eleven = Array.from({ length: 11 }, (_, index) => amountTo(`r${index}`, '0.01'));
  it.each([
    ['eleven recipients', eleven, 'at most 10 splits are allowed'],
    [
      'one twice',
      [amountTo('partner', '1.00'), percentTo('partner', 1)],
      'recipient partner is listed twice',
    ],
    ['the owner', [amountTo('shop', '1.00')], 'the owner of the charge cannot be a recipient'],
    ['an unknown one', [amountTo('stranger', '1.00')], 'recipient stranger does not exist or is not active'],
    [
      'all of the value',
      [amountTo('partner', '100.00')],
      'the sum of the splits must be less than the charge value',
    ],
    [
      'the value in two parts',
      [amountTo('partner', '50.00'), percentTo('agency', 5_000)],
      'the sum of the splits must be less than the charge value',
    ],
  ])('with %s is refused', (_, split, message) => {
    expect(refusal(decide({ split }))).toBe(`INVALID_SPLIT: ${message}`);
  });

  it('a cent below the value is accepted', () => {
    expect(refusal(decide({ split: [amountTo('partner', '99.99')] }))).toBeNull();
  });
});

describe('the ladder of refusals', () => {
  // Each step mends what the step before was refused for; the last is accepted.
  const wrongSplit = [amountTo('stranger', '100.00')];
  const steps: [string | null, Partial<CreateCharge>, Partial<CreationState>][] = [
    [
      'VALIDATION_ERROR: installments: must not exceed max_installments',
      { installments: 7, maxInstallments: 6, valueCents: reais('20.00') },
      { product: 'unknown' },
    ],
    ['VALIDATION_ERROR: installments: each installment must be at least 5.00', { installments: 6 }, {}],
    ['VALIDATION_ERROR: product_id: is not an active product of this account', { installments: 4 }, {}],
    ['OUT_OF_STOCK: The product is out of stock', {}, { product: stocked(0n) }],
    ['INVALID_SPLIT: recipient stranger does not exist or is not active', {}, { product: stocked(1n) }],
    [
      'INVALID_SPLIT: the sum of the splits must be less than the charge value',
      { split: [amountTo('partner', '20.00')] },
      {},
    ],
    ['VALIDATION_ERROR: customer_id: is not a customer of this account', { split: [] }, {}],
    [
      'VALIDATION_ERROR: customer_id: needs a customer with a valid cpf_cnpj for a boleto',
      {},
      { customer: { ...ana, cpf_cnpj: null } },
    ],
    [null, {}, { customer: ana }],
  ];

  it.each(steps.map(([expected], index) => [expected ?? 'accepted', index] as const))('%s', (_, index) => {
    const until = steps.slice(0, index + 1);
    const start: Partial<CreateCharge> = {
      billingType: 'BOLETO',
      split: wrongSplit,
      customerId: 'x',
      productId: 'x',
    };
    const asked = Object.assign({}, start, ...until.map(([, each]) => each));
    const known = Object.assign({ customer: 'unknown' }, ...until.map(([, , each]) => each));
    expect(refusal(decide(asked, known))).toBe(steps[index]?.[0]);
  });

  it('a customer without a document may pay by PIX', () => {
    expect(refusal(decide({}, { customer: { ...ana, cpf_cnpj: null } }))).toBeNull();
  });

  it.each([
    ['one unit, held by no charge', stocked(1n, 0n), null],
    ['one unit, and an open charge holds it', stocked(1n, 1n), 'OUT_OF_STOCK: The product is out of stock'],
    ['fewer units than are held', stocked(1n, 3n), 'OUT_OF_STOCK: The product is out of stock'],
    ['no stock to count, though units are held', stocked(null, 3n), null],
    ['units that are not held for open charges', { ...stocked(1n), held: 1n }, null],
  ])('a product with %s', (_, product, expected) => {
    expect(refusal(decide({}, { product }))).toBe(expected);
  });

  it('a product whose stock is not counted never runs out', () => {
    expect(refusal(decide({}, { product: stocked(null) }))).toBeNull();
  });
});
