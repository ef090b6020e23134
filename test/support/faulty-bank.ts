import { setTimeout as pause } from 'node:timers/promises';
import { boletoBarcode, digitableLine, itauFreeField } from '../../server/src/brazil/boleto-code.ts';
import { staticBrCode } from '../../server/src/brazil/br-code.ts';
import { civilDateOf } from '../../server/src/brazil/calendar.ts';
import type {
  BoletoAtBank,
  BoletoPayment,
  BoletoProvider,
  BoletoRequest,
  RemoteBoleto,
} from '../../server/src/providers/boleto.ts';
import type { Answer, PixProvider, ReceivedPix, RemotePix } from '../../server/src/providers/provider.ts';

/** One title in the bank's own books. The bank takes as many of one reference as it is sent. */
type Title = {
  id: number;
  request: BoletoRequest;
  state: 'registering' | 'open' | 'paid' | 'cancelled';
  payments: BoletoPayment[];
};

export const BANK = 'faulty';
const HEALTH = {
  ...{ state: 'closed' as const, since: new Date(0), calls: 0, failures: 0 },
  ...{ averageLatencyMs: null, lastFailure: null },
};

/** A bank that is also a PSP, loses answers, and calls a PIX payment otherwise on either side. */
export type FaultyBank = ReturnType<typeof faultyBank>;

type Books = {
  titles: Title[];
  received: ReceivedPix[];
  refunds: string[];
  fails(share: number): boolean;
  /** Calls that register and have not ended. */
  underWay: number;
  random(): number;
};

const LOST: Answer<never> = { ok: false, kind: 'unavailable', reason: 'no answer' };
const txidOf = ({ id }: Title) => `hybrid${String(id).padStart(20, '0')}`;

export function faultyBank(random: () => number, now: () => Date) {
  let isFaulty = true;
  const books: Books = {
    ...{ titles: [], received: [], refunds: [], random, underWay: 0 },
    fails: (share) => isFaulty && random() < share,
  };
  const { titles, received, refunds } = books;
  return {
    boleto: boletoSide(books),
    pix: pixSide(books),
    titles,
    refunds,
    isIdle: () => books.underWay === 0,
    heal: () => {
      isFaulty = false;
    },
    registersAll() {
      for (const title of titles) if (title.state === 'registering') title.state = 'open';
    },
    /** A payer pays, by barcode or by the code of the boleto. */
    pay(title: Title, by: 'boleto' | 'pix', amountCents = title.request.amountCents): void {
      const number = title.payments.length + 1;
      const paymentReference = `P${title.id}-${number}`;
      title.state = 'paid';
      title.payments.push({
        ...{ paymentReference, reference: null, bankReference: `B${title.id}`, ourNumber: null, by },
        ...{ amountCents, bankFeeCents: null, paidAt: now() },
      });
      if (by === 'boleto') return;
      const endToEndId = `E00000000202601011200${String(title.id * 10 + number).padStart(11, '0')}`;
      received.push({ endToEndId, txid: txidOf(title), amountCents, paidAt: now(), refunds: [] });
    },
    /** What the bank sends of a payment: each notice of either side. */
    noticesOf: (title: Title) => [
      { kind: 'boletos' as const, body: { boletos: [{ bankReference: `B${title.id}` }] } },
      { kind: 'pix' as const, body: { pix: [{ txid: txidOf(title) }] } },
    ],
  };
}

function shown(title: Title): BoletoAtBank {
  const { id, request, state, payments } = title;
  const known = { bankReference: `B${id}`, reason: null };
  if (state === 'registering') return { ...known, state, means: null, payments: [] };
  const ourNumber = String(id).padStart(8, '0');
  const { amountCents, merchantName, terms } = request;
  const freeField = itauFreeField({ wallet: '109', branch: '1234', account: '56789', ourNumber });
  const barcode = boletoBarcode({ bank: '341', dueDate: terms.dueDate, amountCents, freeField });
  const code = { key: '52998224725', amountCents, merchantName, merchantCity: 'SAO PAULO', txid: 'x' };
  const pix = { txid: txidOf(title), copyPaste: staticBrCode(code) };
  return {
    ...{ ...known, state, payments: [...payments] },
    means: { barcode, digitableLine: digitableLine(barcode), ourNumber, pix },
  };
}

function boletoSide(books: Books): BoletoProvider & { remote: RemoteBoleto } {
  const { titles, fails } = books;
  const titlesOf = (reference: string) => titles.filter(({ request }) => request.reference === reference);
  const remote: RemoteBoleto = {
    async findBoleto({ reference }) {
      if (fails(0.2)) return LOST;
      const [title] = titlesOf(reference);
      return { ok: true, boleto: title ? shown(title) : null };
    },
    async cancelBoleto({ reference }) {
      if (fails(0.1)) return LOST;
      for (const title of titlesOf(reference)) {
        if (title.state !== 'paid') title.state = 'cancelled';
      }
      return fails(0.2) ? LOST : { ok: true };
    },
    changeDueDate: async () => ({ ok: true }),
    async paidBoletos({ from, until }) {
      if (fails(0.2)) return LOST;
      const isIn = ({ paidAt }: BoletoPayment) => civilDateOf(paidAt) >= from && civilDateOf(paidAt) <= until;
      const payments = titles.flatMap((title) => title.payments.filter(isIn)).reverse();
      return { ok: true, payments, nextPage: null };
    },
    readNotice: async ({ body }) => (body as { boletos: { bankReference: string }[] }).boletos,
    accepts: () => true,
    health: () => HEALTH,
  };
  return {
    ...{ name: BANK, needsAddress: false, givesPix: true, refunder: null, remote },
    async registerBoleto(request) {
      if (fails(0.1)) return LOST;
      // A bank without idempotency is asked for the reference first. Between the two it may be sent by another call.
      const isThere = titlesOf(request.reference).length > 0;
      books.underWay += 1;
      await pause(5);
      books.underWay -= 1;
      if (!isThere) titles.push({ id: titles.length + 1, request, state: 'registering', payments: [] });
      if (fails(0.2)) return LOST;
      const [title] = titlesOf(request.reference);
      return title ? { ok: true, boleto: shown(title) } : LOST;
    },
  };
}

function pixSide({ received, refunds, fails, random }: Books): PixProvider & { remote: RemotePix } {
  const remote: RemotePix = {
    findPix: async () => ({ ok: true, charge: null }),
    removePix: async () => ({ ok: true }),
    receivedPix: async () =>
      fails(0.2) ? LOST : { ok: true, payments: [...received].reverse(), nextPage: null },
    registerWebhook: async () => ({ ok: true }),
    webhookUrl: async () => ({ ok: true, url: null }),
    readNotice: (body) =>
      (body as { pix: { txid: string }[] }).pix.map(({ txid }) => ({ txid, endToEndId: null })),
    accepts: () => true,
    health: () => HEALTH,
  };
  return {
    ...{ name: BANK, refundsAtOnce: false, remote },
    newTxid: () => `cob${String(random()).slice(2)}`.padEnd(26, '0').slice(0, 26),
    createPix: async () => ({ ok: false, kind: 'refused', reason: 'not here' }),
    async refund({ paymentReference }) {
      refunds.push(paymentReference);
      return { ok: true, status: 'succeeded' };
    },
  };
}
