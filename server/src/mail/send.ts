import type { Db } from '../db/pool.ts';
import { systemMs } from '../kit/clock.ts';
import { openText } from '../kit/sealed-text.ts';
import type { Vault } from '../kit/secrets.ts';
import type { Carrier, CarrierOutcome } from './carrier.ts';
import type { Kind } from './content.ts';
import { KINDS } from './kinds.ts';
import type { SuppressedFor } from './record.ts';
import { renderMail } from './render.ts';
import { type Fate, findMail, isChargeOpen, type MailRow, recordFate } from './store.ts';

type Context = { db: Db; vault: Vault; publicUrl: string; mail: Carrier };
type Job = { account_id: string; id: string; attempts: number };
type Outcome = { done: true } | { done: false; reason: string };

/**
 * The job of a mail. At least once: if the process ends between the server's answer and our record of it, the mail is
 * sent again with the same Message-ID.
 */
export async function sendMail(context: Context, job: Job): Promise<Outcome> {
  const mail = await findMail(context.db, job.account_id, job.id);
  if (mail?.state !== 'queued') return { done: true };
  if (await isPointless(context.db, mail)) {
    await recordFate(context.db, mail, {
      ...{ state: 'suppressed', attempts: job.attempts, error: 'not_open' satisfies SuppressedFor },
      at: new Date(systemMs()),
    });
    return { done: true };
  }
  const outcome = await attempt(context, mail);
  await recordFate(context.db, mail, fateOf(outcome, job.attempts));
  return outcome.sent || outcome.isFinal ? { done: true } : { done: false, reason: outcome.reason };
}

/** A mail may wait for its server for hours: nothing asks for a payment that was made meanwhile. */
async function isPointless(db: Db, mail: MailRow): Promise<boolean> {
  const kind: Kind<never> = KINDS[mail.kind];
  return kind.needsOpenCharge === true && !(await isChargeOpen(db, mail));
}

async function attempt(context: Context, mail: MailRow): Promise<CarrierOutcome> {
  const sent = await sentInstead(context.db, mail);
  if (isTooOld(sent)) return { sent: false, isFinal: true, reason: 'could not be sent in time' };
  const { account_id: accountId, kind, language: lang, facts } = sent;
  const { subject, text, html, seller, unsubscribeUrl } = renderMail(context, {
    accountId,
    kind,
    lang,
    facts,
  });
  const to = openText(context.vault, sent.address_sealed);
  return context.mail.send({
    ...{ messageId: sent.id, to, subject, text, html, unsubscribeUrl },
    senderName: seller?.name ?? null,
    replyTo: seller?.reply_to ?? null,
  });
}

async function sentInstead(db: Db, mail: MailRow): Promise<MailRow> {
  const { instead_account_id: accountId, instead_id: id } = mail;
  return (accountId && id && (await findMail(db, accountId, id))) || mail;
}

function isTooOld({ kind, created_at: createdAt }: MailRow): boolean {
  return systemMs() > createdAt.getTime() + KINDS[kind].lifeMs;
}

function fateOf(outcome: CarrierOutcome, attempts: number): Fate {
  const at = new Date(systemMs());
  if (outcome.sent) return { state: 'sent', attempts, error: null, at };
  return { state: outcome.isFinal ? 'failed' : 'queued', attempts, error: outcome.reason, at };
}
