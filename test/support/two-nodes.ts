import { expect } from 'vitest';
import { type Answer, type Call, type Seller, startGateway, type TestGateway } from './gateway.ts';
import { inCents, type Node, startSecondNode, whileReadingBalances } from './nodes.ts';

export type Race = { seller: Seller; here: Call; there: Call };

/** Two nodes on one database, and sellers who are asked for through both at once. */
export type TwoNodes = {
  gateway: TestGateway;
  other: Node;
  newRace(fundedWith?: number): Promise<Race>;
  /** Does the work while the sellers' balances are read, then checks the books. */
  under<T>(races: readonly Race[], work: () => Promise<T>): Promise<T>;
  stop(): Promise<void>;
};

const CONNECTIONS = 25;

export async function startTwoNodes(): Promise<TwoNodes> {
  const gateway = await startGateway({ connections: CONNECTIONS });
  const other = await startSecondNode(gateway);
  return {
    gateway,
    other,
    async newRace(fundedWith = 0) {
      const seller = await gateway.seller();
      const race = { seller, here: seller.call, there: other.callAs(seller) };
      if (fundedWith > 0) await paid(race, fundedWith);
      return race;
    },
    async under(races, work) {
      const { result, torn, reads } = await whileReadingBalances(
        races.map((race) => race.seller),
        work,
      );
      expect(torn).toEqual([]);
      expect(reads).toBeGreaterThan(0);
      expect(await gateway.audit()).toEqual([]);
      return result;
    },
    async stop() {
      await other.stop();
      await gateway.stop();
    },
  };
}

export async function created({ here }: Race, fields: object = {}): Promise<string> {
  const answer = await here('POST', '/api/v1/charges', { billing_type: 'PIX', value: 100, ...fields });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.id;
}

export async function paid(race: Race, value = 100, fields: object = {}): Promise<string> {
  const id = await created(race, { value, ...fields });
  const answer = await race.here('POST', `/api/v1/sandbox/charges/${id}/pay`);
  expect(answer.body.status, answer.raw).toBe('RECEIVED');
  return id;
}

export const pay = (call: Call, id: string) => call('POST', `/api/v1/sandbox/charges/${id}/pay`);
export const cancel = (call: Call, id: string) => call('POST', `/api/v1/charges/${id}/cancel`);
export const expire = (call: Call, id: string) => call('POST', `/api/v1/sandbox/charges/${id}/expire`);
export const refund = (call: Call, id: string, amount?: number) =>
  call('POST', `/api/v1/charges/${id}/refund`, amount === undefined ? {} : { amount });
export const chargeback = (call: Call, id: string) => call('POST', `/api/v1/sandbox/charges/${id}/med`);

export const many = <T>(count: number, work: (index: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));

/** Both at once, and every other round the other one first. */
export function together<A, B>(round: number, one: () => Promise<A>, two: () => Promise<B>): Promise<[A, B]> {
  if (round % 2 === 0) return Promise.all([one(), two()]);
  const second = two();
  return Promise.all([one(), second]);
}

export const succeeded = (answers: readonly Answer[]) => answers.filter((answer) => answer.status < 300);
export const codes = (answers: readonly Answer[]) =>
  new Set(
    answers.filter((answer) => answer.status >= 300).map((answer) => `${answer.status} ${answer.body.code}`),
  );

export async function balanceOf({ here }: Race): Promise<{ available: number; reserved: number }> {
  const { body } = await here('GET', '/api/v1/balance');
  return { available: inCents(body.available), reserved: inCents(body.reserved) };
}

export async function show({ here }: Race, id: string) {
  return (await here('GET', `/api/v1/charges/${id}`)).body;
}
