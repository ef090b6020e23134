import sharp from 'sharp';
import { describe, expect } from 'vitest';
import { it } from '../../../../test/support/fixtures.ts';
import type { Seller, TestGateway } from '../../../../test/support/gateway.ts';
import { createdCharge, visitorOf } from '../../../../test/support/pages.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import { findFile } from '../../files/store.ts';
import { renderMail } from '../../mail/render.ts';

const PATH = '/api/v1/account/branding';
const HOSTILE = '<script>alert(1)</script> "quoted" \u202Eabc';

async function uploaded(seller: Seller, purpose: 'logo' | 'product_picture', side = 40): Promise<string> {
  const picture = await sharp({ create: { width: side, height: side, channels: 3, background: '#204060' } })
    .png()
    .toBuffer();
  const answer = await seller.call('POST', `/api/v1/files?purpose=${purpose}`, picture, {
    'content-type': 'image/png',
  });
  expect(answer.status, answer.raw).toBe(201);
  return answer.body.id;
}

const change = async (seller: Seller, body: object) => {
  const answer = await seller.call('PATCH', PATH, body);
  await waitForCacheExpiry();
  return answer;
};

const get = ({ app }: TestGateway, url: string) => app.inject({ method: 'GET', url });

describe('the branding of an account', () => {
  it('is changed field by field, kept in the audit log, and cleared by null', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    const logo = await uploaded(seller, 'logo');
    const all = {
      page_name: 'Ana',
      page_color: '#ABC',
      logo_file_id: logo,
      checkout_message: 'Entrega em 3 dias',
    };
    const changed = await change(seller, all);
    expect(changed.status, changed.raw).toBe(200);
    const shown = {
      ...{ object: 'branding', ...all, page_color: '#aabbcc', receipt_message: null },
      logo_url: `http://gateway.test/pictures/${seller.id}/${logo}`,
    };
    expect(changed.body).toEqual(shown);
    expect((await change(seller, {})).body).toEqual(shown);
    expect((await change(seller, { logo_file_id: null })).body).toEqual({
      ...{ ...shown, logo_file_id: null, logo_url: null },
    });
    const log = await seller.call('GET', '/api/v1/audit-log?action=account.branding_changed');
    expect(log.body.data).toHaveLength(2);
    expect(log.body.data[0].details).toEqual({ logo_file_id: { before: logo, after: null } });
  });

  it('takes only a logo of its own, and refuses what is not a text or a colour', async ({ gateway }) => {
    const [seller, other] = [await gateway.seller(), await gateway.seller()];
    const message = 'must be the id of a file that was uploaded with the purpose logo';
    for (const id of [await uploaded(other, 'logo'), await uploaded(seller, 'product_picture'), 'x']) {
      const refused = await change(seller, { logo_file_id: id });
      expect(refused).toMatchObject({ status: 400, body: { details: { logo_file_id: message } } });
    }
    for (const body of [
      { page_color: 'red' },
      { checkout_message: 'x'.repeat(301) },
      { receipt_message: ' ' },
    ]) {
      const refused = await change(seller, body);
      expect(refused.status).toBe(400);
      expect(Object.keys(refused.body.details)).toEqual(Object.keys(body));
    }
  });

  it('keeps the logo that is in use, and lets the one before go', async ({ gateway }) => {
    const seller = await gateway.seller();
    const [first, second] = [await uploaded(seller, 'logo'), await uploaded(seller, 'logo', 41)];
    await change(seller, { logo_file_id: first });
    expect((await findFile(gateway.db, seller.id, first))?.keep_until).toBeNull();
    await change(seller, { logo_file_id: second });
    expect((await findFile(gateway.db, seller.id, first))?.keep_until).not.toBeNull();
    expect((await findFile(gateway.db, seller.id, second))?.keep_until).toBeNull();
  });

  it('is on payment page, boleto, receipt and in mails; hostile text is only text', async ({ gateway }) => {
    const seller = await gateway.seller('Loja da Ana');
    const logo = await uploaded(seller, 'logo');
    await change(seller, { logo_file_id: logo, checkout_message: HOSTILE, receipt_message: `R ${HOSTILE}` });
    const path = `/pictures/${seller.id}/${logo}`;
    const customer = { name: 'Bia', cpf_cnpj: '52998224725', email: 'bia@example.com' };
    const charge = await createdCharge(seller, { billing_type: 'PIX', value: 10, customer });
    const visitor = visitorOf(gateway);
    const { html } = await visitor.get(charge.path);
    expect(html).toContain(`<img class="logo" src="${path}" alt="">`);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(html).not.toContain('<script>alert');
    const boleto = await createdCharge(seller, { billing_type: 'BOLETO', value: 10, customer });
    const document = await visitor.get(boleto.path.replace('/pay/', '/boleto/'));
    expect(document.html).toContain(
      `<header class="stack"><div class="seller"><img class="logo" src="${path}" alt="">`,
    );
    await seller.call('POST', `/api/v1/sandbox/charges/${charge.id}/pay`, {});
    const receipt = (await visitor.get(charge.path.replace('/pay/', '/receipt/'))).html;
    expect(receipt).toContain(`<img class="logo" src="${path}" alt=""><span>Loja da Ana</span>`);
    expect(receipt).toContain('R &lt;script&gt;');
    await gateway.runDue();
    const [mail] = await gateway.db.query<{ facts: object }>(
      `select facts from mails where account_id = $1 and kind = 'payment_receipt'`,
      [seller.id],
    );
    const rendered = renderMail(gateway.deps, {
      ...{ accountId: seller.id, kind: 'payment_receipt', lang: 'pt', facts: mail?.facts ?? {} },
    });
    expect(rendered.html).toContain(`<img src="http://gateway.test${path}" alt=""`);
  });
});

