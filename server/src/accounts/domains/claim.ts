import type { Action, Actor } from '../../audit/record.ts';
import { waitForCacheExpiry } from '../../db/trusted-cache.ts';
import type { Deps } from '../../http/deps.ts';
import { invalidField, notFound } from '../../kit/errors.ts';
import { type HostFault, hostOfUrl, readHostName } from '../../kit/host-name.ts';
import { publicToken } from '../../kit/ids.ts';
import { type Decision, done, rowWrite } from '../../write/effects.ts';
import { type Domain, lockDomain, removeDomain, saveDomain } from './store.ts';

const FAULTS: Record<HostFault, string> = {
  unreadable: 'must be a host name such as pagar.loja.com.br, without https://, port or path',
  too_long: 'is too long for a host name',
  own: 'must be a domain of yours, not the address of this gateway',
};

/** The name as it is stored. */
export function readHost(text: string, publicUrl: string): string {
  const read = readHostName(text.trim(), hostOfUrl(publicUrl));
  if ('fault' in read) throw invalidField('host', FAULTS[read.fault]);
  return read.host;
}

/** Says which host is to be the account's. It is not in use before its DNS record was seen. */
export async function claimDomain(deps: Deps, actor: Actor, host: string): Promise<Domain> {
  const { accountId } = actor;
  const command = { actor, host, token: publicToken(), now: deps.clock.now() };
  const claimed = await deps.writer.commit({
    load: (tx) => lockDomain(tx, accountId),
    decide: (before) => decideClaim(before, command),
  });
  await waitForCacheExpiry();
  return claimed;
}

type Claim = { actor: Actor; host: string; token: string; now: Date };

/** The same host again changes nothing: neither its record nor that it is verified. */
function decideClaim(before: Domain | null, { actor, host, token, now }: Claim): Decision<Domain> {
  if (before?.host === host) return done(before);
  const { accountId } = actor;
  const claimed: Domain = {
    ...{ accountId, host, token, createdAt: now, checkAt: now },
    ...{ verifiedAt: null, failingSince: null, switchedOffAt: null },
    ...{ checkedAt: null, finding: null, found: null },
  };
  const details = { host: { before: before?.host ?? null, after: host } };
  return done(claimed, {
    rows: [rowWrite(saveDomain, claimed)],
    audit: [domainAction(actor, 'account.domain_set', accountId, details)],
  });
}

/** Returns when no process uses the domain any more. */
export async function releaseDomain(deps: Deps, actor: Actor): Promise<void> {
  const { accountId } = actor;
  await deps.writer.commit({
    load: (tx) => lockDomain(tx, accountId),
    decide: (before) => decideRelease(before, actor),
  });
  await waitForCacheExpiry();
}

function decideRelease(before: Domain | null, actor: Actor): Decision<null> {
  if (!before) return notFound('Domain');
  const { accountId, host } = before;
  return done(null, {
    rows: [rowWrite(removeDomain, { accountId })],
    audit: [domainAction(actor, 'account.domain_removed', accountId, { host })],
  });
}

export type DomainActionName = `account.domain_${
  | 'set'
  | 'removed'
  | 'verified'
  | 'failing'
  | 'found_again'
  | 'switched_off'}`;

export function domainAction(
  actor: Actor,
  action: DomainActionName,
  accountId: string,
  details: object,
): Action {
  return { actor, accountId, action, target: { kind: 'account', id: accountId }, details };
}
