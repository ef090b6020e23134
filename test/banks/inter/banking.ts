import { randomUUID } from 'node:crypto';
import { newText } from '../../psp/random.ts';
import { type Bank, type Movement, Problem, reais, type SentPix, today } from './bank.ts';
import { requirePix } from './described.ts';
import type { Answer, Request } from './server.ts';

const ISPB = '00416968';
const START = {
  paid: 'PAGO',
  held: 'ENVIADO',
  approval: 'AGUARDANDO_APROVACAO',
  scheduled: 'AGENDADO',
  fails: 'FALHA',
};
const ANSWER = {
  paid: 'PROCESSADO',
  held: 'PROCESSADO',
  approval: 'APROVACAO',
  scheduled: 'AGENDADO',
  fails: 'PROCESSADO',
};
const EVENT: Record<string, string> = {
  ...{
    PAGO: 'EFETIVADO',
    PIX_PAGO: 'EFETIVADO',
    FALHA: 'ERRO',
    NAO_DEBITADO: 'ERRO',
    REPROVADO: 'REPROVADO',
  },
  ...{ EXPIRADO: 'APROVACAO_EXPIRADA', CANCELADO: 'CANCELADO', CANCELADO_SEM_SALDO: 'CANCELADO' },
};

/** POST /pix. The same key, the same answer: nothing is paid twice. */
export function send(bank: Bank, { body, raw, headers }: Request): Answer {
  const key = String(headers['x-id-idempotente'] ?? '');
  const { amount, chave, descricao } = requirePix(body, raw, key);
  const earlier = [...bank.sent.values()].find((each) => key !== '' && each.key === key);
  if (earlier) return { status: 200, body: earlier.answer };
  const manner = bank.behaviour.payouts;
  const codigoSolicitacao = randomUUID();
  const pix: SentPix = {
    ...{ codigoSolicitacao, key, amount, chave, descricao },
    ...{ status: 'CRIADO', endToEnd: endToEnd('E'), history: ['CRIADO'], errors: [] },
    answer: {
      ...{ tipoRetorno: ANSWER[manner], codigoSolicitacao },
      ...{ dataPagamento: today(), dataOperacao: today() },
    },
  };
  bank.sent.set(codigoSolicitacao, pix);
  setStatus(bank, codigoSolicitacao, bank.balance < amount ? 'CANCELADO_SEM_SALDO' : START[manner]);
  return { status: 200, body: pix.answer };
}

export function setStatus(bank: Bank, codigo: string, status: string): void {
  const pix = known(bank, codigo);
  if (pix.status === 'PAGO') throw new Error(`${codigo} is paid`);
  pix.status = status;
  pix.history.push(status);
  if (status === 'PAGO' || status === 'PIX_PAGO') debit(bank, pix);
  if (status === 'FALHA')
    pix.errors.push({ codigoErro: 'AB03', descricaoErro: 'Conta do recebedor encerrada' });
  const event = EVENT[status];
  if (event) bank.notices.send('pix-pagamento', noticeOf(bank, pix, event));
}

function debit(bank: Bank, pix: SentPix): void {
  bank.balance -= pix.amount;
  bank.movements.push({
    ...{ idTransacao: newText(20), day: today(), tipoTransacao: 'PIX', tipoOperacao: 'D' },
    ...{ amount: pix.amount, titulo: 'Pix enviado', descricao: 'PIX ENVIADO' },
    detalhes: {
      ...{ endToEndId: pix.endToEnd, chavePixRecebedor: pix.chave, descricaoPix: pix.descricao },
      ...{ codigoSolicitacao: pix.codigoSolicitacao, tipoDetalhe: 'COMPLETE', origemMovimentacao: 'CHAVE' },
    },
  });
}

/** The receiver sends money back: a credit that names the payout. */
export function giveBack(bank: Bank, codigo: string, amount?: number): string {
  const pix = known(bank, codigo);
  const movement: Movement = {
    ...{ idTransacao: newText(20), day: today(), tipoTransacao: 'ESTORNO', tipoOperacao: 'C' },
    ...{ amount: amount ?? pix.amount, titulo: 'Estorno', descricao: 'DEVOLUCAO PIX' },
    detalhes: {
      ...{ endToEndId: endToEnd('D'), codigoSolicitacao: codigo, tipoDetalhe: 'COMPLETE' },
    },
  };
  bank.movements.push(movement);
  bank.balance += movement.amount;
  return movement.idTransacao;
}

