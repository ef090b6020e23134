import type { Deps } from '../server/src/http/deps.ts';
import { loadCharges, paidOf, settleTables } from './bulk-load.ts';
import { Connection, get } from './connection.ts';
import { percentile } from './load.ts';
import { makeSeller, type Seller } from './sellers.ts';

const FEW_CHARGES = 1_000;
const PAGE = 100;
const WARM_UP_REQUESTS = 50;
const MEASURED_REQUESTS = 400;
const SEARCH_WITHIN_MS = 200;

export type Growth = {
  title: string;
  /** A bound on the long account's p50 where cost may grow with what is found; null: a bound on the ratio. */
  withinMs: number | null;
  fewMs: number;
  manyMs: number;
  errors: number;
  firstError: string | null;
};

type Loaded = Seller & { charges: number; deepestCursor: string };
type Question = {
  title: string;
  withinMs?: number;
  path(account: Loaded): string;
  mark(account: Loaded): string;
};

const RECEIVED = `/api/v1/charges?status=RECEIVED&limit=${PAGE}`;

const questions: Question[] = [
  {
    title: `GET /charges?status=RECEIVED&limit=${PAGE}&offset=0`,
    path: () => `${RECEIVED}&offset=0`,
    mark: ({ charges }) => `"total":${paidOf(charges)},"has_more":true`,
  },
  {
    title: 'the same, deepest page by cursor',
    path: ({ deepestCursor }) => `${RECEIVED}&cursor=${deepestCursor}`,
    mark: ({ charges }) => `"total":${paidOf(charges)},"has_more":false`,
  },
  {
    title: `GET /transactions?limit=${PAGE}`,
    path: () => `/api/v1/transactions?limit=${PAGE}`,
    mark: ({ charges }) => `"total":${paidOf(charges) * 3},"has_more":true`,
  },
  ...searches(),
  { title: 'GET /balance', path: () => '/api/v1/balance', mark: () => '"object":"balance"' },
];

/** A word of one charge; a common name; two names; a word of every charge; beginnings that very many words have. */
function searches(): Question[] {
  const found = (title: string, text: string): Question => ({
    title: `GET /charges?search=, ${title}`,
    withinMs: SEARCH_WITHIN_MS,
    path: () => `/api/v1/charges?limit=${PAGE}&search=${encodeURIComponent(text)}`,
    mark: () => '"object":"list","data":[{',
  });
  return [
    found('one charge', 'order-777'),
    found('a name of every 1,000th', 'familia77'),
    found('a name and an order', 'maria 740'),
    found('a name of every 20th', 'silva'),
    found('a word of all', 'pedido'),
    found('the beginning of all names', 'no fa'),
    found('a word and a single letter', 'silva m'),
    found('two digits', '77'),
  ];
}

/** The same requests to a small and to a large account of one database, alternating, so that noise affects both. */
export async function measureGrowth(deps: Deps, port: number, manyCharges: number): Promise<Growth[]> {
  const few = await loadedAccount(deps, FEW_CHARGES);
  const many = await loadedAccount(deps, manyCharges);
  await settleTables(deps);
  const connection = await Connection.open(port);
  await requireSameDepth(connection, few);
  const results: Growth[] = [];
  for (const question of questions) results.push(await ask(connection, question, few, many));
  connection.close();
  return results;
}

async function loadedAccount(deps: Deps, charges: number): Promise<Loaded> {
  const begin = performance.now();
  const seller = await makeSeller(deps, `Loja com ${charges}`);
  await loadCharges(deps, seller.id, charges);
  const [row] = await deps.db.query<{ id: string }>(
    `select id
     from charges
     where account_id = $1
       and status = 'RECEIVED'
     order by id
     limit 1
     offset ${PAGE}`,
    [seller.id],
  );
  const seconds = (performance.now() - begin) / 1_000;
  process.stdout.write(`  loaded an account with ${charges} charges in ${seconds.toFixed(1)} s\n`);
  return { ...seller, charges, deepestCursor: Buffer.from(`charges ${row?.id}`).toString('base64url') };
}

/** Reads the small account to its end: the cursor of its last page must be the one that was made for it. */
async function requireSameDepth(connection: Connection, account: Loaded): Promise<void> {
  let cursor = '';
  for (let page = 1; page * PAGE < paidOf(account.charges); page += 1) {
    const path = cursor === '' ? RECEIVED : `${RECEIVED}&cursor=${cursor}`;
    const { body } = await connection.send(get(path, account.apiKey));
    cursor = (JSON.parse(body.toString()) as { next_cursor: string }).next_cursor;
  }
  if (cursor !== account.deepestCursor)
    throw new Error('the deepest page is not where the bench looks for it');
}

async function ask(connection: Connection, question: Question, few: Loaded, many: Loaded): Promise<Growth> {
  const fewMs: number[] = [];
  const manyMs: number[] = [];
  const { title, withinMs = null } = question;
  const growth: Growth = { title, withinMs, fewMs: 0, manyMs: 0, errors: 0, firstError: null };
  const time = async (account: Loaded): Promise<number> => {
    const request = get(question.path(account), account.apiKey);
    const begin = performance.now();
    const { status, body } = await connection.send(request);
    const took = performance.now() - begin;
    if (status !== 200 || !body.includes(question.mark(account))) {
      growth.errors += 1;
      growth.firstError ??= `${status} ${body.toString('utf8', 0, 200)}`;
    }
    return took;
  };
  for (let turn = 0; turn < WARM_UP_REQUESTS + MEASURED_REQUESTS; turn += 1) {
    const tookFew = await time(few);
    const tookMany = await time(many);
    if (turn < WARM_UP_REQUESTS) continue;
    fewMs.push(tookFew);
    manyMs.push(tookMany);
  }
  return { ...growth, fewMs: percentile(fewMs, 0.5), manyMs: percentile(manyMs, 0.5) };
}
