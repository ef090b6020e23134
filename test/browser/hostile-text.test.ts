import { afterEach, describe, expect } from 'vitest';
import { type Checkout, payByCard, received } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';

const ATTACK = `</title></textarea><script>document.title = 'taken'</script><img src=x onerror="document.title='taken'">"'&lt;`;
const RIGHT_TO_LEFT = 'مخبز القديس جورج שלום';
const EMOJI = '🎂👩‍👩‍👧‍👦🇧🇷';
const LONG_WORD = 'W'.repeat(200);
const SMALL_PHONE = { viewport: { width: 320, height: 640 } };
const LONGEST = { pageName: 60, customer: 200, description: 500, linkName: 200, linkDescription: 2_000 };

/** Everything unkind at once, as long as is allowed. */
const unkind = (length: number) =>
  `${ATTACK} ${RIGHT_TO_LEFT} ${EMOJI} ${LONG_WORD.repeat(10)}`.slice(0, length);

const SELLER = `"><script>alert('x')</script>'${RIGHT_TO_LEFT}`.slice(0, LONGEST.pageName);

let checkout: Checkout;
it.beforeAll(async ({ checkout: opened }) => {
  checkout = opened;
  const { status, raw } = await checkout.seller.call('PATCH', '/api/v1/account', { page_name: SELLER });
  if (status !== 200) throw new Error(`naming the page answered ${status}: ${raw}`);
});
afterEach(() => checkout.closePages());

const CUSTOMER = { name: unkind(LONGEST.customer), cpf_cnpj: '529.982.247-25' };
const CHARGE = { description: unkind(LONGEST.description), customer: CUSTOMER, value: 1234.56 };

async function shows(path: string, texts: readonly string[]): Promise<void> {
  const { page, complaints } = await checkout.open(path, SMALL_PHONE);
  const text = (await page.textContent('main')) ?? '';
  for (const each of texts) expect(text).toContain(each);
  expect(await page.title()).toContain(SELLER);
  expect(await page.locator('script').count()).toBe(1);
  expect(await page.locator('main img:not([src^="data:"])').count()).toBe(0);
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  expect(complaints).toEqual([]);
}

describe('text from sellers and payers is text and nothing else, also on the smallest phone', () => {
  it.each(['PIX', 'CREDIT_CARD', 'BOLETO', 'UNDEFINED'])(
    'on the page of a charge by %s',
    async (billing_type) => {
      const { path } = await checkout.charge({ ...CHARGE, billing_type });
      await shows(path, [CHARGE.description, SELLER]);
    },
  );

  it('on the boleto itself', async () => {
    const { path } = await checkout.charge({ ...CHARGE, billing_type: 'BOLETO' });
    await shows(path.replace('/pay/', '/boleto/'), [CHARGE.description, CUSTOMER.name]);
  });

  it('on the receipt', async () => {
    const { id, receipt } = await checkout.charge(CHARGE);
    await checkout.pay(id);
    await shows(receipt, [CHARGE.description, CUSTOMER.name, SELLER]);
  });

  it('on a payment link, open or closed', async () => {
    const name = unkind(LONGEST.linkName);
    const description = unkind(LONGEST.linkDescription);
    const { id, path } = await checkout.link({ name, description });
    await shows(path, [name, description, SELLER]);
    await checkout.seller.call('DELETE', `/api/v1/payment-links/${id}`);
    await shows(path, [name, SELLER]);
  });

  it('in the questions of a link and their answers', async () => {
    const [label, long, option] = [unkind(120), 'W'.repeat(120), unkind(80)];
    const questions = [
      { label },
      { label: long, required: true },
      { label: 'Cor', options: [option, 'Azul'] },
    ];
    const { path } = await checkout.link({ asks: { questions } });
    await shows(path, [label, long, option, SELLER]);
  });

  it('when the payer has typed it and something else is wrong', async () => {
    const { path } = await checkout.link();
    const { page, complaints } = await checkout.open(path, { ...SMALL_PHONE, javaScriptEnabled: false });
    await page.getByRole('radio', { name: 'Boleto' }).check();
    await page.locator('#name').fill(CUSTOMER.name);
    await page.locator('#document').fill('"><script>');
    await page.getByRole('button', { name: 'Gerar boleto' }).click();
    await page.locator('#document-error').waitFor();
    expect(await page.locator('#name').inputValue()).toBe(CUSTOMER.name);
    expect(await page.locator('#document').inputValue()).toBe('"><script>');
    expect(await page.locator('script').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  it('when the payer’s name goes over to the receipt', async () => {
    const { path } = await checkout.link();
    const { page, complaints } = await checkout.open(path, SMALL_PHONE);
    await page.getByRole('radio', { name: 'Cartão' }).check();
    await page.locator('#name').fill(CUSTOMER.name);
    await payByCard(page);
    await received(page);
    expect(await page.textContent('main')).toContain(CUSTOMER.name);
    expect(complaints).toEqual([]);
  });

  it('and ten thousand characters are refused where they are sent, kindly', async () => {
    const long = unkind(10_000).padEnd(10_000, 'x');
    const refused = await checkout.seller.call('POST', '/api/v1/charges', {
      billing_type: 'PIX',
      value: 1,
      description: long,
    });
    expect(refused.status).toBe(400);
    const { path } = await checkout.link();
    const { page } = await checkout.open(path, SMALL_PHONE);
    await page.evaluate(`document.querySelector('#name').removeAttribute('maxlength')`);
    await page.locator('#name').fill(long);
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.locator('#name-error').waitFor();
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320);
  });
});
