import { describe, expect, it } from 'vitest';
import { GatewayError } from '../kit/errors.ts';
import { parseJsonBody } from './json-body.ts';

const NOT_EXACT = 'holds text or a number that cannot be kept exactly';
const parse = (text: string, exact = true) => parseJsonBody(Buffer.from(text), { exact });

function refusalOf(text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    if (!(error instanceof GatewayError)) throw error;
    return error.details;
  }
}

describe('a number that JSON.parse would round', () => {
  it.each([
    ['{"value":100.00000000000000001}', 'value'],
    ['{"a":[1,[2,-12345678901234567890]]}', 'a.1.1'],
    ['{"split":[{"amount":1},{"note":"]},{","amount":0.12345678901234567e3}]}', 'split.1.amount'],
    ['{"a":{"b":1},"c":[],"d":{"e\\"\\u0066":9007199254740993}}', 'd.e"f'],
    ['[{"x":{}},9007199254740993]', '1'],
    ['9007199254740993', 'body'],
  ])('%s is refused by its path', (text, path) => {
    expect(refusalOf(text)).toEqual({ [path]: NOT_EXACT });
  });

  it.each([
    '{"value":123456789012345}',
    '{"value":0.00000000000000000001}',
    '{"value":1e300,"note":"12345678901234567890"}',
    '{"12345678901234567890":1}',
  ])('is not found in %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('is accepted where the caller does not ask for exact numbers', () => {
    expect(parse('{"value":100.00000000000000001}', false)).toEqual({ value: 100 });
  });
});

describe('a key given twice in one object', () => {
  it.each([
    ['{"value":1,"value":100}', 'value'],
    ['{"value":1,"v\\u0061lue":100}', 'value'],
    ['{"\\u0061\\/":1,"a/":1}', 'a/'],
    ['{"customer":{"name":"A","email":"b","name":"C"}}', 'customer.name'],
    ['{"split":[{"amount":1},{"amount":1,"note":"}{,:\\"","amount":2}]}', 'split.1.amount'],
    ['[[{"a":[],"b":{},"a":null}]]', '0.0.a'],
    ['{"":1,"":2}', 'body'],
    ['{"a":{"x":1},"a":{"x":1}}', 'a'],
  ])('%s is refused by its path', (text, path) => {
    expect(refusalOf(text)).toEqual({ [path]: 'is given more than once' });
  });

  it.each([
    '{"a":{"a":{"a":1}},"b":[{"a":1},{"a":2}]}',
    '{"a":"x:y, \\"a\\": 1","b":":::"}',
    '{"1":1,"01":2,"A":3,"a":4}',
  ])('is not found in %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });

  it('is taken where the caller does not ask for exactness, the last of them standing', () => {
    expect(parse('{"a":1,"a":2}', false)).toEqual({ a: 2 });
  });
});

describe('a body that is not valid', () => {
  it.each([
    ['{"value":12345678901234567890', 'The body is not valid JSON'],
    ['{"a":"forbidden prototype"', 'The body is not valid JSON'],
    ['{"a":{"__proto__":1}}', 'The body holds a key that is not allowed: __proto__ or constructor'],
    ['{"constructor":{"prototype":1}}', 'The body holds a key that is not allowed: __proto__ or constructor'],
    [`${'['.repeat(33)}${']'.repeat(33)}`, 'The body is nested deeper than 32 levels'],
  ])('%s says why', (text, message) => {
    expect(refusalOf(text)).toEqual({ body: message });
  });

  it('says so when it is not UTF-8', () => {
    expect(() => parseJsonBody(Buffer.from([0x22, 0xff, 0x22]), { exact: true })).toThrow(
      'The body is not valid UTF-8',
    );
  });

  it.each(['null', '5', '"a"', '{"constructor":1}'])('is not %s', (text) => {
    expect(parse(text)).toEqual(JSON.parse(text));
  });
});
