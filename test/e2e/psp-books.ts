import { expect } from 'vitest';
import type { TestGateway } from '../support/gateway.ts';
import { PSP_NAME, type PspGateway } from '../support/psp-gateway.ts';

type Amount = { name: string; cents: bigint };

/** Whatever the tests did: the gateway's books and those of the PSP say the same. */
export async function expectSameBooks({ gateway, psp }: PspGateway): Promise<void> {
  const there = await psp.state();
  // Where the official description is absent nothing can break it, and the simulator says so.
  expect(there.violations).toEqual([]);
  expect(there.ownViolations).toEqual([]);
  const payments = there.pix.map(({ endToEndId, valor }) => amountAt(endToEndId, valor));
  expect(await creditedOrReturned(gateway)).toEqual(lines(payments));
  const refunds = there.refunds
    .filter(({ status, natureza }) => status === 'DEVOLVIDO' && natureza === 'ORIGINAL')
    .map(({ id, valor }) => amountAt(id, valor));
  expect(await givenBack(gateway)).toEqual(lines(refunds));
  const open = [...there.cobs, ...there.cobvs].filter(({ status }) => status === 'ATIVA');
  expect(await openCodes(gateway)).toEqual(open.map(({ txid }) => txid).sort());
}

const amountAt = (name: string, valor: string): Amount => ({ name, cents: BigInt(valor.replace('.', '')) });
const lines = (amounts: readonly Amount[]) => amounts.map(({ name, cents }) => `${name} ${cents}`).sort();

/** Once each: a payment that stands here twice is one too many. */
async function creditedOrReturned({ db }: TestGateway): Promise<string[]> {
  const rows = await db.query<Amount>(
    `select payment_reference as name, paid_cents as cents from charges where payment_provider = $1
     union all
     select reference, amount_cents from stray_receipts where provider = $1 and status = 'returned'`,
    [PSP_NAME],
  );
  return lines(rows);
}

async function givenBack({ db }: TestGateway): Promise<string[]> {
  const rows = await db.query<Amount>(
    `select replace(r.id::text, '-', '') as name, r.amount_cents as cents
     from refunds r
     join charges c on c.account_id = r.account_id and c.id = r.charge_id
     where c.payment_provider = $1
       and r.status = 'succeeded'
     union all
     select replace(id::text, '-', ''), amount_cents from stray_receipts where provider = $1 and status = 'returned'`,
    [PSP_NAME],
  );
  return lines(rows);
}

async function openCodes({ db }: TestGateway): Promise<string[]> {
  const rows = await db.query<{ txid: string }>(
    `select pix_txid as txid from charges where pix_provider = $1 and status in ('PENDING', 'OVERDUE')`,
    [PSP_NAME],
  );
  return rows.map(({ txid }) => txid).sort();
}
