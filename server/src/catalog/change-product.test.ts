import { describe, expect, it } from 'vitest';
import { systemActor } from '../audit/record.ts';
import type { CountChange } from '../db/counts.ts';
import { GatewayError } from '../kit/errors.ts';
import { cents } from '../kit/money.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import {
  decideChangeProduct,
  decideCreateProduct,
  decideDeleteProduct,
  decideSetProductSplit,
  type ProductChange,
} from './change-product.ts';
import { insertProduct, type StoredProduct, saveProduct } from './products.ts';
import type { SplitItem } from './split-rules.ts';

const ACCOUNT = '0199a1b2-0000-7000-8000-000000000001';
const PARTNER = '0199a1b2-0000-7000-8000-000000000002';
const OTHER = '0199a1b2-0000-7000-8000-000000000003';
const ID = '0199a1b2-0000-7000-8000-00000000000a';
const NOW = new Date('2026-03-01T12:00:00Z');
const by = systemActor(ACCOUNT);
const command = { accountId: ACCOUNT, id: ID, by };

const product: StoredProduct = {
  account_id: ACCOUNT,
  id: ID,
  name: 'Course',
  description: 'Ten lessons',
  price_cents: cents(1_999n),
  image_url: null,
  image_file_id: null,
  stock: 3n,
  hold_stock: false,
  active: true,
  split: [],
  deleted_at: null,
  created_at: new Date('2026-01-01T00:00:00Z'),
};
const action = (name: string, details: object) => ({
  actor: by,
  accountId: ACCOUNT,
  action: name,
  target: { kind: 'product', id: ID },
  details,
});
const saved = (after: StoredProduct) => [rowWrite(saveProduct, { accountId: ACCOUNT, product: after })];
const refusal = (decision: Decision<unknown>) => {
  if (!(decision instanceof GatewayError)) throw new Error('it was not refused');
  return [decision.code, decision.message];
};

describe('creating a product', () => {
  const fields = { name: 'Course', priceCents: cents(1_999n), stock: 3 };

  it('writes it active and on no split, counts it and records it', () => {
    const made = { ...product, description: null, created_at: NOW };
    expect(decideCreateProduct(null, { ...command, fields }, NOW)).toEqual(
      done(made, {
        rows: [rowWrite(insertProduct, { accountId: ACCOUNT, product: made })],
        counts: [{ accountId: ACCOUNT, list: 'products:active', change: 1 }],
        audit: [action('product.created', { name: 'Course', price: 19.99 })],
      }),
    );
  });

  it.each([
    [product],
    [{ ...product, name: 'Renamed since' }],
    [{ ...product, active: false, deleted_at: NOW }],
  ])('answers what an earlier run made, as it is now, and changes nothing (case %#)', (earlier) => {
    expect(decideCreateProduct(earlier, { ...command, fields }, NOW)).toEqual(done(earlier));
  });
});

