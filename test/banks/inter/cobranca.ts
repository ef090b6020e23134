import { randomUUID } from 'node:crypto';
import { boletoBarcode, digitableLine } from '../../../server/src/brazil/boleto-code.ts';
import { cents } from '../../../server/src/kit/money.ts';
import { newText } from '../../psp/random.ts';
import { type Bank, type Cobranca, Problem, reais, today } from './bank.ts';
import { requireCobranca } from './described.ts';
import { pixCode } from './pix-code.ts';
import type { Answer, Request } from './server.ts';

const DUPLICATE_MS = 30 * 60_000;
const BANK_CODE = '077';
const WAITING = ['A_RECEBER', 'ATRASADO'];

/** POST /cobrancas: an answer at once, the registration after it. */
export function issue(bank: Bank, { body, raw }: Request): Answer {
  const request = requireCobranca(body, raw);
  const { seuNumero, dataVencimento, pagador, amount } = request;
  const key = [seuNumero, amount, dataVencimento, pagador.cpfCnpj].join(' ');
  const isDouble = [...bank.cobrancas.values()].some(
    (each) =>
      each.madeAtMs > Date.now() - DUPLICATE_MS &&
      key === [each.seuNumero, each.amount, each.dataVencimento, each.pagador.cpfCnpj].join(' '),
  );
  if (isDouble)
    throw new Problem(400, 'Requisição inválida', 'Já existe uma cobrança com estes dados, em duplicidade.');
  const cobranca: Cobranca = {
    codigoSolicitacao: randomUUID(),
    ...{ seuNumero, amount, dataVencimento, pagador, request: body as Record<string, unknown> },
    ...{ dataEmissao: today(), situacao: 'EM_PROCESSAMENTO', dataSituacao: today() },
    nossoNumero: newText(11, '123456789'),
    txid: newText(32),
    madeAtMs: Date.now(),
  };
  bank.cobrancas.set(cobranca.codigoSolicitacao, cobranca);
  const { registration } = bank.behaviour;
  if (registration === 'at once') finishRegistration(bank, cobranca.codigoSolicitacao);
  if (registration === 'fails') setSituation(bank, cobranca.codigoSolicitacao, 'FALHA_EMISSAO');
  if (typeof registration === 'object') {
    const { codigoSolicitacao } = cobranca;
    setTimeout(() => finishRegistration(bank, codigoSolicitacao), registration.afterMs);
  }
  return { status: 200, body: { codigoSolicitacao: cobranca.codigoSolicitacao } };
}

export function finishRegistration(bank: Bank, codigo: string): void {
  const cobranca = known(bank, codigo);
  if (cobranca.situacao !== 'EM_PROCESSAMENTO') return;
  setSituation(bank, codigo, cobranca.dataVencimento < today() ? 'ATRASADO' : 'A_RECEBER');
}

/** Whatever a test wants: also what no description knows. */
export function setSituation(bank: Bank, codigo: string, situacao: string, motivo?: string): void {
  const cobranca = known(bank, codigo);
  Object.assign(cobranca, { situacao, dataSituacao: today() });
  if (motivo !== undefined) cobranca.motivoCancelamento = motivo;
  if (situacao !== 'EM_PROCESSAMENTO') bank.notices.send('cobranca', noticeOf(bank, cobranca));
}

export function receive(
  bank: Bank,
  codigo: string,
  by: 'BOLETO' | 'PIX' = 'BOLETO',
  amount?: number,
  day: string = today(),
): void {
  const cobranca = known(bank, codigo);
  if (!WAITING.includes(cobranca.situacao))
    throw new Problem(400, 'Requisição inválida', `A cobrança está ${cobranca.situacao}.`);
  cobranca.received = { amount: amount ?? cobranca.amount, by };
  bank.balance += cobranca.received.amount;
  setSituation(bank, codigo, 'RECEBIDO');
  cobranca.dataSituacao = day;
}

export function detail(bank: Bank, { path }: Request): Answer {
  return { status: 200, body: shown(bank, known(bank, path.codigo ?? ''), { inList: false }) };
}

