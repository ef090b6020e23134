import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { lockDataDirectory } from './lock.ts';
import { processIdentity } from './processes.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'guiche-lock-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

function leaveLock(content: string): void {
  writeFileSync(join(dataDir, 'lock'), content);
}

describe('the lock on a data folder', () => {
  it('is held by one at a time', () => {
    const lock = lockDataDirectory(dataDir);
    expect(() => lockDataDirectory(dataDir)).toThrow(`Another Guichê (process ${process.pid})`);
    lock.release();
    lockDataDirectory(dataDir).release();
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('names the process and the moment it started', () => {
    lockDataDirectory(dataDir);
    const identity = processIdentity(process.pid);
    expect(identity).toBeTruthy();
    expect(JSON.parse(readFileSync(join(dataDir, 'lock'), 'utf8'))).toEqual({ pid: process.pid, identity });
  });

  it('passes on from a process that has ended', async () => {
    const child = spawn('true');
    const pid = child.pid as number;
    await new Promise((resolve) => child.once('exit', resolve));
    leaveLock(JSON.stringify({ pid, identity: 'gone' }));
    expect(() => lockDataDirectory(dataDir)).not.toThrow();
  });

  it('passes on when the number of its process was given to another', () => {
    leaveLock(JSON.stringify({ pid: process.pid, identity: 'an earlier process' }));
    expect(() => lockDataDirectory(dataDir)).not.toThrow();
  });

  it.each(['', '{"pid":', 'null', '[]', '{"pid":"1"}'])('passes on when its file says %j', (content) => {
    leaveLock(content);
    expect(() => lockDataDirectory(dataDir)).not.toThrow();
  });

  it('is not released by one who lost it', () => {
    const lock = lockDataDirectory(dataDir);
    const other = JSON.stringify({ pid: 1, identity: processIdentity(1) });
    leaveLock(other);
    lock.release();
    expect(readFileSync(join(dataDir, 'lock'), 'utf8')).toBe(other);
    expect(readdirSync(dataDir)).toEqual(['lock']);
  });
});

describe('the identity of a process', () => {
  it('stays the same while it runs and is gone when it has ended', async () => {
    const child = spawn('sleep', ['60']);
    const pid = child.pid as number;
    const identity = processIdentity(pid);
    expect(identity).toBeTruthy();
    expect(processIdentity(pid)).toBe(identity);
    expect(identity).not.toBe(processIdentity(1));
    child.kill('SIGKILL');
    await new Promise((resolve) => child.once('exit', resolve));
    expect(processIdentity(pid)).toBeUndefined();
  });
});
