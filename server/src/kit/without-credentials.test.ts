import { expect, it } from 'vitest';
import { withoutCredentials } from './without-credentials.ts';

const KEY = `guiche_${'aB3'.repeat(12)}`;
const JWT = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl';

it.each([
  [`the key is ${KEY}, sorry`, 'the key is …, sorry'],
  [`Bearer ${JWT}`, 'Bearer …'],
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw==', '…'],
  [JSON.stringify({ name: KEY, other: JWT }), '{"name":"…","other":"…"}'],
])('%s becomes %s', (text, shown) => {
  expect(withoutCredentials(text)).toBe(shown);
});

it.each(['guiche_…aB3d', 'guiche_prod', 'whsec_…', 'Guichê', '0199a1b2-1234-7000-8000-123456789012'])(
  '%s stays',
  (text) => {
    expect(withoutCredentials(text)).toBe(text);
  },
);
