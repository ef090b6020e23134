import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { newCounts } from '../proof/chaos/driver.ts';
import { findPrograms, type Look, missingText } from '../proof/failover/packages.ts';
import { type FailoverResult, failuresOf, type Kill, linesOf, medianMsOf } from '../proof/failover/report.ts';
import {
  etcdSettings,
  haproxySettings,
  type NodeAddress,
  patroniSettings,
} from '../proof/failover/settings.ts';
import { type Answer, fieldsOf } from '../proof/kit/call.ts';
import { malformation } from '../proof/kit/error-shape.ts';

const BOUNDS = { kills: 3, medianMs: 15_000 };

const kill = (writesMs: number | null, more: Partial<Kill> = {}): Kill => ({
  ...{ kind: 'machine lost', victim: 'node-1', leader: 'node-2', leaderMs: 9_000, isBack: true },
  writesMs,
  ...more,
});

function resultOf(more: Partial<FailoverResult> = {}): FailoverResult {
  return {
    ...{ seed: 7, at: '2026-01-01T00:00:00Z', versions: {}, settings: {}, plants: [], texts: [] },
    kills: [kill(9_000), kill(14_000), kill(20_000)],
    rewinds: 3,
    counts: { ...newCounts(), acked: 500 },
    errors: { UNAVAILABLE: 90 },
    findings: { lost: 0, doubled: 0, wrong: 0, malformed: 0, unanswered: 0 },
    notifications: { received: 900, repeated: 2 },
    seconds: 120,
    ...more,
  };
}

const found = (kind: keyof FailoverResult['findings']) =>
  resultOf({ findings: { ...resultOf().findings, [kind]: 1 } });

describe('the report of a failover run', () => {
  it('holds when nothing is lost and half of the writes are back in time', () => {
    expect(failuresOf(resultOf(), BOUNDS)).toEqual([]);
    const lines = linesOf(resultOf(), BOUNDS);
    expect(lines.at(-1)).toBe('holds');
    expect(lines.join('\n')).toContain('acked lost 0, doubled 0, wrong answers 0, malformed 0');
    expect(lines.join('\n')).toContain('errors meanwhile: UNAVAILABLE 90');
  });

  it.each<[string, FailoverResult, string]>([
    ['a lost charge', found('lost'), 'lost: 1'],
    ['a doubled charge', found('doubled'), 'doubled: 1'],
    ['a key that answers differently', found('wrong'), 'wrong: 1'],
    ['an error without Retry-After', found('malformed'), 'malformed: 1'],
    ['a request without an answer', found('unanswered'), 'unanswered: 1'],
    ['fewer kills than asked for', resultOf({ kills: [kill(1), kill(1)] }), '2 times instead of 3'],
    [
      'a slow median',
      resultOf({ kills: [kill(1), kill(15_100), kill(15_200)] }),
      'after 15.1 s in the median',
    ],
    ['writes that never pass', resultOf({ kills: [kill(1), kill(1), kill(null)] }), 'after 1 kills'],
    [
      'a node that stays away',
      resultOf({ kills: [kill(1), kill(1), kill(1, { isBack: false })] }),
      '1 killed nodes did not come back',
    ],
    ['too little load', resultOf({ counts: { ...newCounts(), acked: 59 } }), 'too little load'],
  ])('does not hold with %s', (_, result, sentence) => {
    expect(failuresOf(result, BOUNDS).join('; ')).toContain(sentence);
    expect(linesOf(result, BOUNDS).at(-1)).toMatch(/^does not hold: /);
  });

  it.each([
    [[3, 1, 2], 2],
    [[4, 1, 2, 3], 2.5],
    [[1, null, null], Number.POSITIVE_INFINITY],
    [[1, 2, null], 2],
  ])('takes the median of %j as %d', (ms, median) => {
    expect(medianMsOf(ms.map((each) => kill(each)))).toBe(median);
  });

  it('without a kill does not hold', () => {
    expect(failuresOf(resultOf({ kills: [] }), { kills: 0, medianMs: 1 })).not.toEqual([]);
  });
});

