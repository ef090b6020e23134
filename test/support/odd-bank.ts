import { type RemoteProvider, remotePixNamed } from '../../server/src/providers/rails.ts';
import { type ApipixServer, type Reply, type SeenRequest, startApipixServer } from './apipix-server.ts';
import { startGateway, type TestGateway } from './gateway.ts';

type OddRefund = { id?: string; valor: string; status: string; natureza?: string; motivo?: string };
type OddPix = { endToEndId: string; txid: string; valor: unknown; horario: string; devolucoes?: OddRefund[] };
type OddCharge = { txid: string; status: string } & Record<string, unknown>;

/** A PSP whose books a test may write as it likes, and which may say anything: what the simulator would never do. */
export type OddBank = {
  readonly gateway: TestGateway;
  readonly provider: RemoteProvider;
  readonly charges: Map<string, OddCharge>;
  readonly pix: OddPix[];
  readonly seen: ApipixServer['seen'];
  /** What it says instead of what its books say; undefined: by the books. */
  sayInstead: (asked: string, request: SeenRequest) => Reply | undefined;
  pay(txid: string, more?: Partial<OddPix>): OddPix;
  stop(): Promise<void>;
};

const NAME = 'bank';
const MISSING: Reply = { status: 404, body: { title: 'Não encontrado.' } };
let payments = 0;

export async function startOddBank(): Promise<OddBank> {
  const server = await startApipixServer();
  const gateway = await startGateway({ psps: { GUICHE_PIX: `${NAME}:generic`, ...server.environment } });
  const provider = remotePixNamed(gateway.deps.rails, NAME);
  if (!provider) throw new Error('the gateway knows its PSP');
  const bank: OddBank = {
    gateway,
    provider,
    charges: new Map(),
    pix: [],
    seen: server.seen,
    sayInstead: () => undefined,
    pay(txid, more = {}) {
      const charge = bank.charges.get(txid);
      if (!charge) throw new Error(`no charge ${txid} is held here`);
      const horario = new Date().toISOString();
      const minute = horario.replace(/\D/g, '').slice(0, 12);
      const endToEndId = `E12345678${minute}${String(++payments).padStart(11, '0')}`;
      const { original } = charge.valor as { original: string };
      const pix = { endToEndId, txid, valor: original, horario, ...more };
      bank.pix.push(pix);
      charge.status = 'CONCLUIDA';
      return pix;
    },
    stop: async () => {
      await gateway.stop();
      await server.close();
    },
  };
  server.answer((request) => {
    const path = request.path.replace('/api', '');
    return bank.sayInstead(`${request.method} ${path}`, request) ?? byTheBooks(bank, request, path);
  });
  return bank;
}

function byTheBooks(bank: OddBank, { method, body }: SeenRequest, path: string): Reply {
  const [kind, name = '', , refundId = ''] = path.split('?')[0]?.split('/').slice(1) ?? [];
  const sent = body === '' ? {} : JSON.parse(body);
  if (kind === 'cob') return chargeAnswer(bank, method, name, sent);
  if (kind !== 'pix') return MISSING;
  return name === ''
    ? listAnswer(bank, new URLSearchParams(path.split('?')[1]))
    : refundAnswer(bank, method, name, refundId, sent);
}

function chargeAnswer(bank: OddBank, method: string, txid: string, sent: Record<string, unknown>): Reply {
  if (method === 'PUT') {
    const calendario = { criacao: new Date().toISOString() };
    bank.charges.set(txid, { ...sent, calendario, txid, status: 'ATIVA', pixCopiaECola: `code of ${txid}` });
  }
  const charge = bank.charges.get(txid);
  if (!charge) return MISSING;
  if (method === 'PATCH') {
    if (charge.status !== 'ATIVA') return { status: 400, body: { title: 'Cobrança não ATIVA.' } };
    Object.assign(charge, sent);
  }
  return { body: { ...charge, pix: bank.pix.filter((each) => each.txid === txid) } };
}

function refundAnswer(
  bank: OddBank,
  method: string,
  endToEndId: string,
  id: string,
  sent: { valor?: string },
): Reply {
  const pix = bank.pix.find((each) => each.endToEndId === endToEndId);
  if (!pix) return MISSING;
  const there = pix.devolucoes?.find((each) => each.id === id);
  if (method === 'GET') return there ? { body: there } : MISSING;
  if (pix.devolucoes) return { status: 400, body: { title: 'As devoluções excederiam o valor do Pix.' } };
  const refund = { id, valor: sent.valor ?? '', status: 'DEVOLVIDO', natureza: 'ORIGINAL' };
  pix.devolucoes = [refund];
  return { status: 201, body: refund };
}

function listAnswer(bank: OddBank, query: URLSearchParams): Reply {
  const [from, until] = [query.get('inicio'), query.get('fim')].map((each) => Date.parse(each ?? ''));
  const isWanted = ({ txid, horario, devolucoes }: OddPix) =>
    (query.get('txid') ?? txid) === txid &&
    (query.get('devolucaoPresente') !== 'true' || devolucoes !== undefined) &&
    Date.parse(horario) >= Number(from) &&
    Date.parse(horario) <= Number(until);
  const paginacao = { quantidadeDePaginas: 1 };
  return { body: { parametros: { paginacao }, pix: bank.pix.filter(isWanted) } };
}
