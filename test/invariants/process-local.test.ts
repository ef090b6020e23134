import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Seller } from '../support/gateway.ts';
import { many, startTwoNodes, type TwoNodes } from '../support/two-nodes.ts';

let nodes: TwoNodes;
let operator: Seller;
beforeAll(async () => {
  nodes = await startTwoNodes();
  operator = await nodes.gateway.operator();
});
afterAll(() => nodes.stop());

const ROUNDS = 10;
const charge = { billing_type: 'PIX', value: 100 };

/** What a process keeps in memory must never be what money is decided by (decision 0041). */
describe('what one process keeps in memory', () => {
  it('is not an old fee plan: the change answers when it is in force in every process', async () => {
    const { seller, there } = await nodes.newRace();
    const path = `/api/v1/admin/accounts/${seller.id}/fee-plan`;
    for (let round = 1; round <= ROUNDS; round += 1) {
      expect((await there('POST', '/api/v1/charges', charge)).status).toBe(201);
      const changed = await operator.call('PUT', path, { percent: round, fixed: 0 });
      expect(changed.status, changed.raw).toBe(200);
      expect((await there('POST', '/api/v1/charges', charge)).body.platform_fee).toBe(round);
    }
  });

  it('is not an old status: a blocked seller is refused by every process at once', async () => {
    const { seller, here, there } = await nodes.newRace();
    expect((await there('POST', '/api/v1/charges', charge)).status).toBe(201);
    const path = `/api/v1/admin/accounts/${seller.id}/block`;
    const blocked = await operator.call('POST', path, { reason: 'test' });
    expect(blocked.status, blocked.raw).toBe(200);
    for (const call of [here, there]) {
      expect((await call('POST', '/api/v1/charges', charge)).body.code).toBe('ACCOUNT_NOT_ACTIVE');
    }
  });

  it('is not a number of a charge that another process gives too', async () => {
    const { here, there } = await nodes.newRace();
    const card = { billing_type: 'CREDIT_CARD', value: 100 };
    const answers = await many(60, (index) =>
      (index % 2 === 0 ? here : there)('POST', '/api/v1/charges', card),
    );
    expect(new Set(answers.map(({ body }) => body.charge_id)).size).toBe(60);
  });

  it('is not a balance: withdrawals at two processes at once take what is there, once', async () => {
    const race = await nodes.newRace(1_000);
    await nodes.under([race], async () => {
      const { available } = (await race.here('GET', '/api/v1/balance')).body;
      const amount = Math.floor(available / 3);
      const answers = await many(12, (index) =>
        (index % 2 === 0 ? race.here : race.there)('POST', '/api/v1/withdrawals', {
          amount,
          pix_key: 'a@b.com',
        }),
      );
      expect(answers.filter(({ status }) => status < 300)).toHaveLength(3);
    });
  });
});
