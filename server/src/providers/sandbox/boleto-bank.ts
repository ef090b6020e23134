import { boletoBarcode, digitableLine, itauFreeField } from '../../brazil/boleto-code.ts';
import { staticBrCode } from '../../brazil/br-code.ts';
import { addDays, type CivilDate, civilDateOf, startOfCivilDate } from '../../brazil/calendar.ts';
import { type Db, statement } from '../../db/pool.ts';
import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import { derivedId } from '../../kit/ids.ts';
import { type Cents, cents } from '../../kit/money.ts';
import type {
  BoletoAtBank,
  BoletoMeans,
  BoletoName,
  BoletoPayment,
  BoletoProvider,
  BoletoRequest,
  PaidPeriod,
  RemoteBoleto,
} from '../boleto.ts';
import type { Answer, ProviderHealth } from '../provider.ts';
import { SANDBOX_BANK } from '../rails.ts';

/** Boletos of this payer are refused: a valid CPF that belongs to no person. */
export const REFUSED_DOCUMENT = '00000000191';
const REFUSED_BECAUSE = 'Pagador recusado pelo banco (sandbox)';
/** No boleto can be moved to the last day of a year, when banks are closed. */
const REFUSED_DAY = '-12-31';
const REFUSED_DAY_BECAUSE = 'Sem expediente bancário nesse dia (sandbox)';
const BANK_FEE = cents(199n);
const BANK = { code: '341', wallet: '109', branch: '1234', account: '56789' };
const PIX_KEY = '7f6844d0-de89-47e5-9ef7-e0a35a681615';
const TXID_LENGTH = 25;
const PAGE = 100;

export type SandboxBankOptions = {
  /** How long a boleto is registering. */
  registersAfterMs?: number;
  givesPix?: boolean;
  needsAddress?: boolean;
};

type Stored = {
  reference: string;
  request: StoredRequest;
  due_date: CivilDate;
  state: 'accepted' | 'refused' | 'cancelled';
  payments: StoredPayment[];
  is_registered: boolean;
};
type StoredRequest = { ourNumber: string; amountCents: string; merchantName: string };
export type SandboxBankPayment = Pick<BoletoPayment, 'paymentReference' | 'by' | 'amountCents' | 'paidAt'>;
type StoredPayment = { paymentReference: string; by: 'boleto' | 'pix'; amountCents: string; paidAt: string };

const COLUMNS = `reference, request, due_date::text, state, payments, registers_at <= now() as is_registered`;

const register = statement(
  'sandbox_bank.register',
  `insert into sandbox_boletos (reference, request, due_date, state, payments, registers_at)
   values ($1, $2, $3, $4, '[]', now() + make_interval(secs => $5))
   on conflict (reference) do nothing`,
);
const find = statement('sandbox_bank.find', `select ${COLUMNS} from sandbox_boletos where reference = $1`);
const cancel = statement(
  'sandbox_bank.cancel',
  `update sandbox_boletos
   set state = 'cancelled'
   where reference = $1
     and state = 'accepted'
     and payments::text = '[]'`,
);
const changeDue = statement(
  'sandbox_bank.change_due',
  `update sandbox_boletos
   set due_date = $2
   where reference = $1
     and state = 'accepted'
     and payments::text = '[]'
   returning reference`,
);
const pay = statement(
  'sandbox_bank.pay',
  `update sandbox_boletos
   set payments = (payments::jsonb || $2::jsonb)::json
   where reference = $1
     and state = 'accepted'
     and registers_at <= now()
     and not payments::jsonb @> $3::jsonb
   returning reference`,
);
const paidBetween = statement(
  'sandbox_bank.paid',
  `select ${COLUMNS}
   from sandbox_boletos
   where exists (
     select 1
     from json_array_elements(payments) as p
     where (p ->> 'paidAt')::timestamptz >= $1
       and (p ->> 'paidAt')::timestamptz < $2
   )
   order by reference
   offset $3
   limit ${PAGE + 1}`,
);

/**
 * A bank of the sandbox: it registers a boleto a moment after it was asked, may refuse it, and is paid apart from the
 * gateway, as a real one. The sandbox without it issues boletos at once.
 */
export function sandboxBoletoBank(
  db: Db,
  { registersAfterMs = 2 * SECOND_MS, givesPix = false, needsAddress = false }: SandboxBankOptions = {},
): BoletoProvider & { readonly remote: RemoteBoleto } {
  const since = new Date(systemMs());
  const read = async (reference: string): Promise<BoletoAtBank | null> => {
    const [row] = await db.query<Stored>(find, [reference]);
    return row ? atBank(row, givesPix) : null;
  };
  const ok = { ok: true as const };
  return {
    name: SANDBOX_BANK,
    needsAddress,
    givesPix,
    refunder: null,
    async registerBoleto(request) {
      const { reference, terms } = request;
      const values = [
        reference,
        stored(request),
        terms.dueDate,
        stateOf(request),
        registersAfterMs / SECOND_MS,
      ];
      await db.query(register, values);
      const boleto = await read(reference);
      return boleto ? { ok: true, boleto } : { ok: false, kind: 'unavailable', reason: 'it is not there' };
    },
    remote: {
      findBoleto: async ({ reference }: BoletoName) => ({ ok: true, boleto: await read(reference) }),
      async cancelBoleto({ reference }) {
        await db.query(cancel, [reference]);
        return ok;
      },
      async changeDueDate({ reference }, dueDate): Promise<Answer<object>> {
        if (dueDate.endsWith(REFUSED_DAY)) return { ok: false, kind: 'refused', reason: REFUSED_DAY_BECAUSE };
        const changed = await db.query(changeDue, [reference, dueDate]);
        return changed.length > 0 ? ok : { ok: false, kind: 'refused', reason: 'it is not open' };
      },
      async paidBoletos(period) {
        return { ok: true, ...(await paidIn(db, period)) };
      },
      readNotice: async ({ body }) => readNotice(body),
      accepts: () => true,
      health: (): ProviderHealth => ({
        ...{ state: 'closed', since, calls: 0, failures: 0, averageLatencyMs: null, lastFailure: null },
      }),
    },
  };
}

