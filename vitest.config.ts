import { defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/sequencer.ts';

export default defineConfig({
  test: {
    include: [
      'server/src/**/*.test.ts',
      'web/**/*.test.ts',
      'sdk/src/**/*.test.ts',
      'cli/**/*.test.ts',
      'test/**/*.test.ts',
    ],
    globalSetup: ['test/support/global-setup.ts'],
    // More than cores: many tests wait for a process, a browser or the clock.
    maxWorkers: 4,
    sequence: { sequencer: LongestFirst },
    // A worker loads each module once, not once a file: nothing here mocks or changes one.
    isolate: false,
    testTimeout: 30_000,
    hookTimeout: 60_000,
  },
});
