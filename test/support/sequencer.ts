import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * What starts processes and browsers comes before what only computes: a long file that begins last would run alone
 * while every other worker waits for it.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLong = ({ moduleId }: TestSpecification) =>
      relative(this.ctx.config.root, moduleId).startsWith('test/');
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
  }
}
