import { Type } from 'typebox';
import { type App, errorAnswers } from '../http/app-type.ts';
import { type Column, column, type Words, words } from '../http/exports/columns.ts';
import { COUNT_ONLY, fileQuery, fileSchema, pagesOf, sendList } from '../http/exports/send-file.ts';
import { accountOf } from '../http/principal.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { cents } from '../kit/money.ts';
import type { BillingType, Status } from './charge.ts';
import type { ChargeDeps } from './deps.ts';
import { DISPUTE_STATUSES, type Dispute, type DisputeStatus } from './disputes/dispute.ts';
import { withOpenDisputes } from './disputes/listed.ts';
import { listDisputes } from './disputes/store.ts';
import { listCharges, readCharges } from './list.ts';
import { chargeFilterQuery, readChargeFilter } from './list-request.ts';
import { answersInWords, type BoughtCharge, withPurchases } from './listed-purchases.ts';
import { listedByIds } from './search.ts';

/** So many chosen charges fit into an address. */
const MAX_CHOSEN = 200;

const STATUS_WORDS: Record<Status, Words> = {
  PENDING: words('Pendente', 'Pending'),
  RECEIVED: words('Recebida', 'Received'),
  REFUSED: words('Recusada', 'Refused'),
  REFUNDED: words('Devolvida', 'Refunded'),
  CANCELLED: words('Cancelada', 'Cancelled'),
  OVERDUE: words('Vencida', 'Overdue'),
};
const METHOD_WORDS: Record<BillingType, Words> = {
  PIX: words('PIX', 'PIX'),
  CREDIT_CARD: words('Cartão', 'Card'),
  BOLETO: words('Boleto', 'Boleto'),
  UNDEFINED: words('Pagador escolhe', "Payer's choice"),
};

const amount = (value: number | null) => (value === null ? null : { cents: cents(BigInt(value)) });
const instant = (text: string | null) => (text === null ? null : { at: new Date(text) });

const PURCHASE_AT = 16;

const CHARGE_COLUMNS: readonly Column<BoughtCharge>[] = [
  column('Criada em', 'Created at', ([, , , , , , , , , , , , createdAt]) => instant(createdAt)),
  column('Situação', 'Status', ([, , status]) => STATUS_WORDS[status]),
  column('Meio', 'Method', ([, billingType]) => METHOD_WORDS[billingType]),
  column('Valor', 'Value', ([, , , value]) => amount(value)),
  column('Valor pago', 'Paid value', ([, , , , , paid]) => amount(paid)),
  column('Valor líquido', 'Net value', ([, , , , net]) => amount(net)),
  column('Paga em', 'Paid at', ([, , , , , , , , , , , paidAt]) => instant(paidAt)),
  column('Cliente', 'Customer', ([, , , , , , , , , customerName]) => customerName),
  column('Descrição', 'Description', ([, , , , , , description]) => description),
  column('Referência', 'Reference', ([, , , , , , , reference]) => reference),
  column('ID da cobrança', 'Charge ID', ([id]) => id),
  column('ID do cliente', 'Customer ID', ([, , , , , , , , customerId]) => customerId),
  column('ID do link', 'Payment link ID', ([, , , , , , , , , , linkId]) => linkId),
  column('Quantidade', 'Quantity', ({ [PURCHASE_AT]: bought }) => bought && { count: bought.quantity }),
  column('Cupom', 'Coupon', ({ [PURCHASE_AT]: bought }) => bought?.coupon?.code ?? null),
  column('Desconto do cupom', 'Coupon discount', ({ [PURCHASE_AT]: bought }) =>
    bought?.coupon ? { cents: cents(BigInt(bought.coupon.discountCents)) } : null,
  ),
  column('Respostas', 'Answers', ({ [PURCHASE_AT]: bought }) => answersInWords(bought)),
];

