import { describe, expect, it } from 'vitest';
import { Model } from '../proof/chaos/model.ts';
import { feeOf, reserveOf, sharesOf } from '../proof/chaos/money.ts';
import { Needles } from '../proof/chaos/needles.ts';
import { curlOf } from '../proof/fuzz/curl.ts';
import { type Answer, fieldsOf } from '../proof/kit/call.ts';
import { ERROR_CODES, malformation } from '../proof/kit/error-shape.ts';
import { Random } from '../proof/kit/random.ts';

describe('the money of the chaos run', () => {
  it.each([
    [10_000n, 1, 849n, 458n],
    [20_000n, 3, 2_444n, 878n],
    [1_000n, 1, 310n, 35n],
    [10_000n, 2, 1_098n, 445n],
    [100n, 1, 256n, 0n],
  ])('takes of %s cents in %s parts the fee %s and the reserve %s', (value, parts, fee, reserve) => {
    expect(feeOf(value, parts)).toBe(fee);
    expect(reserveOf(value, fee)).toBe(reserve);
  });

  it('gives the odd cents of a split to the largest remainders', () => {
    const split = [
      { to: 1, basisPoints: 3_333n },
      { to: 2, basisPoints: 3_334n },
      { to: 3, cents: 7n },
    ];
    expect(sharesOf(101n, split).map(({ cents }) => cents)).toEqual([33n, 34n, 7n]);
  });

  it('takes a refund from the reserve first', () => {
    const model = new Model(1);
    model.create({
      id: 'C',
      reference: 'r',
      method: 'PIX',
      value: 10_000n,
      installments: 1,
      split: [],
      product: null,
    });
    const charge = model.charges.get('C');
    if (!charge) throw new Error('there is no charge');
    model.pay(charge);
    expect([model.owner.available, model.owner.reserved]).toEqual([8_693n, 458n]);
    expect(model.refundVerdict(charge, null, false)).toBe('INSUFFICIENT_BALANCE');
    model.refund(charge, 1_000n, false);
    expect([model.owner.available, model.owner.reserved, charge.status]).toEqual([8_151n, 0n, 'RECEIVED']);
    expect(model.refundVerdict(charge, 9_001n, false)).toBe('REFUND_EXCEEDS_VALUE');
  });
});

describe('the search for secrets', () => {
  const card = '5425233430109903';
  const needles = new Needles();
  needles.addCard(card, '731');
  needles.add('password', 'Jabuti-abcdefgh');
  const found = (text: string) => needles.findIn(Buffer.from(text));

  it.each([
    ['as it is', `x${card}y`],
    ['in groups', 'a 5425 2334 3010 9903 b'],
    ['with dashes', '5425-2334-3010-9903'],
    ['in base64', Buffer.from(`number=${card}&`).toString('base64')],
    ['in hexadecimal digits', Buffer.from(card).toString('hex')],
  ])('finds a card number %s', (_, text) => {
    expect(found(text)).toEqual([`card ${card}`]);
  });

  it('finds a password and a CVV that is named as one, and nothing in other texts', () => {
    expect(found('{"password":"Jabuti-abcdefgh"}')).toEqual(['password']);
    expect(found('"cvv":"731"')).toEqual([`CVV of card ${card}`]);
    expect(found('731 is a number, and 5425 2334 3010 9904 another')).toEqual([]);
  });
});

describe('the shape of errors', () => {
  const answer = (status: number, body: object, headers: object = {}): Answer => {
    const text = JSON.stringify(body);
    const own = { 'content-type': 'application/json; charset=utf-8', 'x-request-id': '1', ...headers };
    return { status, headers: own, text, json: fieldsOf(body) };
  };
  const good = { error: 'Not found', code: 'NOT_FOUND', details: {} };

  it('is known from the documented list', () => {
    expect(ERROR_CODES.size).toBeGreaterThan(30);
    expect(malformation(answer(404, good))).toBeNull();
  });

  it.each<[string, Answer]>([
    ['another status', answer(400, good)],
    ['a status of no list', answer(503, good)],
    ['a field too many', answer(404, { ...good, stack: '' })],
    ['no details', answer(404, { error: 'Not found', code: 'NOT_FOUND' })],
    ['an unknown code', answer(404, { ...good, code: 'GONE' })],
    ['no request id', answer(404, good, { 'x-request-id': undefined })],
    ['another content type', answer(404, good, { 'content-type': 'text/plain' })],
    ['a stack', answer(404, { ...good, error: 'Error at run (/x/server/src/app.ts:1:2)' })],
    ['SQL', answer(404, { ...good, error: 'select id from charges' })],
  ])('is wrong with %s', (_, wrong) => {
    expect(malformation(wrong)).not.toBeNull();
  });
});

describe('a run', () => {
  it('repeats with its seed, and its parts do not disturb each other', () => {
    const drawn = (random: Random) => Array.from({ length: 5 }, () => random.whole(0, 999));
    expect(drawn(new Random(7).fork('a'))).toEqual(drawn(new Random(7).fork('a')));
    expect(drawn(new Random(7).fork('a'))).not.toEqual(drawn(new Random(7).fork('b')));
  });

  it('prints a request as a command, whatever its bytes', () => {
    const request = { method: 'POST', path: '/x', headers: { a: "it's" }, body: '{"a":"é"}' } as const;
    expect(curlOf('http://127.0.0.1:1', request)).toBe(
      `printf '{"a":"\\303\\251"}' | curl -i -X POST 'http://127.0.0.1:1/x' -H 'a: it'\\''s' --data-binary @-`,
    );
  });
});
