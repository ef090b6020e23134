import { fieldsOf, jsonRequest } from '../kit/call.ts';
import { OPERATOR } from '../kit/processes.ts';
import type { Random } from '../kit/random.ts';
import { comesTrue } from '../kit/until.ts';
import type { Driver } from './driver.ts';
import type { ModelCharge } from './model.ts';
import { reais } from './money.ts';
import type { Probe } from './probe.ts';
import type { Receiver } from './receiver.ts';
import { difference, type Shop, type ShopAccount, shownCharge } from './shop.ts';

const READERS = 8;
const MAX_PAGES = 20_000;
/** Three attempts at 0, 5 and 30 seconds, and a little for a slow machine. */
const NOTIFIED_WITHIN_MS = 90_000;

type Row = Record<string, unknown>;

/** Everything that was acknowledged exists exactly once, and everything there is was asked for. */
export async function verifyShop(shop: Shop): Promise<void> {
  await shop.readBalances();
  await verifyCharges(shop);
  await Promise.all([verifyWithdrawals(shop), verifyDisputes(shop)]);
  for (const at of shop.accounts.keys()) await verifyStatement(shop, at);
}

async function allRows(driver: Driver, random: Random, account: ShopAccount, path: string): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: unknown = null;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const from: string = cursor ? `&cursor=${encodeURIComponent(String(cursor))}` : '';
    const answer = await driver.read(`${path}?limit=100${from}`, account.headers, random);
    const body = fieldsOf(answer?.json);
    if (answer?.status !== 200 || !Array.isArray(body.data)) {
      driver.findings.add('wrong', `${path} of ${account.path}: ${answer?.status} ${answer?.text}`);
      return rows;
    }
    rows.push(...(body.data as Row[]));
    cursor = body.next_cursor;
    if (!body.has_more) {
      if (body.total !== rows.length)
        driver.findings.add(
          'wrong',
          `${path} of ${account.path}: total ${body.total}, and ${rows.length} rows`,
        );
      return rows;
    }
  }
  return rows;
}

async function verifyCharges(shop: Shop): Promise<void> {
  const { driver, model, random } = shop;
  const rows = await allRows(driver, random, shop.owner, '/api/v1/charges');
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  if (byId.size !== rows.length) driver.findings.add('wrong', `${shop.name}: a charge is listed twice`);
  adoptLoose(shop, rows);
  for (const charge of model.inOrder) {
    const row = byId.get(charge.id);
    if (!row)
      driver.findings.add('lost', `charge ${charge.id} (${charge.reference}) was acknowledged and is gone`);
    else if (row.status !== charge.status)
      driver.findings.add(
        'wrong',
        `charge ${charge.id}: ${row.status} in the list, must be ${charge.status}`,
      );
  }
  const references = new Map<unknown, number>();
  for (const row of rows) {
    references.set(row.external_reference, (references.get(row.external_reference) ?? 0) + 1);
    if (!model.charges.has(String(row.id)))
      driver.findings.add(
        'doubled',
        `charge ${row.id} (${row.external_reference}) exists and was never acknowledged`,
      );
  }
  for (const [reference, times] of references)
    if (times > 1) driver.findings.add('doubled', `${reference} has ${times} charges`);
  await inParallel(
    model.inOrder.filter(({ id }) => byId.has(id)),
    (charge) => verifyCharge(shop, charge),
  );
}

async function verifyCharge(shop: Shop, charge: ModelCharge): Promise<void> {
  const answer = await shop.driver.read(`/api/v1/charges/${charge.id}`, shop.owner.headers, shop.random);
  if (!answer) return;
  const body = fieldsOf(answer.json);
  const refunds = Array.isArray(body.refunds) ? (body.refunds as Row[]) : [];
  const refunded = refunds.reduce((sum, { amount }) => sum + Math.round(Number(amount) * 100), 0);
  const returned = Array.isArray(body.returned_payments) ? body.returned_payments.length : 0;
  const wrong =
    difference(body, shownCharge(charge)) ??
    (refunded === Number(charge.refunded) ? null : `its refunds are ${refunded} cents`) ??
    (returned === charge.returned ? null : `${returned} payments were returned`) ??
    ((body.oversold === true) === charge.isOversold ? null : `oversold is ${body.oversold}`);
  if (wrong) shop.driver.findings.add('wrong', `charge ${charge.id}: ${wrong}: ${answer.text}`);
}

/** Charges asked for without a key and without an answer: there may be one of each, and none after OVERLOADED. */
function adoptLoose({ loose, model, driver }: Shop, rows: readonly Row[]): void {
  const open = new Map(loose.map((each) => [each.reference, each]));
  for (const row of rows) {
    const found = open.get(String(row.external_reference));
    if (!found) continue;
    open.delete(found.reference);
    if (found.exists === 'no') driver.findings.add('wrong', `${found.reference} was OVERLOADED and exists`);
    model.create({
      id: String(row.id),
      reference: found.reference,
      method: found.method,
      value: found.value,
      installments: found.installments,
      split: [],
      product: null,
    });
  }
}

async function verifyWithdrawals({ driver, random, owner, model }: Shop): Promise<void> {
  const rows = await allRows(driver, random, owner, '/api/v1/withdrawals');
  const wanted = model.withdrawals.map(({ id, cents, status }) => ({ id, amount: reais(cents), status }));
  compareById(driver, 'withdrawal', rows, wanted);
}

