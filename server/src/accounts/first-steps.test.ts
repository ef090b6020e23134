import { describe, expect } from 'vitest';
import { it } from '../../../test/support/fixtures.ts';
import { ROLES, type TeamRole } from '../kit/permissions.ts';
import { firstSteps } from './first-steps.ts';

const FACTS: Parameters<typeof firstSteps>[0] = {
  ...{
    status: 'active',
    hasSentDocuments: false,
    isOwnAddress: true,
    isAddressConfirmed: false,
    hasPayoutKey: false,
  },
  ...{ hasAppearance: false, hasUsedKey: false, hiddenAt: null, hasCharge: false, hasWebhook: false },
  ...{ permissions: new Set(ROLES.owner), hasSecondFactor: false, isLive: false, sendsMail: true },
};
const namesOf = (set: Partial<typeof FACTS>) =>
  firstSteps({ ...FACTS, ...set }).steps.map(({ name }) => name);
const doneOf = (set: Partial<typeof FACTS>) =>
  firstSteps({ ...FACTS, ...set }).steps.flatMap(({ name, done }) => (done ? [name] : []));

describe('the first steps', () => {
  it.each([
    ['an owner in the sandbox', {}, 'email charge payout_key appearance integration two_factor'],
    [
      'an owner on live rails',
      { isLive: true },
      'identity activation email charge payout_key appearance integration two_factor',
    ],
    [
      'an owner where no mail is sent',
      { sendsMail: false },
      'charge payout_key appearance integration two_factor',
    ],
    [
      'another owner, whose address is not the account’s',
      { isOwnAddress: false },
      'charge payout_key appearance integration two_factor',
    ],
  ] as const)('of %s are those there are', (_, set, names) => {
    expect(namesOf(set)).toEqual(names.split(' '));
  });

  it.each([
    ['finance', 'two_factor'],
    ['support', 'charge two_factor'],
    ['developer', 'charge integration two_factor'],
    ['read_only', 'two_factor'],
  ] as const satisfies readonly (readonly [TeamRole, string])[])(
    'of %s are those it can take',
    (role, names) => {
      expect(namesOf({ permissions: new Set(ROLES[role]), isOwnAddress: false })).toEqual(names.split(' '));
    },
  );

  it.each([
    [{ isAddressConfirmed: true }, ['email']],
    [{ hasCharge: true }, ['charge']],
    [{ hasPayoutKey: true }, ['payout_key']],
    [{ hasAppearance: true }, ['appearance']],
    [{ hasUsedKey: true }, ['integration']],
    [{ hasWebhook: true }, ['integration']],
    [{ hasSecondFactor: true }, ['two_factor']],
    [{ isLive: true, status: 'active' }, ['activation']],
    [{ isLive: true, status: 'pending' }, []],
    [{ isLive: true, status: 'pending', hasSentDocuments: true }, ['identity']],
  ])('%o shows what was done', (set, names) => {
    expect(doneOf(set)).toEqual(names);
  });

  it('include a look of one’s own, whatever of it was chosen', async ({ gateway }) => {
    for (const chosen of [
      { page_name: 'Ana' },
      { checkout_message: 'Até já' },
      { receipt_message: 'Obrigada' },
    ]) {
      const seller = await gateway.seller();
      await seller.call('PATCH', '/api/v1/account/branding', chosen);
      const { body } = await gateway.call('GET', '/api/v1/first-steps', undefined, {
        authorization: `Bearer ${seller.token}`,
      });
      expect(body.steps).toContainEqual({ name: 'appearance', done: true });
    }
  });

  it('are read from the account, and put away for one person alone', async ({ gateway }) => {
    const seller = await gateway.seller();
    const call = (method: 'GET' | 'PUT', body?: object) =>
      gateway.call(method, '/api/v1/first-steps', body, { authorization: `Bearer ${seller.token}` });
    const stepsOf = ({ body }: { body: { steps: { name: string; done: boolean }[] } }) =>
      body.steps.filter(({ done }) => done).map(({ name }) => name);
    const before = await call('GET');
    expect(before).toMatchObject({ status: 200, body: { object: 'first_steps', hidden: false } });
    expect(stepsOf(before)).not.toContain('charge');
    await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    await seller.call('PATCH', '/api/v1/account', {
      payout_pix_key: 'loja@example.com',
      page_color: '#1d4ed8',
    });
    const after = stepsOf(await call('GET'));
    expect(after).toEqual(expect.arrayContaining(['charge', 'payout_key', 'appearance']));
    expect(after).not.toContain('two_factor');
    expect((await call('PUT', { hidden: true })).body).toMatchObject({ hidden: true });
    expect((await call('GET')).body).toMatchObject({ hidden: true });
    expect((await call('PUT', { hidden: false })).body).toMatchObject({ hidden: false });
    expect(await call('PUT', { hidden: 'yes' })).toMatchObject({ status: 400 });
  });
});