describe('a public picture', () => {
  it('is served as what it is, for ever, under a policy that allows nothing', async ({ gateway }) => {
    const seller = await gateway.seller();
    const logo = await uploaded(seller, 'logo');
    const { statusCode, headers, rawPayload } = await get(gateway, `/pictures/${seller.id}/${logo}`);
    expect(statusCode).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': `default-src 'none'; sandbox`,
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    });
    expect((await sharp(rawPayload).metadata()).width).toBe(40);
  });

  it('is not there for another account, and documents never are', async ({ gateway }) => {
    const [seller, other] = [await gateway.seller(), await gateway.seller()];
    const logo = await uploaded(seller, 'logo');
    const document = await seller.call(
      'POST',
      '/api/v1/files?purpose=identity_document',
      Buffer.from('%PDF-1.7'),
      {
        'content-type': 'application/pdf',
      },
    );
    const absent = [`${other.id}/${logo}`, `${seller.id}/${document.body.id}`, `${seller.id}/x`, `x/${logo}`];
    for (const place of absent) expect((await get(gateway, `/pictures/${place}`)).statusCode).toBe(404);
  });
});

describe('a product with a picture', () => {
  it('shows it to payers and messengers, and gives its address', async ({ gateway }) => {
    const seller = await gateway.seller();
    const picture = await uploaded(seller, 'product_picture', 60);
    const path = `/pictures/${seller.id}/${picture}`;
    const made = await seller.call('POST', '/api/v1/products', {
      name: 'Bolo',
      price: 30,
      image_file_id: picture,
    });
    expect(made.status, made.raw).toBe(201);
    expect(made.body).toMatchObject({ image_file_id: picture, image_url: `http://gateway.test${path}` });
    const link = await seller.call('POST', '/api/v1/payment-links', {
      name: 'Bolo',
      product_id: made.body.id,
    });
    const visitor = visitorOf(gateway);
    const onLink = await visitor.get(new URL(link.body.url).pathname);
    const fields = { billing_type: 'PIX', value: 30, product_id: made.body.id };
    const onCharge = await visitor.get((await createdCharge(seller, fields)).path);
    for (const { html } of [onLink, onCharge]) {
      expect(html).toContain(`<img class="bought" src="${path}" alt="" width="60" height="60">`);
      expect(html).toContain(`<meta property="og:image" content="http://gateway.test${path}">`);
    }
    const { id } = made.body;
    expect((await findFile(gateway.db, seller.id, picture))?.keep_until).toBeNull();
    await seller.call('PUT', `/api/v1/products/${id}`, { image_file_id: null });
    expect((await findFile(gateway.db, seller.id, picture))?.keep_until).not.toBeNull();
    const wrong = await seller.call('PUT', `/api/v1/products/${id}`, {
      image_file_id: await uploaded(seller, 'logo'),
    });
    expect(wrong.body.details).toHaveProperty('image_file_id');
  });

  it('that another product shows too keeps it until neither does', async ({ gateway }) => {
    const seller = await gateway.seller();
    const picture = await uploaded(seller, 'product_picture', 60);
    const made = await Promise.all(
      ['Bolo', 'Torta'].map((name) =>
        seller.call('POST', '/api/v1/products', { name, price: 30, image_file_id: picture }),
      ),
    );
    const [first, second] = made.map(({ body }) => `/api/v1/products/${body.id}`);
    const keptUntil = async () => (await findFile(gateway.db, seller.id, picture))?.keep_until;
    await seller.call('PUT', `${first}`, { image_file_id: null });
    expect(await keptUntil()).toBeNull();
    await seller.call('PUT', `${second}`, { image_file_id: await uploaded(seller, 'product_picture', 61) });
    expect(await keptUntil()).not.toBeNull();
  });

  it('lets it go when two products leave it at the same moment', async ({ gateway }) => {
    const seller = await gateway.seller();
    const picture = await uploaded(seller, 'product_picture', 60);
    const made = await Promise.all(
      ['Bolo', 'Torta'].map((name) =>
        seller.call('POST', '/api/v1/products', { name, price: 30, image_file_id: picture }),
      ),
    );
    await Promise.all(
      made.map(({ body }) => seller.call('PUT', `/api/v1/products/${body.id}`, { image_file_id: null })),
    );
    expect((await findFile(gateway.db, seller.id, picture))?.keep_until).not.toBeNull();
  });
});

describe('the preview', () => {
  const preview = (seller: Seller, query: Record<string, string>) =>
    seller.call('GET', `${PATH}/preview?${new URLSearchParams(query)}`);

  it('is the real page with what is typed, stores nothing, runs nothing and is framed by us alone', async ({
    gateway,
  }) => {
    const seller = await gateway.seller('Loja da Ana');
    const typed = { page_name: 'Outra', page_color: '#166534', checkout_message: HOSTILE };
    const { status, raw, headers } = await preview(seller, typed);
    expect(status).toBe(200);
    expect(raw).toContain('Pagamento para Outra');
    expect(raw).toContain('/assets/accent.166534.css');
    expect(raw).toContain('&lt;script&gt;alert(1)');
    expect(raw).not.toContain('<script');
    expect(raw).toContain('<body inert>');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'self'; img-src 'self' data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`,
    );
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
    expect((await seller.call('GET', PATH)).body.page_name).toBeNull();
    const receipt = await preview(seller, { page: 'receipt', lang: 'en', receipt_message: 'Thank you' });
    expect(receipt.raw).toContain('Thank you');
    expect(receipt.raw).toContain('R$');
  });

  it('is for the account alone', async ({ gateway }) => {
    expect((await gateway.call('GET', `${PATH}/preview?page_name=Banco`)).status).toBe(401);
  });
});
