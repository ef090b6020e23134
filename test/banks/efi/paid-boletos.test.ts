import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { addDays, civilDateOf } from '../../../server/src/brazil/calendar.ts';
import { cents } from '../../../server/src/kit/money.ts';
import type { BoletoPayment } from '../../../server/src/providers/boleto.ts';
import { openAccount } from './account.ts';

const PAID = 103;
const AT_ONCE = 8;

it.each([0, 1] as const)(
  'the boletos paid in a period come page by page, counted from %i',
  async (firstPage) => {
    const account = await openAccount({ firstPage });
    try {
      const register = async () => {
        const answer = await account.boletos.registerBoleto({
          reference: randomUUID(),
          ourNumber: '1',
          amountCents: cents(1_000n),
          merchantName: 'Loja',
          description: null,
          payer: { name: 'Ana Souza', document: '52998224725', email: null, phone: null, address: null },
          terms: {
            ...{ dueDate: '2030-01-10', payableDaysAfterDue: 30, discount: null },
            ...{ fineBasisPoints: 0, interestMonthlyBasisPoints: 0 },
          },
          createdAt: account.clock.now(),
        });
        if (answer.ok) await account.efi.payCharge(Number(answer.boleto.bankReference));
      };
      for (let done = 0; done < PAID; done += AT_ONCE) {
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, PAID - done) }, register));
      }
      const today = civilDateOf(account.clock.now());
      const payments: BoletoPayment[] = [];
      let page: number | null = 0;
      while (page !== null) {
        const answer = await account.boletos.remote.paidBoletos({
          from: addDays(today, -1),
          until: today,
          page,
        });
        if (!answer.ok) throw new Error(answer.reason);
        payments.push(...answer.payments);
        page = answer.nextPage;
      }
      expect(new Set(payments.map(({ paymentReference }) => paymentReference)).size).toBe(PAID);
      expect(payments).toHaveLength(PAID);
      const old = { from: '2020-01-01', until: '2020-01-31', page: 0 };
      expect(await account.boletos.remote.paidBoletos(old)).toEqual({
        ok: true,
        payments: [],
        nextPage: null,
      });
      const { violations, ownViolations } = await account.efi.state();
      expect([...violations, ...ownViolations]).toEqual([]);
    } finally {
      await account.stop();
    }
  },
);
