import { isOnCitus } from './citus-nodes.ts';

/** Why a test is left out by `npm run test:citus`; `needsOneServer(` in a test finds each of them. */
const REASONS = {
  plans: 'reads plans or the statistics of tables, which are on the nodes',
  'old tables': 'writes or migrates tables as an older version had them, on one server',
  tampering: 'changes what is append-only, past a trigger that each node has for itself',
  partitions: 'looks at partitions or what is in them with statements of its own that only one server takes',
  locale: 'needs the letters of a locale, which the nodes of the test cluster do not have',
  'own statements':
    'prepares its data with statements that a cluster refuses; the product sends none of these',
  transactions: 'waits for the transactions of one server by their numbers',
} as const;

/** Whether the test cannot run where accounts are on several nodes; for `it.skipIf` and `describe.skipIf`. */
export function needsOneServer(reason: keyof typeof REASONS): boolean {
  return isOnCitus && reason in REASONS;
}
