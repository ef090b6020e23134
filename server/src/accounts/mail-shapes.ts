import { Type } from 'typebox';
import { instantShape, namedEnum, namedObject, nullable } from '../http/fields.ts';
import { maskedMailAddress } from '../kit/masked-contact.ts';
import { openText } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import { MAIL_KINDS } from '../mail/kinds.ts';
import { SUPPRESSED_FOR } from '../mail/record.ts';
import { MAIL_STATES, type MailRow } from '../mail/store.ts';

const fields = {
  object: Type.Literal('mail'),
  id: Type.String(),
  kind: namedEnum('MailKind', MAIL_KINDS),
  language: Type.Enum(['pt', 'en']),
  to: Type.String({ description: 'Masked: the first letter and the domain' }),
  subject: Type.String(),
  state: namedEnum('MailState', [...MAIL_STATES]),
  attempts: Type.Integer(),
  last_error: nullable(Type.String({ description: 'Answer of the mail server to the last attempt' })),
  suppressed_for: nullable(
    namedEnum('MailSuppression', [...SUPPRESSED_FOR], {
      description:
        'Why it was not sent: the payer wants no reminders, the address got too many in a day, the charge can no longer be paid, or the seller has not confirmed its own address',
    }),
  ),
  charge_id: nullable(Type.String({ description: 'The charge it is about' })),
  created_at: instantShape,
  sent_at: nullable(instantShape),
};

export const mailShape = namedObject('Mail', fields);

export const operatorMailShape = namedObject('OperatorMail', { ...fields, account_id: Type.String() });

export function presentMail(row: MailRow, vault: Vault) {
  return {
    object: 'mail' as const,
    id: row.id,
    kind: row.kind,
    language: row.language,
    to: maskedMailAddress(openText(vault, row.address_sealed)),
    subject: row.subject,
    state: row.state,
    attempts: row.attempts,
    last_error: row.state === 'suppressed' ? null : row.last_error,
    suppressed_for:
      SUPPRESSED_FOR.find((each) => row.state === 'suppressed' && each === row.last_error) ?? null,
    charge_id: row.charge_id,
    created_at: row.created_at.toISOString(),
    sent_at: row.state === 'sent' ? (row.ended_at?.toISOString() ?? null) : null,
  };
}
