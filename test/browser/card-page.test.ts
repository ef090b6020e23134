import type { Route } from 'playwright-core';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../server/src/kit/clock.ts';
import { TEST_CARDS } from '../../server/src/providers/sandbox/test-cards.ts';
import { type ChargeMade, type Checkout, fillCard, payByCard, received } from '../support/browser.ts';
import { it } from '../support/browser-fixtures.ts';
import { hiddenValue, visitorOf } from '../support/pages.ts';
import { until } from '../support/until.ts';

const NO_FUNDS = '4716 9097 7463 6285';
const CHALLENGE = '4000 0000 0000 2503';
const FAILED_CHALLENGE = '4000 0000 0000 2370';
const SILENT_THEN_APPROVED = '5105 1051 0510 5100';
const SILENT_THEN_REFUSED = '5031 4332 1540 6351';
const PAY = 'Pagar R$ 100,00';

let checkout: Checkout;
it.beforeAll(({ checkout: opened }) => {
  checkout = opened;
});
// The same payer tries many cards here, each in a test of its own.
beforeEach(async () => {
  await checkout.gateway.db.query('delete from card_tries');
});
afterEach(() => checkout.closePages());

const cardCharge = (body: object = {}) => checkout.charge({ billing_type: 'CREDIT_CARD', ...body });

describe('the card page in a browser', () => {
  it('takes a payment in three installments on a phone and shows the receipt', async () => {
    const charge = await cardCharge();
    const { page, complaints } = await checkout.open(charge.path);
    await fillCard(page);
    await page.getByLabel('Parcelas').selectOption('3');
    await page.getByRole('button', { name: PAY }).click();
    await received(page);
    expect(new URL(page.url()).pathname).toBe(charge.receipt);
    expect(await page.textContent('main')).toContain('Visa final 1111 · 3x');
    expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
    expect(complaints).toEqual([]);
  });

  it.each(TEST_CARDS.filter(({ behaviour }) => behaviour.kind === 'approve'))(
    'knows $brand while it is typed and takes it',
    async ({ number, brand }) => {
      const charge = await cardCharge();
      const { page } = await checkout.open(charge.path);
      await page.locator('#number').pressSequentially(number.slice(0, 9));
      await page.locator(`.brand-${brand}`).waitFor();
      await payByCard(page, number);
      await received(page);
      expect(await page.textContent('main')).toContain(`final ${number.slice(-4)}`);
    },
  );

  it.each(TEST_CARDS.filter(({ behaviour }) => behaviour.kind === 'refuse'))(
    'explains that $about, in a way that is no help to a thief, and takes another card on the same link',
    async ({ number }) => {
      const charge = await cardCharge();
      const { page } = await checkout.open(charge.path);
      await payByCard(page, number);
      expect(await page.getByRole('alert').textContent()).toContain('Nada foi cobrado.');
      expect(await page.locator('#number').inputValue()).toBe('');
      expect(await checkout.statusOf(charge.id)).toBe('REFUSED');
      await payByCard(page);
      await received(page);
      expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
    },
  );

  it('explains in English what is wrong with the money', async () => {
    const { path } = await cardCharge();
    const { page } = await checkout.open(path, { locale: 'en-US', viewport: { width: 1280, height: 900 } });
    await payByCard(page, NO_FUNDS);
    expect(await page.getByRole('alert').textContent()).toContain('does not have enough credit');
  });

  it('shows the wrong field next to its message before anything is sent', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await payByCard(page, '4111 1111 1111 1112');
    const number = page.getByLabel('Número do cartão');
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.inputValue()).toBe('4111 1111 1111 1112');
    expect(await page.locator('#number-error').textContent()).toContain('Informe o número do cartão');
    expect(await page.getByLabel('Nome impresso no cartão').inputValue()).toBe('ANA SOUZA');
    expect(await checkout.attemptsOf(charge.id)).toBe(0);
  });
});

describe('a payer whose connection is gone', () => {
  it('keeps what was typed, is told, and pays when it is back', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await fillCard(page);
    await page.context().setOffline(true);
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByText('Você está sem internet.').first().waitFor();
    expect(await page.locator('#number').inputValue()).toBe('4111 1111 1111 1111');
    await page.context().setOffline(false);
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await received(page);
    expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
  });

  it('finds the installments of a refused try chosen for the next', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await fillCard(page, NO_FUNDS);
    await page.getByLabel('Parcelas').selectOption('3');
    await page.getByRole('button', { name: /^Pagar/ }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByLabel('Parcelas').inputValue()).toBe('3');
  });
});

