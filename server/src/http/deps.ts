import type { Db } from '../db/pool.ts';
import type { Clock } from '../kit/clock.ts';
import type { Config } from '../kit/config.ts';
import type { Ids } from '../kit/ids.ts';
import type { Log } from '../kit/log.ts';
import type { AddressGuard } from '../kit/public-address.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Rails } from '../providers/provider.ts';

/** What operations need from the outside. Built once in main.ts, or by a test. */
export type Deps = {
  db: Db;
  clock: Clock;
  ids: Ids;
  log: Log;
  vault: Vault;
  config: Config;
  rails: Rails;
  publicUrl: string;
  /** Where notifications may go. */
  addresses: AddressGuard;
};
