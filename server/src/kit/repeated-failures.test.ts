import { Writable } from 'node:stream';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { logOptions } from './log.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

function recordingLog() {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk, _encoding, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const log = pino(logOptions('info'), sink);
  return { log, written: () => lines.map((line) => JSON.parse(line)) };
}

describe('failures of one kind', () => {
  it('are one line per second with their number, and one stack', () => {
    const { log, written } = recordingLog();
    for (let at = 0; at < 3_000; at += 1) {
      log.child({ reqId: at }).error({ err: new Error('the database is away') }, 'unexpected error');
      vi.advanceTimersByTime(1);
    }
    vi.advanceTimersByTime(2_000);
    const lines = written();
    expect(lines.length).toBeLessThanOrEqual(5);
    expect(lines.filter(({ err }) => err.stack)).toHaveLength(1);
    expect(lines.reduce((sum, { times = 1 }) => sum + times, 0)).toBe(3_000);
    expect(lines.at(-1)).toMatchObject({ msg: 'unexpected error', err: { message: 'the database is away' } });
  });

  it('are told with their stack again after a minute without them', () => {
    const { log, written } = recordingLog();
    const fail = () => log.error({ err: new Error('lost') }, 'task failed');
    fail();
    vi.advanceTimersByTime(61_000);
    fail();
    expect(written().map(({ err }) => Boolean(err.stack))).toEqual([true, true]);
  });

  it('do not hide others, nor lines that are about no error', () => {
    const { log, written } = recordingLog();
    log.error({ err: new Error('one') }, 'task failed');
    log.error({ err: new Error('two') }, 'task failed');
    log.error({ err: new Error('one') }, 'another task failed');
    log.warn({ psp: 'a' }, 'slow');
    log.warn({ psp: 'a' }, 'slow');
    expect(written()).toHaveLength(5);
  });
});
