import { Gauge, type Registry } from 'prom-client';
import { sharedFigures } from '../../db/figures.ts';
import type { Deps } from '../../http/deps.ts';
import { bankCents, listCoverage, owedCents } from './coverage.ts';

/** The last measured coverage. What is not known has no value. */
export function registerCoverageFigures(registry: Registry, deps: Pick<Deps, 'db'>): void {
  const read = sharedFigures(() => listCoverage(deps, 1));
  const covered = new Gauge({
    name: 'guiche_payouts_covered',
    help: '1: the bank balances cover what sellers may withdraw; 0: they do not',
    registers: [registry],
    async collect() {
      const [last] = (await read()) ?? [];
      covered.remove();
      if (typeof last?.isCovered === 'boolean') covered.set(last.isCovered ? 1 : 0);
    },
  });
  const amounts = new Gauge({
    name: 'guiche_payout_coverage_cents',
    help: 'What the banks must be able to pay (owed), and what they hold (bank)',
    labelNames: ['of'],
    registers: [registry],
    async collect() {
      const [last] = (await read()) ?? [];
      amounts.reset();
      if (!last) return;
      const bank = bankCents(last.banks);
      amounts.set({ of: 'owed' }, Number(owedCents(last)));
      if (bank !== null) amounts.set({ of: 'bank' }, Number(bank));
    },
  });
}
