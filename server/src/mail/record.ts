import type { CountChange } from '../db/counts.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import type { Lang } from '../kit/language.ts';
import { sealText } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import type { FactsOf, MailKind } from './kinds.ts';
import { subjectFor } from './render.ts';

type Mail = {
  [K in MailKind]: { accountId: string; lang: Lang; to: string; kind: K; facts: FactsOf<K> } & About;
}[MailKind];

/** What a mail is about, besides access. */
type About = {
  chargeId?: string;
  /** The fact it is about: there is one mail for each, and a second write fails. */
  source?: string;
  /** A keyed hash of a payer's address. */
  addressIndex?: string;
  /** It is not sent, and why; the log shows it. */
  suppressedFor?: SuppressedFor;
};

export const SUPPRESSED_FOR = ['unsubscribed', 'too_many', 'not_open', 'seller_unconfirmed'] as const;
export type SuppressedFor = (typeof SUPPRESSED_FOR)[number];

/**
 * A mail to be sent, as an effect of an operation. `instead` is what is really sent, and belongs to the account it is
 * about: this mail's own account sees only this one, with the same fate.
 */
export type NewMail = Mail & { instead?: Mail };

/** A mail as it is stored, with its id. */
export type NamedMail = {
  accountId: string;
  id: string;
  kind: MailKind;
  lang: Lang;
  addressSealed: string;
  subject: string;
  facts: object;
  at: Date;
  instead: { accountId: string; id: string } | null;
  chargeId: string | null;
  source: string | null;
  addressIndex: string | null;
  suppressedFor: SuppressedFor | null;
  /** A mail that is sent in the place of another has no job of its own. */
  hasJob: boolean;
};

export const MAIL_JOB = 'mail.send';

/** One row per mail, two where another is sent instead. */
export function namedMails(
  vault: Vault,
  nextId: () => string,
  at: Date,
  mails: readonly NewMail[],
): NamedMail[] {
  const named = (mail: Mail, instead: NamedMail | null, hasJob: boolean): NamedMail => ({
    accountId: mail.accountId,
    id: nextId(),
    kind: mail.kind,
    lang: mail.lang,
    addressSealed: sealText(vault, mail.to),
    subject: subjectFor(mail),
    facts: mail.facts,
    at,
    instead: instead && { accountId: instead.accountId, id: instead.id },
    chargeId: mail.chargeId ?? null,
    source: mail.source ?? null,
    addressIndex: mail.addressIndex ?? null,
    suppressedFor: mail.suppressedFor ?? null,
    hasJob: hasJob && !mail.suppressedFor,
  });
  return mails.flatMap((mail) => {
    const instead = mail.instead ? named(mail.instead, null, false) : null;
    return [...(instead ? [instead] : []), named(mail, instead, true)];
  });
}

/**
 * Anyone who types the address can ask for a recovery, and it goes to the owner of the address: in the log of a new account it
 * would tell whether another has proved the address (decision 0036).
 */
export const MAIL_LISTS = { shown: 'mails', recoveries: 'mails recoveries' } as const;

export function countsOfMails(mails: readonly NamedMail[]): CountChange[] {
  return mails.map(({ accountId, kind }) => ({
    accountId,
    list: kind === 'recover_password' ? MAIL_LISTS.recoveries : MAIL_LISTS.shown,
    change: 1,
  }));
}

/** The job of a mail has its id. */
export function jobsOfMails(mails: readonly NamedMail[]) {
  return mails
    .filter(({ hasJob }) => hasJob)
    .map(({ accountId, id, at }) => ({ accountId, id, kind: MAIL_JOB, payload: {}, runAt: at }));
}

const insert = statement(
  'mails.add',
  `insert into mails (account_id, id, kind, language, address_sealed, subject, facts, created_at, instead_account_id,
     instead_id, charge_id, source, address_index, last_error, state, ended_at)
   select n.*, case when n.reason is null then 'queued' else 'suppressed' end,
     case when n.reason is null then null else n.created_at end
   from unnest($1::uuid[], $2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::json[], $8::timestamptz[],
     $9::uuid[], $10::uuid[], $11::uuid[], $12::text[], $13::text[], $14::text[])
     as n (account_id, id, kind, language, address_sealed, subject, facts, created_at, instead_account_id, instead_id,
       charge_id, source, address_index, reason)`,
);

/** Writes mails in the transaction of the operation that sends them. */
export async function recordMails(tx: Tx, mails: readonly NamedMail[]): Promise<void> {
  if (mails.length === 0) return;
  await tx.query(insert, [
    mails.map(({ accountId }) => accountId),
    mails.map(({ id }) => id),
    mails.map(({ kind }) => kind),
    mails.map(({ lang }) => lang),
    mails.map(({ addressSealed }) => addressSealed),
    mails.map(({ subject }) => subject),
    mails.map(({ facts }) => JSON.stringify(facts)),
    mails.map(({ at }) => at),
    mails.map(({ instead }) => instead?.accountId ?? null),
    mails.map(({ instead }) => instead?.id ?? null),
    mails.map(({ chargeId }) => chargeId),
    mails.map(({ source }) => source),
    mails.map(({ addressIndex }) => addressIndex),
    mails.map(({ suppressedFor }) => suppressedFor),
  ]);
}
