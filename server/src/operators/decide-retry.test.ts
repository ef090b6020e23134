import { expect, it } from 'vitest';
import { systemActor } from '../audit/record.ts';
import { decideRetry, type OwnedJob } from './jobs.ts';

const NOW = new Date('2026-11-17T12:00:00Z');
const ACCOUNT = '00000000-0000-7000-8000-000000000001';
const job: OwnedJob = Object.freeze({
  account_id: ACCOUNT,
  id: '00000000-0000-7000-8000-000000000002',
  account_name: 'Padaria',
  kind: 'refund.send',
  payload: {},
  attempts: 1_020,
  last_error: 'the bank is closed',
  created_at: NOW,
  run_at: null,
  failed_at: NOW,
});

it('a failed job gets all its attempts again, and a line in the log', () => {
  expect(decideRetry(job, systemActor(ACCOUNT), NOW)).toMatchObject({
    result: { attempts: 0, failed_at: null, run_at: NOW },
    effects: {
      rows: [{ row: { accountId: ACCOUNT, id: job.id, runAt: NOW } }],
      audit: [{ action: 'job.retried', details: { kind: 'refund.send', attempts: 1_020 } }],
    },
  });
});

it.each([
  ['unknown', null, 'NOT_FOUND'],
  ['not failed', { ...job, failed_at: null }, 'INVALID_STATE'],
])('a job that is %s is refused', (_, state, code) => {
  expect(decideRetry(state, systemActor(ACCOUNT), NOW)).toMatchObject({ code });
});
