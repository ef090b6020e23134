import { type Db, statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS } from '../kit/clock.ts';
import { isId } from '../kit/ids.ts';
import type { FilePurpose, FileType } from './purposes.ts';

/** A file without its content. */
export type FileRow = {
  account_id: string;
  id: string;
  purpose: FilePurpose;
  content_type: FileType;
  name: string | null;
  size: number;
  width: number | null;
  height: number | null;
  sha256: Buffer;
  is_stored: boolean;
  keep_until: Date | null;
  created_at: Date;
};
export type NewFile = FileRow & { data: Buffer | null };

/** Uploaded and attached to nothing. */
export const UNUSED_FOR_MS = DAY_MS;
/** Mails and kept pages still show a picture that was replaced. */
const RELEASED_FOR_MS = 30 * DAY_MS;

const COLUMNS = `account_id, id, purpose, content_type, name, size, width, height, sha256, is_stored, keep_until,
  created_at`;

const byId = statement('files.by_id', `select ${COLUMNS} from files where account_id = $1 and id = $2`);

/** A file whose content is there. */
export async function findFile(db: Db | Tx, accountId: string, id: string): Promise<FileRow | null> {
  const file = await findAnyFile(db, accountId, id);
  return file?.is_stored ? file : null;
}

export async function findAnyFile(db: Db | Tx, accountId: string, id: string): Promise<FileRow | null> {
  if (!isId(id)) return null;
  const [row] = await db.query<FileRow>(byId, [accountId, id]);
  return row ?? null;
}

const lockById = statement('files.lock', `${byId.text} for update`);

/** Before it is attached: then it cannot be swept away meanwhile. Null: there is none of that purpose. */
export async function lockFile(
  tx: Tx,
  accountId: string,
  id: string,
  purpose: FilePurpose,
): Promise<FileRow | null> {
  if (!isId(id)) return null;
  const [row] = await tx.query<FileRow>(lockById, [accountId, id]);
  return row?.is_stored && row.purpose === purpose ? row : null;
}

const usage = statement(
  'files.usage',
  `select count(*) filter (where purpose = $2) as files,
     coalesce(sum(size), 0) as bytes
   from files
   where account_id = $1`,
);
export type FileUsage = { files: bigint; bytes: bigint };

/** Not locked: uploads at the same time may together pass a bound by one each. */
export async function fileUsage(tx: Tx, accountId: string, purpose: FilePurpose): Promise<FileUsage> {
  const [row] = await tx.query<FileUsage>(usage, [accountId, purpose]);
  return row ?? { files: 0n, bytes: 0n };
}

export const insertFile = {
  statement: statement(
    'files.add',
    `insert into files (${COLUMNS}, data)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
     on conflict (account_id, id) do update
       set content_type = excluded.content_type,
           size = excluded.size,
           width = excluded.width,
           height = excluded.height,
           sha256 = excluded.sha256,
           is_stored = excluded.is_stored
       where not files.is_stored
     returning id`,
  ),
  values: ([file]: readonly NewFile[]) =>
    file
      ? [
          ...[file.account_id, file.id, file.purpose, file.content_type, file.name, file.size, file.width],
          ...[file.height, file.sha256, file.is_stored, file.keep_until, file.created_at, file.data],
        ]
      : [],
  writes: 'all' as const,
};

type Kept = { accountId: string; id: string };
/** `forMs`: how long it is kept yet; default: as long as mails may show it. */
type Released = Kept & { now: Date; forMs?: number };

const KEEP = `update files
   set keep_until = $3
   where account_id = $1
     and id = any($2::uuid[])
   returning id`;

/** Something refers to it: it stays. The files of one write are of one account. */
export const keepFile = {
  statement: statement('files.keep', KEEP),
  values: (files: readonly Kept[]) => [files[0]?.accountId, files.map(({ id }) => id), null],
  writes: 'all' as const,
};

/** Nothing refers to it any more. */
export const releaseFile = {
  statement: statement('files.release', KEEP),
  values: (files: readonly Released[]) => {
    const [first] = files;
    const until = first && new Date(first.now.getTime() + (first.forMs ?? RELEASED_FOR_MS));
    return [first?.accountId, files.map(({ id }) => id), until];
  },
  writes: 'any' as const,
};
