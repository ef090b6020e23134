import { describe, expect, it } from 'vitest';
import { fromCents, reais, toCents } from '../../sdk/src/main.ts';
import { payOnPage } from '../support/pages.ts';
import { RAILS, type Rail, type Shop, type Street, streetsOfFile } from './shop.ts';

let street: Street;
let shop: Shop;

const streets = streetsOfFile();
const openShopOn = (rail: Rail) =>
  streets(rail, async (opened) => {
    street = opened;
    shop = await street.open();
  });

const maria = { name: 'Maria Silva', email: 'maria@example.com', cpf_cnpj: '52998224725' };
const boletoOrder = { billing_type: 'BOLETO', value: reais(150), customer: maria } as const;

describe.each(RAILS)('a PIX charge on %s', (rail) => {
  openShopOn(rail);

  it('shows the figures of the specification, waiting and paid', async () => {
    const { charges } = shop.client;
    const charge = await charges.create({
      billing_type: 'PIX',
      value: reais(100),
      external_reference: 'order-1',
    });
    expect(charge).toMatchObject({ status: 'PENDING', value: 100, net_value: 91.51, platform_fee: 8.49 });
    expect(charge.pix?.copy_paste).toMatch(/^000201.+6304[0-9A-F]{4}$/);
    expect(charge.pix?.qr_code).toMatch(/^data:image\/png;base64,/);
    await street.pay(shop, charge.id);
    const paid = await charges.retrieve(charge.id);
    expect(paid).toMatchObject({
      status: 'RECEIVED',
      net_value: 86.93,
      platform_fee: 8.49,
      reserve_amount: 4.58,
    });
    expect(paid.payment_date).not.toBeNull();
    expect(paid.pix?.end_to_end_id).toMatch(/^E\d{20}[0-9a-zA-Z]{11}$/);
  });

  it('costs what its quote says', async () => {
    const { quotes, charges } = shop.client;
    const order = { billing_type: 'PIX', value: reais('37.45') } as const;
    const quote = await quotes.create(order);
    const charge = await charges.create(order);
    expect(charge.platform_fee).toBe(quote.platform_fee);
    const paid = await street.pay(shop, charge.id);
    expect(paid.net_value).toBe(quote.when_paid.net_value);
    expect(paid.reserve_amount).toBe(quote.when_paid.reserve_amount);
  });

  it('explains itself to the cent and tells its story in order', async () => {
    const { charges } = shop.client;
    const { id } = await charges.create({ billing_type: 'PIX', value: reais(50) });
    await street.pay(shop, id, { times: 2 });
    const { postings, totals } = await charges.ledger(id);
    const sale = postings.find(({ category }) => category === 'sale');
    expect(sale && toCents(sale.amount)).toBe(5000);
    const paid = await charges.retrieve(id);
    expect(totals.available).toBe(paid.net_value);
    const story: string[] = [];
    for await (const { event } of charges.events(id)) story.push(event);
    expect(story).toEqual(['charge.pending', 'charge.paid']);
  });

  it('expires, and is then neither paid nor cancelled', async () => {
    const { charges, sandbox } = shop.client;
    const { id } = await charges.create({ billing_type: 'PIX', value: reais(5), expires_in: 60 });
    expect((await sandbox.expire(id)).status).toBe('CANCELLED');
    await expect(charges.cancel(id)).rejects.toMatchObject({ code: 'CHARGE_NOT_CANCELLABLE', status: 400 });
  });

  it('expires by itself when its time is over, not before', async () => {
    const { charges, sandbox } = shop.client;
    const { id } = await charges.create({ billing_type: 'PIX', value: reais(5), expires_in: 60 });
    await street.passTime(shop, { seconds: 30 });
    expect((await charges.retrieve(id)).status).toBe('PENDING');
    await street.passTime(shop, { seconds: 31 });
    expect((await charges.retrieve(id)).status).toBe('CANCELLED');
    expect((await street.backToNow(shop)).offset_seconds).toBe(0);
    await expect(sandbox.expire(id)).rejects.toMatchObject({ code: 'INVALID_STATE' });
  });

  it('is cancelled by the seller', async () => {
    const { charges } = shop.client;
    const { id } = await charges.create({ billing_type: 'PIX', value: reais(5) });
    expect((await charges.cancel(id)).status).toBe('CANCELLED');
  });
});

