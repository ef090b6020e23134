import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cvvMask, documentMask, type Mask, masked, numberMask } from './mask.ts';

/** `|` is the caret. */
function withCaret(marked: string) {
  return { text: marked.replace('|', ''), caret: marked.indexOf('|') };
}

function show(mask: Mask, before: string, typed: string, forward = false): string {
  const { text, caret } = masked(mask, before.replace('|', ''), withCaret(typed), forward);
  return `${text.slice(0, caret)}|${text.slice(caret)}`;
}

describe('a card number', () => {
  it.each([
    ['the fourth digit', '411|', '4111|', '4111|'],
    ['the fifth digit', '4111|', '41111|', '4111 1|'],
    ['a digit in the first group', '41|11 1111', '419|11 1111', '419|1 1111 1'],
    ['a digit at the end of a group', '411|1 1111', '4119|1 1111', '4119| 1111 1'],
    ['a digit right after a group', '4111| 1111', '41119| 1111', '4111 9|111 1'],
    ['a paste with dashes', '|', '4111-1111-1111-1111|', '4111 1111 1111 1111|'],
    ['a paste with words', '|', 'Cartão: 4111.1111.1111.1111 (Visa)|', '4111 1111 1111 1111|'],
    ['letters', '4111|', '4111abc|', '4111|'],
    ['a space of one’s own', '4111|', '4111 |', '4111|'],
    ['an American Express', '|', '378282246310005|', '3782 822463 10005|'],
    ['a Diners', '|', '30569309025904|', '3056 930902 5904|'],
    ['a Visa of 19 digits', '|', '4000000000000000000|', '4000 0000 0000 0000 000|'],
    [
      'a twentieth digit',
      '4000 0000 0000 0000 000|',
      '4000 0000 0000 0000 0001|',
      '4000 0000 0000 0000 000|',
    ],
    ['nothing', '4|', '|', '|'],
  ])('after %s', (_, before, typed, shown) => expect(show(numberMask, before, typed)).toBe(shown));

  it.each([
    ['back over a space', '4111 |1111', '4111|1111', false, '411|1 111'],
    ['forward over a space', '4111| 1111', '4111|1111', true, '4111| 111'],
    ['back over a digit', '4111 1|111', '4111 |111', false, '4111| 111'],
    ['forward over a digit', '4111 |1111', '4111 |111', true, '4111| 111'],
    ['the first digit', '4|111 1111', '|111 1111', false, '|1111 111'],
    ['a selection across the space', '41|11 1111', '41|11', false, '41|11'],
  ])('deleted %s', (_, before, typed, forward, shown) =>
    expect(show(numberMask, before, typed, forward)).toBe(shown),
  );

  it('can be typed and deleted digit by digit without ever getting stuck', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,19}$/), (digits) => {
        let text = '';
        for (const digit of digits) text = masked(numberMask, text, atEnd(text + digit)).text;
        expect(numberMask.read(text)).toBe(digits);
        for (let left = digits.length; left > 0; left--) {
          text = masked(numberMask, text, atEnd(text.slice(0, -1))).text;
          expect(numberMask.read(text)).toBe(digits.slice(0, left - 1));
        }
      }),
    );
  });
});

function atEnd(text: string) {
  return { text, caret: text.length };
}

describe.each([
  ['card number', numberMask],
  ['document', documentMask],
  ['security code', cvvMask],
])('any text in a %s', (_, mask) => {
  it('keeps what counts, in order, and the caret behind the same character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.nat(40), (text, at) => {
        const caret = Math.min(at, text.length);
        const shown = masked(mask, '', { text, caret });
        expect(mask.read(shown.text)).toBe(mask.read(text));
        expect(mask.read(shown.text.slice(0, shown.caret))).toBe(mask.read(text.slice(0, caret)));
        expect(masked(mask, shown.text, shown)).toEqual(shown);
      }),
    );
  });
});

describe('a document', () => {
  it.each([
    ['529', '529'],
    ['5299', '529.9'],
    ['52998224725', '529.982.247-25'],
    ['529.982.247-25', '529.982.247-25'],
    ['112223330001', '11.222.333/0001'],
    ['11222333000181', '11.222.333/0001-81'],
    ['12a', '12.A'],
    ['12abc34501de35', '12.ABC.345/01DE-35'],
    ['12.ABC.345/01DE-35 and more', '12.ABC.345/01DE-35'],
    ['ıſß', ''],
  ])('%j is shown as %j', (typed, shown) => {
    expect(show(documentMask, '', `${typed}|`)).toBe(`${shown}|`);
  });

  it('turns into a CNPJ at the twelfth digit and back with the caret in its place', () => {
    expect(show(documentMask, '529.982.247-25|', '529.982.247-251|')).toBe('52.998.224/7251|');
    expect(show(documentMask, '52.998.224/7251|', '52.998.224/725|')).toBe('529.982.247-25|');
  });
});

it('a security code is digits only, four at most', () => {
  expect(show(cvvMask, '', '12a3|45')).toBe('123|4');
});
