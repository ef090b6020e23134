import { type Actor, systemActor } from '../../audit/record.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { DAY_MS, HOUR_MS } from '../../kit/clock.ts';
import { GatewayError, notFound } from '../../kit/errors.ts';
import type { Dns, Records } from '../../net/dns.ts';
import type { Answer } from '../../write/answer.ts';
import { type Decision, done, type Effects, rowWrite } from '../../write/effects.ts';
import { domainAction } from './claim.ts';
import {
  claimDueDomains,
  type Domain,
  type Finding,
  type Found,
  findDomain,
  lockRivals,
  type Rivals,
  releaseHost,
  saveDomain,
} from './store.ts';

const CHECK_EVERY_MS = DAY_MS;
const FAILING_CHECK_EVERY_MS = 6 * HOUR_MS;
/** A record that is gone this long switches the domain off. */
const OFF_AFTER_MS = 3 * DAY_MS;
/** Longer where the DNS does not answer: that may be our own line to it. */
const SILENT_OFF_AFTER_MS = 14 * DAY_MS;
const MAX_SHOWN = 5;
const MAX_SHOWN_LENGTH = 120;

export const recordName = (host: string) => `_guiche.${host}`;
export const recordValue = (token: string) => `guiche-verification=${token}`;

export type Look = { readonly texts: Records; readonly addresses: Records };

async function lookUp(dns: Dns, host: string): Promise<Look> {
  const [texts, addresses] = await Promise.all([dns.texts(recordName(host)), dns.addresses(host)]);
  return { texts, addresses };
}

/** Some panels store the quotation marks of a zone file with the value. */
function holds({ texts }: Look, token: string): boolean {
  return texts.values.some((text) => text.trim().replace(/^"(.*)"$/, '$1') === recordValue(token));
}

/** Without an address, links to the domain would lead nowhere. */
export function findingOf(look: Look, token: string): Finding {
  if (holds(look, token)) {
    if (look.addresses.is === 'found') return 'ok';
    return look.addresses.is === 'none' ? 'no_address' : 'no_answer';
  }
  if (look.texts.is === 'silent') return 'no_answer';
  return look.texts.is === 'found' ? 'other_value' : 'no_record';
}

/** Looks the record up and answers what was found. Returns when a new state is in force in every process. */
export async function verifyDomain(deps: Deps, actor: Actor, answer: Answer<Domain>): Promise<Domain> {
  const claim = await findDomain(deps.db, actor.accountId);
  if (!claim) throw notFound('Domain');
  const checked = await check(deps, actor, claim, answer);
  await waitForCacheExpiry();
  return checked;
}

/** Looks up again what is due, at most twenty. Returns how many there were. */
export async function checkDueDomains(deps: Deps): Promise<number> {
  const due = await claimDueDomains(deps.db, deps.clock.now());
  await Promise.all(
    due.map(async (claim) => {
      try {
        await check(deps, systemActor(claim.accountId), claim);
      } catch (error) {
        deps.log.warn({ err: error, account: claim.accountId }, 'a domain was not checked');
      }
    }),
  );
  return due.length;
}

async function check(deps: Deps, actor: Actor, claim: Domain, answer?: Answer<Domain>): Promise<Domain> {
  const look = await lookUp(deps.dns, claim.host);
  const command = { actor, claim, look, now: deps.clock.now() };
  return deps.writer.commit(
    {
      load: (tx) => lockRivals(tx, claim.accountId, claim.host),
      decide: (rivals) => decideCheck(rivals, command),
    },
    answer,
  );
}

type Command = {
  readonly actor: Actor;
  /** As it was when the look-up began. */
  readonly claim: Pick<Domain, 'host' | 'token'>;
  readonly look: Look;
  readonly now: Date;
};

/**
 * The host is the account's whose record is there. Where the records of two are there, it stays with the one that has it;
 * where only that of the other is there, who rules the DNS has decided for the other.
 */
