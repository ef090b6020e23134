import { describe, expect, it } from 'vitest';
import { EMAILS, NOT_EMAILS } from '../../../test/support/email-addresses.ts';
import { isEmail, isSenderAddress } from './email-address.ts';

describe('an e-mail address', () => {
  it.each(EMAILS)('%s is one', (text) => expect(isEmail(text)).toBe(true));
  it.each(NOT_EMAILS.map((text) => [JSON.stringify(text), text]))('%s is none', (_shown, text) =>
    expect(isEmail(text)).toBe(false),
  );

  it('is judged in no time, however it is written', () => {
    const began = performance.now();
    for (const part of ['a.', 'a-', '-', '.', 'á', '@'])
      for (const text of [part.repeat(127), `a@${part.repeat(126)}`, `a@${part.repeat(125)}!`]) isEmail(text);
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  it('as a sender may be of a host without a dot', () => {
    expect(['guiche@localhost', 'guiche@mail.example'].map(isSenderAddress)).toEqual([true, true]);
    expect(['guiche', 'a b@localhost', 'a@-b', '<a>@localhost'].some(isSenderAddress)).toBe(false);
  });
});
