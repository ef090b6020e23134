import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../kit/clock.ts';
import { Secret } from '../../kit/secrets.ts';
import type { Authentication, CardRequest } from '../card.ts';
import { cardRequest } from '../contract.ts';
import type { PagarmeConfig } from './config.ts';
import { descriptorOf, orderRequest, storedId, storedParts } from './order-requests.ts';

const CONFIG: PagarmeConfig = {
  ...{ name: 'pagarme', secretKey: new Secret('sk_test_abcdefgh'), publicKey: 'pk_test_abcdefgh' },
  ...{ apiUrl: 'https://api.example', keysUrl: 'https://keys.example', authorities: null, tdsUrl: null },
  ...{ model: 'psp', antifraud: true, recipient: null, holdsForMs: DAY_MS, isTest: true },
  variable: (setting) => setting,
};
const TOKEN = { kind: 'token', token: 'token_1', holder: 'ANA', brand: 'visa', lastFour: '0010' } as const;

function bodyOf(changes: Partial<CardRequest>, config = CONFIG) {
  const order = orderRequest(config, { ...cardRequest('R', TOKEN), ...changes });
  return order.ok ? (order.body as { payments: { credit_card: object }[] }) : order.refusal;
}

const cardIn = (changes: Partial<CardRequest>) => {
  const body = bodyOf(changes);
  return 'payments' in body ? body.payments[0]?.credit_card : body;
};

describe('an order', () => {
  it('has all that the antifraud asks for, in whole cents', () => {
    expect(bodyOf({})).toEqual({
      ...{ code: 'R', closed: true, antifraud_enabled: true, ip: '203.0.113.7' },
      items: [{ amount: 12_345, description: 'Loja da Ana', quantity: 1, code: 'R' }],
      customer: {
        ...{ name: 'Ana Souza', email: 'ana@example.com', type: 'individual' },
        ...{ document: '52998224725', document_type: 'CPF' },
        phones: { mobile_phone: { country_code: '55', area_code: '11', number: '987654321' } },
        address: {
          ...{ line_1: '1578, Avenida Paulista, Bela Vista', zip_code: '01310100' },
          ...{ city: 'São Paulo', state: 'SP', country: 'BR' },
        },
      },
      payments: [
        {
          ...{ payment_method: 'credit_card', amount: 12_345 },
          credit_card: expect.objectContaining({ operation_type: 'auth_and_capture', card_token: 'token_1' }),
        },
      ],
    });
  });

  it('of a company says so, also with letters in its CNPJ', () => {
    const { payer } = cardRequest('R', TOKEN);
    expect(bodyOf({ payer: { ...payer, document: '12ABC34501DE35' } })).toMatchObject({
      customer: { type: 'company', document_type: 'CNPJ', document: '12ABC34501DE35' },
    });
  });

  it('is never made of a card number', () => {
    const source = { kind: 'number', number: '4000000000000010', holder: 'ANA', document: null } as const;
    const refusal = bodyOf({ source: { ...source, month: 12, year: 2040, cvv: '123' } });
    expect(refusal).toMatchObject({ reason: 'invalid_data', field: 'card' });
  });

  const outcome: Authentication = {
    ...{
      version: '2.2.0',
      eci: '05',
      cavv: 'AAAB',
      xid: 'X',
      directoryServerId: 'D',
      acquirerReference: null,
    },
  };
  it.each([
    [
      { ...outcome, acquirerReference: 'T' },
      { mpi: 'pagarme', transaction_id: 'T' },
    ],
    [
      outcome,
      {
        ...{ mpi: 'third_party', cavv: 'AAAB', eci: '05', version: '2.2.0' },
        ...{ transaction_id: 'X', ds_transaction_id: 'D' },
      },
    ],
  ])('tells what 3DS said before: %j', (authentication, threed_secure) => {
    expect(cardIn({ authentication })).toMatchObject({
      authentication: { type: 'threed_secure', threed_secure },
    });
    expect(cardIn({ authentication: null })).not.toHaveProperty('authentication');
  });
});

it.each([
  ['Açaí & Cia do João Ltda Comércio', 'psp', 'Acai Cia do J'],
  ['Loja*da-Ana', 'psp', 'Loja da Ana'],
  ['日本', 'psp', ''],
  ['Açaí & Cia do João Ltda Comércio', 'gateway', 'Acai Cia do Joao Ltda'],
] as const)('the bill of the payer shows %s, by %s, as %s', (name, model, shown) => {
  expect(descriptorOf({ model }, name)).toBe(shown);
});

it('a stored card is named with its customer', () => {
  expect(storedParts(storedId('cus_1', 'card_2'))).toEqual({ customer: 'cus_1', card: 'card_2' });
  for (const id of ['', 'card_2', 'cus_1:', 'cus_1:card_2/../x']) expect(storedParts(id)).toBeNull();
});
