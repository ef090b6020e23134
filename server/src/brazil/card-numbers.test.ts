import { describe, expect, it } from 'vitest';
import { holdsCardNumber } from './card-numbers.ts';

const inScript = (zero: number) =>
  '4111111111111111'.replace(/\d/g, (digit) => String.fromCodePoint(zero + Number(digit)));

describe('a card number', () => {
  it.each([
    ['bare', '4111111111111111'],
    ['with spaces', '4111 1111 1111 1111'],
    ['with dots', '4111.1111.1111.1111'],
    ['with dashes', '4111-1111-1111-1111'],
    ['with long dashes', '4111–1111—1111‑1111'],
    ['with slashes', '4111/1111/1111/1111'],
    ['with tabs', '4111\t1111\t1111\t1111'],
    ['over lines', '4111\n1111\r\n1111\n1111'],
    ['with non-breaking spaces', '4111\u00a01111\u202f1111\u00a01111'],
    ['with zero-width characters', '4111\u200b1111\u200d1111\ufeff1111'],
    ['with soft hyphens in every place', [...'4111111111111111'].join('\u00ad')],
    ['with every digit apart', [...'4111111111111111'].join(' ')],
    ['with commas', '4111,1111,1111,1111'],
    ['with pipes', '4111 | 1111 | 1111 | 1111'],
    ['with much space', '4111      1111 \t\n  1111          1111'],
    ['mixed', '4111 1111-1111.1111'],
    ['in full-width digits', inScript(0xff10)],
    ['in Arabic digits', inScript(0x0660)],
    ['in Devanagari digits', inScript(0x0966)],
    ['in mathematical digits', inScript(0x1d7ce)],
    ['in circled digits', '④①①①①①①①①①①①①①①①'],
    ['in superscript', '⁴¹¹¹¹¹¹¹¹¹¹¹¹¹¹¹'],
    ['in keycaps', [...'4111111111111111'].map((digit) => `${digit}\ufe0f\u20e3`).join('')],
    ['in an address', 'https://example.com/a?pan=4111111111111111&b=1'],
    ['encoded in an address', 'https://example.com/4111%201111%201111%201111'],
    ['in a sentence', 'Pedido 12, cartão 4111 1111 1111 1111 val 08/29 cvv 123'],
    ['after another number', '2 4111 1111 1111 1111'],
    ['between letters', 'x4111111111111111y'],
    ['of Mastercard', '5555 5555 5555 4444'],
    ['of Mastercard in the 2 series', '2223003122003222'],
    ['of American Express', '3782 822463 10005'],
    ['of Diners', '3056 930902 5904'],
    ['of Elo', '6362970000457013'],
    ['of Hipercard', '6062826786276634'],
    ['of 13 digits', '4222222222222'],
    ['of 19 digits', '4000000000000000006'],
    ['of Discover', '6011111111111117'],
    ['of JCB', '3530111333300000'],
  ])('%s is found', (_how, text) => {
    expect(holdsCardNumber(text)).toBe(true);
  });

  it('is found in a document or telephone field too', () => {
    for (const kind of ['document', 'phone'] as const) {
      for (const text of ['4111111111111111', '+4111111111111111', '30569309025904', '378282246310005']) {
        expect(holdsCardNumber(text, kind)).toBe(true);
      }
    }
  });
});

describe('what is no card number', () => {
  it.each([
    ['a wrong check digit', '4111111111111112'],
    ['twelve digits', '411111111111'],
    ['no brand', '1234567890123452'],
    ['a longer number', '99994111111111111111'],
    ['an id', '41111111-1111-4111-8111-111111111111'],
    ['an end-to-end id', 'E00038166201907261559y6j6mT9l0pi'],
    ['a boleto line', '00190.50095 40144.816069 06809.350314 3 37370000000100'],
    ['a boleto line without marks', '00190500954014481606906809350314337370000000100'],
    ['a bar code', '00193373700000001000500940144816060680935031'],
    ['a bill', '84670000001-7 43590024020-9 02405000243-5 84221010811-9'],
    ['two dates', 'Hospedagem 24/11/2026 - 30/11/2026, 24.11.2026-01.12.2026'],
    ['a date and a time', '30/11/2026 10:00:00'],
    ['a CPF and a telephone', '529.982.247-25 (11) 99999-8888'],
    ['a telephone with its country', '+55 11 99999-8888'],
    ['amounts', 'R$ 4.111,11 + R$ 1.111,11 = R$ 5.222,22'],
    ['a date of order numbers', '20261117120000123'],
  ])('%s', (_what, text) => {
    expect(holdsCardNumber(text)).toBe(false);
  });

  // Valid, begins as a Diners card does, and has the check digit of one.
  const cnpj = cnpjLikeACard();

  it('a CNPJ as it is printed, anywhere', () => {
    const printed = cnpj.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
    expect(holdsCardNumber(`Nota para ${printed}`)).toBe(false);
  });

  it('a CNPJ in a field for documents, though elsewhere its digits are taken for a card', () => {
    expect(holdsCardNumber(cnpj, 'document')).toBe(false);
    expect(holdsCardNumber(cnpj)).toBe(true);
  });

  it('a telephone of thirteen digits with its +', () => {
    expect(holdsCardNumber('+4222222222222')).toBe(true);
    expect(holdsCardNumber('+42 222 2222 22222', 'phone')).toBe(false);
  });
});

function cnpjLikeACard(): string {
  const digit = (body: string) => {
    const total = [...body].reverse().reduce((sum, each, at) => sum + Number(each) * (2 + (at % 8)), 0);
    return String(total % 11 < 2 ? 0 : 11 - (total % 11));
  };
  const luhn = (number: string) =>
    [...number].reverse().reduce((sum, each, at) => {
      const doubled = Number(each) * (at % 2 === 0 ? 1 : 2);
      return sum + (doubled > 9 ? doubled - 9 : doubled);
    }, 0) %
      10 ===
    0;
  for (let branch = 1; branch < 1_000; branch += 1) {
    const body = `36000000${String(branch).padStart(4, '0')}`;
    const first = digit(body);
    const cnpj = body + first + digit(body + first);
    if (luhn(cnpj)) return cnpj;
  }
  throw new Error('there is one');
}

it.each([
  ['digits apart', '4 '.repeat(32_000)],
  ['digits and dots', '1.'.repeat(32_000)],
  ['digits in one row', '4'.repeat(64_000)],
  ['digits of another script', '٤ '.repeat(16_000)],
  ['encoded digits', '%34'.repeat(21_000)],
])('a body full of %s is searched in time that grows with its length', (_what, text) => {
  const timeOf = (part: string) => {
    const begun = performance.now();
    expect(holdsCardNumber(part)).toBe(false);
    return performance.now() - begun;
  };
  // Ten times the text takes a hundred times as long where the search goes back over what it has read.
  const short = Math.min(...Array.from({ length: 5 }, () => timeOf(text.slice(0, text.length / 10))));
  const long = Math.min(...Array.from({ length: 3 }, () => timeOf(text)));
  expect(long).toBeLessThan(short * 50 + 50);
});
