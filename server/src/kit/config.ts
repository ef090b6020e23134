import { isIP } from 'node:net';
import { type MailSender, readMailSender, smtpUrlFault } from './mail-settings.ts';
import { type Cents, centsFromReais } from './money.ts';
import { type AddressGuard, addressGuard, LOOPBACK, type Network, readNetworks } from './public-address.ts';
import { Secret } from './secrets.ts';

/** Every setting: name, meaning, default, reader. A test compares `.env.example` with it. */
type Setting<T> = { readonly about: string; readonly fallback: T; readonly read: (text: string) => T };

class WrongSetting extends Error {}

const text = (about: string, fallback: string): Setting<string> => ({ about, fallback, read: (raw) => raw });

const optional = <T>(about: string, read: (raw: string) => T): Setting<T | null> => ({
  about,
  fallback: null,
  read,
});

function whole(about: string, fallback: number, min: number, max: number): Setting<number> {
  return {
    about,
    fallback,
    read: (raw) => {
      const value = Number(raw);
      if (!/^\d+$/.test(raw) || value < min || value > max) {
        throw new WrongSetting(`must be a whole number from ${min} to ${max}`);
      }
      return value;
    },
  };
}

function oneOf<const T extends string>(
  about: string,
  fallback: NoInfer<T>,
  choices: readonly T[],
): Setting<T> {
  return {
    about,
    fallback,
    read: (raw) => {
      const found = choices.find((choice) => choice === raw);
      if (!found) throw new WrongSetting(`must be one of ${choices.join(', ')}`);
      return found;
    },
  };
}

function address(raw: string, protocols: readonly string[]): string {
  const url = URL.canParse(raw) ? new URL(raw) : null;
  if (!url || !protocols.includes(url.protocol)) {
    throw new WrongSetting(
      `must be a URL that begins with ${protocols.map((name) => `${name}//`).join(' or ')}`,
    );
  }
  return raw.replace(/\/$/, '');
}

const ROLES = ['api', 'worker'] as const;
export type Role = (typeof ROLES)[number];

function roles(raw: string): readonly Role[] {
  const names = raw.split(',').map((name) => name.trim());
  const known = ROLES.filter((role) => names.includes(role));
  if (known.length !== new Set(names).size) throw new WrongSetting('must list api, worker or both');
  return known;
}

function distribution(raw: string): 'citus' {
  if (raw !== 'citus') throw new WrongSetting('must be citus, or not set at all');
  return raw;
}

function poolerMode(raw: string): 'transaction' {
  if (raw !== 'transaction') throw new WrongSetting('must be transaction, or not set at all');
  return raw;
}

function databaseUrl(raw: string): Secret {
  return new Secret(address(raw, ['postgres:', 'postgresql:', 'socket:']));
}

function names(raw: string): readonly string[] {
  return raw
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function masterKey(raw: string): Secret<Buffer> {
  const key = Buffer.from(raw, 'base64');
  if (key.length !== 32) throw new WrongSetting('must be 32 bytes in base64 (openssl rand -base64 32)');
  return new Secret(key);
}

function networks(raw: string): readonly Network[] {
  try {
    return readNetworks(raw);
  } catch (error) {
    throw new WrongSetting((error as Error).message);
  }
}

function headerWord(raw: string): string {
  if (!/^[A-Za-z0-9-]{1,40}$/.test(raw)) {
    throw new WrongSetting('must be 1 to 40 letters, digits and hyphens, because it is part of a header');
  }
  return raw;
}

function bucketName(raw: string): string {
  if (!/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(raw)) throw new WrongSetting('must be the name of a bucket');
  return raw;
}

/** As node:dns takes them: an address, with or without a port. */
function dnsServers(raw: string): readonly string[] {
  const servers = names(raw);
  const isServer = (text: string) => {
    const [, address = text, port = '53'] = /^(\[[^\]]+\]|[^:]+):(\d+)$/.exec(text) ?? [];
    return isIP(address.replace(/^\[(.*)\]$/, '$1')) !== 0 && Number(port) > 0 && Number(port) <= 65_535;
  };
  if (servers.length === 0 || !servers.every(isServer)) {
    throw new WrongSetting(
      'must list addresses of DNS servers, such as 1.1.1.1 or [2606:4700:4700::1111]:53',
    );
  }
  return servers;
}

/** The list of networks in the form that Fastify's trustProxy takes. */
function proxies(raw: string): readonly string[] {
  networks(raw);
  return raw
    .split(',')
    .map((network) => network.trim())
    .filter((network) => network !== 'none');
}

function smtpUrl(raw: string): Secret {
  const fault = smtpUrlFault(raw);
  if (fault) throw new WrongSetting(fault);
  return new Secret(raw);
}

function mailSender(raw: string): MailSender {
  const sender = readMailSender(raw);
  if (!sender) throw new WrongSetting('must be an e-mail address, or a name and the address in < >');
  return sender;
}

