import type { AppDeps } from '../server/src/app.ts';
import { assemble } from '../server/src/assemble.ts';
import { openDb } from '../server/src/db/pool.ts';
import { countInProcess } from '../server/src/http/rate-limit.ts';
import { MovableClock } from '../server/src/kit/clock.ts';
import { addressGuardOf, type Config, readConfig } from '../server/src/kit/config.ts';
import { idsFrom } from '../server/src/kit/ids.ts';
import { createLog } from '../server/src/kit/log.ts';
import { Vault } from '../server/src/kit/secrets.ts';
import { railsFor } from '../server/src/providers/registry.ts';

/** Settings of the measured gateway: no rate limits, no log, sandbox rails; otherwise the defaults. */
const SETTINGS = {
  GUICHE_RAILS: 'sandbox',
  GUICHE_RATE_GENERAL: '0',
  GUICHE_RATE_CHARGES: '0',
  GUICHE_RATE_WEBHOOKS: '0',
  GUICHE_LOG_LEVEL: 'error',
  PUBLIC_URL: 'http://127.0.0.1:3000',
};

/** `lives`: shorter than settings allow, for what is measured over many of them. */
export function openDependencies(connectionString: string, lives: Partial<Config> = {}): AppDeps {
  const { GUICHE_DATABASE_POOL, GUICHE_MAX_REQUESTS } = process.env;
  const config: Config = {
    ...readConfig({ ...SETTINGS, GUICHE_DATABASE_POOL, GUICHE_MAX_REQUESTS }),
    ...lives,
  };
  const db = openDb({ connectionString, connections: config.GUICHE_DATABASE_POOL });
  const clock = new MovableClock();
  return assemble({
    db,
    clock,
    movableClock: clock,
    ids: idsFrom(clock),
    log: createLog(config.GUICHE_LOG_LEVEL),
    vault: new Vault(Buffer.alloc(32, 7)),
    config,
    rails: railsFor(config, db),
    publicUrl: config.PUBLIC_URL ?? '',
    addresses: addressGuardOf(config),
    hits: countInProcess(),
  });
}
