/** Beside the source and directly in `test/`; not what is named slow. */
const QUICK = [
  'server/src/**/*.test.ts',
  'web/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'cli/**/*.test.ts',
  'test/*.test.ts',
  'test/support/*.test.ts',
];
/** Starts a browser or a process, or takes more than ten seconds, and still belongs beside its source. */
const SLOW = '**/*.slow.test.ts';

export type Tier = 'quick' | 'all';

/** Which files `npm run test:quick` and `npm test` run. */
export function filesOf(tier: Tier): { include: string[]; exclude: string[] } {
  return tier === 'quick'
    ? { include: QUICK, exclude: [SLOW] }
    : { include: [...QUICK, 'test/**/*.test.ts'], exclude: [] };
}
