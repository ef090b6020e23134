/** Beside the source and directly in `test/`; not what is named slow. */
const QUICK = [
  'server/src/**/*.test.ts',
  'web/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'cli/**/*.test.ts',
  'test/*.test.ts',
  'test/support/*.test.ts',
];
/** Everything that speaks to a database and needs no browser. */
const ON_CITUS = [
  'server/src/**/*.test.ts',
  'test/e2e/*.test.ts',
  'test/invariants/*.test.ts',
  'test/citus/*.test.ts',
];
/** Starts a browser or a process, or takes more than ten seconds, and still belongs beside its source. */
const SLOW = '**/*.slow.test.ts';

/** Longer than a change can wait for: `npm run test:soak`. */
const SOAKS = 'test/soak/*.test.ts';

/** Whole files that cannot run on a cluster, and why; parts of files: test/support/one-server.ts. */
const ONE_SERVER_ONLY: Record<string, string> = {
  [SLOW]: 'starts a browser, a process or another server, or takes long without speaking to a database',
  'test/invariants/old-and-new.test.ts': 'runs the previous version, which knows one server only',
  'test/invariants/strategies.test.ts':
    'compares with the one statement for payments, which a cluster does not use',
  'test/invariants/answers-after-crash.test.ts':
    'tells by the numbers of one server which transaction wrote a row',
  'test/invariants/partition-reads.test.ts': 'counts what one server reads in each of its tables',
  'test/invariants/partition-migration.test.ts': 'migrates tables as an older version had them',
};

export type Tier = 'quick' | 'citus' | 'soak' | 'all';

export const tierNamed = (name: string | undefined): Tier =>
  name === 'quick' || name === 'citus' || name === 'soak' ? name : 'all';

/** Which files `npm run test:quick`, `npm run test:citus`, `npm run test:soak` and `npm test` run. */
export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  if (tier === 'quick') return { include: QUICK, exclude: [SLOW] };
  if (tier === 'citus') return { include: ON_CITUS, exclude: Object.keys(ONE_SERVER_ONLY) };
  if (tier === 'soak') return { include: [SOAKS], exclude: [] };
  return { include: [...QUICK, 'test/**/*.test.ts'], exclude: [SOAKS] };
}
