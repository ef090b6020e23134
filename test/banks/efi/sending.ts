import { type Bank, centsOf, type Returned, type Sent, settlementId, textOf } from './bank.ts';
import { Problem, pixProblem } from './problem.ts';

const MAX_CONFIRMED = 1_000n;
const MAX_REJECTED_LATER = 2_000n;
/** Amounts that come back, in homologation. */
const COMES_BACK: Readonly<Record<string, readonly string[]>> = {
  '4.00': ['2.00', '2.00'],
  '5.00': ['5.00'],
};
const REJECTED = {
  codigo: 'AC03',
  origem: 'PSP do usuário recebedor',
  motivo: 'Número da agência e/ou conta transacional do usuário recebedor inexistente ou inválido',
};

type Asked = {
  valor: string;
  pagador: { chave: string; infoPagador?: string };
  favorecido: { chave?: string; cpf?: string; cnpj?: string };
};

export function sendPix(bank: Bank, idEnvio: string, body: unknown): object {
  const { valor, pagador, favorecido } = body as Asked;
  requireSound(bank, idEnvio, body as Asked);
  const amount = centsOf(valor);
  const isHomologation = bank.settings.environment === 'homologation';
  if (isHomologation && amount > MAX_REJECTED_LATER)
    throw pixProblem(422, 'pagamento_negado', 'Pagamento negado por análises');
  const sent: Sent = {
    idEnvio,
    endToEndId: settlementId('E', bank.now()),
    valor,
    chave: pagador.chave,
    ...(pagador.infoPagador === undefined ? {} : { infoPagador: pagador.infoPagador }),
    favorecido: { chave: favorecido.chave },
    status: 'EM_PROCESSAMENTO',
    requestedAt: bank.now(),
    settledAt: null,
    error: null,
    devolucoes: [],
    isHidden: bank.behaviour.hidesNew ?? false,
  };
  bank.sent.set(idEnvio, sent);
  bank.balanceCents -= amount;
  if (isHomologation) setTimeout(() => endByAmount(bank, sent), bank.settings.settleMs);
  return {
    idEnvio,
    endToEndId: sent.endToEndId,
    valor,
    horario: { solicitacao: sent.requestedAt.toISOString() },
    status: sent.status,
  };
}

function requireSound(bank: Bank, idEnvio: string, { valor, pagador, favorecido }: Asked): void {
  if (!/^[a-zA-Z0-9]{1,35}$/.test(idEnvio))
    throw pixProblem(400, 'valor_invalido', 'Campo idEnvio não respeita o formato');
  if (!/^\d{1,10}\.\d{2}$/.test(valor) || centsOf(valor) === 0n)
    throw pixProblem(400, 'valor_invalido', 'Campo valor deve ser maior que zero');
  if (pagador.chave !== bank.settings.pixKey)
    throw pixProblem(400, 'chave_invalida', 'A chave informada não faz referência à conta Efí autenticada');
  if (!bank.webhooks.has(pagador.chave))
    throw pixProblem(400, 'webhook_nao_cadastrado', 'A chave do pagador não tem um webhook cadastrado');
  const document = favorecido.cpf ?? favorecido.cnpj;
  const owner = ownerOf(favorecido.chave ?? '');
  if (document !== undefined && owner !== null && document !== owner) {
    throw pixProblem(
      400,
      'chave_nao_pertence_ao_documento',
      'O cpf do favorecido é diferente do documento em posse da chave',
    );
  }
  if (bank.sent.has(idEnvio)) {
    throw pixProblem(
      409,
      'id_envio_duplicado',
      'O id de envio informado já foi utilizado em outro pagamento',
    );
  }
  if (centsOf(valor) > bank.balanceCents - bank.blockedCents)
    throw pixProblem(400, 'saldo_insuficiente', 'Saldo insuficiente para realizar o envio');
}

/** A key that is a document belongs to it. */
function ownerOf(key: string): string | null {
  return /^\d{11}$|^\d{14}$/.test(key) ? key : null;
}

function endByAmount(bank: Bank, sent: Sent): void {
  if (centsOf(sent.valor) > MAX_CONFIRMED) {
    finishSent(bank, sent.idEnvio, 'NAO_REALIZADO');
    return;
  }
  finishSent(bank, sent.idEnvio, 'REALIZADO');
  for (const valor of COMES_BACK[sent.valor] ?? []) giveBack(bank, sent.idEnvio, valor);
}

