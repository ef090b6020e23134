import { describe, expect, it } from 'vitest';
import { idPageOf } from './id-page.ts';

const cursor = (position: string, list = 'charges') =>
  Buffer.from(`${list} ${position}`).toString('base64url');
const ID = '01890000-0000-7000-8000-000000000000';

describe('pages of lists ordered by id', () => {
  it('begin beyond every id', () => {
    expect(idPageOf('charges', {})).toMatchObject({
      limit: 50,
      offset: 0,
      below: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    });
  });

  it('go on below the id in the cursor', () => {
    expect(idPageOf('charges', { cursor: cursor(ID), limit: 7, offset: 3 })).toMatchObject({
      limit: 7,
      offset: 3,
      below: ID,
    });
  });

  it.each([
    cursor('12'),
    cursor("' or 1=1"),
    cursor(ID, 'customers'),
    cursor(ID, ''),
    Buffer.from(ID).toString('base64url'),
    '',
    '%%%',
  ])('refuse the cursor %j of another list', (text) => {
    expect(() => idPageOf('charges', { cursor: text })).toThrowError(/^cursor: /);
  });
});
