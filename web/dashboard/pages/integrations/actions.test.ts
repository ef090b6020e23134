import { describe, expect, it } from 'vitest';
import { integrations as english } from '../../text/english/integrations.ts';
import { type Action, actionGroups, callOf, examplesOf, missingIn } from './actions.ts';

const KEY = '0c7a4f0e-6f5b-4d2e-9a51-2f3a8a6c1d10';
const actions = actionGroups(true).flatMap(([, group]) => group);
const named = (name: string): Action => {
  const found = actions.find((action) => action.name === name);
  if (!found) throw new Error(`no action ${name}`);
  return found;
};

describe('the call that an action makes', () => {
  it('leaves an empty parameter out, and turns numbers into numbers', () => {
    const call = callOf(named('createPix'), { billing_type: 'PIX', value: '12,50', description: '  ' }, KEY);
    expect(call).toEqual({
      method: 'POST',
      path: '/api/v1/charges',
      body: { billing_type: 'PIX', value: 12.5 },
      idempotencyKey: KEY,
    });
  });

  it('sends what is no number as it was typed: the API says what is wrong with it', () => {
    expect(callOf(named('createPix'), { value: 'cem' }, KEY).body).toEqual({ value: 'cem' });
  });

  it('puts dotted names inside one another, and splits lists', () => {
    const values = { 'customer.name': 'Ana', 'customer.cpf_cnpj': '52998224725' };
    expect(callOf(named('createBoleto'), values, KEY).body).toEqual({
      customer: { name: 'Ana', cpf_cnpj: '52998224725' },
    });
    expect(callOf(named('createWebhook'), { events: 'a.b, c.d,' }, KEY).body).toEqual({
      events: ['a.b', 'c.d'],
    });
  });

  it('writes the path and the query so that nothing typed can leave its place', () => {
    expect(callOf(named('getCharge'), { id: '../keys?x=1' }, KEY).path).toBe(
      '/api/v1/charges/..%2Fkeys%3Fx%3D1',
    );
    expect(callOf(named('listCharges'), { status: 'A&b=c', limit: '5' }, KEY).path).toBe(
      '/api/v1/charges?status=A%26b%3Dc&limit=5',
    );
  });

  it('carries an Idempotency-Key when it writes, and no body when it has none', () => {
    expect(callOf(named('balance'), {}, KEY)).toMatchObject({ body: null, idempotencyKey: null });
    expect(callOf(named('cancelCharge'), { id: 'x' }, KEY)).toMatchObject({
      body: null,
      idempotencyKey: KEY,
    });
  });
});

describe('the list of actions', () => {
  it('has words for each', () => {
    for (const { name } of actions) expect(english.tryIt.actions[name], name).toBeTruthy();
  });

  it('is complete by its examples, but for the id of a charge', () => {
    for (const action of actions) {
      const missing = missingIn(action, examplesOf(action));
      expect(
        missing.filter((name) => name !== 'id'),
        action.name,
      ).toEqual([]);
    }
  });

  it('has nothing of the sandbox outside it', () => {
    const live = actionGroups(false).flatMap(([, group]) => group);
    expect(live.some(({ path }) => path.includes('/sandbox/'))).toBe(false);
  });
});
