import { requireSelling } from '../accounts/facts.ts';
import { findAccount } from '../accounts/store.ts';
import type { Actor } from '../audit/record.ts';
import type { Charge } from '../charges/charge.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { findChargeIn } from '../charges/find.ts';
import { statement } from '../db/pool.ts';
import type { Tx } from '../db/transaction.ts';
import { DAY_MS, HOUR_MS, systemMs } from '../kit/clock.ts';
import { fail, GatewayError, invalidField, notFound } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { maskedMailAddress } from '../kit/masked-contact.ts';
import type { MailKind } from '../mail/kinds.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done } from '../write/effects.ts';
import { letterheadOf } from './letterhead.ts';
import { issuedMail, receiptMail, recipientOf, type Writing } from './payer-mails.ts';
import { addSettings, lockSettings, type Settings } from './settings.ts';

/** A payer is not to be pressed with mails: those that a seller sends by hand, for each charge. */
const MAX_PER_HOUR = 3;
const MAX_PER_DAY = 6;

const sentByHand = statement(
  'mails.sent_by_hand',
  `select count(*) filter (where created_at > $3)::integer as hour, count(*)::integer as day
   from mails
   where account_id = $1
     and charge_id = $2
     and created_at > $4
     and source like 'by hand:%'`,
);

export type SendCharge = { accountId: string; chargeId: string; id: string; email: string | null; by: Actor };
export type SentByHand = { kind: MailKind; to: string };

/** Sends the payer the charge, or the receipt of one that is paid. */
export async function sendChargeMail(
  deps: ChargeDeps,
  command: SendCharge,
  answer?: Answer<SentByHand>,
): Promise<SentByHand> {
  const { accountId, chargeId } = command;
  if (!isId(chargeId)) throw notFound('Charge');
  await requireSelling(deps, accountId);
  const account = await findAccount(deps.db, accountId);
  if (deps.mail.kind === 'off') fail('INVALID_STATE', 'This installation sends no mail');
  if (deps.mail.kind === 'smtp' && !account?.email_verified) fail('EMAIL_NOT_VERIFIED');
  const facts = await deps.accountFacts(accountId);
  // The count of mails is taken under the lock of the settings.
  await addSettings(deps.db, accountId);
  return deps.writer.commit(
    {
      load: (tx) => load(tx, accountId, chargeId),
      decide: (state) => {
        const { settings } = state;
        const seller = settings && letterheadOf(facts, account?.email ?? '', settings, deps.publicUrl);
        if (!seller) return notFound('Account');
        const isTest = deps.config.GUICHE_RAILS === 'sandbox';
        return decideSending(deps, state, command, { seller, isTest, now: deps.clock.now() });
      },
    },
    answer,
  );
}

type State = { settings: Settings | null; charge: Charge | null; sent: { hour: number; day: number } };

async function load(tx: Tx, accountId: string, chargeId: string): Promise<State> {
  const settings = await lockSettings(tx, accountId);
  const now = systemMs();
  const [sent] = await tx.query<State['sent']>(sentByHand, [
    ...[accountId, chargeId],
    ...[new Date(now - HOUR_MS), new Date(now - DAY_MS)],
  ]);
  return { settings, charge: await findChargeIn(tx, accountId, chargeId), sent: sent ?? { hour: 0, day: 0 } };
}

function decideSending(
  deps: ChargeDeps,
  { charge, sent }: State,
  { accountId, id, email, by }: SendCharge,
  writing: Writing,
): Decision<SentByHand> {
  if (!charge) return notFound('Charge');
  const isPaid = charge.status === 'RECEIVED' || charge.status === 'REFUNDED';
  if (!isPaid && charge.status === 'CANCELLED')
    return new GatewayError('INVALID_STATE', 'The charge can no longer be paid');
  const to = recipientOf(deps.vault, charge, email ?? undefined);
  if (!to) return invalidField('email', 'is required: the charge has no e-mail address');
  if (sent.hour >= MAX_PER_HOUR || sent.day >= MAX_PER_DAY) {
    return new GatewayError(
      'RATE_LIMIT_EXCEEDED',
      `A charge is sent at most ${MAX_PER_HOUR} times an hour and ${MAX_PER_DAY} times a day`,
    );
  }
  const write = isPaid ? receiptMail : issuedMail;
  const mail = write(charge, to, writing, `by hand:${id}`);
  const details = { kind: mail.kind, to: maskedMailAddress(to.to) };
  const target = { kind: 'charge', id: charge.id };
  return done(
    { kind: mail.kind, to: details.to },
    { mails: [mail], audit: [{ actor: by, accountId, action: 'charge.mail_sent', target, details }] },
  );
}
