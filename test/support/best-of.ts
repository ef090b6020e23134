const TRIES = 5;

/**
 * The shortest of a few tries, which end with the first that is short enough: what the program can do, not what else
 * the machine had to do meanwhile. `work` may say what it took, where only a part of it counts.
 */
export async function bestOf(enoughMs: number, work: () => Promise<unknown>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < TRIES && best >= enoughMs; turn += 1) {
    const begin = performance.now();
    const took = await work();
    best = Math.min(best, typeof took === 'number' ? took : performance.now() - begin);
  }
  return best;
}
