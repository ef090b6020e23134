import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Each takes a worker the longest, whatever the size of its file says. */
const LONGEST = [
  'test/invariants/model.test.ts',
  'test/dashboard/every-page.test.ts',
  'test/browser/every-state.test.ts',
  'server/src/db/embedded.slow.test.ts',
];

/**
 * What starts processes and browsers comes before what only computes: a long file that begins last would run alone
 * while every other worker waits for it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const pathOf = ({ moduleId }: TestSpecification) => relative(this.ctx.config.root, moduleId);
    const rankOf = (file: TestSpecification) =>
      LONGEST.includes(pathOf(file)) ? 0 : pathOf(file).startsWith('test/') ? 1 : 2;
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
  }
}
