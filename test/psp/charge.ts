import { isDeepStrictEqual } from 'node:util';
import { dynamicBrCode } from '../../server/src/brazil/br-code.ts';
import { type Bank, RECEIVER } from './bank.ts';
import { Problem, refuseWhen } from './problem.ts';
import { newHex } from './random.ts';
import type {
  ChargeName,
  ChargeRequest,
  ChargeStatus,
  ChargeValue,
  Location,
  Pix,
  Violation,
} from './wire.ts';

/** A cob or a cobv as this PSP holds it. `terms` is the last revision of what was asked. */
export type Charge = {
  readonly name: ChargeName;
  readonly txid: string;
  readonly asked: ChargeRequest;
  readonly criacao: string;
  readonly loc: Location;
  readonly payments: Pix[];
  terms: ChargeRequest;
  status: ChargeStatus;
  revisao: number;
  readonly revisions: { terms: ChargeRequest; status: ChargeStatus }[];
};

/** What a cob and a cobv do not have in common. */
export type ChargeKind = {
  readonly name: ChargeName;
  readonly missing: string;
  readonly invalid: string;
  readonly badQuery: string;
  complete(request: ChargeRequest): ChargeRequest;
  /** What is wrong with these terms on the day of the charge's creation. */
  check(terms: ChargeRequest, createdAt: Date): Violation[];
};

export type Revision = Partial<Omit<ChargeRequest, 'valor'>> & {
  status?: ChargeStatus;
  valor?: Partial<ChargeValue>;
};

const TXID = /^[a-zA-Z0-9]{26,35}$/;
const AMOUNT = /^\d{1,10}\.\d{2}$/;
const HOST = 'pix.example.com';
const NOT_ACTIVE = 'A cobrança não está ATIVA.';
const BAD_CHARGE = 'A cobrança não respeita o schema ou está semanticamente errada.';

export function putCharge(bank: Bank, kind: ChargeKind, txid: string, request: ChargeRequest): Charge {
  if (!TXID.test(txid)) throw invalid(kind, 'O txid não respeita o schema.');
  const held = bank.charges.get(txid);
  if (held) return repeated(kind, held, request);
  const now = bank.now();
  requireSound(bank, kind, request, now);
  const criacao = now.toISOString();
  const terms = kind.complete(request);
  const charge: Charge = {
    name: kind.name,
    txid,
    asked: request,
    criacao,
    loc: newLocation(bank, kind.name, criacao),
    payments: [],
    terms,
    status: 'ATIVA',
    revisao: 0,
    revisions: [{ terms, status: 'ATIVA' }],
  };
  bank.charges.set(txid, charge);
  return charge;
}

/** The same request again changes nothing; any other is refused: a revision is a PATCH. */
function repeated(kind: ChargeKind, held: Charge, request: ChargeRequest): Charge {
  if (held.name !== kind.name) throw invalid(kind, 'O txid já é de uma cobrança de outro tipo.');
  if (held.status !== 'ATIVA') throw invalid(kind, NOT_ACTIVE);
  const isSame = held.revisao === 0 && isDeepStrictEqual(held.asked, request);
  if (!isSame) throw invalid(kind, 'A cobrança já existe com outro conteúdo.');
  return held;
}

export function patchCharge(bank: Bank, kind: ChargeKind, txid: string, revision: Revision): Charge {
  const charge = heldCharge(bank, kind, txid);
  if (charge.status !== 'ATIVA') throw invalid(kind, NOT_ACTIVE);
  const { status, ...changes } = revision;
  if (status !== undefined) {
    if (Object.keys(changes).length > 0) throw invalid(kind, 'A remoção não traz outras alterações.');
    if (status !== 'REMOVIDA_PELO_USUARIO_RECEBEDOR') throw invalid(kind, 'O status não respeita o schema.');
    charge.status = status;
  } else {
    charge.terms = revisedTerms(bank, kind, charge, changes);
  }
  charge.revisao += 1;
  charge.revisions.push({ terms: charge.terms, status: charge.status });
  return charge;
}

function revisedTerms(
  bank: Bank,
  kind: ChargeKind,
  charge: Charge,
  changes: Omit<Revision, 'status'>,
): ChargeRequest {
  const terms = {
    ...charge.terms,
    ...changes,
    calendario: { ...charge.terms.calendario, ...changes.calendario },
    valor: { ...charge.terms.valor, ...changes.valor },
  };
  requireSound(bank, kind, terms, new Date(charge.criacao));
  return terms;
}

export function heldCharge(bank: Bank, kind: ChargeKind, txid: string): Charge {
  const charge = bank.charges.get(txid);
  if (charge?.name !== kind.name) throw new Problem(404, kind.missing, 'Cobrança não encontrada.');
  return charge;
}

/** As `PUT` and `PATCH` answer it. */
export function generated(bank: Bank, charge: Charge, revision = charge.revisao): object {
  const { terms, status } = charge.revisions[revision] ?? charge;
  const isDue = charge.name === 'cobv';
  return {
    ...terms,
    calendario: { criacao: charge.criacao, ...terms.calendario },
    txid: charge.txid,
    revisao: revision,
    loc: charge.loc,
    location: charge.loc.location,
    status: revision === charge.revisao ? charge.status : status,
    ...(isDue ? { recebedor: RECEIVER } : {}),
    ...(bank.copyPaste ? { pixCopiaECola: copyPasteOf(charge) } : {}),
  };
}

/** As `GET` answers it: with what was received. */
export function complete(bank: Bank, kind: ChargeKind, charge: Charge, revision?: number): object {
  if (revision !== undefined && charge.revisions[revision] === undefined)
    throw new Problem(400, kind.badQuery, 'A cobrança não tem essa revisão.');
  const { payments } = charge;
  return { ...generated(bank, charge, revision), ...(payments.length > 0 ? { pix: payments } : {}) };
}

function requireSound(bank: Bank, kind: ChargeKind, terms: ChargeRequest, createdAt: Date): void {
  refuseWhen(commonFaults(bank, kind, terms), kind.invalid, BAD_CHARGE);
  refuseWhen(kind.check(terms, createdAt), kind.invalid, BAD_CHARGE);
}

function commonFaults(bank: Bank, { name }: ChargeKind, terms: ChargeRequest): Violation[] {
  const found: Violation[] = [];
  const { chave, valor, loc } = terms;
  if (!AMOUNT.test(valor?.original ?? ''))
    found.push(violation(`${name}.valor.original`, 'não respeita o schema'));
  else if (/^[0.]+$/.test(valor.original) && !valor.retirada)
    found.push(violation(`${name}.valor.original`, 'é zero'));
  if (chave !== bank.settings.pixKey)
    found.push(violation(`${name}.chave`, 'não pertence a este usuário recebedor'));
  if (loc !== undefined) found.push(violation(`${name}.loc.id`, 'inexiste'));
  return found;
}

export function violation(propriedade: string, razao: string): Violation {
  return { propriedade, razao: `O campo ${propriedade} ${razao}.` };
}

function invalid(kind: ChargeKind, detail: string): Problem {
  return new Problem(400, kind.invalid, detail);
}

function newLocation(bank: Bank, tipoCob: ChargeName, criacao: string): Location {
  const path = tipoCob === 'cobv' ? 'qr/v2/cobv' : 'qr/v2';
  const id = bank.nextLocation++;
  return { id, location: `${HOST}/${path}/${newHex(32)}`, tipoCob, criacao };
}

function copyPasteOf(charge: Charge): string {
  return dynamicBrCode({
    location: charge.loc.location,
    merchantName: RECEIVER.nome,
    merchantCity: RECEIVER.cidade,
  });
}
