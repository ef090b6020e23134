import { describe, expect, it } from 'vitest';
import { Breaker, type BreakerOptions } from './breaker.ts';

const OPTIONS = {
  windowMs: 60_000,
  maxCalls: 20,
  minCalls: 10,
  maxInARow: 100,
  failureRatio: 0.5,
  slowRatio: 0.8,
  slowMs: 4_000,
  openForMs: 15_000,
  probeMs: 30_000,
};

function breakerAt(changes: Partial<BreakerOptions> = {}) {
  let nowMs = 1_000_000;
  const breaker = new Breaker({ ...OPTIONS, ...changes, monotonicMs: () => nowMs });
  return {
    breaker,
    pass: (ms: number) => {
      nowMs += ms;
    },
    nowMs: () => nowMs,
    well: (times = 1, latencyMs = 100) => {
      for (let time = 0; time < times; time++) breaker.record({ failure: null, latencyMs });
    },
    badly: (times = 1, latencyMs = 100) => {
      for (let time = 0; time < times; time++) breaker.record({ failure: 'no answer', latencyMs });
    },
  };
}

function opened(changes?: Partial<BreakerOptions>) {
  const under = breakerAt(changes);
  under.badly(10);
  return under;
}

describe('a closed breaker', () => {
  it.each(['badly', 'slowly'] as const)(
    'opens when %s went so many in a row, after however much that went well',
    (how) => {
      const { breaker, well, badly } = breakerAt({ maxInARow: 6, failureRatio: 1, slowRatio: 1 });
      const once = how === 'badly' ? () => badly(1) : () => well(1, 5_000);
      well(14);
      for (let time = 0; time < 5; time += 1) once();
      expect(breaker.state).toBe('closed');
      well();
      for (let time = 0; time < 5; time += 1) once();
      expect(breaker.state).toBe('closed');
      once();
      expect(breaker.state).toBe('open');
    },
  );

  it('lets everything pass, and has no figures before the first call', () => {
    const { breaker, nowMs } = breakerAt();
    expect([breaker.accepts(), breaker.accepts()]).toEqual([true, true]);
    expect(breaker.figures()).toEqual({
      state: 'closed',
      sinceMs: nowMs(),
      calls: 0,
      failures: 0,
      averageLatencyMs: null,
      lastFailure: null,
    });
  });

  it('counts calls, failures and the time they took', () => {
    const { breaker, well, badly, nowMs } = breakerAt();
    well(2, 100);
    badly(1, 400);
    expect(breaker.figures()).toMatchObject({
      state: 'closed',
      calls: 3,
      failures: 1,
      averageLatencyMs: 200,
      lastFailure: { atMs: nowMs(), reason: 'no answer' },
    });
  });

  it('stays closed on few calls, though all of them fail', () => {
    const { breaker, badly } = breakerAt();
    badly(9);
    expect(breaker.accepts()).toBe(true);
    badly(1);
    expect(breaker.accepts()).toBe(false);
  });

  it('stays closed below the ratio and opens at it', () => {
    const { breaker, well, badly } = breakerAt();
    well(6);
    badly(5);
    expect(breaker.state).toBe('closed');
    badly(1);
    expect(breaker.state).toBe('open');
  });

  it('opens on slow calls that all went well', () => {
    const { breaker, well } = breakerAt();
    well(2, 4_000);
    well(7, 4_001);
    expect(breaker.state).toBe('closed');
    well(1, 4_001);
    expect(breaker.state).toBe('open');
  });

  it('ignores calls older than its window', () => {
    const { breaker, well, badly, pass } = breakerAt();
    badly(9);
    pass(60_000);
    expect(breaker.figures()).toMatchObject({ calls: 0, failures: 0, averageLatencyMs: null });
    badly(9);
    well(1);
    expect(breaker.state).toBe('open');
  });

  it('ignores calls beyond the last maxCalls', () => {
    const { breaker, well, badly } = breakerAt();
    badly(4);
    well(20);
    badly(9);
    expect(breaker.figures()).toMatchObject({ state: 'closed', calls: 20, failures: 9 });
    badly(1);
    expect(breaker.state).toBe('open');
  });

  it('remembers its last failure when the window has forgotten it', () => {
    const { breaker, badly, pass } = breakerAt();
    badly();
    pass(120_000);
    expect(breaker.figures().lastFailure?.reason).toBe('no answer');
  });
});

describe('an open breaker', () => {
  it('lets nothing pass until its time is over', () => {
    const { breaker, pass, nowMs } = opened();
    const openedAtMs = nowMs();
    pass(14_999);
    expect(breaker.accepts()).toBe(false);
    expect(breaker.figures()).toMatchObject({ state: 'open', sinceMs: openedAtMs });
    pass(1);
    expect(breaker.figures()).toMatchObject({ state: 'probing', sinceMs: openedAtMs + 15_000 });
    expect(breaker.accepts()).toBe(true);
  });

  it('is not changed by calls that began before it opened', () => {
    const { breaker, well, badly, pass } = opened();
    pass(10_000);
    well(20);
    badly(20);
    expect(breaker.state).toBe('open');
    pass(5_000);
    expect(breaker.state).toBe('probing');
  });
});

describe('a probing breaker', () => {
  function probing(changes?: Partial<BreakerOptions>) {
    const under = opened(changes);
    under.pass(15_000);
    return under;
  }

  it('lets one call pass at a time', () => {
    const { breaker } = probing();
    expect([breaker.accepts(), breaker.accepts(), breaker.accepts()]).toEqual([true, false, false]);
  });

  it('lets another pass when the first never reported', () => {
    const { breaker, pass } = probing();
    expect(breaker.accepts()).toBe(true);
    pass(29_999);
    expect(breaker.accepts()).toBe(false);
    pass(1);
    expect([breaker.accepts(), breaker.accepts()]).toEqual([true, false]);
  });

  it('closes on success and begins to count anew', () => {
    const { breaker, well, badly, pass, nowMs } = probing();
    breaker.accepts();
    pass(500);
    well();
    expect(breaker.figures()).toMatchObject({ state: 'closed', sinceMs: nowMs(), calls: 1, failures: 0 });
    badly(8);
    expect([breaker.accepts(), breaker.accepts()]).toEqual([true, true]);
  });

  it.each([
    ['a failure', 'no answer', 100],
    ['a success that took too long', null, 4_001],
  ])('opens again on %s, for the whole time', (_, failure, latencyMs) => {
    const { breaker, pass } = probing();
    breaker.accepts();
    breaker.record({ failure, latencyMs });
    pass(14_999);
    expect(breaker.accepts()).toBe(false);
    pass(1);
    expect(breaker.accepts()).toBe(true);
  });
});
