import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../../test/support/gateway.ts';
import {
  createdCharge,
  GOOD_CARD,
  hiddenValue,
  payOnPage,
  type Visitor,
  visitorOf,
} from '../../../../test/support/pages.ts';
import { workBitsOf } from '../../charges/cards/work.ts';
import { MINUTE_MS } from '../../kit/clock.ts';

const NO_FUNDS = '4716909774636285';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
// Every test has the same address: what one is refused must not hold the next.
beforeEach(async () => {
  await gateway.db.query('delete from card_tries');
});
afterEach(async () => expect(await gateway.audit()).toEqual([]));
afterAll(() => gateway.stop());

const cardCharge = () => createdCharge(seller, { billing_type: 'CREDIT_CARD', value: 100 });
const receiptOf = (path: string) => `${path.replace('/pay/', '/receipt/')}?paid=1`;

describe('after too many refused cards', () => {
  /** A browser that keeps its cookie. */
  async function device(): Promise<Visitor> {
    const { headers } = await visitorOf(gateway).get((await cardCharge()).path);
    const cookie = String(headers['set-cookie']).split(';')[0] ?? '';
    return visitorOf(gateway, { cookie });
  }
  const refusedTimes = async (
    browser: Visitor,
    times: number,
    fields: (index: number) => Record<string, string>,
  ) => {
    for (let index = 0; index < times; index += 1) {
      const { path } = await cardCharge();
      const { html } = await payOnPage(browser, path, { number: NO_FUNDS, ...fields(index) });
      expect(html).toMatch(/Pagamento não aprovado|Espere um pouco/);
    }
  };
  const someDocument = (index: number) => ({
    holder_document: `1112223330${index}`.padStart(11, '0').slice(-11),
  });
  const forgetKind = (kind: string) => gateway.db.query('delete from card_tries where kind = $1', [kind]);

  it('the device is named by a signed cookie, once, and one that is forged is replaced', async () => {
    const { path } = await cardCharge();
    const first = await visitorOf(gateway).get(path);
    const [own = '', ...others] = first.headers['set-cookie'] as string[];
    expect(own).toMatch(
      /^guiche_device=[0-9a-f-]{36}\.[0-9a-f]{64}; HttpOnly; SameSite=Lax; Path=\/pay; Max-Age=31536000$/,
    );
    expect(others).toEqual([own.replace('/pay', '/l')]);
    const cookie = own.split(';')[0] ?? '';
    expect((await visitorOf(gateway, { cookie }).get(path)).headers['set-cookie']).toBeUndefined();
    const forged = cookie.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    expect((await visitorOf(gateway, { cookie: forged }).get(path)).headers['set-cookie']).toBeDefined();
  });

  it('a device waits, and others pay on the same page meanwhile', async () => {
    const browser = await device();
    await refusedTimes(browser, 5, someDocument);
    await forgetKind('card');
    const { path } = await cardCharge();
    const { html } = await browser.get(path);
    expect(html).toContain('Tente de novo em 1 minuto');
    expect(html).not.toContain('name="number"');
    expect(html).not.toContain('de outra forma');
    const choice = await createdCharge(seller, { billing_type: 'UNDEFINED', value: 100 });
    expect((await browser.get(choice.path)).html).toContain('1 minuto, pague de outra forma ou fale');
    expect((await payOnPage(await device(), path)).location).toBe(receiptOf(path));
    gateway.clock.setOffset(gateway.clock.offsetMs + MINUTE_MS);
    expect((await browser.get((await cardCharge()).path)).html).toContain('name="number"');
  });

  it('a card is not tried, and another one may be at once', async () => {
    for (let index = 0; index < 5; index += 1)
      await refusedTimes(await device(), 1, () => someDocument(index));
    const { path } = await cardCharge();
    const held = await payOnPage(await device(), path, { number: NO_FUNDS, ...someDocument(6) });
    expect([held.status, held.html.includes('Este cartão foi recusado muitas vezes')]).toEqual([400, true]);
    expect(held.html).toContain('name="number"');
    expect(held.html).not.toContain(NO_FUNDS);
    expect((await payOnPage(await device(), path, someDocument(7))).location).toBe(receiptOf(path));
  });

  it('work is asked for, done by script, or waited for without', async () => {
    for (let index = 0; index < 10; index += 1) {
      await forgetKind('card');
      await refusedTimes(await device(), 1, () => someDocument(index));
    }
    const [quick, slow] = [await cardCharge(), await cardCharge()];
    const { html } = await visitorOf(gateway).get(quick.path);
    expect(html).toContain('data-work="16"');
    expect(html).toContain('<noscript>');
    const early = await payOnPage(await device(), quick.path);
    expect([early.status, early.html.includes('verificação rápida')]).toEqual([400, true]);
    expect(early.html).toContain('data-work="16"');
    const formId = hiddenValue(early.html, 'form_id');
    const work = solved(formId, 16);
    const paid = await visitor.post(quick.path, { ...GOOD_CARD, form_id: formId, work });
    expect(paid.location).toBe(receiptOf(quick.path));
    gateway.clock.setOffset(gateway.clock.offsetMs + 30_000);
    expect((await payOnPage(await device(), slow.path)).location).toBe(receiptOf(slow.path));
  });

  function solved(formId: string, bits: number): string {
    for (let nonce = 0; ; nonce += 1) if (workBitsOf(formId, String(nonce)) >= bits) return String(nonce);
  }
});
