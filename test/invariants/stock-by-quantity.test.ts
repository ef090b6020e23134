import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Call, type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Node, startSecondNode } from '../support/nodes.ts';
import { GOOD_CARD, hiddenValue, type Visit, visitorOf } from '../support/pages.ts';

const BUYERS = 24;
const UNITS = 7;
const PRICE = 10;
const MAX_QUANTITY = 3;
/** What any of them costs: no page asks again because the total has grown. */
const TOTAL = String(PRICE * MAX_QUANTITY * 100);

/** Fewer are left than were asked for, or none at all. */
const TURNED_AWAY = [400, 410];

let gateway: TestGateway;
let node: Node;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway({ connections: 25 });
  node = await startSecondNode(gateway);
  seller = await gateway.seller();
});
afterAll(async () => {
  await node.stop();
  await gateway.stop();
});

/** One buyer wants one unit, the next two, the next three. */
const wantedBy = (buyer: number) => (buyer % MAX_QUANTITY) + 1;

async function offer(product: object): Promise<{ productId: string; linkId: string; path: string }> {
  const made = await seller.call('POST', '/api/v1/products', { name: 'Caneca', price: PRICE, ...product });
  const { id: productId } = made.body;
  const asked = { name: 'Caneca', product_id: productId, asks: { max_quantity: MAX_QUANTITY } };
  const { status, body, raw } = await seller.call('POST', '/api/v1/payment-links', asked);
  expect(status, raw).toBe(201);
  return { productId, linkId: body.id, path: new URL(body.url).pathname };
}

/** Each has the page open; then all send it at once, to two nodes. */
async function buyAtOnce(
  path: string,
  fieldsOf: (buyer: number) => Record<string, string>,
): Promise<Visit[]> {
  const visitors = [visitorOf(gateway), visitorOf(node)];
  const forms = await Promise.all(
    Array.from({ length: BUYERS }, async (_, buyer) => {
      const visitor = visitors[buyer % 2] as (typeof visitors)[number];
      const { html } = await visitor.get(path);
      const quantity = String(wantedBy(buyer));
      return () =>
        visitor.post(path, {
          form_id: hiddenValue(html, 'form_id'),
          total: TOTAL,
          quantity,
          ...fieldsOf(buyer),
        });
    }),
  );
  return Promise.all(forms.map((send) => send()));
}

/** Each pays with their own card: many payments at once by one are held up. */
function cardOf(buyer: number): string {
  const number = `4${String(buyer).padStart(14, '0')}`;
  const sum = [...number].reduce((total, digit, index) => {
    const weighed = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (weighed > 9 ? weighed - 9 : weighed);
  }, 0);
  return `${number}${(10 - (sum % 10)) % 10}`;
}

type Sold = { id: string; status: string; quantity: number; oversold: boolean };

async function soldThrough(linkId: string): Promise<Sold[]> {
  const { body } = await seller.call('GET', `/api/v1/charges?payment_link_id=${linkId}&limit=100`);
  return Promise.all(
    body.data.map(async ({ id }: { id: string }) => {
      const { body: charge } = await seller.call('GET', `/api/v1/charges/${id}`);
      const { status, purchase, oversold = false } = charge;
      return { id, status, quantity: purchase.quantity, oversold };
    }),
  );
}

const payAtOnce = (charges: readonly Sold[]) => {
  const doors: Call[] = [seller.call, node.callAs(seller)];
  return Promise.all(
    charges.map(({ id }, index) =>
      (doors[index % 2] as Call)('POST', `/api/v1/sandbox/charges/${id}/pay`, {}),
    ),
  );
};

const unitsIn = (charges: readonly { quantity: number }[]) =>
  charges.reduce((sum, { quantity }) => sum + quantity, 0);
const stockOf = async (id: string) => (await seller.call('GET', `/api/v1/products/${id}`)).body.stock;

/** Units only leave: who was turned away wanted more than were left then, and so more than are left now. */
function expectNoneTurnedAwayInVain(left: number, turnedAway: readonly number[]): void {
  expect(turnedAway.length).toBeGreaterThan(0);
  expect(Math.min(...turnedAway)).toBeGreaterThan(left);
}

describe(`the last ${UNITS} units, ${BUYERS} buyers of one to three at once on two nodes`, () => {
  it('that are held: none is promised twice, and every charge that was made gets all of its units', async () => {
    const { productId, linkId, path } = await offer({ stock: UNITS, hold_stock: true });
    const answers = await buyAtOnce(path, () => ({ method: 'PIX' }));
    const made = await soldThrough(linkId);
    const turnedAway = answers.flatMap(({ status }, buyer) => (status === 303 ? [] : [wantedBy(buyer)]));
    expect(
      answers.map(({ status }) => status).filter((status) => ![303, ...TURNED_AWAY].includes(status)),
    ).toEqual([]);
    expect(made).toHaveLength(BUYERS - turnedAway.length);
    expect(unitsIn(made)).toBeLessThanOrEqual(UNITS);
    expectNoneTurnedAwayInVain(UNITS - unitsIn(made), turnedAway);
    expect(await stockOf(productId)).toBe(UNITS);
    await payAtOnce(made);
    expect((await soldThrough(linkId)).map(({ status, oversold }) => [status, oversold])).toEqual(
      made.map(() => ['RECEIVED', false]),
    );
    expect(await stockOf(productId)).toBe(UNITS - unitsIn(made));
    expect(await gateway.audit()).toEqual([]);
  });

  it('that are held, by card: what is paid on the page has its units, and no card pays for others', async () => {
    const { productId, linkId, path } = await offer({ stock: UNITS, hold_stock: true });
    const answers = await buyAtOnce(path, (buyer) => ({
      ...GOOD_CARD,
      number: cardOf(buyer),
      installments: '1',
    }));
    const made = await soldThrough(linkId);
    const turnedAway = answers.flatMap(({ status }, buyer) => (status === 303 ? [] : [wantedBy(buyer)]));
    expect(made.map(({ status, oversold }) => [status, oversold])).toEqual(
      made.map(() => ['RECEIVED', false]),
    );
    expect(made).toHaveLength(BUYERS - turnedAway.length);
    expect(await stockOf(productId)).toBe(UNITS - unitsIn(made));
    expectNoneTurnedAwayInVain(UNITS - unitsIn(made), turnedAway);
    expect(await gateway.audit()).toEqual([]);
  });

  it('that are not held: all are paid, who does not find all of theirs is oversold and takes none', async () => {
    const { productId, linkId, path } = await offer({ stock: UNITS });
    const answers = await buyAtOnce(path, () => ({ method: 'PIX' }));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 303));
    await payAtOnce(await soldThrough(linkId));
    const paid = await soldThrough(linkId);
    expect(paid.map(({ status }) => status)).toEqual(Array(BUYERS).fill('RECEIVED'));
    const oversold = paid.filter((charge) => charge.oversold);
    const delivered = paid.filter((charge) => !charge.oversold);
    expect(await stockOf(productId)).toBe(UNITS - unitsIn(delivered));
    expectNoneTurnedAwayInVain(
      UNITS - unitsIn(delivered),
      oversold.map(({ quantity }) => quantity),
    );
    const events = await gateway.db.query<{ charge_id: string }>(
      `select charge_id from events
       where account_id = $1 and type = 'charge.oversold' and charge_id = any($2::uuid[])`,
      [seller.id, paid.map(({ id }) => id)],
    );
    expect(events.map(({ charge_id: id }) => id).sort()).toEqual(oversold.map(({ id }) => id).sort());
    expect(await gateway.audit()).toEqual([]);
  });
});