export function decideCheck({ own, holder }: Rivals, command: Command): Decision<Domain> {
  const { claim, look, now } = command;
  if (!own || own.host !== claim.host || own.token !== claim.token)
    return new GatewayError('CHANGED_MEANWHILE');
  const finding = findingOf(look, own.token);
  const checked: Domain = { ...own, checkedAt: now, finding, found: shown(look) };
  if (finding !== 'ok') return own.verifiedAt ? failed(checked, own.finding, command) : saved(checked);
  if (!holder) return passed(checked, command);
  if (holds(look, holder.token)) return saved({ ...checked, finding: 'taken' });
  const details = { host: holder.host, cause: 'moved' };
  const loss: Effects = {
    rows: [rowWrite(releaseHost, { accountId: holder.accountId, now })],
    audit: [
      domainAction(systemActor(holder.accountId), 'account.domain_switched_off', holder.accountId, details),
    ],
  };
  return passed(checked, command, loss);
}

function saved(domain: Domain, { rows = [], audit = [] }: Effects = {}): Decision<Domain> {
  return done(domain, { rows: [...rows, rowWrite(saveDomain, domain)], audit });
}

function passed(checked: Domain, { actor, now }: Command, before: Effects = {}): Decision<Domain> {
  const { accountId, host, verifiedAt, failingSince } = checked;
  const after: Domain = {
    ...checked,
    verifiedAt: verifiedAt ?? now,
    failingSince: null,
    switchedOffAt: null,
    checkAt: later(now, CHECK_EVERY_MS, checked),
  };
  const actions = [
    ...(verifiedAt ? [] : (['account.domain_verified'] as const)),
    ...(verifiedAt && failingSince ? (['account.domain_found_again'] as const) : []),
  ];
  const audit = actions.map((action) => domainAction(actor, action, accountId, { host }));
  return saved(after, { ...before, audit: [...(before.audit ?? []), ...audit] });
}

/**
 * The pages stay at the domain for some days, in which the record can be put back. The seller is notified at the first
 * answer without it. That the DNS was silent before does not count: it may have been our own line to it.
 */
function failed(checked: Domain, last: Finding | null, { actor, now }: Command): Decision<Domain> {
  const { accountId, host, finding } = checked;
  const isSilent = finding === 'no_answer';
  const isNew = checked.failingSince === null || (last === 'no_answer' && !isSilent);
  const failingSince = isNew ? now : earlierOf(checked.failingSince, now);
  const failing: Domain = {
    ...checked,
    failingSince,
    checkAt: later(now, FAILING_CHECK_EVERY_MS, checked),
  };
  const offAt = switchesOffAt(failing);
  if (offAt && now >= offAt) {
    const off = { ...failing, verifiedAt: null, failingSince: null, switchedOffAt: now };
    const details = { host, cause: finding };
    return saved(off, { audit: [domainAction(actor, 'account.domain_switched_off', accountId, details)] });
  }
  if (!isNew || isSilent) return saved(failing);
  const details = { host, cause: finding, switches_off_at: offAt?.toISOString() ?? null };
  return saved(failing, { audit: [domainAction(actor, 'account.domain_failing', accountId, details)] });
}

/** When the domain is switched off if nothing changes. */
export function switchesOffAt({
  failingSince,
  finding,
}: Pick<Domain, 'failingSince' | 'finding'>): Date | null {
  if (!failingSince) return null;
  const afterMs = finding === 'no_answer' ? SILENT_OFF_AFTER_MS : OFF_AFTER_MS;
  return new Date(failingSince.getTime() + afterMs);
}

/** A moment of before the gateway's clock was set back is not one. */
function earlierOf(since: Date | null, now: Date): Date {
  return since && since < now ? since : now;
}

/** Up to an eighth earlier, by the token: domains that fell due together do not stay together. */
function later(now: Date, everyMs: number, { token }: Domain): Date {
  const share = (token.charCodeAt(0) * 64 + token.charCodeAt(1)) % 1_000;
  return new Date(now.getTime() + everyMs - Math.floor((everyMs / 8_000) * share));
}

/** What others wrote into the DNS: a few values, cut. */
function shown({ texts, addresses }: Look): Found {
  const few = ({ values }: Records) => values.slice(0, MAX_SHOWN).map(cut);
  return { texts: few(texts), addresses: few(addresses) };
}

function cut(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, MAX_SHOWN_LENGTH);
}
