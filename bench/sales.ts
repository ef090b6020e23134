import { post } from './connection.ts';
import type { Shot, Source } from './load.ts';
import type { Seller } from './sellers.ts';

export type Sale = { id: string; seller: Seller };

let orders = 0;

/** A PIX charge of this seller, added to the sales when it is made. With a key, it is made once for it. */
export function creationOf(seller: Seller, sales: Sale[], { isKeyed = false, payer = '' } = {}): Shot {
  orders += 1;
  const customer = payer === '' ? '' : `,"customer":${payer}`;
  const body = `{"billing_type":"PIX","value":100,"description":"Pedido ${orders}","external_reference":"order-${orders}"${customer}}`;
  return {
    request: post('/api/v1/charges', body, seller.apiKey, isKeyed ? `order-${orders}` : undefined),
    isRight: (reply) => {
      const { id = '' } = JSON.parse(reply.body.toString()) as { id?: string };
      sales.push({ id, seller });
      return reply.status === 201;
    },
  };
}

/** Pays what is in the list and takes it out. */
export function paymentsOf(sales: Sale[]): Source {
  return () => {
    const sale = sales.pop();
    return sale
      ? {
          request: post(`/api/v1/sandbox/charges/${sale.id}/pay`, '{}', sale.seller.apiKey),
          isRight: ({ status, body }) => status === 200 && body.includes('"status":"RECEIVED"'),
        }
      : null;
  };
}

/** So many charges, of the sellers in turn. */
export function creationsOf(
  count: number,
  sellers: readonly Seller[],
  sales: Sale[],
  options: Parameters<typeof creationOf>[2] = {},
): Source {
  let made = 0;
  return () => {
    if (made === count) return null;
    made += 1;
    return creationOf(sellers[made % sellers.length] as Seller, sales, options);
  };
}
