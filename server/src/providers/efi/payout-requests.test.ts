import { PixSendBodySchema } from 'sdk-node-apis-efi';
import { expect, it } from 'vitest';
import { cents } from '../../kit/money.ts';
import type { PayoutRequest } from '../payout.ts';
import { payoutBody, referenceOf, sendingId } from './payout-requests.ts';

const REFERENCE = '0199f0d2-6c5e-7d5a-8a3b-1f2e3d4c5b6a';
const OWN_KEY = '7d9f0335-8dcc-4054-9bf9-0dbd61d36906';
const REQUEST: PayoutRequest = {
  reference: REFERENCE,
  amountCents: cents(1_234n),
  pixKey: 'ana@example.com',
  ownerDocument: '52998224725',
  description: null,
};

it('a payout is named by its UUID without hyphens, and the name leads back to it', () => {
  expect(sendingId(REFERENCE)).toBe('0199f0d26c5e7d5a8a3b1f2e3d4c5b6a');
  expect(sendingId(REFERENCE.toUpperCase())).toBe('0199f0d26c5e7d5a8a3b1f2e3d4c5b6a');
  expect(referenceOf('0199f0d26c5e7d5a8a3b1f2e3d4c5b6a')).toBe(REFERENCE);
  for (const other of ['', 'withdrawal-1', `${REFERENCE}0`]) expect(sendingId(other)).toBeNull();
  for (const other of ['123ABC', REFERENCE]) expect(referenceOf(other)).toBeNull();
});

it.each<[string, Partial<PayoutRequest>, object]>([
  [
    'a person',
    {},
    {
      valor: '12.34',
      pagador: { chave: OWN_KEY },
      favorecido: { chave: 'ana@example.com', cpf: '52998224725' },
    },
  ],
  [
    'a company, one cent',
    { ownerDocument: '11222333000181', amountCents: cents(1n) },
    { valor: '0.01', favorecido: { chave: 'ana@example.com', cnpj: '11222333000181' } },
  ],
  ['anybody', { ownerDocument: null }, { favorecido: { chave: 'ana@example.com' } }],
  [
    'a message of one line',
    { description: `Saque\n${'é'.repeat(200)}` },
    { pagador: { chave: OWN_KEY, infoPagador: `Saque ${'é'.repeat(134)}` } },
  ],
  [
    'more than a number holds exactly',
    { amountCents: cents(9_007_199_254_740_993n) },
    { valor: '90071992547409.93' },
  ],
])('the body of a payout to %s', (_, change, expected) => {
  const written = payoutBody({ ...REQUEST, ...change }, OWN_KEY);
  expect(written).toMatchObject({ ok: true, body: expected });
  expect(written.ok && PixSendBodySchema.safeParse(written.body).error).toBeUndefined();
});

it.each<[string, Partial<PayoutRequest>]>([
  ['the amount is not positive', { amountCents: cents(0n) }],
  ['the amount is not positive', { amountCents: cents(-5n) }],
  ['the document of the owner is neither CPF nor CNPJ', { ownerDocument: '529982' }],
])('%s: it is not sent', (reason, change) => {
  expect(payoutBody({ ...REQUEST, ...change }, OWN_KEY)).toEqual({ ok: false, reason });
});
