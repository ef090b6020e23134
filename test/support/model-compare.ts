import { readBalance } from '../../server/src/balance/balance.ts';
import { presentBalance } from '../../server/src/balance/shapes.ts';
import { listTransactions } from '../../server/src/balance/transactions.ts';
import { listWithdrawals } from '../../server/src/balance/withdrawals.ts';
import type { ChargeDeps } from '../../server/src/charges/deps.ts';
import { chargeWithDetails } from '../../server/src/charges/details.ts';
import { linksOf, presentCharge } from '../../server/src/charges/shapes.ts';
import { idPageOf } from '../../server/src/http/id-page.ts';
import { pageOf } from '../../server/src/http/lists.ts';
import type { ModelCharge, ModelSeller } from './model.ts';
import type { ModelRun } from './model-run.ts';

const MAX_STATEMENT_DAYS = 1_000;

const reais = (cents: bigint) => Number(cents) / 100;

/** Everything a seller can see, as the gateway shows it and as the model has it. */
export async function compared(
  deps: ChargeDeps,
  run: ModelRun,
): Promise<{ shown: unknown; expected: unknown }> {
  const { model, accounts, chargeIds, withdrawalIds } = run;
  const [sellers, charges] = await Promise.all([
    Promise.all(accounts.map((id) => shownSeller(deps, id))),
    Promise.all(
      chargeIds.map((id, at) => shownCharge(deps, accounts[model.charges[at]?.owner ?? 0] ?? '', id)),
    ),
  ]);
  const statuses = new Map(model.withdrawals.map(({ status }, at) => [withdrawalIds[at], status]));
  return {
    shown: { sellers, charges },
    expected: {
      sellers: model.sellers.map((seller, at) => ({
        ...expectedSeller(seller),
        withdrawals: Object.fromEntries(
          [...statuses].filter((_, index) => model.withdrawals[index]?.owner === at).sort(byKey),
        ),
      })),
      charges: model.charges.map(expectedCharge),
    },
  };
}

const byKey = ([one = '']: [string | undefined, unknown], [other = '']: [string | undefined, unknown]) =>
  one < other ? -1 : 1;

async function shownSeller(deps: ChargeDeps, id: string) {
  const [balance, statement, withdrawals] = await Promise.all([
    readBalance(deps.db, id),
    listTransactions(deps, id, undefined, { ...pageOf('model', {}), limit: MAX_STATEMENT_DAYS }),
    listWithdrawals(deps.db, id, undefined, idPageOf('model', {})),
  ]);
  const lines = new Map<string, { count: number; amount: bigint }>();
  for (const [, type, cents, category] of statement.rows) {
    const before = lines.get(`${type} ${category}`) ?? { count: 0, amount: 0n };
    lines.set(`${type} ${category}`, { count: before.count + 1, amount: before.amount + BigInt(cents) });
  }
  return {
    ...presentBalance(balance),
    lines: sortedLines([...lines].map(([name, { count, amount }]) => [name, count, amount])),
    line_total: Number(statement.total),
    balance_after: reais(BigInt(statement.rows[0]?.[4] ?? 0)),
    withdrawals: Object.fromEntries(
      withdrawals.rows.map((row): [string, string] => [row.id, row.status]).sort(byKey),
    ),
  };
}

function expectedSeller({ available, reserved, lines }: ModelSeller) {
  return {
    object: 'balance',
    available: reais(available),
    receivable: 0,
    reserved: reais(reserved),
    total: reais(available + reserved),
    lines: sortedLines([...lines].map(([name, { count, cents }]) => [name, count, cents])),
    line_total: [...lines.values()].reduce((sum, line) => sum + line.count, 0),
    balance_after: reais(available),
  };
}

function sortedLines(lines: [string, number, bigint][]): string[] {
  return lines.map(([name, count, cents]) => `${name}: ${count} lines, ${cents} cents`).sort();
}

async function shownCharge(deps: ChargeDeps, accountId: string, id: string) {
  const { charge, ...details } = await chargeWithDetails(deps, accountId, id);
  const shown = presentCharge(charge, await linksOf(deps, accountId), details);
  return {
    status: shown.status,
    billing_type: shown.billing_type,
    value: shown.value,
    net_value: shown.net_value,
    platform_fee: shown.platform_fee,
    reserve_amount: shown.reserve_amount,
    paid_value: shown.paid_value,
    refunded_amount: shown.refunded_amount,
    refunds_listed:
      (shown.refunds ?? []).reduce((sum, { amount }) => sum + Math.round(amount * 100), 0) / 100,
    returned: (shown.returned_payments ?? []).map((stray) => stray.status),
  };
}

function expectedCharge(charge: ModelCharge) {
  return {
    status: charge.status,
    billing_type: charge.method,
    value: reais(charge.value),
    net_value: reais(charge.net),
    platform_fee: reais(charge.fee),
    reserve_amount: charge.paid === null ? undefined : reais(charge.reserve),
    paid_value: charge.paid === null ? undefined : reais(charge.paid),
    refunded_amount: reais(charge.refunded),
    refunds_listed: reais(charge.refunded),
    returned: Array.from({ length: charge.returned }, () => 'returned'),
  };
}
