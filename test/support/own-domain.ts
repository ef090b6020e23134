import type { DnsServer } from './dns-server.ts';
import type { Answer, Seller, TestGateway } from './gateway.ts';

const PATH = '/api/v1/account/domain';

export const domainOf = (seller: Seller) => seller.call('GET', PATH);
export const claim = (seller: Seller, host: string) => seller.call('PUT', PATH, { host });
export const verify = (seller: Seller) => seller.call('POST', `${PATH}/verify`);

/** Makes the records that the gateway asks for. Those of other sellers at the same host stay. */
export function publish(dns: DnsServer, host: string, ...answers: Answer[]): void {
  dns.set(`_guiche.${host}`, { texts: answers.map(({ body }) => body.records[0].value as string) });
  dns.set(host, { addresses: ['203.0.113.7'] });
}

export async function verified(dns: DnsServer, seller: Seller, host: string): Promise<void> {
  publish(dns, host, await claim(seller, host));
  const { body, raw } = await verify(seller);
  if (body.status !== 'verified') throw new Error(`verifying ${host} answered ${raw}`);
}

/** A claim whose record no one has made; gives the path that looks for it. */
export async function claimedDomain(seller: Seller): Promise<string> {
  await claim(seller, `pagar.${seller.id}.com.br`);
  return 'account/domain/verify';
}

/** What the dashboard shows differently. */
export const DOMAIN_STATES = ['pending', 'refused', 'verified', 'failing'] as const;
export type DomainState = (typeof DOMAIN_STATES)[number];

/** Without a DNS: as look-ups would have left the claim. */
export async function putInState({ db }: TestGateway, seller: Seller, state: DomainState): Promise<void> {
  await claim(seller, `pagar.padaria-${state}.com.br`);
  if (state === 'pending') return;
  const found = { texts: ['guiche-verification=<b>another</b>'], addresses: ['203.0.113.7'] };
  await db.query(
    `update domains
     set checked_at = created_at,
         finding = $2,
         found = $3,
         verified_at = case when $4 then created_at end,
         failing_since = case when $5 then created_at end
     where account_id = $1`,
    [
      ...[seller.id, state === 'verified' ? 'ok' : 'other_value', JSON.stringify(found)],
      ...[state !== 'refused', state === 'failing'],
    ],
  );
}
