import type { Config } from '../../kit/config.ts';
import type { Log } from '../../kit/log.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { BoletoProvider } from '../boleto.ts';
import { type CallbackKind, callbackUrl } from '../callback-address.ts';
import type { CardProvider } from '../card.ts';
import type { PayoutProvider } from '../payout.ts';
import type { Bank, BankContext, BankKind, OpenBank } from './bank.ts';
import { type NamedBank, readBanks } from './read.ts';
import type { Environment } from './settings.ts';

/** The banks of GUICHE_BOLETO and GUICHE_PAYOUT, and the acquirers of GUICHE_CARD. Wrong settings stop the start with an error that names them. */
export function configuredBanks(environment: Environment, config: Config): NamedBank[] {
  return readBanks(environment, {
    boleto: config.GUICHE_BOLETO ?? [],
    payout: config.GUICHE_PAYOUT ?? [],
    card: config.GUICHE_CARD ?? [],
    pix: config.GUICHE_PIX ?? [],
  });
}

const NOTICES: Readonly<Record<BankKind, CallbackKind>> = {
  boleto: 'boletos',
  payout: 'payouts',
  card: 'cards',
};

/** Banks call https only. */
export function noticesAt(vault: Vault, publicUrl: string): BankContext['noticeUrl'] {
  return (kind, name) =>
    publicUrl.startsWith('https://') ? callbackUrl(vault, publicUrl, NOTICES[kind], name) : null;
}

/** The address that a bank is to send its notices of a kind to. */
export function noticeAddress(
  vault: Vault,
  publicUrl: string,
  { name, bank, kind, config }: { name: string; bank: Bank; kind: BankKind; config: Config },
): string {
  const isOfPix = (config.GUICHE_PIX ?? []).some((entry) => entry.split(':')[0] === name);
  const shares = kind === 'payout' && bank.sharesPixAddress === true && isOfPix;
  return callbackUrl(vault, publicUrl, shares ? 'pix' : NOTICES[kind], name);
}

export type OpenBanks = {
  /** Each in the order of its list. */
  readonly boleto: readonly BoletoProvider[];
  readonly payout: readonly PayoutProvider[];
  readonly card: readonly CardProvider[];
  readonly all: readonly OpenBank[];
};

export function openBanks(banks: readonly NamedBank[], config: Config, context: BankContext): OpenBanks {
  const opened = new Map(banks.map(({ name, configured }) => [name, configured.open(context)]));
  const listed = (list: readonly string[] | null | undefined) =>
    (list ?? []).flatMap((entry) => opened.get(entry.split(':')[0] ?? '') ?? []);
  return {
    boleto: listed(config.GUICHE_BOLETO).flatMap(({ boleto }) => boleto ?? []),
    payout: listed(config.GUICHE_PAYOUT).flatMap(({ payout }) => payout ?? []),
    card: listed(config.GUICHE_CARD).flatMap(({ card }) => card ?? []),
    all: [...opened.values()],
  };
}

/** Only settings that are certainly wrong stop the start: a bank that is down does not. */
export async function requireReachableBanks({ all }: OpenBanks, config: Config, log: Log): Promise<void> {
  if (config.GUICHE_START_CHECK === 'off') return;
  const warnings = await Promise.all(all.map((bank) => bank.requireReachable()));
  for (const [at, warning] of warnings.entries()) {
    if (warning) log.warn({ provider: all[at]?.name, warning }, 'a bank was not ready at the start');
  }
}
