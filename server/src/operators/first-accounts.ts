import { Check } from 'typebox/value';
import { createKey } from '../accounts/auth/keys.ts';
import { register } from '../accounts/register.ts';
import { registerBody } from '../accounts/shapes.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import type { Db } from '../db/pool.ts';
import type { Config } from '../kit/config.ts';
import { GatewayError } from '../kit/errors.ts';
import { randomBase62 } from '../kit/ids.ts';
import { OPERATOR_DOCUMENT } from './operators.ts';

/** 119 random bits. */
const PASSWORD_LENGTH = 20;

const OPERATOR_NAME = 'Operação';
const DEMO_SELLER_DOCUMENT = '11222333000181';

/** No domain under `.example` can be registered: no mail to the demo accounts can reach a person. */
const DEMO_SELLER_EMAIL = 'demo@guiche.example';
const DEMO_OPERATOR_EMAIL = 'operator@guiche.example';
const DEMO_CLAIM = 'demo accounts';

/** Creates the accounts of a new installation. The lines must be printed: passwords are not shown again. */
export async function makeFirstAccounts(deps: ChargeDeps): Promise<{ lines: string[] }> {
  const configured = configuredOperator(deps.config);
  const missing = configured && (await isMissing(deps.db, configured)) ? configured : null;
  // Before anything is made: what a failed start has made is not printed.
  if (missing) requireStrong(deps, missing);
  const demo = await makeDemo(deps, configured === null);
  const operator = missing ? await makeOperator(deps, missing) : [];
  return { lines: [...demo, ...operator] };
}

async function makeDemo(deps: ChargeDeps, withOperator: boolean): Promise<string[]> {
  const { GUICHE_RAILS: rails, GUICHE_DEMO: demo } = deps.config;
  if (rails !== 'sandbox' || demo !== 'on' || !(await claimDemo(deps.db))) return [];
  try {
    const seller = await makeDemoSeller(deps);
    const operator = withOperator ? await makeDemoOperator(deps) : [];
    return [...seller, ...operator, 'These are shown only this once. GUICHE_DEMO=off starts without them.'];
  } catch (error) {
    await deps.db.query('delete from installation where name = $1', [DEMO_CLAIM]);
    throw error;
  }
}

/** Of the processes that start at once on an empty database, the one that inserts this row makes the accounts. */
async function claimDemo(db: Db): Promise<boolean> {
  const claimed = await db.query(
    `insert into installation (name, value)
     select $1, 'made'
     where not exists (select 1 from accounts)
     on conflict (name) do nothing
     returning name`,
    [DEMO_CLAIM],
  );
  return claimed.length > 0;
}

async function makeDemoSeller(deps: ChargeDeps): Promise<string[]> {
  const password = randomBase62(PASSWORD_LENGTH);
  const email = DEMO_SELLER_EMAIL;
  const registration = { name: 'Loja Demonstração', email, password, document: DEMO_SELLER_DOCUMENT };
  const { accountId } = await register(deps, registration, 'seller', { isVerified: true });
  const { key } = await createKey(deps, accountId, deps.ids.next(), { name: 'Chave de demonstração' });
  return [`Demo seller    ${email}  password ${password}`, `Demo API key   ${key}`];
}

async function makeDemoOperator(deps: ChargeDeps): Promise<string[]> {
  const password = randomBase62(PASSWORD_LENGTH);
  await registerOperator(deps, { email: DEMO_OPERATOR_EMAIL, password });
  return [`Demo operator  ${DEMO_OPERATOR_EMAIL}  password ${password}`];
}

type Credentials = { email: string; password: string };

async function registerOperator(deps: ChargeDeps, credentials: Credentials): Promise<void> {
  const registration = { ...credentials, name: OPERATOR_NAME, document: OPERATOR_DOCUMENT };
  // The configuration vouches for the address.
  await register(deps, registration, 'operator', { isVerified: true });
}

/** The same rules as at sign-up; a wrong value stops the start with a sentence that names the variable. */
export function configuredOperator(config: Config): Credentials | null {
  const email = config.GUICHE_OPERATOR_EMAIL;
  const password = config.GUICHE_OPERATOR_PASSWORD?.reveal() ?? null;
  if (email === null && password === null) return null;
  if (email === null) throw new Error('GUICHE_OPERATOR_PASSWORD needs GUICHE_OPERATOR_EMAIL beside it.');
  if (password === null) throw new Error('GUICHE_OPERATOR_EMAIL needs GUICHE_OPERATOR_PASSWORD beside it.');
  const { email: emailRule, password: passwordRule } = registerBody.properties;
  if (!Check(emailRule, email)) throw new Error('GUICHE_OPERATOR_EMAIL must be an e-mail address.');
  if (!Check(passwordRule, password)) {
    throw new Error('GUICHE_OPERATOR_PASSWORD must have from 8 to 128 characters.');
  }
  return { email, password };
}

/** The operator of the configuration is added at start unless it exists; one that was removed is not added again. */
async function isMissing(db: Db, { email }: Credentials): Promise<boolean> {
  return !((await isOperator(db, email.toLowerCase())) || (await wasRemoved(db, email.toLowerCase())));
}

function requireStrong({ passwordProblem }: ChargeDeps, { email, password }: Credentials): void {
  const problem = passwordProblem(password, { email, name: OPERATOR_NAME });
  if (problem) throw new Error(`GUICHE_OPERATOR_PASSWORD ${problem}.`);
}

async function makeOperator(deps: ChargeDeps, credentials: Credentials): Promise<string[]> {
  const email = credentials.email.toLowerCase();
  try {
    await registerOperator(deps, credentials);
  } catch (error) {
    if (!(error instanceof GatewayError) || error.code !== 'EMAIL_TAKEN') throw error;
    // Another process may have made it at this moment. If none did, the address is a seller's.
    if (await isOperator(deps.db, email)) return [];
    throw new Error('GUICHE_OPERATOR_EMAIL belongs to a seller: choose another address.');
  }
  return [`Operator       ${credentials.email}  password as in GUICHE_OPERATOR_PASSWORD`];
}

async function isOperator(db: Db, email: string): Promise<boolean> {
  const rows = await db.query(`select 1 from users where role = 'operator' and email = $1`, [email]);
  return rows.length > 0;
}

async function wasRemoved(db: Db, email: string): Promise<boolean> {
  const rows = await db.query(
    `select 1 from audit_log where action = 'operator.removed' and details ->> 'email' = $1 limit 1`,
    [email],
  );
  return rows.length > 0;
}
