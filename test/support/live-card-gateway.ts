import { buildApp } from '../../server/src/app.ts';
import { assemble } from '../../server/src/assemble.ts';
import { openDb } from '../../server/src/db/pool.ts';
import { countInProcess } from '../../server/src/http/rate-limit.ts';
import { MovableClock } from '../../server/src/kit/clock.ts';
import { addressGuardOf, readConfig } from '../../server/src/kit/config.ts';
import { idsFrom } from '../../server/src/kit/ids.ts';
import { createLog } from '../../server/src/kit/log.ts';
import { Vault } from '../../server/src/kit/secrets.ts';
import { railsFor } from '../../server/src/providers/registry.ts';
import { tokensOnly } from './token-acquirer.ts';

/** A process of its own: a gateway with live rules whose acquirer takes tokens. Its memory and its output can be read. */
const [, , connectionString = '', origin = ''] = process.argv;
const config = readConfig({
  ...{ GUICHE_RAILS: 'live', GUICHE_LOG_LEVEL: 'debug', PUBLIC_URL: 'http://127.0.0.1' },
  ...{ GUICHE_RATE_GENERAL: '0', GUICHE_RATE_CHARGES: '0', GUICHE_DNS_SERVERS: '127.0.0.1:1' },
});
const db = openDb({ connectionString, connections: 4, isDistributed: false });
const clock = new MovableClock();
const deps = assemble({
  ...{ db, clock, config, ids: idsFrom(clock), log: createLog('trace') },
  movableClock: clock,
  vault: new Vault(Buffer.alloc(32, 7)),
  rails: tokensOnly(() => ({ origin }), 'pagarme')(railsFor({ ...config, GUICHE_RAILS: 'sandbox' }, db)),
  publicUrl: 'http://127.0.0.1',
  addresses: addressGuardOf(config),
  hits: countInProcess(),
});
const { app } = await buildApp(deps);
process.send?.(await app.listen({ port: 0, host: '127.0.0.1' }));
process.on('disconnect', () => process.exit(0));
