import { describe, expect, it } from 'vitest';
import { systemActor } from '../audit/record.ts';
import { GatewayError } from '../kit/errors.ts';
import { cents } from '../kit/money.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import {
  decideCreatePaymentLink,
  decideDeactivatePaymentLink,
  type NewLinkState,
  type NewPaymentLink,
} from './change-payment-link.ts';
import { NOTHING_ASKED } from './link-asks.ts';
import { deactivateLink, insertLink, insertLinkToken, type PaymentLinkRow } from './payment-links.ts';
import type { SellableProduct } from './products.ts';
import { saveWords } from './search-words.ts';
import type { SplitItem } from './split-rules.ts';

const ACCOUNT = '0199a1b2-0000-7000-8000-000000000001';
const PARTNER = '0199a1b2-0000-7000-8000-000000000002';
const PRODUCT = '0199a1b2-0000-7000-8000-00000000000b';
const ID = '0199a1b2-0000-7000-8000-00000000000a';
const NOW = new Date('2026-03-01T12:00:00Z');
const by = systemActor(ACCOUNT);

const fields: NewPaymentLink = {
  name: 'Link',
  description: null,
  valueCents: cents(5_000n),
  minValueCents: null,
  maxValueCents: null,
  billingTypes: ['PIX', 'BOLETO'],
  maxInstallments: 12,
  interestByPayer: false,
  productId: null,
  split: [],
  successUrl: null,
  postbackUrl: null,
  expiresAt: null,
  maxPayments: 7,
  asks: NOTHING_ASKED,
  pixDiscountBasisPoints: 0,
};
const link: PaymentLinkRow = {
  account_id: ACCOUNT,
  id: ID,
  token: 'token',
  name: 'Link',
  description: null,
  value_cents: cents(5_000n),
  min_value_cents: cents(100n),
  max_value_cents: cents(1_000_000n),
  billing_types: ['PIX', 'BOLETO'],
  max_installments: 12,
  interest_by_payer: false,
  product_id: null,
  split: [],
  success_url: null,
  postback_url: null,
  expires_at: null,
  max_payments: 7n,
  payments_count: 0n,
  active: true,
  created_at: NOW,
  asks: null,
  pix_discount_basis_points: 0,
};
const nothing: NewLinkState = { earlier: null, product: null, activeRecipients: new Set() };
const amount = (recipientId: string, amountCents: bigint): SplitItem => ({
  recipientId,
  share: { type: 'amount', amountCents: cents(amountCents) },
  description: null,
});
const product: SellableProduct = {
  id: PRODUCT,
  name: 'Course',
  description: null,
  priceCents: cents(9_900n),
  stock: null,
  holdStock: false,
  held: 0n,
  split: [amount(PARTNER, 3_000n)],
};
const action = (name: string, details: object) => ({
  actor: by,
  accountId: ACCOUNT,
  action: name,
  target: { kind: 'payment_link', id: ID },
  details,
});
const decide = (state: Partial<NewLinkState>, changed: Partial<NewPaymentLink> = {}) =>
  decideCreatePaymentLink(
    { ...nothing, ...state },
    { accountId: ACCOUNT, id: ID, token: 'token', fields: { ...fields, ...changed }, by },
    NOW,
  );
const refusal = (decision: Decision<unknown>) => {
  if (!(decision instanceof GatewayError)) throw new Error('it was not refused');
  return [decision.code, decision.message];
};
const linkValue = (decision: Decision<PaymentLinkRow>) => {
  if (decision instanceof GatewayError) throw decision;
  return decision.result.value_cents;
};

const searched = rowWrite(saveWords, {
  ...{ accountId: ACCOUNT, kind: 'payment_link' as const, id: ID },
  words: ['00000001lwlink'],
});

