import Fastify, { LogController } from 'fastify';
import { pino } from 'pino';
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
import { receivePayment } from '../../charges/payments/receive.ts';
import { publicPages } from '../../html/public-pages.ts';
import type { App } from '../../http/app-type.ts';
import { MINUTE_MS } from '../../kit/clock.ts';
import { assert } from '../../kit/errors.ts';
import { cents } from '../../kit/money.ts';
import { checkoutRoutes } from '../routes.ts';

const NO_FUNDS = '4716909774636285';
const CHALLENGE = '4000000000002503';
const FAILED_CHALLENGE = '4000000000002370';
const SILENT_THEN_APPROVED = '5105105105105100';
const SILENT_THEN_REFUSED = '5031433215406351';

let gateway: TestGateway;
let seller: Seller;
let visitor: Visitor;

beforeAll(async () => {
  gateway = await startGateway({ connections: 25 });
  seller = await gateway.seller('Loja');
  visitor = visitorOf(gateway);
});
// Every test has the same payer and address: what one is refused must not hold the next.
beforeEach(async () => {
  await gateway.db.query('delete from card_tries');
});
afterEach(async () => expect(await gateway.audit()).toEqual([]));
afterAll(() => gateway.stop());

const cardCharge = (more: object = {}) =>
  createdCharge(seller, { billing_type: 'CREDIT_CARD', value: 100, ...more });
const stateOf = async (id: string) => (await seller.call('GET', `/api/v1/charges/${id}`)).body;
const receiptOf = (path: string) => `${path.replace('/pay/', '/receipt/')}?paid=1`;

describe('the card form', () => {
  it('shows what each installment costs, the odd cents first, and the test cards', async () => {
    const { path } = await cardCharge();
    const { html } = await visitor.get(path);
    expect(html).toContain('<option value="1" selected>À vista, R$ 100,00</option>');
    expect(html).toContain('<option value="3">3x de R$ 33,33 sem juros</option>');
    expect(html).toContain('>Total de R$ 100,00 (a primeira de R$ 33,34)</span>');
    expect(html).toContain('<option value="12">');
    expect(html).toContain('4111 1111 1111 1111');
    expect(html).toContain('Pagar R$ 100,00');
  });

  it('offers no installment below R$ 5.00, none where one is the most, and says what the seller fixed', async () => {
    const small = await cardCharge({ value: 12 });
    expect((await visitor.get(small.path)).html).not.toContain('<option value="3">');
    const single = await cardCharge({ max_installments: 1 });
    expect((await visitor.get(single.path)).html).not.toContain('<select');
    const fixed = await cardCharge({ installments: 4 });
    expect((await visitor.get(fixed.path)).html).toContain('Parcelado em 4x de R$ 25,00 sem juros');
  });

  it('tells browsers which field is which', async () => {
    const { html } = await visitor.get((await cardCharge()).path);
    for (const name of ['cc-number', 'cc-name', 'cc-exp', 'cc-csc'])
      expect(html).toContain(`autocomplete="${name}"`);
  });
});