const DATES = {
  VENCIMENTO: (each: Cobranca) => each.dataVencimento,
  EMISSAO: (each: Cobranca) => each.dataEmissao,
  PAGAMENTO: (each: Cobranca) => (each.received ? each.dataSituacao : ''),
};
const MAX_PAGE_SIZE = 1_000;

export function list(bank: Bank, { query }: Request): Answer {
  const { dataInicial, dataFinal, filtrarDataPor = 'VENCIMENTO', situacao, seuNumero } = query;
  const dateOf = DATES[filtrarDataPor as keyof typeof DATES];
  if (!dataInicial || !dataFinal || !dateOf || dataFinal < dataInicial)
    throw new Problem(400, 'Requisição inválida', 'O período não é válido.');
  const page = Number(query['paginacao.paginaAtual'] ?? 0);
  const size = Number(query['paginacao.itensPorPagina'] ?? 100);
  if (!(page >= 0 && size >= 1 && size <= MAX_PAGE_SIZE))
    throw new Problem(400, 'Requisição inválida', 'A paginação não é válida.');
  const shownUntilMs = Date.now() - bank.behaviour.listLagMs;
  const found = [...bank.cobrancas.values()].filter((each) => {
    const date = dateOf(each);
    return (
      each.madeAtMs <= shownUntilMs &&
      date >= dataInicial &&
      date <= dataFinal &&
      (situacao === undefined || each.situacao === situacao) &&
      (seuNumero === undefined || each.seuNumero.includes(seuNumero))
    );
  });
  const rows = found.slice(page * size, (page + 1) * size);
  const totalPaginas = Math.ceil(found.length / size);
  return {
    status: 200,
    body: {
      ...{ totalPaginas, totalElementos: found.length, tamanhoPagina: size },
      ...{ primeiraPagina: page === 0, ultimaPagina: page + 1 >= totalPaginas },
      numeroDeElementos: rows.length,
      cobrancas: rows.map((each) => shown(bank, each, { inList: true })),
    },
  };
}

export function cancel(bank: Bank, { path, body }: Request): Answer {
  const cobranca = known(bank, path.codigo ?? '');
  const { motivoCancelamento: motivo } = body as { motivoCancelamento?: unknown };
  if (typeof motivo !== 'string' || motivo.length < 1 || motivo.length > 50)
    throw new Problem(400, 'Requisição inválida', 'motivoCancelamento tem de 1 a 50 caracteres.');
  if (![...WAITING, 'EM_PROCESSAMENTO'].includes(cobranca.situacao))
    throw new Problem(400, 'Requisição inválida', `A cobrança está ${cobranca.situacao}.`);
  if (bank.behaviour.cancelling === 'at once')
    setSituation(bank, cobranca.codigoSolicitacao, 'CANCELADO', motivo);
  return { status: 202, body: undefined };
}

export function change(bank: Bank, { path, body }: Request): Answer {
  const cobranca = known(bank, path.codigo ?? '');
  const { dataVencimento } = body as { dataVencimento?: unknown };
  if (
    typeof dataVencimento !== 'string' ||
    !/^\d{4}-\d\d-\d\d$/.test(dataVencimento) ||
    dataVencimento < today()
  )
    throw new Problem(400, 'Requisição inválida', 'dataVencimento é um dia de hoje em diante.');
  if (!WAITING.includes(cobranca.situacao))
    throw new Problem(400, 'Requisição inválida', `A cobrança está ${cobranca.situacao}.`);
  const { changing } = bank.behaviour;
  const status = changing === 'at once' ? 'SUCESSO' : changing === 'held' ? 'PROCESSANDO' : 'FALHA';
  const codigoEdicao = randomUUID();
  bank.edits.set(codigoEdicao, { status, codigo: cobranca.codigoSolicitacao, due: dataVencimento });
  if (status === 'SUCESSO') finishChange(bank, codigoEdicao);
  const mensagem = status === 'FALHA' ? 'A cobrança não pode ser editada.' : 'Edição solicitada.';
  return { status: 200, body: { status, mensagem, codigoEdicao } };
}

