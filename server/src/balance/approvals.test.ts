import { describe, expect, it } from 'vitest';
import { reais, table } from '../../../test/support/literals.ts';
import { decideApproval } from '../accounts/two-persons.ts';
import type { Config } from '../kit/config.ts';
import { GatewayError } from '../kit/errors.ts';
import { approvalsNeeded } from './approvals.ts';

describe('how many persons must approve', () => {
  it.each(
    table<'bound' | 'amount' | 'needed'>(`
      bound   | amount  | needed
      -       | 9999.99 | 1
      1000.00 | 999.99  | 1
      1000.00 | 1000.00 | 1
      1000.00 | 1000.01 | 2
      0.00    | 0.01    | 2
    `),
  )('two above $bound: $amount needs $needed', ({ bound, amount, needed }) => {
    const config = { GUICHE_TWO_PERSON_ABOVE: bound === '-' ? null : reais(bound) } as Config;
    expect(approvalsNeeded(config, reais(amount))).toBe(Number(needed));
  });
});

describe('one more approval', () => {
  // persons: independent persons behind the approvals, with this one among them; seen: what the operator's page showed.
  it.each(
    table<'case' | 'approvals' | 'mine' | 'persons' | 'needed' | 'seen' | 'outcome'>(`
      case                                    | approvals | mine | persons | needed | seen | outcome
      the only one needed                     | 0         | no   | 1       | 1      | 0    | enough
      the only one needed, page says nothing     | 0         | no   | 1       | 1      | -    | enough
      the first of two                        | 0         | no   | 1       | 2      | 0    | first
      the first of two, page says nothing        | 0         | no   | 1       | 2      | -    | first
      the second of two                       | 1         | no   | 2       | 2      | 1    | enough
      the second of two, page says nothing       | 1         | no   | 2       | 2      | -    | enough
      mine again                              | 1         | yes  | 1       | 2      | 1    | SECOND_APPROVAL_REQUIRED
      mine again, on an old page              | 1         | yes  | 1       | 2      | 0    | SECOND_APPROVAL_REQUIRED
      mine, and meanwhile another’s           | 2         | yes  | 2       | 2      | 2    | enough
      meant as the first, is the second       | 1         | no   | 2       | 2      | 0    | CHANGED_MEANWHILE
      meant as the second, is the first       | 0         | no   | 1       | 2      | 1    | CHANGED_MEANWHILE
      of an operator that the first one added | 1         | no   | 1       | 2      | 1    | SECOND_APPROVAL_REQUIRED
      the bound was raised meanwhile          | 1         | no   | 2       | 1      | 1    | enough
    `),
  )('$case: $outcome', ({ approvals, mine, persons, needed, seen, outcome }) => {
    const decided = decideApproval(
      { approvals: Number(approvals), hasApproved: mine === 'yes', persons: Number(persons) },
      Number(needed) as 1 | 2,
      seen === '-' ? undefined : Number(seen),
    );
    expect(decided instanceof GatewayError ? decided.code : decided).toBe(outcome);
  });
});