describe('paying by card', () => {
  it('ends on the receipt when the bank approves', async () => {
    const { path, id } = await cardCharge();
    const answer = await payOnPage(visitor, path, { installments: '3' });
    expect(answer).toMatchObject({ status: 303, location: receiptOf(path) });
    expect(await stateOf(id)).toMatchObject({
      status: 'RECEIVED',
      installments: 3,
      card: { last_four: '1111' },
    });
    expect((await visitor.get(receiptOf(path))).html).toContain('Cartão de crédito · Visa final 1111 · 3x');
  });

  it('comes back with a kind word when the bank refuses, and another card may follow', async () => {
    const { path, id } = await cardCharge();
    const refused = await payOnPage(visitor, path, { number: NO_FUNDS });
    const { html, status } = refused;
    expect(status).toBe(200);
    expect(await stateOf(id)).toMatchObject({ status: 'REFUSED' });
    // All that was typed, except what is secret.
    for (const typed of ['ANA SOUZA', '529.982.247-25', '12/40']) expect(html).toContain(`value="${typed}"`);
    expect(html).not.toContain(NO_FUNDS);
    expect(html).not.toContain('value="123"');
    expect(html).toContain('O limite disponível neste cartão não foi suficiente.');
    expect((await payOnPage(visitor, path)).location).toBe(receiptOf(path));
    expect(await stateOf(id)).toMatchObject({ status: 'RECEIVED' });
  });

  it('says on its plain link, too, that the last card was refused, until it is paid', async () => {
    const [tried, pushed] = [await cardCharge(), await cardCharge()];
    await payOnPage(visitor, tried.path, { number: NO_FUNDS });
    await seller.call('POST', `/api/v1/sandbox/charges/${pushed.id}/refuse`);
    const pages = { [tried.path]: 'O limite disponível', [pushed.path]: 'O banco do cartão não autorizou.' };
    for (const [path, words] of Object.entries(pages)) {
      const { html } = await visitor.get(path);
      for (const text of ['role="alert"', 'Pagamento não aprovado', words, 'Tente com outro cartão']) {
        expect(html).toContain(text);
      }
      expect(html).toContain('name="number"');
      expect((await visitor.get(`${path}?lang=en`)).html).toContain('Payment not approved');
      expect((await payOnPage(visitor, path)).location).toBe(receiptOf(path));
    }
    const fresh = await visitor.get((await cardCharge()).path);
    expect(fresh.html).not.toContain('Pagamento não aprovado');
  });

  it('charges once when the form is sent twice, at once or later', async () => {
    const { path, id } = await cardCharge();
    const { html } = await visitor.get(path);
    const form = { ...GOOD_CARD, form_id: hiddenValue(html, 'form_id') };
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitor.post(path, form)));
    expect(answers.map((answer) => answer.status)).toEqual([303, 303, 303, 303, 303]);
    expect((await visitor.post(path, form)).location).toBe(receiptOf(path));
    expect(await stateOf(id)).toMatchObject({ status: 'RECEIVED' });
    const rows = await gateway.db.query('select id from card_attempts where charge_id = $1', [id]);
    expect(rows).toHaveLength(1);
  });

  it('refuses a form of another charge, or one that was never shown', async () => {
    const [one, other] = [await cardCharge(), await cardCharge()];
    const attemptId = hiddenValue((await visitor.get(other.path)).html, 'form_id');
    for (const forged of [attemptId, gateway.deps.ids.next(), '', 'x.y']) {
      const { status, html } = await visitor.post(one.path, { ...GOOD_CARD, form_id: forged });
      expect(status).toBe(400);
      expect(html).toContain('Preencha de novo');
    }
    expect(await stateOf(one.id)).toMatchObject({ status: 'PENDING' });
  });

  it('shows the form again with what is wrong, and neither the number nor the code', async () => {
    const { path, id } = await cardCharge();
    const { status, html } = await payOnPage(visitor, path, {
      number: '4111 1111 1111 1112',
      holder: '<i>Ana</i>',
      expiry: '01/20',
      cvv: '987',
    });
    expect(status).toBe(400);
    expect(html).toContain('<title>Erro: ');
    expect(html).toContain('Informe o número do cartão');
    expect(html).toMatch(/name="number"[^>]*aria-invalid="true"/);
    expect(html).toContain('value="&lt;i&gt;Ana&lt;/i&gt;"');
    // The names and digests of the page's files, and the form's own id, may hold any digits.
    expect(html.replace(/<(link|script|input type="hidden")[^>]*>/g, '')).not.toMatch(/1112|987/);
    const expired = await payOnPage(visitor, path, { expiry: '01/20' });
    expect(expired.html).toContain('Informe o mês e o ano de um cartão não vencido.');
    const many = await payOnPage(visitor, (await cardCharge({ value: 12 })).path, { installments: '12' });
    expect(many.html).toContain('Escolha outro número de parcelas');
    expect(await stateOf(id)).toMatchObject({ status: 'PENDING' });
  });

  it('redirects a visitor of a paid or cancelled charge to its current page', async () => {
    const paid = await cardCharge();
    const attemptId = hiddenValue((await visitor.get(paid.path)).html, 'form_id');
    await payOnPage(visitor, paid.path);
    const again = await visitor.post(paid.path, { ...GOOD_CARD, form_id: attemptId });
    expect(again.location).toBe(receiptOf(paid.path));
    const cancelled = await cardCharge();
    const { html } = await visitor.get(cancelled.path);
    await seller.call('POST', `/api/v1/charges/${cancelled.id}/cancel`);
    const late = await visitor.post(cancelled.path, {
      ...GOOD_CARD,
      form_id: hiddenValue(html, 'form_id'),
    });
    expect(late).toMatchObject({ status: 303, location: cancelled.path });
  });
});

