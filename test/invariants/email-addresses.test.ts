import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isEmail } from '../../web/dashboard/kit/written-contact.ts';
import { EMAILS, NOT_EMAILS } from '../support/email-addresses.ts';
import { type Seller, startGateway, type TestGateway } from '../support/gateway.ts';
import { hiddenValue, visitorOf } from '../support/pages.ts';

let gateway: TestGateway;
let seller: Seller;
let operator: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  [seller, operator] = [await gateway.seller(), await gateway.operator()];
});
afterAll(() => gateway.stop());

const password = 'quatro cavalos azuis';
const charge = { billing_type: 'PIX', value: 10 };

type Door = { field: string; path: string; body: (email: string) => object };

/** Every call whose body names an e-mail address that is kept. Operators first: they take none that is registered. */
const DOORS: Door[] = [
  { field: 'email', path: '/api/v1/admin/operators', body: (email) => ({ name: 'Rui', email, password }) },
  {
    field: 'email',
    path: '/api/v1/auth/register',
    body: (email) => ({ name: 'Loja', email, password, document: '11222333000181' }),
  },
  {
    field: 'email',
    path: '/api/v1/team/invitations',
    body: (email) => ({ email, role: 'support' }),
  },
  { field: 'email', path: '/api/v1/customers', body: (email) => ({ name: 'Ana', email }) },
  {
    field: 'customer.email',
    path: '/api/v1/charges',
    body: (email) => ({ ...charge, customer: { name: 'Ana', email } }),
  },
];

function knock({ path, body }: Door, email: string) {
  if (path.includes('/auth/')) return gateway.call('POST', path, body(email));
  if (path.includes('/team/'))
    return gateway.call('POST', path, body(email), { authorization: `Bearer ${seller.token}` });
  return (path.includes('/admin/') ? operator : seller).call('POST', path, body(email));
}

/** JSON text with a NUL is refused before any field is looked at. */
const refused = NOT_EMAILS.filter((email) => !email.includes('\u0000'));

describe('an e-mail address in a call', () => {
  it.each(DOORS)('$field of $path is refused if it is none', async (door) => {
    for (const email of refused) {
      const { status, body } = await knock(door, email);
      expect([status, body.code], email).toEqual([400, 'VALIDATION_ERROR']);
      expect(Object.keys(body.details), email).toEqual([door.field]);
    }
  });

  it.each(DOORS)('$field of $path may be what people have', async (door) => {
    for (const email of EMAILS) expect((await knock(door, email)).status, email).toBe(201);
  });
});

describe('an e-mail address on a page', () => {
  const SHOWN = 'Confira o e-mail.';

  async function typed(path: string, email: string) {
    const visitor = visitorOf(gateway);
    const { html } = await visitor.get(path);
    return visitor.post(path, { form_id: hiddenValue(html, 'form_id'), method: 'PIX', email });
  }

  it('of a payment link follows the same rule', async () => {
    const { body } = await seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    const { pathname } = new URL(body.url);
    for (const email of ['a@b..com', '<script>@x.com', 'a@-b.com', 'a b@x.com']) {
      const { status, html } = await typed(pathname, email);
      expect([status, html.includes(SHOWN)], email).toEqual([400, true]);
    }
    for (const email of ["o'brien+loja@xn--caf-dma.com.br", 'joão@açaí.com.br'])
      expect((await typed(pathname, email)).status, email).toBe(303);
  });

  it('of the dashboard follows the same rule, with spaces around it taken away', () => {
    const spaced = (email: string) => email.trim() !== email;
    expect(NOT_EMAILS.filter((email) => !spaced(email) && isEmail(email))).toEqual([]);
    expect(EMAILS.filter((email) => !isEmail(` ${email} `))).toEqual([]);
  });
});
