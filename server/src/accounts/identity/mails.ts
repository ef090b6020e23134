import type { NewMail } from '../../mail/record.ts';
import type { AccountRow } from '../shapes.ts';
import { shownCode } from './kinds.ts';
import type { Submission } from './submission.ts';

function addressed({ id: accountId, email: to, language }: AccountRow, submission: Submission) {
  return { accountId, to, lang: language ?? ('pt' as const), source: `identity ${submission.id}` };
}

export function approvedMail(account: AccountRow, submission: Submission, isTest: boolean): NewMail {
  const facts = { name: account.name, is_test: isTest, is_active: account.status === 'active' };
  return { ...addressed(account, submission), kind: 'identity_approved', facts };
}

export function refusedMail(account: AccountRow, submission: Submission, isTest: boolean): NewMail {
  const reasons = (submission.reasons ?? []).map(({ kind, code }) => ({ kind, code: shownCode(code) }));
  const facts = { name: account.name, is_test: isTest, reasons };
  return { ...addressed(account, submission), kind: 'identity_refused', facts };
}
