import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  blocksOf,
  canPaste,
  expectPrinted,
  MAX_START_MS,
  paste,
  type StartedGateway,
  startAsDocumented,
  stepsOf,
} from '../support/pasting.ts';

const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

function section(title: string): string {
  const [, after = ''] = readme.split(`\n## ${title}\n`);
  return after.split('\n## ')[0] ?? '';
}

describe.skipIf(!canPaste)('the README', () => {
  const steps = ['First payment in five minutes', 'Hear of it'].flatMap((title) => stepsOf(section(title)));
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
    const printed = await paste(steps, gateway.address);
    for (const [at, step] of steps.entries()) expectPrinted(printed[at] ?? '', step.printed ?? '');
    const [, , , created, paid, balance, ledger, released] = printed;
    expect(JSON.parse(created ?? '')).toMatchObject({
      status: 'PENDING',
      platform_fee: 8.49,
      net_value: 91.51,
    });
    expect(JSON.parse(paid ?? '')).toMatchObject({
      status: 'RECEIVED',
      reserve_amount: 4.58,
      net_value: 86.93,
    });
    expect(JSON.parse(balance ?? '')).toEqual({ available: 86.93, reserved: 4.58, total: 91.51 });
    const amounts = JSON.parse(ledger ?? '').postings.map(({ amount }: { amount: number }) => amount);
    expect(amounts).toEqual([100, 8.49, 4.58]);
    expect(released).toContain('"available": 91.51,\n  "reserved": 0,');
  });
});
