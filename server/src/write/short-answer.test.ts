import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { qrPng } from '../qr/png.ts';
import { restored, shortened } from './short-answer.ts';

const CODE = '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-426655440000520400005303986540510.00';
const uri = (text: string) => `data:image/png;base64,${qrPng(text).toString('base64')}`;
const charge = (text: string, more: object = {}) =>
  JSON.stringify({
    id: '1',
    ...more,
    pix: { txid: 't', qr_code: uri(text), copy_paste: text, expires_at: 'e' },
  });

describe('an answer with a QR picture', () => {
  it('is kept without it, in less than half of the bytes, and is restored to the byte', () => {
    const body = charge(CODE);
    const short = shortened(body);
    expect(short.length).toBeLessThan(body.length / 2);
    expect(short).not.toContain(uri(CODE).slice(30, 60));
    expect(restored(short)).toBe(body);
  });

  it('may come with the picture that was just made: it is not made again to compare it', () => {
    const own = { text: CODE, png: Buffer.from(uri(CODE).split(',')[1] ?? '', 'base64') };
    expect(shortened(charge(CODE), own)).toBe(shortened(charge(CODE)));
  });

  const whole: [what: string, body: string][] = [
    ['a picture of an older encoder', charge(CODE).replace('iVBORw0KGgo', 'iVBORw0KGgp')],
    ['a picture without its text', JSON.stringify({ qr_code: uri(CODE), secret: CODE })],
    ['a picture of another text', charge(CODE).replace(`"copy_paste":"${CODE}"`, `"copy_paste":"${CODE}1"`)],
    ['a text with escapes', JSON.stringify({ qr_code: uri(CODE), copy_paste: `${CODE}\n` })],
    [
      'a text that is too long for a picture',
      JSON.stringify({ qr_code: uri(CODE), copy_paste: 'x'.repeat(513) }),
    ],
    ['no picture', JSON.stringify({ id: '1', description: '~1:3:' })],
  ];
  it.each(whole)('stays whole with %s', (_, body) => {
    expect(shortened(body)).toBe(body);
    expect(restored(body)).toBe(body);
  });

  it('is not led astray by what a seller wrote', () => {
    const fake = {
      qr_code: 'data:image/png;base64,AAAA',
      copy_paste: 'x',
      description: '"qr_code":"data:image/png;base64,',
    };
    for (const body of [charge(CODE, { metadata: fake }), charge(CODE, fake)]) {
      expect(shortened(body)).not.toBe(body);
      expect(restored(shortened(body))).toBe(body);
    }
    const stolen = charge(CODE, { metadata: { qr_code: uri('other'), copy_paste: 'other' } });
    expect(restored(shortened(stolen, { text: CODE, png: qrPng(CODE) }))).toBe(stolen);
  });

  it('gives the same bytes for any text', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 120 }), fc.object(), (text, more) => {
        const body = charge(text, more);
        return restored(shortened(body)) === body;
      }),
      { numRuns: 200 },
    );
  });

  it('of a version that is not known here is refused, not guessed', () => {
    const short = shortened(charge(CODE)).replace('~1:', '~2:');
    expect(() => restored(short)).toThrow('version 2');
  });
});
