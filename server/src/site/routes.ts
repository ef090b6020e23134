import type { App } from '../http/app-type.ts';
import type { Deps } from '../http/deps.ts';
import { dashboardRoutes } from './dashboard-routes.ts';
import { docsRoutes } from './docs-routes.ts';

/** The dashboard's document and the documentation. */
export function siteRoutes(app: App, deps: Deps): void {
  dashboardRoutes(app, deps);
  docsRoutes(app);
}
