import { runTransaction, type Tx } from '../server/src/db/transaction.ts';
import type { Deps } from '../server/src/http/deps.ts';
import { DAY_MS, HOUR_MS } from '../server/src/kit/clock.ts';
import { cents } from '../server/src/kit/money.ts';
import { qrPng } from '../server/src/qr/png.ts';

const SPREAD_MS = 20 * DAY_MS;
const LOADED_TABLES = [
  ...['charges', 'public_tokens', 'provider_references', 'events', 'ledger_entries', 'ledger_postings'],
  ...['ledger_balances', 'charge_counts', 'charge_count_marks', 'search_words'],
];

/** Of ten charges seven are paid, two have expired, one is pending. */
export function paidOf(count: number): number {
  return Math.floor(count / 10) * 7;
}

/**
 * Gives an account a history, set-based, as the gateway itself would have written it: the ledger's audit finds no
 * difference. `count` is a multiple of ten. Nothing of it falls due while the bench runs.
 */
export async function loadCharges(deps: Deps, accountId: string, count: number): Promise<void> {
  await runTransaction(deps.db.patient, async (tx) => {
    await tx.query(`set local work_mem = '128MB'`);
    await plan(tx, deps, count);
    await insertCharges(tx, deps, accountId);
    await insertSearchWords(tx, accountId);
    await insertEvents(tx, accountId);
    await insertLedger(tx, accountId);
  });
  deps.rollups.touch(accountId);
  await deps.rollups.fold();
}

/** Otherwise the first readers would set every row's hint bits, and autovacuum would come in the middle. */
export async function settleTables(deps: Deps): Promise<void> {
  for (const table of LOADED_TABLES) await deps.db.patient.query(`vacuum (analyze) ${table}`);
  await deps.db.patient.query('checkpoint');
}

/** The fee plan of a new account: 5.99% rounded up + 2.50, and 5% of the rest, half up, as reserve. */
async function plan(tx: Tx, deps: Deps, count: number): Promise<void> {
  const end = deps.clock.now().getTime() - HOUR_MS;
  await tx.query(
    `create temp table planned on commit drop as
     with numbered as (
       select n, md5(random()::text || n) as random,
         to_timestamp((${end - SPREAD_MS} + n * ${SPREAD_MS}::bigint / ${count}) / 1000.0) as created_at,
         case when n % 10 < 7 then 'RECEIVED' when n % 10 < 9 then 'CANCELLED' else 'PENDING' end as status,
         1000 + n % 100 * 100 as value_cents
       from generate_series(0, ${count - 1}::bigint) as n
     ), with_fee as (
       select *, (value_cents * 599 + 9999) / 10000 + 250 as fee_cents
       from numbered
     ), with_reserve as (
       select *, ((value_cents - fee_cents) * 500 + 5000) / 10000 as reserve_cents,
         lpad(to_hex((extract(epoch from created_at) * 1000)::bigint), 12, '0') as instant
       from with_fee
     )
     select n, random, created_at, created_at + interval '1 minute' as paid_at, status, value_cents, fee_cents,
       reserve_cents, value_cents - fee_cents - reserve_cents as rest_cents,
       (instant || '7' || substr(random, 1, 3) || '8' || substr(random, 4, 15))::uuid as id,
       n / 10 * 7 + n % 10 as paid_before,
       sum(value_cents - fee_cents - reserve_cents) filter (where status = 'RECEIVED')
         over (order by n rows between unbounded preceding and current row)::bigint as available_after
     from with_reserve`,
  );
}

/** A thousand first names and a thousand last names, the first of each as often as a common name is. */
const NAME_OF_PAYER = `case when n % 20 = 0 then 'Maria Silva' else 'Nome' || n % 997 || ' Familia' || n % 1009 end`;

