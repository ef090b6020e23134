import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import { waitForCacheExpiry } from '../db/trusted-cache.ts';
import { contrastOf } from '../kit/color.ts';
import { accentStyles } from './accent.ts';
import { DARK_SURFACE, LIGHT_GROUND, LIGHT_SURFACE } from './styles.ts';

let gateway: TestGateway;
let seller: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  seller = await gateway.seller('Razão Social Ltda');
});
afterAll(() => gateway.stop());

const change = (body: object) => seller.call('PATCH', '/api/v1/account', body);

describe('how a seller appears', () => {
  it('is a name and a colour of its choice on the pages', async () => {
    const { body } = await change({ page_name: 'Padaria Azul', page_color: '#F80' });
    expect(body).toMatchObject({
      name: 'Razão Social Ltda',
      page_name: 'Padaria Azul',
      page_color: '#ff8800',
    });
    await waitForCacheExpiry();
    const charge = await seller.call('POST', '/api/v1/charges', { billing_type: 'PIX', value: 10 });
    const path = new URL(charge.body.checkout_url).pathname;
    const { raw } = await gateway.call('GET', path);
    expect(raw).toContain('Pagamento para Padaria Azul');
    expect(raw).toContain('href="/assets/accent.ff8800.css"');
    const styles = await gateway.call('GET', '/assets/accent.ff8800.css');
    expect(styles.headers['content-type']).toBe('text/css; charset=utf-8');
    expect(styles.raw).toBe(accentStyles('#ff8800'));
  });

  it('is on the icon of the pages and in what messengers show of a link', async () => {
    await change({ page_name: 'Padaria "Azul"', page_color: '#004080' });
    await waitForCacheExpiry();
    const body = { billing_type: 'PIX', value: 89.9, description: 'Cesta de <Natal>' };
    const charge = await seller.call('POST', '/api/v1/charges', body);
    const path = new URL(charge.body.checkout_url).pathname;
    const { raw } = await gateway.call('GET', path);
    expect(raw).toContain('<link rel="icon" type="image/svg+xml" href="/assets/icon.004080.svg">');
    expect(raw).toContain('property="og:site_name" content="Padaria &quot;Azul&quot;"');
    expect(raw).toContain('property="og:title" content="Cesta de &lt;Natal&gt; · R$\u00a089,90"');
    expect(raw).toContain(`property="og:url" content="http://gateway.test${path}"`);
    expect(raw).toContain('content="http://gateway.test/assets/preview.004080.png"');
    const icon = await gateway.app.inject('/assets/icon.004080.svg');
    expect(icon.headers['content-type']).toBe('image/svg+xml');
    expect(icon.body).toContain('fill="#004080"');
    expect((await gateway.app.inject('/assets/icon.red.svg')).statusCode).toBe(404);
    const { headers, rawPayload: png } = await gateway.app.inject('/assets/preview.004080.png');
    expect(headers['content-type']).toBe('image/png');
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.subarray(41, 47).toString('hex')).toBe('004080ffffff');
    expect(png.length).toBeLessThan(5_000);
  });

  it('goes back to the account’s name and our colour', async () => {
    expect((await change({ page_name: null, page_color: null })).body).toMatchObject({
      page_name: null,
      page_color: null,
    });
  });

  it('goes back to our colour also when the colour is given as a text of nothing', async () => {
    await change({ page_color: '#1d4ed8' });
    expect(await change({ page_color: '' })).toMatchObject({ status: 200, body: { page_color: null } });
  });

  it.each(['red', '   ', '#12', 'url(x)', '#12345678'])('is never the colour %s', async (color) => {
    const { status, body } = await change({ page_color: color });
    expect(status).toBe(400);
    expect(body.details).toHaveProperty('page_color');
  });

  it.each(['/assets/accent.red.css', '/assets/accent.FF8800.css', '/assets/accent.%3B.css'])(
    '%s is not found',
    async (path) => expect((await gateway.call('GET', path)).status).toBe(404),
  );

  it.each(['#ffff00', '#000000', '#1d4ed8'])('%s is made readable on light and dark ground', (color) => {
    const [light, dark] = [...accentStyles(color).matchAll(/--accent:(#\w+)/g)].map(
      ([, found = '']) => found,
    );
    expect(contrastOf(light ?? '', LIGHT_SURFACE)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(light ?? '', LIGHT_GROUND)).toBeGreaterThanOrEqual(4.5);
    expect(contrastOf(dark ?? '', DARK_SURFACE)).toBeGreaterThanOrEqual(4.5);
  });
});
