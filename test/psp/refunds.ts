import { type Bank, endToEndId } from './bank.ts';
import { centsOf, textOf } from './cobv.ts';
import { heldPix } from './pix.ts';
import { Problem } from './problem.ts';
import { newText } from './random.ts';
import type { Pix, Refund, RefundNature, RefundStatus } from './wire.ts';

export type RefundRequest = { valor: string; natureza?: 'ORIGINAL' | 'RETIRADA'; descricao?: string };
export type FinalStatus = Exclude<RefundStatus, 'EM_PROCESSAMENTO'>;
export type MedOptions = { natureza?: RefundNature; status?: RefundStatus };

const ID = /^[a-zA-Z0-9]{1,35}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const WINDOW_MS = 90 * 86_400_000;

/** One id is one refund of this Pix, for ever: asking twice is an error, also with the same amount. */
export function requestRefund(bank: Bank, e2eid: string, id: string, request: RefundRequest): Refund {
  const pix = heldPix(bank, e2eid);
  if (!ID.test(id)) throw invalid('O id não respeita o schema.');
  if (!AMOUNT.test(request.valor ?? '') || centsOf(request.valor) === 0n)
    throw invalid('O campo devolucao.valor não respeita o schema.');
  if (findRefund(pix, id)) throw invalid('O id já foi utilizado por outra devolução deste Pix.');
  if (centsOf(request.valor) > refundable(pix)) throw invalid('As devoluções excederiam o valor do Pix.');
  if (bank.now().getTime() - Date.parse(pix.horario) > WINDOW_MS)
    throw invalid('Passaram mais de 90 dias desde a liquidação do Pix.');
  const refund = begin(bank, pix, id, request.valor, request.natureza ?? 'ORIGINAL', request.descricao);
  const answer = structuredClone(refund);
  settleAsTold(bank, pix, refund);
  return bank.refunds === 'at once' ? structuredClone(refund) : answer;
}

function settleAsTold(bank: Bank, pix: Pix, refund: Refund): void {
  const finish = () => {
    if (refund.status === 'EM_PROCESSAMENTO') end(bank, pix, refund, 'DEVOLVIDO');
  };
  if (bank.refunds === 'at once') finish();
  else if (bank.refunds !== 'held') setTimeout(finish, bank.refunds.afterMs);
}

export function heldRefund(bank: Bank, e2eid: string, id: string): Refund {
  const refund = findRefund(heldPix(bank, e2eid), id);
  if (!refund) throw new Problem(404, 'PixDevolucaoNaoEncontrada', 'Devolução não encontrada.');
  return refund;
}

/** The payer's bank takes money back: nobody at the receiver asked for it. Without an amount, all that is left. */
export function takeBack(
  bank: Bank,
  e2eid: string,
  amount: string | undefined,
  options: MedOptions = {},
): Refund {
  const pix = bank.pix.get(e2eid);
  if (!pix) throw new Error(`${e2eid} was never received`);
  const valor = amount ?? textOf(refundable(pix));
  if (centsOf(valor) === 0n || centsOf(valor) > refundable(pix))
    throw new Error(`${valor} cannot be taken back`);
  const refund = begin(bank, pix, `MED${newText(20)}`, valor, options.natureza ?? 'MED_FRAUDE');
  const { status = 'EM_PROCESSAMENTO' } = options;
  if (status !== 'EM_PROCESSAMENTO') end(bank, pix, refund, status);
  return refund;
}

export function finishRefund(
  bank: Bank,
  id: string,
  status: FinalStatus,
  motivo?: string,
  e2eid?: string,
): Refund {
  for (const pix of bank.pix.values()) {
    const refund = findRefund(pix, id);
    const isIt = refund?.status === 'EM_PROCESSAMENTO' && (e2eid === undefined || e2eid === pix.endToEndId);
    if (isIt) return end(bank, pix, refund, status, motivo);
  }
  throw new Error(`no refund ${id} is under way`);
}

function begin(
  bank: Bank,
  pix: Pix,
  id: string,
  valor: string,
  natureza: RefundNature,
  descricao?: string,
): Refund {
  const now = bank.now();
  const refund: Refund = {
    id,
    rtrId: endToEndId('D', now),
    valor,
    natureza,
    ...(descricao === undefined ? {} : { descricao }),
    horario: { solicitacao: now.toISOString() },
    status: 'EM_PROCESSAMENTO',
  };
  pix.devolucoes = [...(pix.devolucoes ?? []), refund];
  return refund;
}

function end(bank: Bank, pix: Pix, refund: Refund, status: FinalStatus, motivo?: string): Refund {
  refund.status = status;
  if (status === 'DEVOLVIDO') refund.horario.liquidacao = bank.now().toISOString();
  if (motivo !== undefined) refund.motivo = motivo;
  bank.callbacks.notify(pix);
  return refund;
}

function findRefund(pix: Pix, id: string): Refund | undefined {
  return pix.devolucoes?.find((each) => each.id === id);
}

function refundable(pix: Pix): bigint {
  const counted = (pix.devolucoes ?? []).filter(({ status }) => status !== 'NAO_REALIZADO');
  return counted.reduce((left, { valor }) => left - centsOf(valor), centsOf(pix.valor));
}

function invalid(detail: string): Problem {
  return new Problem(400, 'PixDevolucaoInvalida', detail);
}
