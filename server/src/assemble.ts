import { accountFactsReader } from './accounts/facts.ts';
import { statementDays } from './balance/statement-days.ts';
import { chargeCounts } from './charges/figures/counts.ts';
import { chargeDays } from './charges/figures/days.ts';
import { Rollups } from './db/rollup.ts';
import { TrustedCache } from './db/trusted-cache.ts';
import type { BaseDeps, Parts } from './http/deps.ts';
import { RequestLog } from './http/request-log/log.ts';

/** Builds what a process keeps in memory over its database. */
export function assemble<Base extends BaseDeps>(base: Base): Base & Parts {
  const { db } = base;
  const trusted = new TrustedCache(db);
  return {
    ...base,
    trusted,
    accountFacts: accountFactsReader(db, trusted),
    rollups: new Rollups(db, [chargeCounts, chargeDays, statementDays]),
    requestLog: new RequestLog(db),
  };
}
