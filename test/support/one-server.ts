import { isOnCitus } from './citus-nodes.ts';

/** Why a test is left out by `npm run test:citus`; `needsOneServer(` in a test finds each of them. */
const REASONS = {
  plans: 'reads plans or the statistics of tables, which are on the nodes',
  'old tables': 'writes or migrates tables as an older version had them, on one server',
  triggers: 'makes a commit fail by a trigger that a distributed table cannot have',
  deadlocks: 'decides which of two transactions finds their deadlock, which a cluster decides by itself',
  sizes: 'adds up the files of tables, which are on the nodes',
} as const;

/** Whether the test cannot run where accounts are on several nodes; for `it.skipIf` and `describe.skipIf`. */
export function needsOneServer(reason: keyof typeof REASONS): boolean {
  return isOnCitus && reason in REASONS;
}
