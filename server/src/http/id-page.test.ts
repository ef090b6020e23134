import { describe, expect, it } from 'vitest';
import { idPageOf } from './id-page.ts';

const cursor = (position: string) => Buffer.from(position).toString('base64url');

describe('pages of lists ordered by id', () => {
  it('begin beyond every id', () => {
    expect(idPageOf({})).toMatchObject({
      limit: 50,
      offset: 0,
      below: 'ffffffff-ffff-ffff-ffff-ffffffffffff',
    });
  });

  it('go on below the id in the cursor', () => {
    const id = '01890000-0000-7000-8000-000000000000';
    expect(idPageOf({ cursor: cursor(id), limit: 7, offset: 3 })).toMatchObject({
      limit: 7,
      offset: 3,
      below: id,
    });
  });

  it.each([cursor('12'), cursor("' or 1=1"), '', '%%%'])('refuse the cursor %j of another list', (text) => {
    expect(() => idPageOf({ cursor: text })).toThrowError(/^cursor: /);
  });
});
