import { boletoBarcode, digitableLine, itauFreeField } from '../../brazil/boleto-code.ts';
import { staticBrCode } from '../../brazil/br-code.ts';
import { type Db, statement } from '../../db/pool.ts';
import { randomBase62 } from '../../kit/ids.ts';
import type { BoletoProvider } from '../boleto.ts';
import {
  type CardAnswer,
  type CardProvider,
  type CardRequest,
  type FoundCard,
  NOT_CONFIRMED,
} from '../card.ts';
import type { PayoutAtBank, PayoutProvider } from '../payout.ts';
import type { Answer, PixProvider, Refunder } from '../provider.ts';
import { behaviourOf, refusalFor } from './test-cards.ts';

/** The receiver in sandbox codes. The codes are well formed, and no bank accepts them. */
const PIX_KEY = '7f6844d0-de89-47e5-9ef7-e0a35a681615';
const CITY = 'SAO PAULO';
/** The longest txid a static code carries; shorter than a dynamic charge's, so the two never collide. */
const TXID_LENGTH = 25;
const BANK = { code: '341', wallet: '109', branch: '1234', account: '56789' };

/** The stored answers to a card request: the first one, and the one to every later query. */
type CardAnswers = { first: CardAnswer; later: CardAnswer };

const insertCall = statement(
  'sandbox.save_call',
  `insert into sandbox_provider_calls (reference, kind, answer)
   values ($1, $2, $3)
   on conflict (reference) do nothing
   returning reference`,
);
const selectCall = statement(
  'sandbox.find_call',
  'select answer from sandbox_provider_calls where reference = $1',
);

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
    recognisesRepeats: true,
    mayAppearForMs: 0,
    async chargeCard(request) {
      const answers = cardAnswers(request);
      const isNew = await db.query(insertCall, [request.reference, 'card', JSON.stringify(answers)]);
      if (isNew.length > 0 || answers.first.outcome === 'challenge') return answers.first;
      return (await findCall(db, request.reference))?.later ?? answers.later;
    },
    async findCard(reference): Promise<FoundCard> {
      return (await findCall(db, reference))?.later ?? { outcome: 'not_found' };
    },
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

function cardAnswers({ reference, card }: CardRequest): CardAnswers {
  const behaviour = behaviourOf(card.number);
  const approved: CardAnswer = { outcome: 'approved', providerReference: `sandbox-${reference}` };
  switch (behaviour.kind) {
    case 'approve':
      return { first: approved, later: approved };
    case 'refuse': {
      const refused: CardAnswer = { outcome: 'refused', ...refusalFor(behaviour.reason) };
      return { first: refused, later: refused };
    }
    case 'unknown':
      return {
        first: { outcome: 'unknown' },
        later:
          behaviour.afterwards === 'approve'
            ? approved
            : { outcome: 'refused', ...refusalFor('issuer_refused') },
      };
    case 'challenge':
      return {
        first: { outcome: 'challenge' },
        later: behaviour.afterwards === 'approve' ? approved : { outcome: 'refused', ...NOT_CONFIRMED },
      };
  }
}

/** Null: no card was charged under this reference. */
async function findCall(db: Db, reference: string): Promise<CardAnswers | null> {
  const [call] = await db.query<{ answer: CardAnswers }>(selectCall, [reference]);
  return call?.answer ?? null;
}
