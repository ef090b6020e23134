import type { Actor } from '../../server/src/audit/record.ts';
import { GatewayError } from '../../server/src/kit/errors.ts';
import type { Decision } from '../../server/src/write/effects.ts';

/** A decision as plain data: a refusal as its code and message, or the result and what is written, by statement. */
export function decided(decision: Decision<unknown>) {
  if (decision instanceof GatewayError) return `${decision.code}: ${decision.message}`;
  const { result, effects } = decision;
  return {
    result,
    rows: (effects.rows ?? []).map(({ writer, row }) => [writer.statement.name, row]),
    audit: effects.audit ?? [],
    ...(effects.mails?.length ? { mails: effects.mails } : {}),
  };
}

/** A user who is signed in. */
export function signedIn(accountId: string): Actor & { userId: string; credentialId: string } {
  return {
    kind: 'user',
    accountId,
    userId: `${accountId}-user`,
    credentialId: `${accountId}-session`,
    address: '203.0.113.7',
    userAgent: 'Browser',
    requestId: 'request',
  };
}