describe('a bank that asks to confirm', () => {
  const open = async (number: string) => {
    const charge = await cardCharge();
    const answer = await payOnPage(visitor, charge.path, { number });
    const { html } = await visitor.get(answer.location);
    return { ...charge, challenge: answer.location, attempt_id: hiddenValue(html, 'attempt_id'), html };
  };

  it('approves after the confirmation, once', async () => {
    const { path, id, challenge, attempt_id, html } = await open(CHALLENGE);
    expect(challenge).toBe(`${path}/challenge`);
    expect(html).toContain('Visa final 2503');
    expect(await visitor.get(path)).toMatchObject({ status: 303, location: challenge });
    const answers = await Promise.all(
      [1, 2, 3].map(() => visitor.post(challenge, { attempt_id, answer: 'confirm' })),
    );
    expect(answers.map((answer) => answer.location)).toContain(receiptOf(path));
    expect(await stateOf(id)).toMatchObject({ status: 'RECEIVED' });
    expect(await visitor.get(challenge)).toMatchObject({ status: 303, location: path });
  });

  it('refuses after a failed confirmation', async () => {
    const { path, id, challenge, attempt_id } = await open(FAILED_CHALLENGE);
    const answer = await visitor.post(challenge, { attempt_id, answer: 'confirm' });
    expect(answer.location).toBe(`${path}?refused=1`);
    expect(await stateOf(id)).toMatchObject({ status: 'REFUSED' });
  });

  it('takes nothing when the payer cancels, and lets them try again at once', async () => {
    const { path, id, challenge, attempt_id } = await open(CHALLENGE);
    const answer = await visitor.post(challenge, { attempt_id, answer: 'cancel' });
    expect((await visitor.get(answer.location)).html).toContain('A confirmação no banco não foi concluída.');
    expect((await stateOf(id)).status).not.toBe('RECEIVED');
    expect((await payOnPage(visitor, path)).location).toBe(receiptOf(path));
  });

  it('accepts no answer to another charge’s challenge', async () => {
    const { attempt_id, id } = await open(CHALLENGE);
    const other = await cardCharge();
    const answer = await visitor.post(`${other.path}/challenge`, { attempt_id, answer: 'confirm' });
    expect(answer.location).toBe(other.path);
    expect(await stateOf(id)).toMatchObject({ status: 'PENDING' });
  });
});

describe('a bank that does not answer', () => {
  it.each([
    [SILENT_THEN_APPROVED, 'RECEIVED'],
    [SILENT_THEN_REFUSED, 'REFUSED'],
  ])('card %s: the page waits, takes no second card, and then shows %s', async (number, status) => {
    const { path, id } = await cardCharge();
    const form = await visitor.get(path);
    expect((await payOnPage(visitor, path, { number })).location).toBe(path);
    const waiting = await visitor.get(path);
    expect(waiting.html).toContain('<meta http-equiv="refresh" content="5">');
    expect(waiting.html).toContain('Não pague de novo');
    const second = { ...GOOD_CARD, form_id: hiddenValue(form.html, 'form_id') };
    expect((await visitor.post(path, second)).location).toBe(path);
    await gateway.advance(MINUTE_MS);
    expect(await stateOf(id)).toMatchObject({ status });
  });
});

