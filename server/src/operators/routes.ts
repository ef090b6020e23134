import type { ChargeDeps } from '../charges/deps.ts';
import type { App } from '../http/app-type.ts';
import { operatorAccountRoutes } from './account-routes.ts';
import { auditRoutes } from './audit-routes.ts';
import { operatorDeliveryRoutes } from './delivery-routes.ts';
import { operatorDisputeRoutes } from './dispute-routes.ts';
import { feePlanRoutes } from './fee-plan-routes.ts';
import { jobRoutes } from './job-routes.ts';
import { operatorLedgerRoutes } from './ledger-routes.ts';
import { operatorMailRoutes } from './mail-routes.ts';
import { operatorsRoutes } from './operators-routes.ts';
import { peopleRoutes } from './people-routes.ts';
import { providerRoutes } from './provider-routes.ts';
import { searchRoutes } from './search-routes.ts';
import { operatorWithdrawalRoutes } from './withdrawal-routes.ts';

export function operatorRoutes(app: App, deps: ChargeDeps): void {
  operatorAccountRoutes(app, deps);
  feePlanRoutes(app, deps);
  operatorWithdrawalRoutes(app, deps);
  operatorDeliveryRoutes(app, deps);
  operatorDisputeRoutes(app, deps);
  jobRoutes(app, deps);
  operatorLedgerRoutes(app, deps);
  operatorMailRoutes(app, deps);
  operatorsRoutes(app, deps);
  auditRoutes(app, deps);
  peopleRoutes(app, deps);
  searchRoutes(app, deps);
  providerRoutes(app, deps);
}
