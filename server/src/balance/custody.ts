import type { Deps } from '../http/deps.ts';
import { fail } from '../kit/errors.ts';

/** Where the acquirer holds the sellers' money and pays them out, none of it may leave through this gateway, too. */
export function requireOwnCustody({ config }: Pick<Deps, 'config'>): void {
  if (config.GUICHE_CUSTODY === 'acquirer') fail('WITHDRAWALS_BY_ACQUIRER');
}
