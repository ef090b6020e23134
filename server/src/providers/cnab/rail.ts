import { boletoBarcode, digitableLine } from '../../brazil/boleto-code.ts';
import { CnabError } from '../../brazil/cnab/error.ts';
import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Vault } from '../../kit/secrets.ts';
import type {
  BoletoAtBank,
  BoletoMeans,
  BoletoPayment,
  BoletoProvider,
  RefusedDueDate,
  RemoteBoleto,
} from '../boleto.ts';
import type { Answer } from '../provider.ts';
import type { Rails } from '../rails.ts';
import type { CnabConfig } from './config.ts';
import {
  cancelUnsent,
  changeUnsentDueDate,
  findLastDueDate,
  findTitle,
  insertTitle,
  type LastDueDate,
  listPaid,
  listPayments,
  type PaymentRow,
  recordDueDate,
  recordWriteOff,
} from './store.ts';
import { requireCarried, type TitleRow, titleFrom, writtenTitle } from './title.ts';

type Parts = { readonly db: Db; readonly vault: Vault; readonly clock: Clock; readonly ids: Ids };

/** A bank that takes and gives files. What is asked of it waits for the next file; what it said is in the rows. */
export type CnabRail = BoletoProvider & { readonly remote: RemoteBoleto; readonly cnab: CnabConfig };

const PAYMENTS_PER_PAGE = 500;

export function openCnab(cnab: CnabConfig, parts: Parts): CnabRail {
  const { name } = cnab;
  const { db, vault, clock, ids } = parts;
  const openedAt = clock.now();
  const find = (reference: string) => findAtBank(cnab, db, reference);
  return {
    name,
    cnab,
    needsAddress: true,
    givesPix: false,
    refunder: null,
    async registerBoleto(request) {
      const known = await find(request.reference);
      if (known) return { ok: true, boleto: known };
      const title = carried(() => titleFrom(cnab, vault, request));
      if (!title.ok) return title;
      await insertTitle(db, name, title.value, { id: ids.next(), at: clock.now() });
      const boleto = await find(request.reference);
      return boleto ? { ok: true, boleto } : refused('our number is that of another title');
    },
    remote: {
      findBoleto: async ({ reference }) => ({ ok: true, boleto: await find(reference) }),
      async cancelBoleto({ reference }) {
        if (!(await cancelUnsent(db, name, reference, clock.now()))) {
          await recordWriteOff(db, name, reference, { id: ids.next(), at: clock.now() });
        }
        return { ok: true };
      },
      async changeDueDate({ reference }, dueDate) {
        const title = await findTitle(db, name, reference);
        if (!title) return refused('the bank has no such boleto');
        if (title.sealed === null) return refused('the boleto is ended');
        const changed = { ...title, due_date: dueDate };
        const checked = carried(() =>
          requireCarried(cnab, writtenTitle(cnab, vault, changed, 'change_due_date')),
        );
        if (!checked.ok) return checked;
        const change = { reference, dueDate, at: clock.now() };
        if (await changeUnsentDueDate(db, name, change)) return { ok: true };
        if (title.due_date === dueDate) return { ok: true };
        const last = await findLastDueDate(db, name, reference);
        if (last?.state === 'in_file' && last.dueDate === dueDate) return { ok: true, isPending: true };
        const isAsked = await recordDueDate(db, name, ids.next(), change);
        return isAsked ? { ok: true, isPending: true } : refused('the boleto is ended');
      },
      async paidBoletos({ from, until, page }) {
        const wanted = { from, until, limit: PAYMENTS_PER_PAGE + 1, offset: page * PAYMENTS_PER_PAGE };
        const rows = await listPaid(db, name, wanted);
        const payments = rows.slice(0, PAYMENTS_PER_PAGE).map(paymentOf);
        return { ok: true, payments, nextPage: rows.length > PAYMENTS_PER_PAGE ? page + 1 : null };
      },
      readNotice: async () => null,
      accepts: () => true,
      health: () => ({
        ...{ state: 'closed', since: openedAt, calls: 0, failures: 0 },
        ...{ averageLatencyMs: null, lastFailure: null },
      }),
    },
  };
}

/** The banks of this installation that take files. */
export function cnabRails({ boleto }: Pick<Rails, 'boleto'>): CnabRail[] {
  return boleto.filter((provider): provider is CnabRail => 'cnab' in provider);
}

async function findAtBank(cnab: CnabConfig, db: Db, reference: string): Promise<BoletoAtBank | null> {
  const title = await findTitle(db, cnab.name, reference);
  if (!title) return null;
  const payments = await listPayments(db, cnab.name, reference);
  const { state, reason, due_date: dueDate } = title;
  return {
    ...{ state, reason, dueDate, bankReference: null },
    refusedDueDate: refusalIn(await findLastDueDate(db, cnab.name, reference)),
    means: meansOf(cnab, title),
    payments: payments.map(paymentOf),
  };
}

function refusalIn(last: LastDueDate | null): RefusedDueDate | null {
  if (last?.state !== 'refused' || last.at === null) return null;
  return { dueDate: last.dueDate, reason: last.reason ?? '', at: last.at };
}

/** Computed here: the seller numbers its titles, and the bank takes them as they are. */
function meansOf({ bank }: CnabConfig, title: TitleRow): BoletoMeans {
  const { due_date: dueDate, amount_cents: amountCents, free_field: freeField } = title;
  const barcode = boletoBarcode({ bank: bank.code, dueDate, amountCents, freeField });
  return { barcode, digitableLine: digitableLine(barcode), ourNumber: title.our_number, pix: null };
}

function paymentOf(row: PaymentRow): BoletoPayment {
  return {
    paymentReference: row.payment_reference,
    reference: row.reference,
    bankReference: null,
    ourNumber: row.our_number,
    by: 'boleto',
    amountCents: row.amount_cents,
    bankFeeCents: row.fee_cents,
    paidAt: row.paid_at,
  };
}

function refused(reason: string): Answer<never> {
  return { ok: false, kind: 'refused', reason };
}

/** What no file can carry is refused with the words of the engine. */
function carried<T>(work: () => T): Answer<{ value: T }> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    if (error instanceof CnabError) return refused(error.message);
    throw error;
  }
}