/** A payer pays the boleto at the bank: once for one reference. False: it cannot be paid there. */
export async function payAtSandboxBank(
  db: Db,
  reference: string,
  { paymentReference, by, amountCents, paidAt }: SandboxBankPayment,
): Promise<boolean> {
  const payment = { paymentReference, by, amountCents: amountCents.toString(), paidAt: paidAt.toISOString() };
  const same = JSON.stringify([{ paymentReference }]);
  const paid = await db.query(pay, [reference, JSON.stringify([payment]), same]);
  if (paid.length > 0) return true;
  const [row] = await db.query<Stored>(find, [reference]);
  return row?.payments.some((each) => each.paymentReference === paymentReference) ?? false;
}

function stateOf({ payer }: BoletoRequest): Stored['state'] {
  return payer.document === REFUSED_DOCUMENT ? 'refused' : 'accepted';
}

function stored({ ourNumber, amountCents, merchantName }: BoletoRequest): string {
  return JSON.stringify({ ourNumber, amountCents: amountCents.toString(), merchantName });
}

function atBank(row: Stored, givesPix: boolean): BoletoAtBank {
  const bankReference = derivedId('sandbox bank', row.reference);
  const known = { bankReference, reason: null };
  if (!row.is_registered) return { ...known, state: 'registering', means: null, payments: [] };
  if (row.state === 'refused') {
    return { ...known, state: 'refused', reason: REFUSED_BECAUSE, means: null, payments: [] };
  }
  const payments = row.payments.map((payment) => paymentOf(row.reference, payment));
  const state = row.state === 'cancelled' ? 'cancelled' : payments.length > 0 ? 'paid' : 'open';
  return { ...known, state, means: meansOf(row, givesPix), payments, dueDate: row.due_date };
}

function meansOf({ reference, request, due_date: dueDate }: Stored, givesPix: boolean): BoletoMeans {
  const { ourNumber, merchantName } = request;
  const amountCents = cents(BigInt(request.amountCents));
  const freeField = itauFreeField({ ...BANK, ourNumber });
  const barcode = boletoBarcode({ bank: BANK.code, dueDate, amountCents, freeField });
  const pix = givesPix ? pixOf(reference, { amountCents, merchantName }) : null;
  return { barcode, digitableLine: digitableLine(barcode), ourNumber, pix };
}

function pixOf(
  reference: string,
  { amountCents, merchantName }: { amountCents: Cents; merchantName: string },
) {
  const txid = derivedId('sandbox bank pix', reference).replaceAll('-', '').slice(0, TXID_LENGTH);
  const copyPaste = staticBrCode({
    ...{ key: PIX_KEY, amountCents, merchantName, merchantCity: 'SAO PAULO', txid },
  });
  return { txid, copyPaste };
}

function paymentOf(
  reference: string,
  { paymentReference, by, amountCents, paidAt }: StoredPayment,
): BoletoPayment {
  return {
    paymentReference,
    reference,
    bankReference: derivedId('sandbox bank', reference),
    ourNumber: null,
    by,
    amountCents: cents(BigInt(amountCents)),
    bankFeeCents: BANK_FEE,
    paidAt: new Date(paidAt),
  };
}

async function paidIn(db: Db, { from, until, page }: PaidPeriod) {
  const end = startOfCivilDate(addDays(until, 1));
  const rows = await db.query<Stored>(paidBetween, [startOfCivilDate(from), end, page * PAGE]);
  const isIn = ({ paidAt }: StoredPayment) => {
    const day = civilDateOf(new Date(paidAt));
    return day >= from && day <= until;
  };
  const payments = rows
    .slice(0, PAGE)
    .flatMap((row) => row.payments.filter(isIn).map((payment) => paymentOf(row.reference, payment)));
  return { payments, nextPage: rows.length > PAGE ? page + 1 : null };
}

/** `{"boletos": [{"reference": "…"}]}` */
function readNotice(body: unknown) {
  const named = (body as { boletos?: unknown } | null)?.boletos;
  if (!Array.isArray(named)) return null;
  return named.flatMap((each: unknown) => {
    const reference = (each as { reference?: unknown } | null)?.reference;
    return typeof reference === 'string' ? [{ reference }] : [];
  });
}
