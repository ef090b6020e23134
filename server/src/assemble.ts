import { passwordRules } from './accounts/auth/password-strength.ts';
import { pagesUrlReader, sellerFinder } from './accounts/domains/hosts.ts';
import { accountFactsReader } from './accounts/facts.ts';
import { statementDays } from './balance/statement-days.ts';
import type { ChargeDeps } from './charges/deps.ts';
import { chargeCounts } from './charges/figures/counts.ts';
import { chargeDays } from './charges/figures/days.ts';
import { ChargeReader } from './charges/find.ts';
import { ChargeNumbers } from './charges/numbers.ts';
import { LivePages } from './checkout/live.ts';
import { Pages } from './db/pages.ts';
import { PayerSeal } from './db/payer-seal.ts';
import { DatabaseProbe } from './db/probe.ts';
import { Reads } from './db/reads.ts';
import { Rollups } from './db/rollup.ts';
import { TrustedCache } from './db/trusted-cache.ts';
import { createWake } from './events/wake.ts';
import { FileContents } from './files/content.ts';
import type { BaseDeps } from './http/deps.ts';
import { InProgress } from './http/in-progress.ts';
import { RequestLog } from './http/request-log/log.ts';
import { SECOND_MS } from './kit/clock.ts';
import { openMail } from './mail/open.ts';
import { openDns } from './net/dns.ts';
import { mailMark } from './notifications/settings.ts';
import { livesOf } from './retention/lives.ts';
import { Retention } from './retention/retention.ts';
import { Dispatcher } from './webhooks/dispatch/dispatcher.ts';
import { DeliveryMetrics } from './webhooks/metrics.ts';
import { AnswerSeal } from './write/answer-seal.ts';
import { Writer } from './write/writer.ts';

/** Everything the parts of a gateway need. */
export type GatewayDeps = ChargeDeps & {
  readonly dispatcher: Dispatcher;
  readonly deliveryMetrics: DeliveryMetrics;
  readonly livePages: LivePages;
  readonly retention: Retention;
};

/** Builds the parts that exist once per process. Every process, and every gateway of a test, is assembled here. */
export function assemble<Base extends BaseDeps>(base: Base): Base & GatewayDeps {
  const { db, vault, ids, log } = base;
  const trusted = new TrustedCache(db);
  const accountFacts = accountFactsReader(db, trusted);
  const rollups = new Rollups(db, [chargeCounts, chargeDays, statementDays]);
  const reads = new Reads({
    db,
    standby: base.standby ?? null,
    maxLagMs: base.config.GUICHE_READ_MAX_LAG * SECOND_MS,
    log,
  });
  const wake = createWake();
  const answerSeal = new AnswerSeal(db, vault);
  const writer = new Writer({
    db,
    answerSeal,
    vault,
    ids,
    log,
    onCommitted: ({ accounts, hasDeliveries, hasJobs }) => {
      for (const accountId of accounts) rollups.touch(accountId);
      reads.wrote(accounts);
      wake.changes.notify(accounts);
      if (hasDeliveries) wake.deliveries.notify(accounts);
      if (hasJobs) wake.jobs.notify('all');
    },
  });
  const deps: Base & ChargeDeps = {
    ...base,
    probe: new DatabaseProbe(db, log),
    inProgress: new InProgress(base.config.GUICHE_MAX_REQUESTS),
    trusted,
    accountFacts,
    pagesUrl: pagesUrlReader(accountFacts, base.publicUrl),
    sellerAt: sellerFinder(db, trusted),
    dns: openDns(base.config.GUICHE_DNS_SERVERS),
    passwordProblem: passwordRules(),
    rollups,
    reads,
    pages: new Pages(db),
    requestLog: new RequestLog(db),
    payerSeal: new PayerSeal(db, vault),
    files: new FileContents(base),
    mail: openMail(base.config),
    wake,
    answerSeal,
    writer,
    chargeReader: new ChargeReader(db),
    chargeNumbers: new ChargeNumbers(db),
  };
  const deliveryMetrics = new DeliveryMetrics();
  return {
    ...deps,
    deliveryMetrics,
    dispatcher: new Dispatcher(deps, deliveryMetrics),
    livePages: new LivePages(deps),
    retention: new Retention({
      ...deps,
      lives: livesOf(base.config),
      marks: [chargeCounts.mark, chargeDays.mark, mailMark],
    }),
  };
}
