/** The parts of the gateway that the command `guiche` uses, loaded on demand. */
export const config = () => import('./kit/config.ts');
export const migrations = () => import('./db/migrate.ts');
export const secrets = () => import('./kit/secrets.ts');
export const installation = () => import('./installation.ts');
export const callbackAddress = () => import('./charges/pix/callback-address.ts');
export const pspConfig = () => import('./providers/apipix/config.ts');
export const pspCheck = () => import('./providers/apipix/check.ts');
export const log = () => import('./kit/log.ts');
export const psps = () => import('./providers/psps.ts');
export const ports = () => import('./http/ports.ts');
export const firstAccounts = () => import('./operators/first-accounts.ts');
export const reachable = () => import('./db/reachable.ts');
export const clusterCheck = () => import('./db/distributed/open.ts');
export const distribution = () => import('./db/distributed/distribute.ts');
export const rebalancing = () => import('./db/distributed/rebalance.ts');
export const embedded = () => import('./db/embedded.ts');
export const endpoints = () => import('./db/embedded/endpoints.ts');
