import { describe, expect, it } from 'vitest';
import { runProof } from '../support/proof.ts';

describe('npm run fuzz', () => {
  it('finds no 5xx, no malformed error and no answer that is not as described', {
    timeout: 180_000,
  }, async () => {
    const { code, output } = await runProof('fuzz', '--requests=1200', '--seed=20');
    expect(output).toMatch(/^1200 requests in \d+ s, .*, 0 without an answer, 0 faults$/m);
    expect(Number(/^(\d+) of \d+ operations answered with success$/m.exec(output)?.[1])).toBeGreaterThan(60);
    expect(code, output).toBe(0);
  });

  it('finds an error without its details, prints the command that repeats it, and ends with 1', {
    timeout: 120_000,
  }, async () => {
    const { code, output } = await runProof('fuzz', '--requests=100', '--seed=21', '--plant=answers');
    expect(output).toMatch(
      /: an error has other fields\n {4}.*curl -i -X \w+ 'http:\/\/127\.0\.0\.1:\d+\/api\//,
    );
    expect(code, output).toBe(1);
  });
});
