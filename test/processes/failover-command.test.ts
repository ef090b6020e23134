import { describe, expect, it } from 'vitest';
import { runProof, runProofIn } from '../support/proof.ts';

describe('npm run failover', () => {
  it('names the packages that are missing, tries nothing, and ends with a status of its own', {
    timeout: 60_000,
  }, async () => {
    const { code, output } = await runProofIn({ ...process.env, PATH: '/nowhere' }, 'failover');
    expect(output).toMatch(/these are not installed: patroni etcd-server/);
    expect(output).toContain('apt-get install --no-install-recommends patroni etcd-server');
    expect(code, output).toBe(3);
  });

  it.each([
    ['--kinds=earthquake', '--kinds is of machine lost, postgres killed'],
    ['--plant=fire', '--plant is of lost, doubled, tail'],
    ['--kills=many', '--kills=many is not a number'],
  ])('names its options when one of them is wrong: %s', { timeout: 60_000 }, async (option, sentence) => {
    const { code, output } = await runProof('failover', option);
    expect([code, output]).toEqual([2, expect.stringContaining(sentence)]);
  });
});