export function exportRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/charges/export', {
    config: { access: 'key' },
    schema: {
      tags: ['Charges'],
      summary: 'Export charges as a file, newest first, with the filters of the list',
      ...fileSchema,
      querystring: Type.Object({
        ...fileQuery,
        ...chargeFilterQuery,
        ids: Type.Optional(
          Type.String({
            maxLength: 40 * MAX_CHOSEN,
            description: `Only these charges: up to ${MAX_CHOSEN} ids, separated by commas; other filters are left out`,
          }),
        ),
      }),
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const accountId = accountOf(request);
      const { pages, total } =
        query.ids === undefined
          ? await allOf(deps, accountId, readChargeFilter(query))
          : await chosenOf(deps, accountId, readIds(query.ids));
      const name = { pt: 'cobrancas', en: 'charges' };
      return sendList(reply, query, { name, columns: CHARGE_COLUMNS, pages, total, now: deps.clock.now() });
    },
  });
  disputeExport(app, deps);
}

type Exported = { pages: AsyncIterable<readonly BoughtCharge[]>; total: bigint | number };

async function allOf(
  deps: ChargeDeps,
  accountId: string,
  filter: ReturnType<typeof readChargeFilter>,
): Promise<Exported> {
  const { total } = await deps.reads.read(deps, accountId, (from) =>
    listCharges(from, accountId, filter, COUNT_ONLY),
  );
  const pages = pagesOf<BoughtCharge>(
    'charges',
    ([id]) => id,
    (page) =>
      deps.reads.read(deps, accountId, async (from) =>
        withPurchases(from, accountId, await readCharges(from, accountId, filter, page)),
      ),
  );
  return { pages, total };
}

async function chosenOf(deps: ChargeDeps, accountId: string, ids: readonly string[]): Promise<Exported> {
  const { db } = deps;
  const listed = await withOpenDisputes(db, accountId, await listedByIds(db, accountId, ids));
  const rows = await withPurchases(deps, accountId, listed);
  return {
    pages: pagesOf(
      'charges',
      ([id]) => id,
      async () => rows,
    ),
    total: rows.length,
  };
}

function readIds(text: string): string[] {
  const ids = [...new Set(text.split(','))];
  if (ids.length > MAX_CHOSEN) throw invalidField('ids', `must be at most ${MAX_CHOSEN}`);
  if (!ids.every(isId)) throw invalidField('ids', 'must be ids, separated by commas');
  return ids;
}

const DISPUTE_WORDS: Record<DisputeStatus, Words> = {
  open: words('Aberta', 'Open'),
  won: words('Ganha', 'Won'),
  lost: words('Perdida', 'Lost'),
};

const DISPUTE_COLUMNS: readonly Column<Dispute>[] = [
  column('Aberta em', 'Opened at', ({ createdAt }) => ({ at: createdAt })),
  column('Situação', 'Status', ({ status }) => DISPUTE_WORDS[status]),
  column('Tipo', 'Kind', ({ kind }) =>
    kind === 'med' ? words('MED (PIX)', 'MED (PIX)') : words('Chargeback', 'Chargeback'),
  ),
  column('Valor', 'Amount', ({ amountCents }) => ({ cents: amountCents })),
  column('Motivo', 'Reason', ({ reason }) => reason),
  column('Encerrada em', 'Closed at', ({ closedAt }) => (closedAt ? { at: closedAt } : null)),
  column('ID da cobrança', 'Charge ID', ({ chargeId }) => chargeId),
  column('ID da contestação', 'Dispute ID', ({ id }) => id),
];

function disputeExport(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/disputes/export', {
    config: { access: 'key' },
    schema: {
      tags: ['Disputes'],
      summary: 'Export disputes as a file, newest first',
      ...fileSchema,
      querystring: Type.Object({ ...fileQuery, status: Type.Optional(Type.Enum([...DISPUTE_STATUSES])) }),
      response: { 200: Type.String(), ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { query } = request;
      const filter = { accountId: accountOf(request), status: query.status ?? null, chargeId: null };
      const { total } = await listDisputes(deps.db, { ...filter, ...COUNT_ONLY });
      const pages = pagesOf<Dispute>(
        'disputes',
        ({ id }) => id,
        async (page) => (await listDisputes(deps.db, { ...filter, ...page })).rows,
      );
      const name = { pt: 'contestacoes', en: 'disputes' };
      return sendList(reply, query, { name, columns: DISPUTE_COLUMNS, pages, total, now: deps.clock.now() });
    },
  });
}