async function insertCharges(tx: Tx, deps: Deps, accountId: string): Promise<void> {
  const pix = await deps.rails.pix[0].createPix({
    txid: 'A'.repeat(25),
    amountCents: cents(1_234n),
    merchantName: 'Loja',
    description: null,
    expiresInSeconds: 60,
    payer: null,
    due: null,
  });
  if (!pix.ok) throw new Error('the sandbox makes PIX codes');
  await tx.query(
    `insert into charges (account_id, id, number, billing_type, payer_chooses, status, value_cents, fee_basis_points,
       fee_fixed_cents, reserve_basis_points, reserve_days, platform_fee_cents, net_value_cents, reserve_cents,
       reserve_held_cents, paid_cents, max_installments, description, external_reference, customer, token, pix_txid,
       pix_copy_paste, pix_expires_at, pix_qr_png, payment_reference, paid_at, due_at, event_sequence, created_at)
     select $1, id, nextval('charge_number_seq'), 'PIX', false, status, value_cents, 599, 250, 500, 30, fee_cents,
       case when paid then rest_cents else value_cents - fee_cents end, case when paid then reserve_cents else 0 end,
       case when paid then reserve_cents else 0 end, case when paid then value_cents end, 12, 'Pedido ' || n,
       'order-' || n, json_build_object('name', ${NAME_OF_PAYER}, 'email', null, 'cpf_cnpj', null, 'phone', null),
       substr(random, 1, 22), substr(random, 1, 25), $2, created_at + interval '60 days', $3,
       case when paid then 'E99999004' || substr(random, 1, 23) end, case when paid then paid_at end,
       case status when 'RECEIVED' then paid_at + interval '30 days'
                   when 'PENDING' then created_at + interval '60 days' end,
       case status when 'PENDING' then 1 else 2 end, created_at
     from planned
     cross join lateral (select status = 'RECEIVED' as paid) as state`,
    [accountId, pix.copyPaste, qrPng(pix.copyPaste)],
  );
  await tx.query(
    `insert into public_tokens (token, account_id, kind, object_id)
     select substr(random, 1, 22), $1, 'charge', id
     from planned
     order by 1`,
    [accountId],
  );
  await tx.query(
    `insert into provider_references (reference, account_id, charge_id)
     select substr(random, 1, 25), $1, id
     from planned
     order by 1`,
    [accountId],
  );
}

/** As `searchLexemes` writes them. */
async function insertSearchWords(tx: Tx, accountId: string): Promise<void> {
  await tx.query(
    `insert into search_words (account_id, kind, object_id, words)
     select $1::uuid, 'charge', id,
       array_to_tsvector(array(
         select distinct right($1::text, 8) || 'cw' || word
         from unnest(array['pedido', n::text, 'order'] || string_to_array(lower(${NAME_OF_PAYER}), ' ')) as word
       ))
     from planned`,
    [accountId],
  );
}

const EVENT_DATA = `format('{"charge":{"id":"%s","status":"%s","billing_type":"PIX","value":%s,"net_value":%s,'
  '"description":"Pedido %s","external_reference":"order-%s","payment_date":null},"customer":null,'
  '"refunded_amount":0,"postback_url":null}', id, change.status, value_cents / 100, rest_cents / 100, n, n)::json`;

async function insertEvents(tx: Tx, accountId: string): Promise<void> {
  await tx.query(
    `insert into events (account_id, id, type, charge_id, sequence, audience, billing_type, previous_billing_type,
       status, previous_status, data, created_at, xact_id)
     select $1, uuidv7(), change.type, id, change.sequence, 'owner', 'PIX', change.previous_billing_type,
       change.status, change.previous_status, ${EVENT_DATA}, change.at, (select position_of(pg_current_xact_id()))
     from planned
     cross join lateral (
       values ('charge.pending', 1, null, 'PENDING', null, created_at),
         (case planned.status when 'RECEIVED' then 'charge.paid' else 'charge.cancelled' end, 2, 'PIX',
           planned.status, 'PENDING', paid_at)
     ) as change (type, sequence, previous_billing_type, status, previous_status, at)
     where change.sequence = 1 or planned.status <> 'PENDING'`,
    [accountId],
  );
}

async function insertLedger(tx: Tx, accountId: string): Promise<void> {
  await tx.query(
    `insert into ledger_entries (account_id, fact, charge_id, occurred_at)
     select $1, 'charge:' || id || ':paid', id, paid_at
     from planned
     where status = 'RECEIVED'`,
    [accountId],
  );
  await tx.query(
    `insert into ledger_postings (account_id, sequence, fact, from_bucket, to_bucket, amount_cents, category, type,
       available_after_cents, charge_id, occurred_at)
     select $1, paid_before * 3 + line.position, 'charge:' || id || ':paid', line.from_bucket, line.to_bucket,
       line.amount_cents, line.category, line.type, available_after - rest_cents + line.effect_cents, id, paid_at
     from planned
     cross join lateral (
       values (1, 'external', 'available', value_cents, 'sale', 'credit', value_cents),
         (2, 'available', 'fees', fee_cents, 'fee', 'debit', value_cents - fee_cents),
         (3, 'available', 'reserved', reserve_cents, 'reserve_hold', 'debit', rest_cents)
     ) as line (position, from_bucket, to_bucket, amount_cents, category, type, effect_cents)
     where status = 'RECEIVED'`,
    [accountId],
  );
  await tx.query(
    `update ledger_balances b
     set available_cents = sums.rest_cents,
         reserved_cents = sums.reserve_cents,
         fees_cents = sums.fee_cents,
         external_cents = -sums.value_cents,
         last_sequence = sums.paid * 3,
         credit_count = sums.paid,
         debit_count = sums.paid * 2
     from (
       select sum(rest_cents) as rest_cents, sum(reserve_cents) as reserve_cents, sum(fee_cents) as fee_cents,
         sum(value_cents) as value_cents, count(*) as paid
       from planned
       where status = 'RECEIVED'
     ) as sums
     where b.account_id = $1`,
    [accountId],
  );
}
