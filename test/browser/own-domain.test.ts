import { describe, expect } from 'vitest';
import { fillCard, received } from '../support/browser.ts';
import { it as base } from '../support/browser-fixtures.ts';
import { type Dashboard, openDashboard } from '../support/dashboard.ts';
import { type DnsServer, startDnsServer } from '../support/dns-server.ts';
import type { Seller } from '../support/gateway.ts';
import { verified } from '../support/own-domain.ts';
import { createdCharge } from '../support/pages.ts';

/** Browsers take every name below `localhost` to this machine. */
const HOST = 'pagar.padaria.localhost';

const it = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('dns', { scope: 'file' }, async ({}, { onCleanup }) => {
    const dns = await startDnsServer();
    onCleanup(() => dns.stop());
    return dns;
  })
  .extend('shop', { scope: 'file' }, async ({ browser, dns }, { onCleanup }) => {
    const dashboard = await openDashboard({ environment: { GUICHE_DNS_SERVERS: dns.address } }, browser);
    onCleanup(() => dashboard.stop());
    const seller = await dashboard.gateway.seller('Padaria São Jorge');
    await verified(dns, seller, HOST);
    return { dashboard, seller };
  });

type World = { dns: DnsServer; shop: { dashboard: Dashboard; seller: Seller } };

async function opened({ dashboard }: World['shop'], url: string) {
  const { page, complaints } = await dashboard.open(null, '/healthz');
  await page.goto(url);
  return { page, complaints };
}

describe('a payer at the seller’s own domain', () => {
  it('pays by card from the link of the API to the receipt, and never leaves it', async ({ shop }) => {
    const { checkout_url: url, id } = await createdCharge(shop.seller, {
      billing_type: 'UNDEFINED',
      value: 100,
    });
    expect(new URL(url).hostname).toBe(HOST);
    const { page, complaints } = await opened(shop, url);
    await page.getByText('Padaria São Jorge').first().waitFor();
    await page.getByRole('radio', { name: /Cartão/ }).check();
    await fillCard(page);
    await page.getByRole('button', { name: /^Pagar R\$/ }).click();
    await received(page);
    expect(new URL(page.url()).hostname).toBe(HOST);
    await page.getByText(`http://${HOST}`).first().waitFor();
    expect((await shop.seller.call('GET', `/api/v1/charges/${id}`)).body.status).toBe('RECEIVED');
    expect(complaints).toEqual([]);
    expect(await shop.dashboard.gateway.audit()).toEqual([]);
  });

  it('orders by a payment link with Pix and sees the payment arrive', async ({ shop }) => {
    const link = await shop.seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    const { page, complaints } = await opened(shop, link.body.url);
    await page.getByRole('radio', { name: /Pix/ }).check();
    await page
      .getByRole('button', { name: /Pix|Pagar/ })
      .first()
      .click();
    await page.waitForURL(/\/pay\//);
    expect(new URL(page.url()).hostname).toBe(HOST);
    const { body } = await shop.seller.call('GET', '/api/v1/charges?limit=1');
    await shop.seller.call('POST', `/api/v1/sandbox/charges/${body.data[0].id}/pay`);
    await received(page);
    expect(new URL(page.url()).hostname).toBe(HOST);
    expect(complaints).toEqual([]);
  });

  it('finds the seller at its bare address, and no sign-in', async ({ shop }) => {
    const { port } = new URL(shop.dashboard.origin);
    const { page, complaints } = await opened(shop, `http://${HOST}:${port}/`);
    await page.getByRole('heading', { name: 'Padaria São Jorge' }).waitFor();
    await page.goto(`http://${HOST}:${port}/login`);
    await page.getByRole('heading', { name: 'Página não encontrada' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
