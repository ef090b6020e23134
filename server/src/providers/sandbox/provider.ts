import { boletoBarcode, digitableLine, itauFreeField } from '../../brazil/boleto-code.ts';
import { staticBrCode } from '../../brazil/br-code.ts';
import type { Db } from '../../db/pool.ts';
import { randomBase62 } from '../../kit/ids.ts';
import type { BoletoProvider } from '../boleto.ts';
import type { CardProvider } from '../card.ts';
import type { PayoutAtBank, PayoutProvider } from '../payout.ts';
import type { Answer, PixProvider, Refunder } from '../provider.ts';
import { sandboxCards } from './cards.ts';

/** The receiver in sandbox codes. The codes are well formed, and no bank accepts them. */
const PIX_KEY = '7f6844d0-de89-47e5-9ef7-e0a35a681615';
const CITY = 'SAO PAULO';
/** The longest txid a static code carries; shorter than a dynamic charge's, so the two never collide. */
const TXID_LENGTH = 25;
const BANK = { code: '341', wallet: '109', branch: '1234', account: '56789' };

export function sandboxProvider(db: Db): PixProvider & BoletoProvider & CardProvider & PayoutProvider {
  const refunder: Refunder = { name: 'sandbox', refundsAtOnce: true, refund: async () => succeeded };
  return {
    ...refunder,
    refunder,
    remote: null,
    needsAddress: false,
    givesPix: false,
    newTxid: () => randomBase62(TXID_LENGTH),
    async createPix({ txid, amountCents, merchantName }) {
      const copyPaste = staticBrCode({ key: PIX_KEY, amountCents, merchantName, merchantCity: CITY, txid });
      return { ok: true, copyPaste };
    },
    async registerBoleto({ ourNumber, amountCents, terms: { dueDate } }) {
      const freeField = itauFreeField({ ...BANK, ourNumber });
      const barcode = boletoBarcode({ bank: BANK.code, dueDate, amountCents, freeField });
      const means = { barcode, digitableLine: digitableLine(barcode), ourNumber, pix: null };
      return {
        ok: true,
        boleto: { state: 'open', reason: null, bankReference: null, means, payments: [] },
      };
    },
    ...sandboxCards(db),
    verifiesOwner: true,
    payout: async () => ({ ok: true, payout: paidAtOnce }),
  };
}

const succeeded: Answer<{ status: 'succeeded' }> = { ok: true, status: 'succeeded' };
const paidAtOnce: PayoutAtBank = {
  state: 'succeeded',
  reason: null,
  bankReference: null,
  endToEndId: null,
  returns: [],
};
