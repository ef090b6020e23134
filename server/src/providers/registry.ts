import type { Db } from '../db/pool.ts';
import type { Config } from '../kit/config.ts';
import type { Provider } from './provider.ts';
import { sandboxProvider } from './sandbox/provider.ts';

const providers: Record<Config['GUICHE_RAILS'], ((db: Db) => Provider) | null> = {
  sandbox: sandboxProvider,
  live: null,
};

export function providerFor(rails: Config['GUICHE_RAILS'], db: Db): Provider {
  const make = providers[rails];
  if (!make) throw new Error('GUICHE_RAILS=live needs a provider, and this version has none yet.');
  return make(db);
}
