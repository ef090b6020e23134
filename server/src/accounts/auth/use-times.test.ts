import { expect } from 'vitest';
import { it } from '../../../../test/support/fixtures.ts';
import { createKey, keyUses } from './keys.ts';

const KEYS = 60;
const SAVES = 15;

it('uses of the same keys are saved by two processes at once, in whatever order they were noted', async ({
  gateway,
}) => {
  const { deps } = gateway;
  const { id: accountId } = await gateway.seller();
  const ids: string[] = [];
  for (let number = 0; number < KEYS; number += 1) {
    ids.push((await createKey(deps, accountId, deps.ids.next(), { name: `till ${number}` })).id);
  }
  const orders = [ids, [...ids].reverse()];
  for (let round = 0; round < SAVES; round += 1) {
    const saving = orders.map((order) => {
      const uses = keyUses(deps.db);
      for (const id of order) uses.note(accountId, id);
      return uses.save();
    });
    expect(await Promise.all(saving)).toEqual([0, 0]);
  }
  const unused = await deps.db.query(
    'select 1 from api_keys where account_id = $1 and id = any($2::uuid[]) and last_used_at is null',
    [accountId, ids],
  );
  expect(unused).toEqual([]);
});
