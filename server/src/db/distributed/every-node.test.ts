import { describe, expect, it } from 'vitest';
import { statement } from '../pool.ts';
import { commandOf } from './every-node.ts';

const asked = (text: string, values: unknown[] = []) =>
  commandOf({ table: 'jobs', sql: statement('test', text), values });

describe('what each piece of a table is asked', () => {
  it('names the piece wherever the statement names the table', () => {
    expect(asked('select id from jobs where a < (select min(a) from jobs) and jobs_done')).toBe(
      `select coalesce(json_agg(piece), '[]') from (select id from %1$s where a < (select min(a) from %1$s) and jobs_done) as piece`,
    );
  });

  it.each([
    [new Date('2030-01-02T03:04:05.678Z'), `timestamptz '2030-01-02T03:04:05.678Z'`],
    [true, 'true'],
    [50, '50'],
    ["it's", `'it''s'`],
    ['100%', `'100%%'`],
    [['mail.send', "o'clock"], `array['mail.send', 'o''clock']`],
    [[], `'{}'`],
  ])('holds the value %j as %s', (value, text) => {
    expect(asked('select $1', [value])).toContain(`(select ${text})`);
  });

  it('holds each of ten values at its place', () => {
    const values = Array.from({ length: 10 }, (_, at) => at + 100);
    expect(asked('select $1, $10', values)).toContain('(select 100, 109)');
  });

  it('is never made of a value that it cannot write', () => {
    expect(() => asked('select $1', [{ a: 1 }])).toThrow();
    expect(() => asked('select $2', [1])).toThrow();
  });
});
