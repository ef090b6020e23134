/** What starts neither a browser nor a process. `*.slow.test.ts` is what does, and still belongs beside its source. */
const QUICK = [
  'server/src/**/*.test.ts',
  'web/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'cli/**/*.test.ts',
  'test/*.test.ts',
  'test/support/*.test.ts',
  'test/invariants/*.test.ts',
];
const SLOW = '**/*.slow.test.ts';

export type Tier = 'quick' | 'all';

/** Which files `npm run test:quick` and `npm test` run. */
export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  return tier === 'quick'
    ? { include: QUICK, exclude: [SLOW] }
    : { include: [...QUICK, 'test/**/*.test.ts'], exclude: [] };
}
