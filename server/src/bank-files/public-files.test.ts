import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addCnab, BANK, upload } from '../../../test/support/cnab-gateway.ts';
import { type Seller, startGateway, type TestGateway } from '../../../test/support/gateway.ts';
import type { BankName } from '../brazil/cnab/bank.ts';
import { readReturn } from '../brazil/cnab/return-file.ts';
import type { BoletoProvider } from '../providers/boleto.ts';

let gateway: TestGateway;
let operator: Seller;
beforeAll(async () => {
  gateway = await startGateway();
  operator = await gateway.operator();
});
afterAll(() => gateway.stop());

const bytesOf = (name: string) =>
  readFileSync(join(import.meta.dirname, '../brazil/cnab/samples', `${name}.ret`));

/** Counted by hand at the positions of FEBRABAN: movements 06 and 17 of segment U, positions 78 to 92. */
function paidIn(bytes: Buffer): { count: number; cents: number } {
  const payments = bytes
    .toString('latin1')
    .split(/\r?\n/)
    .filter((line) => line.slice(13, 14) === 'U' && ['06', '17'].includes(line.slice(15, 17)))
    .map((line) => Number(line.slice(77, 92)));
  return { count: payments.length, cents: payments.reduce((total, cents) => total + cents, 0) };
}

describe('a return that a bank has really made', () => {
  it.each(['banco-do-brasil', 'caixa', 'sicoob'] as const)(
    'is read at %s with its totals',
    async (name: BankName) => {
      const bytes = bytesOf(name);
      const { company } = readReturn(bytes, { acceptDifferentSums: true });
      const rail = addCnab(gateway, name);
      Object.assign(rail.cnab.agreement.company, { document: company.document });
      const before = await upload(operator.call, bytes.toString('latin1'), `${name}.ret`);
      expect(before.status).toBe(201);
      const paid = paidIn(bytes);
      expect(before.body).toMatchObject({
        paid_count: paid.count,
        paid: paid.cents / 100,
        status: 'checked',
      });
      const booked = await operator.call('POST', `/api/v1/admin/bank-files/${before.body.id}/book`, {
        accept_different_sums: true,
      });
      expect(booked.body).toMatchObject({ status: 'booked', paid_count: paid.count, paid: paid.cents / 100 });
      const lines = await operator.call('GET', `/api/v1/admin/bank-files/${before.body.id}/lines?limit=100`);
      expect(lines.body.data).toHaveLength(booked.body.titles);
      expect(lines.body.data.every(({ charge_id: id }: { charge_id: string | null }) => id === null)).toBe(
        true,
      );
      const again = await upload(operator.call, bytes.toString('latin1'));
      expect(again.body).toMatchObject({ id: before.body.id, status: 'booked' });
      const listed = await operator.call('GET', `/api/v1/admin/bank-files?bank=${BANK}&direction=return`);
      expect(listed.body.data[0]).toMatchObject({ id: before.body.id });
      (gateway.deps.rails.boleto as BoletoProvider[]).shift();
    },
  );
});