describe('the packages that the run needs', () => {
  const whole: Record<string, string[]> = {
    '/usr/lib/python3/dist-packages/etcd': [],
    '/usr/lib/postgresql': ['9', '15'],
    '/usr/lib/postgresql/15/bin': ['initdb', 'postgres', 'pg_basebackup', 'pg_rewind', 'pg_controldata'],
  };
  const look = (absent: string[], folders = whole): Look => ({
    program: (name) => (absent.includes(name) ? null : `/usr/bin/${name}`),
    folder: (path) => folders[path] ?? null,
  });

  it('are found', () => {
    expect(findPrograms(look([]))).toEqual({
      patroni: '/usr/bin/patroni',
      etcd: '/usr/bin/etcd',
      haproxy: '/usr/bin/haproxy',
      postgres: '/usr/lib/postgresql/15/bin',
    });
  });

  it('are named when they are missing, with the command that installs them', () => {
    const missing = findPrograms(look(['etcd', 'haproxy'], {})) as string[];
    expect(missing).toEqual(['etcd-server', 'haproxy', 'python3-etcd', 'postgresql']);
    expect(missingText(missing)).toContain(
      'apt-get install --no-install-recommends etcd-server haproxy python3-etcd postgresql',
    );
  });
});

describe('the files of deploy/patroni', () => {
  const nodes: NodeAddress[] = [1, 2, 3].map((number) => ({
    name: `node-${number}`,
    ...{ postgresPort: 100 + number, restPort: 200 + number, etcdPort: 300 + number },
    etcdPeerPort: 400 + number,
  }));
  const [first] = nodes as [NodeAddress];
  const file = parse(readFileSync('deploy/patroni/patroni.yml', 'utf8'));
  const places = { data: '/d', postgres: '/p', pgpass: '/g' };

  it('keep every answered commit, and keep to the rule of Patroni about time', () => {
    const { ttl, loop_wait, retry_timeout, ...dcs } = file.bootstrap.dcs;
    expect(loop_wait + 2 * retry_timeout).toBeLessThanOrEqual(ttl);
    expect(retry_timeout).toBeGreaterThanOrEqual(3);
    expect(dcs).toMatchObject({ synchronous_mode: true, primary_start_timeout: 0 });
    expect(dcs.postgresql).toMatchObject({ use_pg_rewind: true, parameters: { synchronous_commit: 'on' } });
  });

  it('are what the run starts, with other addresses', () => {
    const run = parse(patroniSettings(first, nodes, places, true));
    expect(run.bootstrap).toEqual(file.bootstrap);
    expect(run.postgresql.authentication).toEqual(file.postgresql.authentication);
    expect(run.postgresql).toMatchObject({ listen: '127.0.0.1:101', data_dir: '/d', bin_dir: '/p' });
    expect(run.etcd.hosts).toEqual(['127.0.0.1:301', '127.0.0.1:302', '127.0.0.1:303']);
    expect(JSON.stringify(run)).not.toContain('10.0.0.');
    expect(JSON.stringify(etcdSettings(first, nodes, '/e'))).not.toContain('10.0.0.');
  });

  it('let Patroni renew its lease only while it holds it', () => {
    expect(Object.keys(file)).not.toContain('etcd3');
    expect(etcdSettings(first, nodes, '/e')).toMatchObject({ ETCD_ENABLE_V2: 'true' });
  });

  it('lead to the server that Patroni calls the leader, and cut the others off', () => {
    const text = haproxySettings(5_999, nodes);
    expect(text).toContain('option httpchk OPTIONS /primary');
    expect(text).toContain('on-marked-down shutdown-sessions');
    expect(text.match(/^ +bind .*$/gm)).toEqual(['    bind 127.0.0.1:5999']);
    expect(text.match(/^ +server .*$/gm)).toEqual([
      '    server node-1 127.0.0.1:101 check port 201',
      '    server node-2 127.0.0.1:102 check port 202',
      '    server node-3 127.0.0.1:103 check port 203',
    ]);
  });
});

describe('an error that its documentation says to repeat later', () => {
  const answer = (headers: object): Answer => {
    const json = fieldsOf({ error: 'Away', code: 'UNAVAILABLE', details: {} });
    const own = { 'content-type': 'application/json', 'x-request-id': '1', ...headers };
    return { status: 500, headers: own, text: JSON.stringify(json), json };
  };

  it('carries Retry-After', () => {
    expect(malformation(answer({ 'retry-after': '5' }))).toBeNull();
    expect(malformation(answer({}))).toContain('Retry-After');
    expect(malformation(answer({ 'retry-after': '0' }))).toContain('Retry-After');
  });
});