function heldSent(bank: Bank, idEnvio: string): Sent {
  const sent = bank.sent.get(idEnvio);
  if (!sent) throw new Error(`${idEnvio} was not sent`);
  return sent;
}

export function finishSent(
  bank: Bank,
  idEnvio: string,
  status: 'REALIZADO' | 'NAO_REALIZADO',
  motivo?: string,
): Sent {
  const sent = heldSent(bank, idEnvio);
  sent.status = status;
  sent.settledAt = bank.now();
  if (status === 'NAO_REALIZADO') {
    sent.error = { ...REJECTED, ...(motivo === undefined ? {} : { motivo }) };
    bank.balanceCents += centsOf(sent.valor);
  }
  bank.noticeOfSent(sent);
  return sent;
}

/** The receiver, or its bank, gives the money back. */
export function giveBack(bank: Bank, idEnvio: string, valor: string): Returned {
  const sent = heldSent(bank, idEnvio);
  const at = bank.now();
  const returned = { rtrId: settlementId('D', at), valor, horario: at.toISOString() };
  sent.devolucoes.push(returned);
  bank.balanceCents += centsOf(valor);
  bank.noticeOfSent(sent, returned);
  return returned;
}

export function findSent(bank: Bank, idEnvio: string): object {
  const sent = bank.sent.get(idEnvio);
  if (!sent || sent.isHidden) {
    throw new Problem(404, {
      type: 'https://pix.bcb.gov.br/api/v2/error/PixEnviadoNaoEncontrado',
      title: 'Não Encontrado',
      status: 404,
      detail: 'Pix enviado não encontrado para o idEnvio informado.',
    });
  }
  return shown(sent);
}

function shown(sent: Sent): object {
  const { idEnvio, endToEndId, valor, chave, infoPagador, favorecido, status, devolucoes } = sent;
  return {
    ...{ endToEndId, idEnvio, valor, chave, status, favorecido },
    ...(infoPagador === undefined ? {} : { infoPagador }),
    horario: {
      solicitacao: sent.requestedAt.toISOString(),
      ...(sent.settledAt ? { liquidacao: sent.settledAt.toISOString() } : {}),
    },
    ...(devolucoes.length > 0 ? { devolucoes } : {}),
  };
}

export function listSent(bank: Bank, query: Readonly<Record<string, string>>): object {
  const { inicio = '', fim = '', status } = query;
  const page = Number(query['paginacao.paginaAtual'] ?? 0);
  const size = Number(query['paginacao.itensPorPagina'] ?? 100);
  const found = [...bank.sent.values()].filter(
    ({ requestedAt, status: own, isHidden }) =>
      !isHidden &&
      requestedAt >= new Date(inicio) &&
      requestedAt <= new Date(fim) &&
      (status === undefined || own === status),
  );
  return {
    parametros: {
      inicio,
      fim,
      paginacao: {
        paginaAtual: page,
        itensPorPagina: size,
        quantidadeDePaginas: Math.max(1, Math.ceil(found.length / size)),
        quantidadeTotalDeItens: found.length,
      },
    },
    pix: found.slice(page * size, (page + 1) * size).map(shown),
  };
}

export function balance(
  { balanceCents, blockedCents }: Bank,
  query: Readonly<Record<string, string>>,
): object {
  const blocked = textOf(blockedCents);
  return {
    saldo: textOf(balanceCents),
    ...(query.bloqueios === 'true' ? { bloqueios: { judicial: blocked, med: '0.00', total: blocked } } : {}),
  };
}

/** What the webhook of the key is sent, as Efí's pages describe a PIX that was sent. */
export function noticeBody(
  { endToEndId, chave, status, valor, settledAt, idEnvio, error }: Sent,
  returned?: Returned,
) {
  const gnExtras = { idEnvio, ...(error ? { erro: error } : {}) };
  const pix = { endToEndId, chave, tipo: 'SOLICITACAO', status, valor, horario: settledAt, gnExtras };
  return { pix: [returned ? { ...pix, tipo: 'DEVOLUCAO_RECEBIDA', devolucoes: [returned] } : pix] };
}
