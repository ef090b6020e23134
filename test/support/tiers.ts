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

/** What a distributed database answers otherwise, or cannot have: plans, migrations that are done again, other servers. */
const ONE_SERVER_ONLY = [SLOW];

export type Tier = 'quick' | 'citus' | 'all';

export const tierNamed = (name: string | undefined): Tier =>
  name === 'quick' || name === 'citus' ? name : 'all';

/** Which files `npm run test:quick`, `npm run test:citus` and `npm test` run. */
export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  if (tier === 'quick') return { include: QUICK, exclude: [SLOW] };
  if (tier === 'citus') return { include: ON_CITUS, exclude: ONE_SERVER_ONLY };
  return { include: [...QUICK, 'test/**/*.test.ts'], exclude: [] };
}