describe('changing a product', () => {
  const toInactive = [
    { accountId: ACCOUNT, list: 'products:active', change: -1 },
    { accountId: ACCOUNT, list: 'products:inactive', change: 1 },
  ];
  const toActive = [
    { accountId: ACCOUNT, list: 'products:inactive', change: -1 },
    { accountId: ACCOUNT, list: 'products:active', change: 1 },
  ];
  const inactive = { ...product, active: false };
  const active = { before: true, after: false };

  it.each<[string, StoredProduct, ProductChange, Partial<StoredProduct>, CountChange[], object]>([
    ['its name', product, { name: 'B' }, { name: 'B' }, [], { name: { before: 'Course', after: 'B' } }],
    [
      'its price, recorded in reais',
      product,
      { priceCents: cents(2_050n) },
      { price_cents: cents(2_050n) },
      [],
      { price: { before: 19.99, after: 20.5 } },
    ],
    [
      'its description to none',
      product,
      { description: null },
      { description: null },
      [],
      { description: { before: 'Ten lessons', after: null } },
    ],
    [
      'its image',
      product,
      { imageUrl: 'https://a.example/b.png' },
      { image_url: 'https://a.example/b.png' },
      [],
      { image_url: { before: null, after: 'https://a.example/b.png' } },
    ],
    ['its stock', product, { stock: 0 }, { stock: 0n }, [], { stock: { before: 3, after: 0 } }],
    [
      'its stock to none',
      product,
      { stock: null },
      { stock: null },
      [],
      { stock: { before: 3, after: null } },
    ],
    ['to inactive', product, { active: false }, { active: false }, toInactive, { active }],
    [
      'to active',
      inactive,
      { active: true },
      { active: true },
      toActive,
      { active: { before: false, after: true } },
    ],
    [
      'two fields, one of them to what it was',
      product,
      { name: 'Course', active: false },
      { active: false },
      toInactive,
      { active },
    ],
  ])('%s', (_what, before, change, different, counts, details) => {
    const after = { ...before, ...different };
    expect(
      decideChangeProduct(before, { ...command, change }, { now: NOW, picture: null, isShared: false }),
    ).toEqual(done(after, { rows: saved(after), counts, audit: [action('product.changed', details)] }));
  });

  it.each<[ProductChange]>([
    [{}],
    [{ name: 'Course', stock: 3, description: 'Ten lessons', imageUrl: null, active: true }],
  ])('%j to what it is writes nothing', (change) => {
    expect(
      decideChangeProduct(product, { ...command, change }, { now: NOW, picture: null, isShared: false }),
    ).toEqual(done(product));
  });

  it('that is not there is refused', () => {
    expect(
      refusal(
        decideChangeProduct(null, { ...command, change: {} }, { now: NOW, picture: null, isShared: false }),
      ),
    ).toEqual(['NOT_FOUND', 'Product not found']);
  });
});

describe('deleting a product', () => {
  it.each([
    [true, 'products:active'],
    [false, 'products:inactive'],
  ])('takes one that is active: %s off its list', (active, list) => {
    expect(decideDeleteProduct({ ...product, active }, command, NOW)).toEqual(
      done(undefined, {
        rows: saved({ ...product, active: false, deleted_at: NOW }),
        counts: [{ accountId: ACCOUNT, list, change: -1 }],
        audit: [action('product.deleted', { name: 'Course' })],
      }),
    );
  });

  it('that is not there is refused', () => {
    expect(refusal(decideDeleteProduct(null, command, NOW))[0]).toBe('NOT_FOUND');
  });
});

describe('setting the split of a product', () => {
  const percent = (recipientId: string, basisPoints: number): SplitItem => ({
    recipientId,
    share: { type: 'percent', basisPoints },
    description: null,
  });
  const activeRecipients = new Set([PARTNER, OTHER]);
  const state = { product, activeRecipients };
  const shown = { recipient_id: PARTNER, type: 'percent', amount: null, percent: 10, description: null };

  it('writes it and records both, as the API shows them', () => {
    const split = [percent(PARTNER, 1_000)];
    const details = { before: [], after: [shown] };
    expect(decideSetProductSplit(state, { ...command, split })).toEqual(
      done(split, { rows: saved({ ...product, split }), audit: [action('product.split_changed', details)] }),
    );
  });

  it('to what it is writes nothing', () => {
    const split = [percent(PARTNER, 1_000)];
    const same = { product: { ...product, split }, activeRecipients };
    expect(decideSetProductSplit(same, { ...command, split })).toEqual(done(split));
  });

  it.each<[string, SplitItem[]]>([
    ['the percentages must add up to less than 100', [percent(PARTNER, 5_000), percent(OTHER, 5_000)]],
    [`recipient ${PARTNER} is listed twice`, [percent(PARTNER, 100), percent(PARTNER, 100)]],
    ['the owner of the charge cannot be a recipient', [percent(ACCOUNT, 100)]],
    ['recipient unknown does not exist or is not active', [percent('unknown', 100)]],
    ['at most 10 splits are allowed', Array.from({ length: 11 }, (_, at) => percent(`${at}`, 1))],
  ])('is refused: %s', (message, split) => {
    for (const each of [state, { ...state, product: null }]) {
      expect(refusal(decideSetProductSplit(each, { ...command, split }))).toEqual(['INVALID_SPLIT', message]);
    }
  });

  it('that is not there is refused', () => {
    const decision = decideSetProductSplit({ ...state, product: null }, { ...command, split: [] });
    expect(refusal(decision)[0]).toBe('NOT_FOUND');
  });
});
