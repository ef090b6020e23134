import type { Db } from '../../db/pool.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Ids } from '../../kit/ids.ts';
import type { Log } from '../../kit/log.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { BoletoProvider } from '../boleto.ts';
import type { CardProvider } from '../card.ts';
import type { ProviderCall } from '../metrics.ts';
import type { PayoutProvider } from '../payout.ts';
import type { BankSettings } from './settings.ts';

export const BANK_KINDS = ['boleto', 'payout', 'card'] as const;
export type BankKind = (typeof BANK_KINDS)[number];

/** A bank or an acquirer that the gateway can use for boletos, payouts, cards or several of them. Added by a folder and an entry in `registry.ts`. */
export type Bank = {
  readonly name: string;
  readonly title: string;
  readonly kinds: readonly BankKind[];
  /** For which kinds it keeps an address that notices are sent to. */
  readonly registers: readonly BankKind[];
  /** One address for each PIX key: payments of GUICHE_PIX and payouts of one name share it. */
  readonly sharesPixAddress?: true;
  /** Its settings, by name without the prefix, with what each is for. */
  readonly settings: Readonly<Record<string, string>>;
  /** Reads and checks the settings, with files and certificates, and without a network. Throws a sentence that names one. */
  read(settings: BankSettings): ConfiguredBank;
};

/** One bank account, as configured. */
export type ConfiguredBank = {
  open(context: BankContext): OpenBank;
  /** Tries out what this kind needs, step by step. Sends no money. */
  check(kind: BankKind, options: BankCheckOptions): AsyncIterable<BankCheckStep>;
};

export type BankCheckOptions = {
  readonly log: Log;
  /** Where notices should go; null: any registered address will do. */
  readonly webhookUrl: string | null;
  /** Registers `webhookUrl` when another address, or none, is registered. */
  readonly registers: boolean;
};

export type BankContext = {
  readonly db: Db;
  readonly vault: Vault;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: Log;
  observe(call: ProviderCall): void;
  /** Where the bank of this name sends its notices of a kind; null: no address that it can reach. */
  noticeUrl(kind: BankKind, name: string): string | null;
};

export type OpenBank = {
  readonly name: string;
  readonly boleto: BoletoProvider | null;
  readonly payout: PayoutProvider | null;
  readonly card: CardProvider | null;
  /** Throws when the settings are certainly wrong; a warning when the bank may only be down; else null. */
  requireReachable(): Promise<string | null>;
  close(): Promise<void>;
};

/** `remedy`: what to change, with the name of the setting; null when nothing is wrong. */
export type BankCheckStep = { name: string; ok: boolean; detail: string; remedy: string | null };
