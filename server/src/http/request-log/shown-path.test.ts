import { describe, expect, it } from 'vitest';
import { shownPath, withoutSecrets } from './shown-path.ts';

const KEY = `guiche_${'aB3'.repeat(12)}`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';
const ID = '0199a1b2-1234-7000-8000-123456789012';

describe('the path of a request as the log shows it', () => {
  it.each([
    ['/api/v1/charges', '/api/v1/charges'],
    [`/api/v1/charges/${ID}`, `/api/v1/charges/${ID}`],
    ['/api/v1/charges?status=PENDING&limit=10', '/api/v1/charges?status=PENDING&limit=10'],
    [`/api/v1/deliveries?charge_id=${ID}`, `/api/v1/deliveries?charge_id=${ID}`],
  ])('%s stays', (url, shown) => {
    expect(shownPath(url)).toBe(shown);
  });

  it.each([
    ['/api/v1/customers?email=ana@example.com', '/api/v1/customers?email=…'],
    ['/api/v1/customers?cpf_cnpj=52998224725&limit=1', '/api/v1/customers?cpf_cnpj=…&limit=1'],
    ['/api/v1/customers?search=Ana', '/api/v1/customers?search=…'],
    ['/api/v1/balance?token=abc&password=x&api_key=y', '/api/v1/balance?token=…&password=…&api_key=…'],
    ['/api/v1/balance?just-a-word', '/api/v1/balance?…'],
    [`/api/v1/balance?${KEY}=1`, '/api/v1/balance?…=…'],
    [`/api/v1/charges?external_reference=${KEY}`, '/api/v1/charges?external_reference=…'],
    [`/api/v1/charges/${KEY}`, '/api/v1/charges/…'],
    [`/api/v1/charges/${JWT}`, '/api/v1/charges/…'],
    ['/api/v1/charges/4111111111111111/refund', '/api/v1/charges/…/refund'],
    ['/api/v1/charges/4111-1111-1111-1111/refund', '/api/v1/charges/…/refund'],
    ['/api/v1/charges/4111%201111%201111%201111', '/api/v1/charges/…'],
    ['/api/v1/customers/529.982.247-25', '/api/v1/customers/…'],
    ['/api/v1/customers/52998224725', '/api/v1/customers/…'],
    ['/api/v1/customers/11.222.333%2F0001-81', '/api/v1/customers/…'],
    ['/api/v1/customers/ana%40example.com', '/api/v1/customers/…'],
    ['/api/v1/charges?external_reference=4111+1111+1111+1111', '/api/v1/charges?external_reference=…'],
    ['/api/v1/charges?external_reference=529.982.247-25', '/api/v1/charges?external_reference=…'],
    ['/api/v1/charges?external_reference=whsec_AbCdEfG%2Bd=', '/api/v1/charges?external_reference=…'],
  ])('%s becomes %s', (url, shown) => {
    expect(shownPath(url)).toBe(shown);
  });

  it('is cut after 500 characters of path and 500 of query', () => {
    expect(shownPath(`/${'a'.repeat(2_000)}`)).toHaveLength(500);
    const long = shownPath(`/api?external_reference=${'b'.repeat(2_000)}`);
    expect(long).toHaveLength('/api?'.length + 500);
  });

  it('shows no end of a secret that a cut divides', () => {
    const shown = shownPath(`/api?external_reference=${'b'.repeat(460)}${KEY}`);
    expect(shown).not.toContain('guiche_');
  });
});

it('a text loses keys, secrets, tokens and card numbers wherever they stand', () => {
  const text = `a ${KEY} b ${JWT} c whsec_x+y/z12345= d 5555 4111111111111111`;
  expect(withoutSecrets(text)).toBe('a … b … c … d …');
});
