import { type Db, statement } from '../../db/pool.ts';
import type { Tx } from '../../db/transaction.ts';
import type { IdPage } from '../../http/id-page.ts';
import type { Cents } from '../../kit/money.ts';
import { oneAccountOf, type RowWriter } from '../../write/effects.ts';
import type { RowError } from './check-rows.ts';

export const IMPORT_STATUSES = ['checked', 'running', 'done', 'expired'] as const;
export const ROW_STATUSES = ['ready', 'refused', 'made', 'failed'] as const;
export type RowStatus = (typeof ROW_STATUSES)[number];

export type ChargeImport = {
  account_id: string;
  id: string;
  file_name: string;
  status: (typeof IMPORT_STATUSES)[number];
  rows_count: number;
  refused_count: number;
  made_count: number;
  failed_count: number;
  ready_cents: Cents;
  made_through: number;
  base_id: string | null;
  created_at: Date;
  confirmed_at: Date | null;
  finished_at: Date | null;
};

const COLUMNS = `account_id, id, file_name, status, rows_count, refused_count, made_count, failed_count, ready_cents,
  made_through, base_id, created_at, confirmed_at, finished_at`;

const find = statement(
  'imports.find',
  `select ${COLUMNS}
   from charge_imports
   where account_id = $1
     and id = $2`,
);
const lock = statement(
  'imports.lock',
  `select ${COLUMNS}
   from charge_imports
   where account_id = $1
     and id = $2
   for update`,
);
const list = statement(
  'imports.list',
  `select ${COLUMNS}
   from charge_imports
   where account_id = $1
     and id < $2
   order by id desc
   limit $3`,
);
const sealedRows = statement(
  'imports.sealed_rows',
  `select sealed_rows
   from charge_imports
   where account_id = $1
     and id = $2`,
);

export async function findImport(db: Db | Tx, accountId: string, id: string): Promise<ChargeImport | null> {
  const [row] = await db.query<ChargeImport>(find, [accountId, id]);
  return row ?? null;
}

export async function lockImport(tx: Tx, accountId: string, id: string): Promise<ChargeImport | null> {
  const [row] = await tx.query<ChargeImport>(lock, [accountId, id]);
  return row ?? null;
}

export function listImports(db: Db, accountId: string, { below, limit }: IdPage): Promise<ChargeImport[]> {
  return db.query<ChargeImport>(list, [accountId, below, limit + 1]);
}

export async function readSealedRows(db: Db, accountId: string, id: string): Promise<Buffer | null> {
  const [row] = await db.query<{ sealed_rows: Buffer | null }>(sealedRows, [accountId, id]);
  return row?.sealed_rows ?? null;
}

export type ImportRow = {
  line: number;
  status: RowStatus;
  value_cents: Cents | null;
  errors: RowError[] | null;
  charge_id: string | null;
};

const rows = statement(
  'imports.rows',
  `select line, status, value_cents, errors, charge_id
   from charge_import_rows
   where account_id = $1
     and import_id = $2
     and line > $3
     and ($4::text is null or status = $4)
   order by line
   limit $5`,
);

/** In the order of the file. An import has few thousand rows: those of one status are found among them. */
export function listRows(
  db: Db,
  accountId: string,
  importId: string,
  { after, status, limit }: { after: number; status: RowStatus | null; limit: number },
): Promise<ImportRow[]> {
  return db.query<ImportRow>(rows, [accountId, importId, after, status, limit]);
}

type StoredImport = ChargeImport & { sealed_rows: Buffer; rows: readonly ImportRow[] };

/** One import with its rows. */
export const insertImport: RowWriter<StoredImport> = {
  statement: statement(
    'imports.insert',
    `with made as (
       insert into charge_imports (account_id, id, file_name, status, rows_count, refused_count, ready_cents, sealed_rows,
         created_at)
       values ($1, $2, $3, 'checked', $4, $5, $6, $7, $8)
       on conflict (account_id, id) do nothing
       returning account_id, id
     ), lines as (
       insert into charge_import_rows (account_id, import_id, line, status, value_cents, errors)
       select made.account_id, made.id, line.*
       from made
       cross join unnest($9::integer[], $10::text[], $11::bigint[], $12::json[]) as line
     )
     select id from made`,
  ),
  values: ([row]) =>
    row
      ? [
          ...[row.account_id, row.id, row.file_name, row.rows_count, row.refused_count, row.ready_cents],
          ...[row.sealed_rows, row.created_at],
          row.rows.map(({ line }) => line),
          row.rows.map(({ status }) => status),
          row.rows.map(({ value_cents: cents }) => cents),
          row.rows.map(({ errors }) => errors && JSON.stringify(errors)),
        ]
      : [],
  writes: 'any',
};

type SavedImport = { accountId: string; after: ChargeImport };

/** What changes as an import goes on. Once it has ended, nothing of what the file said is kept. */
export const saveImport: RowWriter<SavedImport> = {
  statement: statement(
    'imports.save',
    `update charge_imports
     set status = $3,
         made_count = $4,
         failed_count = $5,
         made_through = $6,
         base_id = $7,
         confirmed_at = $8,
         finished_at = $9,
         sealed_rows = case when $3 in ('done', 'expired') then null else sealed_rows end
     where account_id = $1
       and id = $2
     returning id`,
  ),
  values: ([saved]) => {
    if (!saved) return [];
    const { after } = saved;
    return [
      ...[saved.accountId, after.id, after.status, after.made_count, after.failed_count, after.made_through],
      ...[after.base_id, after.confirmed_at, after.finished_at],
    ];
  },
  writes: 'all',
};

export type Outcome = { accountId: string; importId: string; line: number } & Pick<
  ImportRow,
  'status' | 'errors' | 'charge_id'
>;

export const saveOutcomes: RowWriter<Outcome> = {
  statement: statement(
    'imports.save_outcomes',
    `update charge_import_rows r
     set status = o.status,
         errors = o.errors,
         charge_id = o.charge_id
     from unnest($2::uuid[], $3::integer[], $4::text[], $5::json[], $6::uuid[])
       as o (import_id, line, status, errors, charge_id)
     where r.account_id = $1
       and r.import_id = o.import_id
       and r.line = o.line
     returning r.line`,
  ),
  values: (outcomes) => [
    oneAccountOf(outcomes),
    outcomes.map(({ importId }) => importId),
    outcomes.map(({ line }) => line),
    outcomes.map(({ status }) => status),
    outcomes.map(({ errors }) => errors && JSON.stringify(errors)),
    outcomes.map(({ charge_id: id }) => id),
  ],
  writes: 'all',
};
