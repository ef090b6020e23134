import { describe, expect } from 'vitest';
import { it as base } from '../support/browser-fixtures.ts';
import { openDashboard } from '../support/dashboard.ts';
import { startDnsServer } from '../support/dns-server.ts';

const HOST = 'pagar.padaria.com.br';

const it = base
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the pattern what a fixture needs
  .extend('dns', { scope: 'file' }, async ({}, { onCleanup }) => {
    const dns = await startDnsServer();
    onCleanup(() => dns.stop());
    return dns;
  })
  .extend('office', { scope: 'file' }, async ({ browser, dns }, { onCleanup }) => {
    const office = await openDashboard({ environment: { GUICHE_DNS_SERVERS: dns.address } }, browser);
    onCleanup(() => office.stop());
    return office;
  });

describe('a seller’s own domain in the dashboard', () => {
  it('is named, made in the DNS, verified, used by links, and removed', async ({ office, dns }) => {
    const seller = await office.gateway.seller('Padaria São Jorge');
    const { page, complaints } = await office.open(seller, '/settings/branding', {
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const press = (name: string) => page.getByRole('button', { name }).click();
    await page.getByLabel('Seu domínio').fill('https://padaria.com.br/');
    await press('Usar este domínio');
    await page.getByText('Informe só o nome, como').waitFor();
    await page.getByLabel('Seu domínio').fill(HOST);
    await press('Usar este domínio');
    await page.getByText('Aguardando DNS').waitFor();
    await press('Verificar agora');
    await page.getByText(`Ainda não encontramos o registro TXT em _guiche.${HOST}.`).waitFor();
    await press('Copiar Valor do registro TXT');
    const read = () =>
      (
        globalThis as unknown as { navigator: { clipboard: { readText(): Promise<string> } } }
      ).navigator.clipboard.readText();
    const value = await page.evaluate(read);
    expect(value).toMatch(/^guiche-verification=/);
    dns.set(`_guiche.${HOST}`, { texts: [value] });
    await press('Verificar agora');
    await page.getByText(`Falta o A: ${HOST}`).waitFor();
    dns.set(HOST, { addresses: ['203.0.113.7'] });
    await press('Verificar agora');
    await page.getByText('Em uso', { exact: true }).waitFor();
    await page.getByText(`Seus novos links começam com http://${HOST}`).waitFor();
    const link = await seller.call('POST', '/api/v1/payment-links', { name: 'Rifa', value: 20 });
    expect(link.body.url).toContain(`//${HOST}:`);
    dns.remove(`_guiche.${HOST}`);
    await press('Verificar agora');
    await page.getByText('Com problema').waitFor();
    await page.getByText(/^Se nada mudar, em /).waitFor();
    await press('Remover domínio');
    await page.getByRole('dialog').getByRole('button', { name: 'Remover domínio' }).click();
    await page.getByLabel('Seu domínio').waitFor();
    expect((await seller.call('GET', '/api/v1/account/domain')).body.host).toBeNull();
    await page.goto(new URL('/notifications', page.url()).href);
    await page.getByText(`Os registros DNS de ${HOST} sumiram`).click();
    await page.getByRole('heading', { name: 'Domínio próprio' }).waitFor();
    expect(complaints).toEqual([]);
  });
});