describe('card data', () => {
  const NUMBER = '5555555555554444';

  it('is in no row of any table', async () => {
    const { path } = await cardCharge();
    await payOnPage(visitor, path, { number: NUMBER, cvv: '817' });
    const tables = await gateway.db.query<{ name: string }>(
      `select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    for (const { name } of tables) {
      const rows = await gateway.db.query(`select 1 from "${name}" t where t::text like $1`, [`%${NUMBER}%`]);
      expect({ name, rows }).toEqual({ name, rows: [] });
    }
  });

  it('is in no log line and on no error page, even when the provider breaks with it in hand', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const app = Fastify({
      loggerInstance: log,
      logController: new LogController({ disableRequestLogging: true }),
    }) as unknown as App;
    const [sandbox] = gateway.deps.rails.card;
    const authorise = () => Promise.reject(new Error('connection lost'));
    assert(sandbox, 'the sandbox takes cards');
    const card = [{ ...sandbox, authorise }];
    const deps = { ...gateway.deps, rails: { ...gateway.deps.rails, card } };
    app.decorateRequest('domainAccountId', null);
    publicPages(app, deps, (pages) => checkoutRoutes(pages, deps));
    await app.ready();
    const { path } = await cardCharge();
    const answer = await payOnPage(visitorOf({ app }), path, { number: NUMBER, cvv: '817' });
    await app.close();
    expect(answer.status).toBe(500);
    expect(answer.html).toContain('Algo deu errado do nosso lado');
    expect(lines.join('')).toContain('connection lost');
    for (const text of [answer.html, lines.join('')]) expect(text).not.toMatch(/5555 ?5555|"817"|cvv/);
    await gateway.advance(MINUTE_MS);
  });
});

describe('a seller who is blocked', () => {
  let shop: Seller;
  const closed = 'não pode receber pagamentos no momento';
  const stateAt = async (id: string) => (await shop.call('GET', `/api/v1/charges/${id}`)).body.status;
  const block = async () => {
    const operator = await gateway.operator();
    const path = `/api/v1/admin/accounts/${shop.id}/block`;
    expect((await operator.call('POST', path, { reason: 'test' })).status).toBe(200);
  };
  beforeEach(async () => {
    shop = await gateway.seller('Loja');
  });

  it('takes no card, also by a form that was open before', async () => {
    const { path, id } = await createdCharge(shop, { billing_type: 'CREDIT_CARD', value: 100 });
    const form_id = hiddenValue((await visitor.get(path)).html, 'form_id');
    await block();
    const answer = await visitor.post(path, { ...GOOD_CARD, installments: '1', form_id });
    expect(answer).toMatchObject({ status: 303, location: path });
    expect((await visitor.get(path)).html).toContain(closed);
    expect(await stateAt(id)).toBe('PENDING');
  });

  it('has no method chosen, and no challenge passed', async () => {
    const open = await createdCharge(shop, { billing_type: 'UNDEFINED', value: 100 });
    const card = await createdCharge(shop, { billing_type: 'CREDIT_CARD', value: 100 });
    const { location: challenge } = await payOnPage(visitor, card.path, { number: CHALLENGE });
    const attempt_id = hiddenValue((await visitor.get(challenge)).html, 'attempt_id');
    await block();
    await visitor.post(open.path, { method: 'PIX' });
    await visitor.post(challenge, { attempt_id, answer: 'confirm' });
    for (const { path } of [open, card]) expect((await visitor.get(path)).html).toContain(closed);
    expect((await shop.call('GET', `/api/v1/charges/${open.id}`)).body).toMatchObject({
      billing_type: 'UNDEFINED',
    });
    expect(await stateAt(card.id)).toBe('PENDING');
  });

  it('shows no PIX code any more, and keeps what is paid by one all the same', async () => {
    const { path, id, pix } = await createdCharge(shop, { billing_type: 'PIX', value: 100 });
    await block();
    const { html } = await visitor.get(path);
    expect(html).toContain(closed);
    expect(html).not.toContain(pix.copy_paste);
    await receivePayment(gateway.deps, {
      ...{ provider: 'sandbox', paymentReference: 'E-blocked', chargeReference: pix.txid, method: 'PIX' },
      ...{ amountCents: cents(10_000n), paidAt: gateway.clock.now() },
    });
    expect(await stateAt(id)).toBe('RECEIVED');
    expect(await visitor.get(path)).toMatchObject({
      status: 303,
      location: path.replace('/pay/', '/receipt/'),
    });
  });
});
