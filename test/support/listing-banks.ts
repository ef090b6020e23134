import { boletoBarcode, digitableLine, itauFreeField } from '../../server/src/brazil/boleto-code.ts';
import type { BoletoPayment, BoletoProvider } from '../../server/src/providers/boleto.ts';
import type { PayoutProvider, SentPayout } from '../../server/src/providers/payout.ts';
import type { ProviderHealth } from '../../server/src/providers/provider.ts';

const SILENT = { ok: false, kind: 'unavailable', reason: 'no answer' } as const;
const silent = async () => SILENT;
const HEALTH: ProviderHealth = {
  state: 'closed',
  since: new Date(0),
  calls: 0,
  failures: 0,
  averageLatencyMs: null,
  lastFailure: null,
};
const OPEN = { state: 'open', reason: null, bankReference: null, payments: [] as BoletoPayment[] } as const;
const PAGE_SIZE = 2;

function pageOf<T>(items: readonly T[], page: number): { items: T[]; nextPage: number | null } {
  const end = (page + 1) * PAGE_SIZE;
  return { items: items.slice(page * PAGE_SIZE, end), nextPage: end < items.length ? page + 1 : null };
}

/** A bank that registers every boleto at once, and whose list of paid ones is what the test put into it, a few on a page. */
export function listingBoletoBank(name: string) {
  const paid: { day: string; payment: BoletoPayment }[] = [];
  const bank = { isSilent: false, paid, asked: 0 };
  const provider: BoletoProvider = {
    name,
    needsAddress: false,
    givesPix: false,
    async registerBoleto({ ourNumber, amountCents, terms: { dueDate } }) {
      const freeField = itauFreeField({ wallet: '109', branch: '1234', account: '56789', ourNumber });
      const barcode = boletoBarcode({ bank: '341', dueDate, amountCents, freeField });
      const means = { barcode, digitableLine: digitableLine(barcode), ourNumber, pix: null };
      return { ok: true, boleto: { ...OPEN, means } };
    },
    refunder: null,
    remote: {
      findBoleto: silent,
      cancelBoleto: silent,
      changeDueDate: silent,
      async paidBoletos({ from, until, page }) {
        bank.asked += 1;
        if (bank.isSilent) return SILENT;
        const inPeriod = paid.filter(({ day }) => day >= from && day <= until);
        const { items, nextPage } = pageOf(inPeriod, page);
        return { ok: true, payments: items.map(({ payment }) => payment), nextPage };
      },
      readNotice: async () => null,
      accepts: () => true,
      health: () => HEALTH,
    },
  };
  return { bank, provider };
}

/** A bank that makes every payout at once, and lists what the test put into it. */
export function listingPayoutBank(name: string) {
  const sent: SentPayout[] = [];
  const provider: PayoutProvider = {
    name,
    verifiesOwner: true,
    payout: async ({ reference }) => ({
      ok: true,
      payout: {
        ...{ state: 'succeeded', reason: null, bankReference: `${name}-${reference}` },
        ...{ endToEndId: null, returns: [] },
      },
    }),
    remote: {
      findPayout: silent,
      async sentPayouts({ from, until, page }) {
        const { items, nextPage } = pageOf(
          sent.filter(({ sentAt }) => sentAt >= from && sentAt < until),
          page,
        );
        return { ok: true, payouts: items, nextPage };
      },
      bankBalance: silent,
      readNotice: async () => null,
      accepts: () => true,
      health: () => HEALTH,
    },
  };
  return { sent, provider };
}
