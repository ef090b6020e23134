import { describe, expect, it } from 'vitest';
import { MovableClock } from '../../kit/clock.ts';
import { idsFrom } from '../../kit/ids.ts';
import { cents } from '../../kit/money.ts';
import { Secret } from '../../kit/secrets.ts';
import type { CardRequest, CardSource } from '../card.ts';
import type { CieloConfig } from './config.ts';
import { hiddenIn, holderName, orderOf, referenceOf, saleBody, softDescriptor } from './requests.ts';

const REFERENCE = '019a9b1c-7f2d-7c3e-8a4b-5c6d7e8f9a0b';
const TOKEN: CardSource = {
  ...{ kind: 'token', token: '8f9f1a3e-2a4c-4b1d-9c7d-0a1b2c3d4e5f', holder: 'José da Conceição 2º' },
  ...{ brand: 'mastercard', lastFour: '4444' },
};
const STORED: CardSource = { kind: 'stored', id: 'card-token', brand: 'mastercard', lastFour: '4444' };

const config = { acquirer: null, softDescriptor: null } as unknown as CieloConfig;
const request = (set: Partial<CardRequest> = {}): CardRequest => ({
  ...{ reference: REFERENCE, amountCents: cents(12_345n), installments: 3, installmentsBy: 'merchant' },
  ...{ captures: 'at once', source: TOKEN, authentication: null, initiatedBy: 'payer' },
  returnUrl: 'https://pay.example/return',
  payer: {
    ...{ name: 'Ana Souza', document: '52998224725', email: 'ana@example.com', phone: null },
    address: {
      ...{ postal_code: '01310100', street: 'Avenida Paulista', number: '1000', complement: null },
      ...{ district: 'Bela Vista', city: 'São Paulo', state: 'SP' },
    },
    ...{ ip: null, deviceSession: null },
  },
  merchantName: 'Açaí & Cia do João Ltda',
  ...set,
});

describe('a sale', () => {
  it('is written in cents, with the card as a token', () => {
    expect(saleBody(request(), config)).toEqual({
      MerchantOrderId: '019a9b1c7f2d7c3e8a4b5c6d7e8f9a0b',
      Customer: {
        ...{ Name: 'Ana Souza', Identity: '52998224725', IdentityType: 'CPF', Email: 'ana@example.com' },
        Address: {
          ...{ Street: 'Avenida Paulista', Number: '1000', ZipCode: '01310100', District: 'Bela Vista' },
          ...{ City: 'São Paulo', State: 'SP', Country: 'BRA' },
        },
      },
      Payment: {
        ...{ Type: 'CreditCard', Amount: 12_345, Currency: 'BRL', Country: 'BRA', Installments: 3 },
        ...{ Interest: 'ByMerchant', Capture: true, Authenticate: false, SoftDescriptor: 'AcaiCiadoJoao' },
        CreditCard: {
          PaymentToken: '8f9f1a3e-2a4c-4b1d-9c7d-0a1b2c3d4e5f',
          ...{ Holder: 'Jose da Conceicao', Brand: 'Master' },
        },
      },
    });
  });

  it.each<[string, Partial<CardRequest>, object]>([
    ['only holds', { captures: 'later' }, { Capture: false }],
    ['lets the issuer charge interest', { installmentsBy: 'issuer' }, { Interest: 'ByIssuer' }],
    [
      'uses a stored card, asked for by the payer',
      { source: STORED },
      {
        CreditCard: {
          ...{ CardToken: 'card-token', Brand: 'Master' },
          CardOnFile: { Usage: 'Used', Reason: 'Unscheduled' },
        },
        InitiatedTransactionIndicator: { Category: 'C1', Subcategory: 'CredentialsOnFile' },
      },
    ],
    [
      'uses a stored card, asked for by the seller',
      { source: STORED, initiatedBy: 'merchant' },
      { InitiatedTransactionIndicator: { Category: 'M1' } },
    ],
    [
      'says what 3DS said',
      {
        authentication: {
          ...{ version: '2', eci: '02', cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=', xid: 'xid' },
          ...{ directoryServerId: 'ds', acquirerReference: 'a24a5d87' },
        },
      },
      {
        Authenticate: true,
        ExternalAuthentication: {
          ...{ Cavv: 'AAABB2gHA1B5EFNjWQcDAAAAAAB=', Xid: 'xid', Eci: '02', Version: '2' },
          ReferenceId: 'a24a5d87',
        },
      },
    ],
  ])('%s', (_, set, payment) => {
    expect(saleBody(request(set), config)).toMatchObject({ Payment: payment });
  });

  it('by Braspag names the acquirer, with what it asks for', () => {
    const credentials = { Code: new Secret('one'), Key: new Secret('two'), Username: null, Password: null };
    const body = saleBody(request(), { ...config, acquirer: { provider: 'Getnet', credentials } });
    expect(body).toMatchObject({
      Payment: { Provider: 'Getnet', Credentials: { Code: 'one', Key: 'two' } },
    });
  });

  it.each<[string, CardSource]>([
    ['a brand that Cielo does not name', { ...TOKEN, brand: 'unionpay' } as CardSource],
    [
      'a number',
      {
        ...{ kind: 'number', number: '4111111111111111', holder: 'A', document: null },
        ...{ month: 1, year: 2040, cvv: '123' },
      },
    ],
  ])('is not made of %s', (_, source) => expect(saleBody(request({ source }), config)).toBeNull());
});

describe('words that Cielo takes', () => {
  it('orders are our references without hyphens, and back', () => {
    const reference = idsFrom(new MovableClock()).next();
    expect(orderOf(reference)).toMatch(/^[a-zA-Z0-9]{32}$/);
    expect(referenceOf(orderOf(reference))).toBe(reference);
    expect(referenceOf(orderOf(reference).toUpperCase())).toBe(reference);
    for (const other of ['2014111706', '', 'g'.repeat(32)]) expect(referenceOf(other)).toBeNull();
  });

  it.each([
    ['Açaí & Cia', 'AcaiCia'],
    ['Padaria São João do Sul', 'PadariaSaoJoa'],
    ['***', ''],
  ])('the bill says %s as %s', (name, said) => expect(softDescriptor(name)).toBe(said));

  it.each([
    ["Maria D'Ávila-Souza", 'Maria D Avila Souza'],
    ['Maximiliano Albuquerque Cavalcanti', 'Maximiliano Albuquerque C'],
    ['Luiz Henrique de Oliveira  Neto', 'Luiz Henrique de Oliveira'],
    ['  ', ''],
  ])('the holder %s is %s', (name, holder) => {
    expect(holderName(name)).toBe(holder);
    expect(holderName(name)).toMatch(/^[A-Za-z ]{0,25}$/);
  });

  it('what an error may quote is known', () => {
    expect(hiddenIn(request())).toEqual(
      expect.arrayContaining(['8f9f1a3e-2a4c-4b1d-9c7d-0a1b2c3d4e5f', '52998224725', 'ana@example.com']),
    );
    expect(hiddenIn(request({ source: STORED }))).toContain('card-token');
  });
});
