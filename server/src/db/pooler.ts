import pg from 'pg';
import type { Config } from '../kit/config.ts';
import { StartError } from '../kit/start-error.ts';
import { connectionOptions, ORDINARY, pooledOptions, requiredSettings } from './bounds.ts';

/** What PgBouncer says to a connection that brings settings of its own. */
const REFUSED_SETTINGS = /unsupported startup parameter/;

export type DatabaseAddresses = {
  readonly connectionString: string;
  /** The server itself, where `connectionString` leads to a pooler. */
  readonly directConnectionString?: string | undefined;
};

type PoolerSettings = Pick<
  Config,
  'DATABASE_URL' | 'GUICHE_DATABASE_POOLER' | 'GUICHE_DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'
>;

/** The settings that only make sense together. */
export function requireBothAddresses(config: PoolerSettings): void {
  const { GUICHE_DATABASE_POOLER: pooler, GUICHE_DATABASE_DIRECT_URL: direct } = config;
  if (config.DATABASE_URL === null && (pooler ?? direct ?? config.DATABASE_READ_URL) !== null) {
    throw new StartError(
      'A pooler or a standby is configured, and DATABASE_URL is not set',
      'Set DATABASE_URL: the embedded PostgreSQL has neither.',
    );
  }
  if (pooler !== null && direct === null) {
    throw new StartError(
      'GUICHE_DATABASE_POOLER is set, and GUICHE_DATABASE_DIRECT_URL is not',
      'Set it to the address of the PostgreSQL server itself: migrations, signals between processes and long reads need connections of their own.',
    );
  }
  if (pooler === null && direct !== null) {
    throw new StartError(
      'GUICHE_DATABASE_DIRECT_URL is set, and GUICHE_DATABASE_POOLER is not',
      'Set GUICHE_DATABASE_POOLER=transaction if DATABASE_URL is a pooler; otherwise only DATABASE_URL is needed.',
    );
  }
}

/** No pooler gives its connections this by chance. */
const UNUSUAL = { ...ORDINARY, statementMs: ORDINARY.statementMs + 1 };

/**
 * Stops the start where a connection does not keep the settings that it brings: a pooler is in between. Before migrations,
 * whose lock would stay with a connection of the pooler for ever.
 */
export async function requireSessions({
  connectionString,
  directConnectionString,
}: DatabaseAddresses): Promise<void> {
  const address = directConnectionString ?? connectionString;
  // The address may say it itself, and is then kept to.
  if (new URL(address).searchParams.has('statement_timeout')) return;
  const server = await readServer(connectionOptions(address, UNUSUAL, false), {
    statement_timeout: String(UNUSUAL.statementMs),
  });
  if (server === 'refused' || server.wrong.length > 0) throw notDirect(directConnectionString !== undefined);
}

/** Stops the start where the connections that a pooler shares have no bounds, or are to another database. */
export async function requirePooler(addresses: DatabaseAddresses, isDistributed: boolean): Promise<void> {
  const { connectionString, directConnectionString } = addresses;
  if (directConnectionString === undefined) return;
  const [direct, pooled] = await Promise.all(
    [directConnectionString, connectionString].map((address) =>
      readServer(pooledOptions(address, ORDINARY), requiredSettings(ORDINARY, isDistributed)),
    ),
  );
  if (!direct || !pooled || direct === 'refused' || pooled === 'refused') {
    throw new Error('a connection without settings was refused because of its settings');
  }
  if (pooled.identity !== direct.identity) {
    throw new StartError(
      'DATABASE_URL and GUICHE_DATABASE_DIRECT_URL lead to different databases',
      'Let the pooler of DATABASE_URL and GUICHE_DATABASE_DIRECT_URL name the same server and the same database.',
    );
  }
  if (pooled.wrong.length > 0) {
    throw new StartError(
      `The connections of the pooler have other settings than needed: ${pooled.wrong.join(', ')}`,
      `Give the database in pgbouncer.ini connect_query='${connectQuery(isDistributed)}', and reload PgBouncer.`,
    );
  }
}

/** The statement with which a pooler begins each of its connections to the server. A standby is left at once. */
export function connectQuery(isDistributed: boolean): string {
  const settings = Object.entries(requiredSettings(ORDINARY, isDistributed));
  return [
    ...settings.map(([name, value]) => `set ${name} = ${value}`),
    'select pg_terminate_backend(pg_backend_pid()) where pg_is_in_recovery()',
  ].join('; ');
}

function notDirect(hasDirect: boolean): StartError {
  return hasDirect
    ? new StartError(
        'GUICHE_DATABASE_DIRECT_URL leads to a pooler',
        'Set it to the address of the PostgreSQL server itself.',
      )
    : new StartError(
        'DATABASE_URL leads to a pooler that drops the settings of a connection',
        'Set GUICHE_DATABASE_POOLER=transaction, and GUICHE_DATABASE_DIRECT_URL to the server itself (docs/guides/scaling-out.md).',
      );
}

type Server = { identity: string; wrong: string[] };

async function readServer(
  options: pg.ClientConfig,
  requiredByName: Record<string, string>,
): Promise<Server | 'refused'> {
  const client = new pg.Client(options);
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ identity: string }>(
      `select current_database() || ' ' || pg_postmaster_start_time() as identity`,
    );
    const required = Object.entries(requiredByName);
    const found = await client.query<{ name: string; setting: string }>(
      'select name, setting from pg_settings where name = any($1)',
      [required.map(([name]) => name)],
    );
    const settings = new Map(found.rows.map(({ name, setting }) => [name, setting]));
    const wrong = required.filter(([name, value]) => settings.get(name) !== value);
    return { identity: rows[0]?.identity ?? '', wrong: wrong.map(([name]) => name) };
  } catch (error) {
    if (REFUSED_SETTINGS.test((error as Error).message)) return 'refused';
    throw error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
