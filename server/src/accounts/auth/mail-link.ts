import type { Deps } from '../../http/deps.ts';
import { systemMs } from '../../kit/clock.ts';
import { GatewayError } from '../../kit/errors.ts';
import { boundTo, readLink } from '../../mail/signed-link.ts';
import { type AddressedUser, findAddressedUser } from '../emails.ts';

/** The mails with a link, and the state of the user that each link is bound to. */
const STATES = {
  verify_email: ({ email }: AddressedUser) => email,
  recover_password: ({ passwordHash }: AddressedUser) => passwordHash,
} as const;

export type LinkPurpose = keyof typeof STATES;
export const LINK_PURPOSES = Object.keys(STATES) as [LinkPurpose, ...LinkPurpose[]];

export type OpenedLink = {
  user: AddressedUser;
  expiresAt: Date;
  /** Whether the link is still good for the user in this state. */
  fits(user: AddressedUser): boolean;
};

/** No user has it: a forged token costs the same look as a real one. */
const NO_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Whose link this is, without using it. Links live in real time, like sessions and counted tries: anyone with a key can move
 * the sandbox clock, which would end the links of others, and bring back expired ones by its reset.
 */
export async function openLink(
  { db, vault }: Pick<Deps, 'db' | 'vault'>,
  purpose: LinkPurpose,
  token: string,
): Promise<OpenedLink> {
  const claims = readLink(vault, purpose, token, new Date(systemMs()));
  const user = await findAddressedUser(db, claims?.accountId ?? NO_ID, claims?.userId ?? NO_ID);
  const fits = (state: AddressedUser) =>
    state.standing !== 'removed' && boundTo(vault, purpose, STATES[purpose](state)) === claims?.boundTo;
  if (!claims || !user || !fits(user)) throw linkInvalid();
  return { user, expiresAt: claims.expiresAt, fits };
}

export function linkInvalid(): GatewayError {
  return new GatewayError('LINK_INVALID');
}