describe('a gateway that cannot be reached', () => {
  const fates: [string, (route: Route) => Promise<void>][] = [
    ['is not there', (route) => route.abort()],
    ['is spoken for by a proxy', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' })],
  ];
  it.each(fates)(
    'and %s: the payer stays, knows that nothing was charged, and pays once it is back',
    async (_name, fate) => {
      const charge = await cardCharge();
      const { page, complaints } = await checkout.open(charge.path);
      await fillCard(page);
      await page.route('**/*', fate);
      await page.getByRole('button', { name: PAY }).click();
      await page.getByText('Nada foi enviado e nada foi cobrado.').waitFor();
      expect(await page.locator('#number').inputValue()).toBe('4111 1111 1111 1111');
      expect(await checkout.attemptsOf(charge.id)).toBe(0);
      await page.unroute('**/*');
      await page.getByRole('button', { name: PAY }).dblclick();
      await received(page);
      expect(await checkout.attemptsOf(charge.id)).toBe(1);
      expect(complaints).toEqual([]);
    },
  );

  it('keeps also what was typed on a payment link, and says so in English', async () => {
    const { path } = await checkout.link();
    const { page } = await checkout.open(path, { locale: 'en-US' });
    await page.getByLabel('E-mail').fill('ana@example.com');
    await page.route('**/*', (route) => route.abort());
    await page.getByRole('button', { name: 'Get the Pix code' }).click();
    await page.getByText('Nothing was sent and nothing was charged.').waitFor();
    await page.unroute('**/*');
    await page.getByRole('button', { name: 'Get the Pix code' }).click();
    await page.getByRole('heading', { name: 'Pay with Pix' }).waitFor();
  });
});

describe('the bank’s own question', () => {
  it('is passed, and the charge is paid', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await payByCard(page, CHALLENGE);
    await page.getByRole('heading', { name: 'Confirme com seu banco' }).waitFor();
    expect(await checkout.statusOf(charge.id)).toBe('PENDING');
    await page.reload();
    await page.getByRole('button', { name: 'Confirmar a compra' }).click();
    await received(page);
    expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
  });

  it.each([
    ['cancelled', CHALLENGE, 'Cancelar'],
    ['failed', FAILED_CHALLENGE, 'Confirmar a compra'],
  ])('%s, charges nothing and leaves the link open for another try', async (_name, number, answer) => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await payByCard(page, number);
    await page.getByRole('button', { name: answer }).click();
    await page.getByRole('alert').getByText('Nada foi cobrado.').waitFor();
    await payByCard(page);
    await received(page);
  });
});

describe('a bank that does not answer', () => {
  it('is waited for, also over a reload, and the page turns into the receipt', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await payByCard(page, SILENT_THEN_APPROVED);
    await page.getByRole('heading', { name: 'Confirmando o pagamento' }).waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Confirmando o pagamento' }).waitFor();
    await checkout.gateway.advance(HOUR_MS);
    await received(page);
    expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
  });

  it('and then refuses: the page says so by itself and takes another card', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await payByCard(page, SILENT_THEN_REFUSED);
    await page.getByRole('heading', { name: 'Confirmando o pagamento' }).waitFor();
    await checkout.gateway.advance(HOUR_MS);
    await page.getByRole('alert').getByText('Nada foi cobrado.').waitFor();
    await payByCard(page);
    await received(page);
    expect(await checkout.statusOf(charge.id)).toBe('RECEIVED');
  });
});

describe('a charge is paid once', () => {
  it('however often the button is pressed', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    await fillCard(page);
    await page.getByRole('button', { name: PAY }).dblclick();
    await received(page);
    expect(await checkout.attemptsOf(charge.id)).toBe(1);
  });

  it('by two tabs at once', async () => {
    const charge = await cardCharge();
    const [first, second] = [await checkout.open(charge.path), await checkout.open(charge.path)];
    await Promise.all([fillCard(first.page), fillCard(second.page, '5555555555554444')]);
    await Promise.all([first, second].map(({ page }) => page.getByRole('button', { name: PAY }).click()));
    await Promise.all([received(first.page), received(second.page)]);
    const approved = `select id from card_attempts where charge_id = $1 and status = 'approved'`;
    expect(await checkout.gateway.db.query(approved, [charge.id])).toHaveLength(1);
    const { body } = await checkout.seller.call('GET', `/api/v1/charges/${charge.id}`);
    expect(body).toMatchObject({ status: 'RECEIVED', value: 100 });
    expect(await checkout.gateway.audit()).toEqual([]);
  });

  it('and a tab that was left open shows it as paid', async () => {
    const charge = await cardCharge();
    const [first, left] = [await checkout.open(charge.path), await checkout.open(charge.path)];
    await payByCard(first.page);
    await received(first.page);
    await received(left.page);
  });

  it('and reloading while it is under way shows how it really stands', async () => {
    const charge = await cardCharge();
    const { page } = await checkout.open(charge.path);
    // The payment reaches the gateway; its answer never reaches the payer.
    await page.route('**/pay/*', (route) =>
      route.request().method() === 'POST' ? void route.fetch({ maxRedirects: 0 }) : route.continue(),
    );
    await fillCard(page);
    await page.getByRole('button', { name: PAY }).click({ noWaitAfter: true });
    await until('it is paid', async () => (await checkout.statusOf(charge.id)) === 'RECEIVED');
    // The page may be on its way to the receipt by itself already, and then that interrupts this.
    await page.goto(checkout.origin + charge.path).catch(() => undefined);
    await received(page);
    expect(await checkout.attemptsOf(charge.id)).toBe(1);
  });
});

