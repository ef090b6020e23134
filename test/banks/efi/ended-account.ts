import { type Account, openAccount } from './account.ts';
import type { Settings } from './bank.ts';

/** An account of its own for one test. */
export async function endedAccount(
  settings: Partial<Settings>,
  use: (account: Account) => Promise<void>,
): Promise<void> {
  const account = await openAccount(settings);
  try {
    await use(account);
  } finally {
    await account.stop();
  }
}
