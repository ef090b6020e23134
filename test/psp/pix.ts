import { civilDateOf } from '../../server/src/brazil/calendar.ts';
import { type Bank, endToEndId } from './bank.ts';
import type { Charge } from './charge.ts';
import { type AmountDue, amountDueOn, lastDayOf } from './cobv.ts';
import { type Listed, pageOf, type Query } from './period.ts';
import { Problem } from './problem.ts';
import type { Pix } from './wire.ts';

export type Payment = {
  /** Default: what the charge asks for, reckoned on the day of payment. */
  amount?: string;
  endToEndId?: string;
  /** RFC 3339; default now. */
  at?: string;
  /** Pays a charge that is paid already. */
  again?: boolean;
  /** Pays a cobv after its last day. A cob that expired needs no word: whoever scanned in time may pay late. */
  late?: boolean;
  /** No charge by this txid is held here: a static code, or somebody else's. */
  withoutCharge?: boolean;
  infoPagador?: string;
};

const END_TO_END_ID = /^E[0-9A-Z]{8}\d{12}[a-zA-Z0-9]{11}$/;
const NOTHING_ASKED: AmountDue = { total: '1.00', parts: { original: { valor: '1.00' } } };

/** What a payer does in the app of some bank. Throws what that app would say. */
export function pay(bank: Bank, txid: string | null, payment: Payment = {}): Pix {
  const at = payment.at === undefined ? bank.now() : new Date(payment.at);
  const charge = payment.withoutCharge ? undefined : payableCharge(bank, txid ?? '', payment, at);
  const due = charge ? askedOn(charge, at) : NOTHING_ASKED;
  const valor = payment.amount ?? due.total;
  const pix: Pix = {
    endToEndId: payment.endToEndId ?? endToEndId('E', at),
    ...(txid === null ? {} : { txid }),
    valor,
    componentesValor: payment.amount === undefined ? due.parts : { original: { valor } },
    chave: bank.settings.pixKey,
    horario: at.toISOString(),
    ...(payment.infoPagador === undefined ? {} : { infoPagador: payment.infoPagador }),
  };
  if (!END_TO_END_ID.test(pix.endToEndId)) throw new Error(`${pix.endToEndId} is no end-to-end id`);
  if (bank.pix.has(pix.endToEndId)) throw new Error(`${pix.endToEndId} was received before`);
  if (!/^\d{1,10}\.\d{2}$/.test(valor) || /^[0.]+$/.test(valor)) throw new Error(`${valor} cannot be paid`);
  bank.pix.set(pix.endToEndId, pix);
  charge?.payments.push(pix);
  if (charge) charge.status = 'CONCLUIDA';
  bank.callbacks.notify(pix);
  return pix;
}

function payableCharge(bank: Bank, txid: string, { again, late }: Payment, at: Date): Charge {
  const charge = bank.charges.get(txid);
  if (!charge) throw new Error(`no charge ${txid} is held here`);
  if (charge.status === 'CONCLUIDA' && !again) throw new Error(`${txid} is paid already`);
  if (charge.status.startsWith('REMOVIDA')) throw new Error(`${txid} was removed`);
  if (charge.name === 'cobv' && !late && civilDateOf(at) > lastDayOf(charge.terms))
    throw new Error(`${txid} could be paid until ${lastDayOf(charge.terms)}`);
  return charge;
}

function askedOn(charge: Charge, at: Date): AmountDue {
  if (charge.name === 'cobv') return amountDueOn(charge.terms, civilDateOf(at));
  const { original } = charge.terms.valor;
  return { total: original, parts: { original: { valor: original } } };
}

export function heldPix(bank: Bank, id: string): Pix {
  const pix = bank.pix.get(id);
  if (!pix) throw new Problem(404, 'PixNaoEncontrado', 'Pix não encontrado para o e2eid informado.');
  return pix;
}

export function listPix(bank: Bank, query: Query): Listed<Pix> {
  const isWanted = (pix: Pix) =>
    (query.txid === undefined || pix.txid === query.txid) &&
    agrees(query.txIdPresente, pix.txid !== undefined) &&
    agrees(query.devolucaoPresente, (pix.devolucoes ?? []).length > 0);
  const received = [...bank.pix.values()].filter(isWanted);
  return pageOf(received, query, (pix) => pix.horario, 'PixConsultaInvalida');
}

function agrees(asked: string | undefined, found: boolean): boolean {
  return asked === undefined || (asked === 'true') === found;
}