describe('a charge that is over cannot be paid with a form of before', () => {
  const endings: [string, (charge: ChargeMade) => Promise<unknown>][] = [
    ['paid', ({ id }) => checkout.pay(id)],
    ['cancelled', ({ id }) => checkout.seller.call('POST', `/api/v1/charges/${id}/cancel`)],
    ['expired', expireAsPix],
  ];
  it.each(endings)('once %s', async (_name, end) => {
    const charge = await checkout.charge({ billing_type: 'UNDEFINED' });
    const { page } = await checkout.open(charge.path, { javaScriptEnabled: false });
    await page.getByRole('radio', { name: 'Cartão' }).check();
    await fillCard(page);
    expect(hiddenValue(await page.content(), 'form_id')).not.toBe('');
    await end(charge);
    const before = [await checkout.statusOf(charge.id), await checkout.attemptsOf(charge.id)];
    await page.getByRole('button', { name: PAY }).click();
    await page
      .getByRole('heading', { name: /Pagamento recebido|Cobrança cancelada|Cobrança expirada/ })
      .waitFor();
    expect([await checkout.statusOf(charge.id), await checkout.attemptsOf(charge.id)]).toEqual(before);
  });

  /** In another tab the payer has changed to PIX, and let its time pass. */
  async function expireAsPix({ path }: ChargeMade): Promise<void> {
    await visitorOf(checkout.gateway).post(path, { method: 'PIX' });
    await checkout.gateway.advance(2 * DAY_MS);
  }
});

describe('a payer who chooses', () => {
  it('is asked who they are only when boleto is chosen', async () => {
    const { path } = await checkout.charge({ billing_type: 'UNDEFINED' });
    const { page } = await checkout.open(path);
    const document = page.getByLabel('CPF ou CNPJ', { exact: true });
    expect(await document.isVisible()).toBe(false);
    await page.getByRole('radio', { name: 'Boleto' }).check();
    expect(await document.isVisible()).toBe(true);
    await page.getByLabel('Nome completo').fill('Ana Souza');
    await document.fill('529.982.247-25');
    await page.getByRole('button', { name: 'Gerar boleto' }).click();
    await page.getByRole('heading', { name: 'Pague com boleto' }).waitFor();
  });

  const forms: [string, () => Promise<{ path: string }>][] = [
    ['a charge', () => checkout.charge({ billing_type: 'UNDEFINED' })],
    ['a payment link', () => checkout.link({ billing_types: ['PIX', 'BOLETO'] })],
  ];
  it.each(forms)('boleto for %s is told of a field only while it is wrong', async (_name, make) => {
    const { path } = await make();
    const { page } = await checkout.open(path);
    const marked = () =>
      page.evaluate(`Array.from(document.querySelectorAll('[aria-invalid=true], .error'), ({ id }) => id)`);
    const send = () => page.getByRole('button', { name: 'Gerar boleto' }).click();
    await page.getByRole('radio', { name: 'Boleto' }).check();
    await send();
    await page.getByText('Informe o nome completo.').waitFor();
    expect(await marked()).toEqual(['name', 'name-error', 'document', 'document-error']);
    await page.getByLabel('Nome completo').pressSequentially('Ana');
    await page.keyboard.press('Tab');
    await page.getByLabel('CPF ou CNPJ', { exact: true }).fill('111.111.111-12');
    await send();
    expect(await marked()).toEqual(['document', 'document-error']);
    await page.getByLabel('CPF ou CNPJ', { exact: true }).fill('');
    await page.getByLabel('Nome completo').fill('');
    await send();
    expect(await marked()).toEqual(['name', 'name-error', 'document', 'document-error']);
    await page.getByRole('radio', { name: 'PIX' }).check();
    expect(await marked()).toEqual([]);
    await page.getByRole('button', { name: 'Gerar código Pix' }).click();
    await page.getByRole('heading', { name: 'Pague com Pix' }).waitFor();
  });
});
