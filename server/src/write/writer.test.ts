import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  action,
  add,
  answerUnder,
  job,
  making,
  NOW,
  operation,
  SHOP,
  setThing,
  startThings,
  type Things,
  trySetThing,
  vault,
  written,
} from '../../../test/support/things.ts';
import { ConnectionLost } from '../db/pool.ts';
import { Busy } from '../db/seats.ts';
import type { Tx } from '../db/transaction.ts';
import { GatewayError } from '../kit/errors.ts';
import { cents } from '../kit/money.ts';
import { type Answer, ClaimLost } from './answer.ts';
import { done, type Effects, rowWrite } from './effects.ts';
import type { Operation } from './writer.ts';

let on: Things;
beforeAll(async () => {
  on = await startThings();
});
beforeEach(() => on.reset());
afterAll(() => on.stop());

describe('an operation', () => {
  it('carries out all its effects, gives its result, and wakes workers after the commit', async () => {
    let seen: unknown[] = [];
    on.onCommitted = () => {
      seen = ['woken'];
    };
    expect(await on.writer.commit(making(1, { jobs: [job], audit: [action] }))).toBe('made after 0');
    expect([await on.things(), await on.rowsIn('jobs'), await on.newActions()]).toEqual([[[1, 0]], 1, 1]);
    expect(on.committed).toEqual([{ accounts: new Set(), hasDeliveries: false, hasJobs: true }]);
    expect(seen).toEqual(['woken']);
  });

  it('that is refused changes nothing, wakes none, and is decided once', async () => {
    let decided = 0;
    const refused = operation(
      () => {
        decided += 1;
        return new GatewayError('INVALID_STATE');
      },
      (tx) => tx.query('insert into things values (9, 9)'),
    );
    await expect(on.writer.commit(refused)).rejects.toMatchObject({ code: 'INVALID_STATE' });
    expect([await on.things(), on.committed, decided]).toEqual([[], [], 1]);
  });

  it.each([
    [
      'a row that is not as it was read',
      { rows: [add(1), rowWrite(setThing, { id: 2, size: 1 })] },
      'things.set writes every row as it was read',
    ],
    ['a row that is there already, twice', { rows: [add(1), add(1)] }, 'duplicate key'],
    [
      'money that no account has',
      {
        rows: [add(1)],
        entries: [
          {
            fact: 'x',
            occurredAt: NOW,
            postings: [
              {
                accountId: SHOP,
                from: 'available',
                to: 'external',
                amountCents: cents(1n),
                category: 'adjustment',
              },
            ],
          },
        ],
      },
      'every account posted to has a balance row',
    ],
  ] satisfies [string, Effects, string][])(
    'whose effects fail at %s leaves none of them',
    async (_, effects, message) => {
      const all = operation(() => done('', { jobs: [job], audit: [action], ...effects }));
      await expect(on.writer.commit(all)).rejects.toThrow(message);
      expect([await on.things(), await on.rowsIn('jobs'), await on.newActions()]).toEqual([[], 0, 0]);
      expect(on.committed).toEqual([]);
    },
  );

  it('may say that a row need not be there', async () => {
    await on.writer.commit(operation(() => done('', { rows: [rowWrite(trySetThing, { id: 2, size: 1 })] })));
    expect(await on.things()).toEqual([]);
  });

  it('writes rows of one kind that follow each other in one statement', async () => {
    written.length = 0;
    const rows = [add(1), add(2), rowWrite(setThing, { id: 1, size: 5 }), add(3)];
    await on.writer.commit(operation(() => done('', { rows })));
    expect(written.map((each) => each.map(({ id }) => id))).toEqual([[1, 2], [1], [3]]);
    expect(await on.things()).toEqual([
      [1, 5],
      [2, 0],
      [3, 0],
    ]);
  });

  it('is done even when workers cannot be woken', async () => {
    on.onCommitted = () => {
      throw new Error('no one listens');
    };
    expect(await on.writer.commit(making(1))).toBe('made after 0');
    expect(await on.things()).toEqual([[1, 0]]);
  });

  it('says which error a balance that is too low is', async () => {
    const poor = '00000000-0000-7000-8000-000000000002';
    await on.direct.query(
      `insert into accounts (id, name, email, document, person_type, status, payment_provider, fee_basis_points,
         fee_fixed_cents, reserve_basis_points, reserve_days, created_at)
       values ($1, '', '', '', 'PF', 'active', '', 0, 0, 0, 0, now())`,
      [poor],
    );
    await on.direct.query('insert into ledger_balances (account_id) values ($1)', [poor]);
    const postings = [
      {
        accountId: poor,
        from: 'available',
        to: 'external',
        amountCents: cents(1n),
        category: 'adjustment',
      } as const,
    ];
    const spending = operation(() =>
      done('', {
        rows: [add(1)],
        entries: [{ fact: 'spent', occurredAt: NOW, postings, mustCover: [poor] }],
      }),
    );
    await expect(on.writer.commit(spending)).rejects.toMatchObject({
      code: 'INSUFFICIENT_BALANCE',
      accountId: poor,
    });
    const named = {
      ...spending,
      ifBalanceTooLow: (count: number, accountId: string) => new Error(`${count} ${accountId}`),
    };
    await expect(on.writer.commit(named)).rejects.toThrow(`0 ${poor}`);
    expect(await on.things()).toEqual([]);
  });
});

