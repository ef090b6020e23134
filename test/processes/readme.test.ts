import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { blocksOf } from '../support/code-blocks.ts';
import {
  canPaste,
  expectPrinted,
  MAX_START_MS,
  paste,
  type StartedGateway,
  startAsDocumented,
  stepsOf,
} from '../support/pasting.ts';

const MAX_WORDS = 900;

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

function section(title: string): string {
  const [, after = ''] = readme.split(`\n## ${title}\n`);
  return after.split('\n## ')[0] ?? '';
}

it(`the README has at most ${MAX_WORDS} words`, () => {
  expect(readme.split(/\s+/).filter(Boolean).length).toBeLessThanOrEqual(MAX_WORDS);
});

describe.skipIf(!canPaste)('the README', () => {
  let gateway: StartedGateway;
  beforeAll(async () => {
    gateway = await startAsDocumented();
  }, MAX_START_MS);
  afterAll(() => gateway.stop());

  it('shows what the first start prints', () => {
    const [shown] = blocksOf(section('Two commands')).filter(({ language }) => language === 'text');
    expectPrinted(gateway.printed, shown?.text ?? '');
  });

  it('leads to a first payment by copy and paste, and every block prints what it says', async () => {
    const key = /^Demo API key +(\S+)$/m.exec(gateway.printed)?.[1] ?? '';
    const steps = stepsOf(section('First payment').replace('KEY=guiche_…', `KEY=${key}`));
    const printed = await paste(steps, gateway.address);
    expect(steps.length).toBe(2);
    for (const [at, step] of steps.entries()) expectPrinted(printed[at] ?? '', step.printed ?? '');
    const balance = JSON.parse(printed[1]?.split('\n')[1] ?? '');
    expect(balance).toMatchObject({ available: 86.93, reserved: 4.58, total: 91.51 });
  });
});