function amount(raw: string): Cents {
  const read = /^\d+(\.\d+)?$/.test(raw) ? centsFromReais(Number(raw)) : null;
  if (read === null) throw new WrongSetting('must be an amount in reais with at most two decimals');
  return read;
}

function port(raw: string): number {
  return whole('', 0, 0, 65_535).read(raw);
}

const RATE_MAX = 1_000_000;

export const settings = {
  PORT: whole('Port the gateway listens on', 3000, 0, 65_535),
  HOST: text('Address the gateway listens on', '127.0.0.1'),
  PUBLIC_URL: optional('Address payers and sellers reach, used in links; default http://HOST:PORT', (raw) =>
    address(raw, ['http:', 'https:']),
  ),
  DATABASE_URL: optional('PostgreSQL 15 to 18; unset: embedded server in GUICHE_DATA_DIR', databaseUrl),
  GUICHE_DATABASE_POOLER: optional(
    'transaction: DATABASE_URL is a pooler in transaction mode, such as PgBouncer; unset: the server itself',
    poolerMode,
  ),
  GUICHE_DATABASE_DIRECT_URL: optional(
    'The server behind the pooler, for migrations, signals and long reads; needed with GUICHE_DATABASE_POOLER',
    databaseUrl,
  ),
  DATABASE_READ_URL: optional('A standby that lists and figures may be read from; unset: none', databaseUrl),
  GUICHE_READ_MAX_LAG: whole('Seconds that the standby of DATABASE_READ_URL may be behind', 5, 1, 300),
  GUICHE_DISTRIBUTED: optional(
    'citus: accounts are spread over the nodes of a Citus cluster; unset: as the database is found',
    distribution,
  ),
  REDIS_URL: optional(
    'Redis for rate limits shared by several nodes; unset: counted in the process',
    (raw) => {
      return new Secret(address(raw, ['redis:', 'rediss:']));
    },
  ),
  GUICHE_DATA_DIR: text('Where the embedded database and the generated key file live', './data'),
  GUICHE_ROLES: { about: 'api, worker or both', fallback: ROLES, read: roles } as Setting<readonly Role[]>,
  GUICHE_RAILS: oneOf('sandbox: nothing real moves; live: provider settings required', 'sandbox', [
    'sandbox',
    'live',
  ]),
  GUICHE_PIX: optional(
    'PSPs that receive PIX, in order of preference, each with its own settings (docs/guides/going-live.md)',
    names,
  ),
  GUICHE_BOLETO: optional(
    'Banks that register boletos, in order of preference, each with its own settings (docs/guides/going-live.md)',
    names,
  ),
  GUICHE_PAYOUT: optional('Banks that pay withdrawals, in order of preference, likewise', names),
  GUICHE_CARD: optional('Acquirers that charge cards, in order of preference, likewise', names),
  GUICHE_SANDBOX_BOLETO: oneOf(
    'instant: sandbox boletos are issued at once; registered: as at a bank, a moment later',
    'instant',
    ['instant', 'registered'],
  ),
  GUICHE_COMPARE_SECONDS: whole('Seconds between reconciliations with the PSPs', 60, 1, 3_600),
  GUICHE_START_CHECK: oneOf('on: a PSP whose settings are wrong stops the start', 'on', ['on', 'off']),
  GUICHE_DEMO: oneOf('on: a demo seller and operator at the first sandbox start', 'on', ['on', 'off']),
  GUICHE_SECRET_KEY: optional(
    'Master key, 32 bytes in base64, the same on every node; unset: generated in the data directory',
    masterKey,
  ),
  GUICHE_OPERATOR_EMAIL: optional(
    'A first operator, made at start unless the address is or was one',
    (raw) => raw,
  ),
  GUICHE_OPERATOR_PASSWORD: optional('Password of that first operator', (raw) => new Secret(raw)),
  GUICHE_SMTP_URL: optional(
    'Mail server, smtp:// (STARTTLS) or smtps://; unset: outbox in the sandbox, no mail in live',
    smtpUrl,
  ),
  GUICHE_MAIL_FROM: optional(
    'Sender of mails, a name with the address in < >; needed with GUICHE_SMTP_URL',
    mailSender,
  ),
  GUICHE_FILES_S3_ENDPOINT: optional(
    'S3-compatible store for uploaded files, without the bucket; unset: they are kept in the database',
    (raw) => address(raw, ['http:', 'https:']),
  ),
  GUICHE_FILES_S3_BUCKET: optional('Bucket of that store', bucketName),
  GUICHE_FILES_S3_REGION: text('Region of that store', 'us-east-1'),
  GUICHE_FILES_S3_KEY: optional('Access key of that store', (raw) => raw),
  GUICHE_FILES_S3_SECRET: optional('Secret key of that store', (raw) => new Secret(raw)),
  GUICHE_SERVICE_NAME: {
    about: 'Name in the postback header X-<name>-Event and User-Agent',
    fallback: 'Service',
    read: headerWord,
  } as Setting<string>,
  GUICHE_TRUST_PROXY: optional(
    'Networks of your reverse proxies, whose X-Forwarded-For is trusted; unset: none',
    proxies,
  ),
  GUICHE_DNS_SERVERS: optional(
    'DNS servers that are asked about the domains of sellers; unset: those of the system',
    dnsServers,
  ),
  GUICHE_METRICS_PORT: optional('Port for health and metrics alone, also where no API is served', port),
  GUICHE_WEBHOOK_ALLOW: optional(
    'Networks notifications may reach though they are not public; unset: loopback in sandbox, none in live',
    networks,
  ),
  GUICHE_RATE_GENERAL: whole('Requests per minute and account; 0 = off', 100, 0, RATE_MAX),
  GUICHE_RATE_CHARGES: whole('Charge creations per minute and account; 0 = off', 60, 0, RATE_MAX),
  GUICHE_RATE_WEBHOOKS: whole('Webhook endpoint requests per minute and account; 0 = off', 500, 0, RATE_MAX),
  GUICHE_TWO_PERSON_ABOVE: optional(
    'Withdrawals of more than this many reais need two operators; unset: one is enough',
    amount,
  ),
  GUICHE_PAYOUT_TO: oneOf(
    'own: banks pay withdrawals only to PIX keys of the seller; any: to every key',
    'own',
    ['own', 'any'],
  ),
  GUICHE_PAYOUT_AUTO_UP_TO: optional(
    'Withdrawals up to this many reais are sent without approval by a person; unset: none',
    amount,
  ),
  GUICHE_PAYOUT_AUTO_PER_DAY: optional(
    'Reais that an account can withdraw per day without approval; unset: GUICHE_PAYOUT_AUTO_UP_TO',
    amount,
  ),
  GUICHE_CUSTODY: oneOf(
    "who holds the sellers' money and pays them out: the owner of this installation, or the acquirer",
    'own',
    ['own', 'acquirer'],
  ),
  GUICHE_SANDBOX_WITHDRAWALS: oneOf('sandbox: who approves a withdrawal', 'manual', ['manual', 'auto']),
  GUICHE_DATABASE_POOL: whole('Connections to PostgreSQL kept by one process', 16, 2, 500),
  GUICHE_MAX_REQUESTS: whole(
    'Requests in progress at once in one process; more are refused as OVERLOADED',
    300,
    16,
    100_000,
  ),
  GUICHE_KEEP_EVENTS_DAYS: whole('Days that events and their deliveries are kept', 90, 2, 3_650),
  GUICHE_KEEP_AUDIT_DAYS: whole('Days that the audit log is kept', 1_825, 30, 36_500),
  GUICHE_KEEP_REQUEST_LOG_DAYS: whole('Days that the log of API requests is kept', 7, 1, 90),
  GUICHE_KEEP_SESSIONS_DAYS: whole('Days that sessions are kept after they expired', 30, 1, 3_650),
  GUICHE_KEEP_MAILS_DAYS: whole('Days that the log of mails is kept', 90, 1, 3_650),
  GUICHE_KEEP_REFUSED_DOCUMENTS_DAYS: whole(
    'Days that identity documents are kept after they were refused or replaced',
    30,
    0,
    3_650,
  ),
  GUICHE_KEEP_BANK_FILES_DAYS: whole(
    'Days that the bytes of files for and of banks are kept, sealed',
    1_825,
    90,
    36_500,
  ),
  GUICHE_KEEP_RECONCILIATION_DAYS: whole(
    'Days that reconciled days and resolved differences are kept',
    1_825,
    90,
    36_500,
  ),
  GUICHE_KEEP_ANSWERS_HOURS: whole('Hours that answers are kept under their Idempotency-Key', 24, 24, 720),
  GUICHE_LOG_LEVEL: oneOf('Least severe log line written', 'info', [
    'debug',
    'info',
    'warn',
    'error',
    'silent',
  ]),
} satisfies Record<string, Setting<unknown>>;

type Settings = typeof settings;
export type Config = {
  readonly [Name in keyof Settings]: ReturnType<Settings[Name]['read']> | Settings[Name]['fallback'];
};

/** Reads the environment once. A wrong value stops the start with a sentence that names the variable. */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const config: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    config[name] = readSetting(name, setting, environment[name]);
  }
  return config as Config;
}

function readSetting(name: string, setting: Setting<unknown>, raw: string | undefined): unknown {
  if (raw === undefined || raw === '') return setting.fallback;
  try {
    return setting.read(raw);
  } catch (error) {
    if (error instanceof WrongSetting) throw new Error(`${name} ${error.message}.`);
    throw error;
  }
}

export function publicUrlOf(config: Config): string {
  return config.PUBLIC_URL ?? `http://${config.HOST}:${config.PORT}`;
}

/** Where this gateway's notifications may go. */
export function addressGuardOf(config: Config): AddressGuard {
  const unset = config.GUICHE_RAILS === 'sandbox' ? LOOPBACK : [];
  return addressGuard(config.GUICHE_WEBHOOK_ALLOW ?? unset);
}
