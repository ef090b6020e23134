import { buildApp } from './app.ts';
import { assemble } from './assemble.ts';
import { openDb } from './db/pool.ts';
import { countInProcess } from './http/rate-limit.ts';
import { MovableClock } from './kit/clock.ts';
import { addressGuardOf, readConfig } from './kit/config.ts';
import { idsFrom } from './kit/ids.ts';
import { createLog } from './kit/log.ts';
import { Vault } from './kit/secrets.ts';
import { railsFor } from './providers/registry.ts';

/** The OpenAPI description of this version, sandbox endpoints included. Needs no database. */
export async function describeGateway(): Promise<object> {
  const config = readConfig({ GUICHE_LOG_LEVEL: 'silent' });
  const db = openDb({ connectionString: 'postgres://127.0.0.1:1/none', connections: 2 });
  const clock = new MovableClock();
  const deps = assemble({
    db,
    clock,
    movableClock: clock,
    ids: idsFrom(clock),
    log: createLog('silent'),
    vault: new Vault(Buffer.alloc(32)),
    config,
    rails: railsFor(config, db),
    publicUrl: 'http://127.0.0.1:3000',
    addresses: addressGuardOf(config),
    hits: countInProcess(),
  });
  const { app } = await buildApp(deps);
  const description = app.swagger();
  await app.close();
  await db.close();
  return description;
}
