import type { Actor } from '../audit/record.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { actorOf } from '../http/actor.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { monotonicMs } from '../kit/clock.ts';
import { auditLedger } from '../ledger/audit.ts';
import { done } from '../write/effects.ts';
import { auditShape, presentTotals, totalsShape } from './shapes.ts';
import { readTotals } from './totals.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;

export function operatorLedgerRoutes(app: App, deps: ChargeDeps): void {
  app.get('/api/v1/admin/ledger/audit', {
    config,
    schema: {
      tags,
      summary: 'Check every balance against its postings; reads the whole ledger',
      response: { 200: auditShape, ...errorAnswers },
    },
    handler: async (request) => {
      const checkedAt = deps.clock.now();
      const startedMs = monotonicMs();
      const differences = await auditLedger(deps.db);
      const found = { ok: differences.length === 0, duration_ms: Math.round(monotonicMs() - startedMs) };
      await recordRun(deps, actorOf(request), { ...found, differences: differences.length });
      return {
        object: 'ledger_audit' as const,
        ...found,
        differences,
        checked_at: checkedAt.toISOString(),
      };
    },
  });
  app.get('/api/v1/admin/ledger/totals', {
    config,
    schema: {
      tags,
      summary: 'Get the ledger totals of all accounts',
      response: { 200: totalsShape, ...errorAnswers },
    },
    handler: async () => presentTotals(await readTotals(deps.db)),
  });
}

async function recordRun(deps: ChargeDeps, actor: Actor, details: object): Promise<void> {
  const { accountId } = actor;
  const action = { actor, accountId, action: 'ledger.audited', target: null, details };
  await deps.writer.commit({ load: async () => null, decide: () => done(undefined, { audit: [action] }) });
}
