import { waitForCacheExpiry } from '../../server/src/db/trusted-cache.ts';
import type { Seller, TestGateway } from './gateway.ts';

/** A seller of a gateway with live rules, approved as an operator would. */
export async function liveSeller(gateway: TestGateway, name?: string): Promise<Seller> {
  const seller = await gateway.seller(name);
  await gateway.db.query(`update accounts set status = 'active' where id = $1`, [seller.id]);
  await waitForCacheExpiry();
  const made = await gateway.call('POST', '/api/v1/keys', { name: 'test' }, bearer(seller));
  if (made.status !== 201) throw new Error(`making a key answered ${made.status}: ${made.raw}`);
  const apiKey: string = made.body.api_key;
  return {
    ...seller,
    apiKey,
    call: (method, path, body, headers = {}) =>
      gateway.call(method, path, body, { 'x-api-key': apiKey, ...headers }),
  };
}

const bearer = ({ token }: Seller) => ({ authorization: `Bearer ${token}` });