export function finishChange(bank: Bank, codigoEdicao: string): void {
  const edit = bank.edits.get(codigoEdicao);
  if (!edit) throw new Error(`no change ${codigoEdicao}`);
  edit.status = 'SUCESSO';
  const cobranca = known(bank, edit.codigo);
  cobranca.dataVencimento = edit.due;
  if (cobranca.situacao === 'ATRASADO') cobranca.situacao = 'A_RECEBER';
}

export function changeStatus(bank: Bank, { path }: Request): Answer {
  const edit = bank.edits.get(path.codigo ?? '');
  if (!edit) throw new Problem(404, 'Não encontrado', 'Edição não encontrada.');
  return { status: 200, body: { status: edit.status } };
}

export function payInSandbox(bank: Bank, { path, body }: Request): Answer {
  if (!bank.settings.isSandbox) throw new Problem(404, 'Não encontrado', 'Só existe no sandbox.');
  const { pagarCom } = body as { pagarCom?: string };
  if (pagarCom !== 'BOLETO' && pagarCom !== 'PIX')
    throw new Problem(400, 'Requisição inválida', 'pagarCom é BOLETO ou PIX.');
  receive(bank, path.codigo ?? '', pagarCom);
  return { status: 204, body: undefined };
}

function known(bank: Bank, codigo: string): Cobranca {
  const cobranca = bank.cobrancas.get(codigo);
  if (!cobranca) throw new Problem(404, 'Não encontrado', 'Cobrança não encontrada.');
  return cobranca;
}

function codesOf(bank: Bank, { amount, dataVencimento, nossoNumero, txid }: Cobranca) {
  const freeField = `0001${nossoNumero}${nossoNumero.slice(0, 10)}`;
  const barcode = boletoBarcode({
    ...{ bank: BANK_CODE, dueDate: dataVencimento },
    ...{ amountCents: cents(BigInt(amount)), freeField },
  });
  return {
    boleto: { nossoNumero, codigoBarras: barcode, linhaDigitavel: digitableLine(barcode) },
    ...(bank.behaviour.hasPixKey ? { pix: { txid, pixCopiaECola: pixCode(txid) } } : {}),
  };
}

/** In a list the amount is text, in the detail a number: so says the description. */
function shown(bank: Bank, cobranca: Cobranca, { inList }: { inList: boolean }): object {
  const { situacao, received, motivoCancelamento, amount, pagador } = cobranca;
  const isIssued = !['EM_PROCESSAMENTO', 'FALHA_EMISSAO'].includes(situacao);
  return {
    cobranca: {
      codigoSolicitacao: cobranca.codigoSolicitacao,
      ...{ seuNumero: cobranca.seuNumero, tipoCobranca: 'SIMPLES', situacao },
      ...{ dataEmissao: cobranca.dataEmissao, dataVencimento: cobranca.dataVencimento },
      dataSituacao: cobranca.dataSituacao,
      valorNominal: inList ? reais(amount) : amount / 100,
      ...(received ? { valorTotalRecebido: reais(received.amount), origemRecebimento: received.by } : {}),
      ...(motivoCancelamento ? { motivoCancelamento } : {}),
      arquivada: false,
      pagador: inList ? { nome: pagador.nome, cpfCnpj: pagador.cpfCnpj } : pagador,
    },
    ...(isIssued ? codesOf(bank, cobranca) : {}),
  };
}

function noticeOf(bank: Bank, cobranca: Cobranca): object {
  const { codigoSolicitacao, seuNumero, situacao, received } = cobranca;
  const isIssued = situacao !== 'FALHA_EMISSAO';
  const { boleto, pix } = codesOf(bank, cobranca);
  return {
    ...{ codigoSolicitacao, seuNumero, situacao, dataHoraSituacao: new Date().toISOString() },
    ...(received ? { valorTotalRecebido: reais(received.amount), origemRecebimento: received.by } : {}),
    ...(isIssued ? { ...boleto, ...pix } : {}),
  };
}