const raise = (code: string) => `do $$ begin raise exception 'as asked' using errcode = '${code}'; end $$`;

/** Fails as often as there are codes, then does nothing. */
function failing(...codes: readonly string[]) {
  const left = [...codes];
  return async (tx: Tx): Promise<void> => {
    const code = left.shift();
    if (code) await tx.query(raise(code));
  };
}

describe('an operation that another transaction was before', () => {
  const CONFLICT = '40001';
  const DEADLOCK = '40P01';
  const UNIQUE = '23505';

  it.each([
    ['a conflict', [CONFLICT], 'done'],
    ['a deadlock', [DEADLOCK], 'done'],
    ['five conflicts', [CONFLICT, CONFLICT, CONFLICT, DEADLOCK, DEADLOCK], 'done'],
    ['six conflicts', [CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT, CONFLICT], 'fails'],
    ['a row that another made meanwhile', [UNIQUE], 'done'],
    ['the same row again', [UNIQUE, UNIQUE], 'fails'],
    ['a conflict, then a row that another made', [CONFLICT, UNIQUE], 'done'],
    ['a row that another made, then a conflict', [UNIQUE, CONFLICT], 'done'],
    ['a value that is out of range', ['22003'], 'fails'],
  ])('is tried again: %s', async (_, codes, outcome) => {
    const load = failing(...codes);
    const tried = on.writer.commit(operation((count) => done(count, { rows: [add(1)] }), load));
    if (outcome === 'done') expect(await tried).toBe(0);
    else await expect(tried).rejects.toThrow('as asked');
    expect(await on.things()).toEqual(outcome === 'done' ? [[1, 0]] : []);
    expect(on.committed).toHaveLength(outcome === 'done' ? 1 : 0);
  });

  it('sees what the other has made, and decides on that', async () => {
    const makeOnce = operation((count) => (count > 0 ? done('found') : done('made', { rows: [add(7)] })));
    const both = await Promise.all([on.writer.commit(makeOnce), on.writer.commit(makeOnce)]);
    expect(both.sort()).toEqual(['found', 'made']);
    expect(await on.things()).toEqual([[7, 0]]);
  });

  it('of two that lock each other out both are done', async () => {
    await on.direct.query('insert into things values (1, 0), (2, 0)');
    let waiting = 2;
    let go: () => void = () => undefined;
    const bothWait = new Promise<void>((resolve) => {
      go = resolve;
    });
    const lockBoth = (first: number, second: number): Operation<void, void> => ({
      load: async (tx) => {
        await tx.query('select from things where id = $1 for update', [first]);
        waiting -= 1;
        if (waiting === 0) go();
        await bothWait;
        await tx.query('select from things where id = $1 for update', [second]);
      },
      decide: () => done(undefined, { rows: [rowWrite(setThing, { id: first, size: first })] }),
    });
    await Promise.all([on.writer.commit(lockBoth(1, 2)), on.writer.commit(lockBoth(2, 1))]);
    expect(await on.things()).toEqual([
      [1, 1],
      [2, 2],
    ]);
  });
});