async function verifyDisputes({ driver, random, owner, model }: Shop): Promise<void> {
  const rows = await allRows(driver, random, owner, '/api/v1/disputes');
  const wanted = model.disputes.map(({ id, cents, status }) => ({ id, amount: reais(cents), status }));
  compareById(driver, 'dispute', rows, wanted);
}

function compareById(
  { findings }: Driver,
  what: string,
  rows: readonly Row[],
  wanted: readonly { id: string }[],
): void {
  const byId = new Map(rows.map((row) => [String(row.id), row]));
  for (const each of wanted) {
    const row = byId.get(each.id);
    const wrong = row && difference(row, { ...each });
    if (!row) findings.add('lost', `${what} ${each.id} was acknowledged and is gone`);
    else if (wrong) findings.add('wrong', `${what} ${each.id}: ${wrong}`);
    byId.delete(each.id);
  }
  for (const id of byId.keys()) findings.add('doubled', `${what} ${id} exists and was never acknowledged`);
}

/** Each kind of line as often and as much as the model has it, and each line's balance follows from the one before. */
async function verifyStatement({ driver, random, accounts, model }: Shop, at: number): Promise<void> {
  const account = accounts[at];
  const wanted = model.accounts[at];
  if (!account || !wanted) return;
  const rows = await allRows(driver, random, account, '/api/v1/transactions');
  const lines = new Map<string, { count: number; cents: bigint }>();
  let balance = wanted.available;
  for (const row of rows) {
    const cents = BigInt(Math.round(Number(row.amount) * 100));
    const name = `${row.type} ${row.category}`;
    const before = lines.get(name) ?? { count: 0, cents: 0n };
    lines.set(name, { count: before.count + 1, cents: before.cents + cents });
    if (row.balance_after !== reais(balance)) {
      driver.findings.add(
        'wrong',
        `statement of ${account.path}: after line ${row.id} ${row.balance_after}, must be ${reais(balance)}`,
      );
      break;
    }
    balance -= row.type === 'credit' ? cents : -cents;
  }
  for (const name of new Set([...lines.keys(), ...wanted.lines.keys()])) {
    const [shown, must] = [lines.get(name), wanted.lines.get(name)];
    if (shown?.count === must?.count && shown?.cents === must?.cents) continue;
    const kind =
      (shown?.count ?? 0) > (must?.count ?? 0)
        ? 'doubled'
        : (shown?.count ?? 0) < (must?.count ?? 0)
          ? 'lost'
          : 'wrong';
    const seen = `${shown?.count ?? 0} lines of ${shown?.cents ?? 0} cents, must be ${must?.count ?? 0} of ${must?.cents ?? 0}`;
    driver.findings.add(kind, `statement of ${account.path}, ${name}: ${seen}`);
  }
}

/** Every change was notified, each of its events once by its id, in the order of the changes by its sequence. */
export async function verifyNotifications(shops: readonly Shop[], receiver: Receiver): Promise<void> {
  const missing = () =>
    shops.flatMap((shop) => notificationFaults(shop, receiver)).some(({ kind }) => kind === 'lost');
  await comesTrue(() => !missing(), NOTIFIED_WITHIN_MS, 500);
  for (const shop of shops)
    for (const { kind, text } of notificationFaults(shop, receiver)) shop.driver.findings.add(kind, text);
  for (const text of receiver.changed)
    shops[0]?.driver.findings.add('wrong', `an event came again with another body: ${text}`);
}

type NotificationFault = { kind: 'lost' | 'doubled' | 'wrong'; text: string };

function notificationFaults({ accounts, model }: Shop, receiver: Receiver): NotificationFault[] {
  const faults: NotificationFault[] = [];
  for (const [at, { path }] of accounts.entries()) {
    const wanted = model.notifications[at] ?? new Map<string, string[][]>();
    for (const [object, changes] of wanted) {
      const must = changes.flatMap((names) => [...names].sort());
      const came = receiver.namesOf(path, object);
      if (came.join() === must.join()) continue;
      const isSame = [...came].sort().join() === [...must].sort().join();
      const kind = isSame ? 'wrong' : came.length > must.length ? 'doubled' : 'lost';
      faults.push({
        kind,
        text: `notifications of ${object} to ${path}: ${came.join(', ')}; must be ${must.join(', ')}`,
      });
    }
    for (const object of receiver.objectsOf(path))
      if (!wanted.has(object))
        faults.push({
          kind: 'doubled',
          text: `notifications to ${path} of ${object}, which was never acknowledged`,
        });
  }
  return faults;
}

export async function verifyProbe(driver: Driver, random: Random, probe: Probe): Promise<void> {
  const rows = await allRows(driver, random, probe.account, '/api/v1/charges');
  compareById(
    driver,
    'charge of the probe',
    rows,
    probe.acked.map((id) => ({ id, status: 'PENDING' })),
  );
}

/** The operator's own audit of the books finds no difference. */
export async function verifyAudit(driver: Driver, random: Random): Promise<void> {
  const signedIn = await driver.ask(jsonRequest('POST', '/api/v1/auth/login', {}, OPERATOR), random);
  const bearer = { authorization: `Bearer ${fieldsOf(signedIn?.json).token}` };
  const answer = await driver.read('/api/v1/admin/ledger/audit', bearer, random);
  if (fieldsOf(answer?.json).ok !== true)
    driver.findings.add('wrong', `the ledger audit finds differences: ${answer?.status} ${answer?.text}`);
}

async function inParallel<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items[Symbol.iterator]();
  await Promise.all(
    Array.from({ length: READERS }, async () => {
      for (const item of left) await work(item);
    }),
  );
}
