import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProof } from '../support/proof.ts';

const PROOF = resolve(import.meta.dirname, '../../proof');

describe('npm run chaos', () => {
  it('finds nothing while processes, database and links fail, and every write passes again', {
    timeout: 180_000,
  }, async () => {
    const faults = [
      'api killed',
      'worker killed',
      'database killed',
      'failover',
      'link reset',
      'postmaster killed',
    ];
    const { code, output } = await runProof(
      'chaos',
      ...['--seed=20', '--minutes=0.15', '--shops=2', '--secrets=10', `--faults=${faults.join(',')}`],
      // How soon a process starts depends on what else this machine does.
      '--bound=60',
    );
    expect(output).toContain('lost 0, doubled 0, wrong answers 0, malformed errors 0, unanswered 0');
    expect(output).toMatch(/\b\d{2,} secrets planted, 0 found/);
    expect(output).toMatch(/^postmaster killed +\d+ +\d+\.\d\d/m);
    expect(Number(/(\d+) kills/.exec(output)?.[1])).toBeGreaterThan(2);
    expect(code, output).toBe(0);
  });

  it('finds what is lost, doubled, wrong or leaked when it is planted, and ends with 1', {
    timeout: 120_000,
  }, async () => {
    const { code, output } = await runProof(
      'chaos',
      ...['--seed=21', '--minutes=0.1', '--shops=1', '--secrets=2', '--faults=postmaster killed'],
      '--plant=lost,doubled,amount,leak',
    );
    expect(output).toContain('lost: charge 00000000-0000-7000-8000-000000000001 (never made)');
    expect(output).toMatch(/doubled: charge \S+ \(.*\) exists and was never acknowledged/);
    expect(output).toMatch(/wrong: balance of \S+ available must be/);
    expect(output).toMatch(/leaked: card \d+ is in a log/);
    expect(code, output).toBe(1);
  });

  it('names its options when one of them is wrong', async () => {
    const { code, output } = await runProof('chaos', '--faults=earthquake');
    expect([code, output]).toEqual([2, expect.stringContaining('There is no fault "earthquake"')]);
  });

  it('shares nothing with the gateway but its built program and its documents', () => {
    const files = readdirSync(PROOF, { recursive: true, withFileTypes: true }).filter((entry) =>
      entry.isFile(),
    );
    expect(files.length).toBeGreaterThan(20);
    for (const { parentPath, name } of files) {
      const text = readFileSync(join(parentPath, name), 'utf8');
      expect(text, name).not.toMatch(/from '[./]*(?:server|sdk|test|cli|bench)\//);
    }
  });
});