describe('the answer under an idempotency key', () => {
  it('is stored with the effects', async () => {
    const own = await on.claim('k');
    expect(await on.writer.commit(making(1), answerUnder(own))).toBe('made after 0');
    expect(await on.stored('k')).toEqual(['done', 201, 'made after 0']);
    expect(own.isStored).toBe(true);
  });

  it('may read what the transaction has written', async () => {
    const own = await on.claim('k');
    const answer: Answer<string> = {
      claim: own,
      render: async (_, reader) => {
        const rows = await reader.query('select from things');
        return { status: 200, body: `${rows.length}` };
      },
    };
    await on.writer.commit(making(1), answer);
    expect(await on.stored('k')).toEqual(['done', 200, '1']);
  });

  it('that cannot be rendered leaves no effect', async () => {
    const own = await on.claim('k');
    const answer: Answer<string> = {
      claim: own,
      render: () => {
        throw new Error('no words');
      },
    };
    await expect(on.writer.commit(making(1), answer)).rejects.toThrow('no words');
    expect([await on.things(), await on.stored('k'), own.isStored]).toEqual([
      [],
      ['running', null, null],
      false,
    ]);
  });

  it('of a refusal is not stored', async () => {
    const own = await on.claim('k');
    const refused = operation<string>(() => new GatewayError('INVALID_STATE'));
    await expect(on.writer.commit(refused, answerUnder(own))).rejects.toThrow(GatewayError);
    expect(await on.stored('k')).toEqual(['running', null, null]);
  });

  it('of another run stands: this one changes nothing', async () => {
    const own = await on.claim('k');
    await on.direct.query(
      `update idempotency_keys set state = 'done', answer_status = 200, answer_box = $1`,
      [vault.seal('idempotent answers', 'the other’s')],
    );
    await expect(on.writer.commit(making(1, { jobs: [job] }), answerUnder(own))).rejects.toThrow(ClaimLost);
    expect([await on.things(), await on.rowsIn('jobs'), own.isStored]).toEqual([[], 0, false]);
    expect(await on.stored('k')).toEqual(['done', 200, 'the other’s']);
  });

  it('is not "busy, nothing was done" once a part of it is committed', async () => {
    const own = await on.claim('k');
    const waits: Operation<null, string> = {
      load: async () => {
        throw new Busy('no lock in time');
      },
      decide: () => done('never'),
    };
    await expect(on.writer.commit(waits, answerUnder(own))).rejects.toThrow(Busy);
    await on.writer.commitProvisionally(making(1), answerUnder(own));
    await expect(on.writer.commit(waits, answerUnder(own))).rejects.toThrow(ConnectionLost);
  });

  it('where more is to come is there, and may still be replaced', async () => {
    const own = await on.claim('k');
    await on.writer.commitProvisionally(making(1), answerUnder(own));
    expect([await on.stored('k'), own.isStored]).toEqual([['running', 201, 'made after 0'], false]);
    await on.writer.answer(answerUnder(own), 'the last word');
    expect([await on.stored('k'), own.isStored]).toEqual([['done', 201, 'the last word'], true]);
    await on.writer.answer(answerUnder(own), 'once more');
    expect(await on.stored('k')).toEqual(['done', 201, 'the last word']);
  });
});