/** A payer's PIX: a credit that names no payout. */
export function credit(bank: Bank, amount: number): void {
  bank.balance += amount;
  bank.movements.push({
    ...{ idTransacao: newText(20), day: today(), tipoTransacao: 'PIX', tipoOperacao: 'C' },
    ...{ amount, titulo: 'Pix recebido', descricao: 'PIX RECEBIDO' },
    detalhes: { endToEndId: endToEnd('E'), nomePagador: 'Nome Pagador', tipoDetalhe: 'COMPLETE' },
  });
}

export function find(bank: Bank, { path }: Request): Answer {
  const pix = known(bank, path.codigo ?? '');
  return {
    status: 200,
    body: {
      transacaoPix: {
        ...{ contaCorrente: bank.settings.account, recebedor: receiverOf(bank, pix), erros: pix.errors },
        ...(pix.status === 'CRIADO' || pix.status === 'AGUARDANDO_APROVACAO'
          ? {}
          : { endToEnd: pix.endToEnd }),
        ...{ valor: pix.amount / 100, status: pix.status, chave: pix.chave },
        dataHoraSolicitacao: new Date().toISOString(),
        codigoSolicitacao: pix.codigoSolicitacao,
      },
      historico: pix.history.map((status) => ({ status, dataHoraEvento: new Date().toISOString() })),
    },
  };
}

/** A CPF is shown without its first three and last two digits. */
function receiverOf(bank: Bank, { chave }: SentPix): object {
  const owner = bank.owners.get(chave) ?? {
    cpfCnpj: /^\d{11}$|^\d{14}$/.test(chave) ? chave : '52998224725',
    nome: 'Recebedor',
  };
  const [, middle, next] = /^\d{3}(\d{3})(\d{3})\d{2}$/.exec(owner.cpfCnpj) ?? [];
  return { ...owner, cpfCnpj: middle ? `***.${middle}.${next}-**` : owner.cpfCnpj };
}

export function statement(bank: Bank, { query }: Request): Answer {
  const { page, size, rows } = period(bank, query);
  const totalPaginas = Math.max(1, Math.ceil(rows.length / size));
  const shown = rows.slice(page * size, (page + 1) * size);
  return {
    status: 200,
    body: {
      ...{ totalPaginas, totalElementos: rows.length, tamanhoPagina: size, numeroDeElementos: shown.length },
      ...{ primeiraPagina: page === 0, ultimaPagina: page + 1 >= totalPaginas },
      transacoes: shown.map(({ day, amount, idTransacao, ...row }) => ({
        ...{ idTransacao, dataInclusao: day, dataTransacao: day, ...row, valor: reais(amount) },
      })),
    },
  };
}

/** The plain statement, without details. */
export function plainStatement(bank: Bank, { query }: Request): Answer {
  const transacoes = period(bank, query).rows.map(
    ({ day, amount, tipoTransacao, tipoOperacao, titulo, descricao }) => ({
      ...{ dataEntrada: day, tipoTransacao, tipoOperacao, valor: reais(amount), titulo, descricao },
    }),
  );
  return { status: 200, body: { transacoes } };
}

function period(bank: Bank, query: Record<string, string>) {
  const { dataInicio, dataFim, pagina = '0', tamanhoPagina = '50' } = query;
  const days = (Date.parse(dataFim ?? '') - Date.parse(dataInicio ?? '')) / 86_400_000;
  if (!(days >= 0 && days <= 90)) throw new Problem(400, 'Requisição inválida', 'O período tem até 90 dias.');
  const rows = bank.movements.filter(({ day }) => day >= (dataInicio ?? '') && day <= (dataFim ?? ''));
  return { page: Number(pagina), size: Number(tamanhoPagina), rows };
}

export function balance(bank: Bank): Answer {
  return { status: 200, body: { disponivel: bank.balance / 100, bloqueadoJudicialmente: 0, limite: 0 } };
}

function known(bank: Bank, codigo: string): SentPix {
  const pix = bank.sent.get(codigo);
  if (!pix) throw new Problem(404, 'Não encontrado', 'Pagamento não encontrado.');
  return pix;
}

function noticeOf(bank: Bank, pix: SentPix, status: string): object {
  return {
    ...{ codigoSolicitacao: pix.codigoSolicitacao, chave: pix.chave, endToEnd: pix.endToEnd, status },
    ...{ descricaoPagamento: pix.descricao, recebedor: receiverOf(bank, pix), erros: pix.errors },
    ...{ tipoMovimentacao: 'PAGAMENTO', valor: reais(pix.amount) },
    dataHoraMovimento: new Date().toISOString(),
  };
}

function endToEnd(kind: 'E' | 'D'): string {
  const minute = new Date().toISOString().replace(/\D/g, '').slice(0, 12);
  return `${kind}${ISPB}${minute}${newText(11)}`;
}