describe('a PIX charge that lives at a PSP', () => {
  openShopOn('a PSP');

  it('is not paid by the payer whom the sandbox plays', async () => {
    const { charges, sandbox } = shop.client;
    const { id } = await charges.create({ billing_type: 'PIX', value: reais(5) });
    await expect(sandbox.pay(id)).rejects.toMatchObject({ code: 'INVALID_STATE', status: 400 });
    expect((await charges.retrieve(id)).status).toBe('PENDING');
  });
});

describe('a card charge', () => {
  openShopOn('the sandbox');

  it('is paid on its page, in three installments', async () => {
    const { charges, quotes } = shop.client;
    const order = { billing_type: 'CREDIT_CARD', value: reais(300) } as const;
    const charge = await charges.create(order);
    expect(charge.payment_url).toBe(charge.checkout_url);
    expect(Number.isInteger(charge.charge_id)).toBe(true);
    const path = new URL(String(charge.payment_url)).pathname;
    await payOnPage(street.visitor, path, { installments: '3' });
    const paid = await charges.retrieve(charge.id);
    expect(paid).toMatchObject({
      status: 'RECEIVED',
      installments: 3,
      card: { brand: 'visa', last_four: '1111' },
    });
    const { installment_options: options } = await quotes.create(order);
    expect(options.find(({ installments }) => installments === 3)?.platform_fee).toBe(paid.platform_fee);
  });

  it('that is refused may be tried again with another card', async () => {
    const { charges, sandbox } = shop.client;
    const cards = await sandbox.cards();
    const declined = cards.find(({ about }) => /refus|declin|recus/i.test(about));
    const { id, payment_url } = await charges.create({ billing_type: 'CREDIT_CARD', value: reais(20) });
    const path = new URL(String(payment_url)).pathname;
    await payOnPage(street.visitor, path, { number: String(declined?.number) });
    expect((await charges.retrieve(id)).status).toBe('REFUSED');
    await payOnPage(street.visitor, path);
    expect((await charges.retrieve(id)).status).toBe('RECEIVED');
  });
});

describe.each(RAILS)('a boleto with its PIX on %s', (rail) => {
  openShopOn(rail);

  it('has its codes, its page, its PDF and a PIX', async () => {
    const { boleto, pix } = await shop.client.charges.create(boletoOrder);
    expect(boleto?.barcode).toMatch(/^\d{44}$/);
    expect(boleto?.digitable_line?.replace(/\D/g, '')).toHaveLength(47);
    expect(pix?.copy_paste).toMatch(/^000201/);
    const pdf = await fetch(street.baseUrl + new URL(String(boleto?.pdf_url)).pathname);
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
  });
});

describe('a boleto', () => {
  openShopOn('the sandbox');

  it('runs over its date and is paid late with fine and interest', async () => {
    const { charges, sandbox } = shop.client;
    const { id } = await charges.create({ ...boletoOrder, fine: { percent: 2 }, interest: { percent: 1 } });
    expect((await sandbox.overdue(id)).status).toBe('OVERDUE');
    const paid = await sandbox.pay(id);
    expect(paid.status).toBe('RECEIVED');
    expect(toCents(paid.paid_value ?? fromCents(0))).toBeGreaterThan(15_000);
  });
});

describe.each(RAILS)('a charge whose payer chooses, on %s,', (rail) => {
  openShopOn(rail);

  it('shows a checkout, and the method once it is chosen', async () => {
    const { charges } = shop.client;
    const charge = await charges.create({ billing_type: 'UNDEFINED', value: reais(80), customer: maria });
    const path = new URL(String(charge.checkout_url)).pathname;
    expect((await street.visitor.get(path)).status).toBe(200);
    await street.visitor.post(path, { method: 'PIX' });
    expect((await charges.retrieve(charge.id)).billing_type).toBe('PIX');
    expect((await street.pay(shop, charge.id)).status).toBe('RECEIVED');
  });
});
