import { configDefaults, defineConfig } from 'vitest/config';
import { LongestFirst } from './test/support/sequencer.ts';
import { filesOf, tierNamed } from './test/support/tiers.ts';

const { include, exclude } = filesOf(tierNamed(process.env.GUICHE_TESTS));

export default defineConfig({
  test: {
    include,
    exclude: [...configDefaults.exclude, ...exclude],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/seed.ts'],
    // More than cores: many tests wait for a process, a browser or the clock.
    maxWorkers: 5,
    sequence: { sequencer: LongestFirst },
    // A worker loads each module once, not once per file: no test mocks or changes a module.
    isolate: false,
    // Bounds for a machine that does other work too; what is waited for comes much sooner.
    testTimeout: 120_000,
    hookTimeout: 240_000,
    // A page on a busy machine may need more than the second that is the default.
    expect: { poll: { timeout: 60_000 } },
  },
});