describe('creating a payment link', () => {
  it('writes it with its token, counts it and records it', () => {
    expect(decide({})).toEqual(
      done(link, {
        rows: [rowWrite(insertLink, link), rowWrite(insertLinkToken, link), searched],
        counts: [{ accountId: ACCOUNT, list: 'payment_links:active', change: 1 }],
        audit: [action('payment_link.created', { name: 'Link', value: 50, split: [] })],
      }),
    );
  });

  it.each<[string, Partial<NewPaymentLink>]>([
    ['the same fields', {}],
    ['a date that has passed since', { expiresAt: new Date(NOW.getTime() - 1) }],
    ['a product that is gone since', { productId: PRODUCT }],
  ])('answers what an earlier run made, with %s', (_with, changed) => {
    const earlier = { ...link, active: false };
    expect(decide({ earlier }, changed)).toEqual(done(earlier));
  });

  const withProduct = { product, activeRecipients: new Set([PARTNER]) };
  it.each<[string, NewPaymentLink['valueCents'], bigint | null]>([
    ['the price of its product', undefined, 9_900n],
    ['what is given', cents(3_001n), 3_001n],
    ['what the payer types', null, null],
  ])('has for a value %s', (_what, valueCents, expected) => {
    expect(linkValue(decide(withProduct, { productId: PRODUCT, valueCents }))).toBe(expected);
  });

  it('without a product and a value, the payer types it', () => {
    expect(linkValue(decide({}, { valueCents: undefined }))).toBeNull();
  });

  it('keeps its own split alone: the product may change its own later', () => {
    const split = [amount(PARTNER, 100n)];
    const decision = decide(withProduct, { productId: PRODUCT, split });
    expect(decision).toMatchObject({
      result: { split: [{ recipient_id: PARTNER, amount_cents: '100', description: null }] },
    });
  });

  it.each<[string, string, Partial<NewLinkState>, Partial<NewPaymentLink>]>([
    ['VALIDATION_ERROR', 'expires_at: must be in the future', {}, { expiresAt: NOW }],
    ['VALIDATION_ERROR', 'product_id: is not an active product', {}, { productId: PRODUCT }],
    ['INVALID_SPLIT', 'the owner of the charge cannot be a recipient', {}, { split: [amount(ACCOUNT, 1n)] }],
    [
      'INVALID_SPLIT',
      `recipient ${PARTNER} does not exist or is not active`,
      { product },
      { productId: PRODUCT },
    ],
    [
      'INVALID_SPLIT',
      'the sum of the splits must be less than the charge value',
      withProduct,
      { productId: PRODUCT, valueCents: cents(3_000n) },
    ],
    [
      'VALIDATION_ERROR',
      'value: is more than a boleto can carry (99999999.99)',
      {},
      { billingTypes: ['BOLETO'], valueCents: cents(10_000_000_000n) },
    ],
  ])('is refused with %s: %s', (code, message, state, changed) => {
    expect(refusal(decide(state, changed))).toEqual([code, message]);
  });

  it('may be worth more than a boleto carries while another method is offered', () => {
    expect(linkValue(decide({}, { valueCents: cents(10_000_000_000n) }))).toBe(10_000_000_000n);
  });
});

describe('deactivating a payment link', () => {
  it('moves it to the other list and records it', () => {
    expect(decideDeactivatePaymentLink(link, by)).toEqual(
      done(undefined, {
        rows: [rowWrite(deactivateLink, link)],
        counts: [
          { accountId: ACCOUNT, list: 'payment_links:active', change: -1 },
          { accountId: ACCOUNT, list: 'payment_links:inactive', change: 1 },
        ],
        audit: [action('payment_link.deleted', { name: 'Link' })],
      }),
    );
  });

  it('again changes nothing', () => {
    expect(decideDeactivatePaymentLink({ ...link, active: false }, by)).toEqual(done(undefined));
  });

  it('that is not there is refused', () => {
    expect(refusal(decideDeactivatePaymentLink(null, by))).toEqual(['NOT_FOUND', 'Payment link not found']);
  });
});
