import { resolve } from 'node:path';
import type { Agreement, AgreementPart, BankName, BankProfile } from '../../brazil/cnab/bank.ts';
import { banks } from '../../brazil/cnab/banks/registry.ts';
import { CnabError } from '../../brazil/cnab/error.ts';
import { documentValues, requireAgreement } from '../../brazil/cnab/title.ts';
import { hasValidCheckDigits, normalizeDocument } from '../../brazil/documents.ts';
import type { BankSettings } from '../banks/settings.ts';
import { type Setting, WrongSetting } from '../http/settings.ts';

/** What a seller has agreed with a bank that takes files, and how the files travel. */
export type CnabConfig = {
  readonly name: string;
  readonly bank: BankProfile;
  readonly agreement: Agreement;
  /** The code in the barcode, at a bank whose files have another one; empty elsewhere. */
  readonly beneficiary: string;
  /** The last number that another program has used under this agreement: ours begin above it. */
  readonly numbersAbove: bigint;
  /** FEBRABAN, field C015. */
  readonly titleKind: string;
  /** Its files carry the mark of a test, at a bank that has one. */
  readonly isTest: boolean;
  /** HH:MM in São Paulo, in order: when a file is made of what waits, on banking days. */
  readonly cutOffs: readonly string[];
  /** Null: an operator takes files from the dashboard and puts them there. */
  readonly folderOut: string | null;
  readonly folderIn: string | null;
};

const DEFAULT_CUT_OFF = '17:00';
const DEFAULT_KIND = '99';
const MAX_CUT_OFFS = 12;
const TIME = /^([01][0-9]|2[0-3]):[0-5][0-9]$/;
/** The number that Santander's slips show for the wallet that its files call 5. */
const SANTANDER_WALLET = '101';
const SANTANDER_BENEFICIARY = /^[0-9]{7}$/;

/** `fault`: what is wrong with a value; null: nothing. */
function checked(about: string, fault: (raw: string) => string | null): Setting<string> {
  return {
    about,
    read: (raw) => {
      const value = raw.trim();
      const wrong = fault(value);
      if (wrong) throw new WrongSetting(wrong);
      return value;
    },
  };
}

const matching = (about: string, pattern: RegExp, rule: string) =>
  checked(about, (raw) => (pattern.test(raw) ? null : `must be ${rule}`));
const digits = (about: string) => matching(about, /^[0-9]+$/, 'digits');

/** Every setting of one bank, without its prefix GUICHE_BANK_<NAME>_. */
const cnabSettings = {
  COMPANY: matching('Name of the company as the bank has it', /\S/, 'a name'),
  DOCUMENT: checked('CPF or CNPJ of the company', (raw) =>
    isDocument(raw) ? null : 'must be a CPF or CNPJ',
  ),
  AGENCY: digits('Branch (agência), without its digit'),
  AGENCY_DIGIT: matching('Digit of the branch', /^[0-9A-Z]$/, 'one digit'),
  ACCOUNT: digits('Account, without its digit'),
  ACCOUNT_DIGIT: matching('Digit of the account', /^[0-9A-Z]$/, 'one digit'),
  COVENANT: digits('Covenant: convênio, código do beneficiário or código de transmissão'),
  WALLET: digits('Wallet (carteira or modalidade)'),
  WALLET_VARIATION: digits('Variation of the wallet, at Banco do Brasil'),
  STATION: digits('Posto, at Sicredi'),
  BENEFICIARY: matching('Código do beneficiário, at Santander', SANTANDER_BENEFICIARY, '7 digits'),
  NUMBERS_ABOVE: matching(
    'The last number that another program has used under this agreement',
    /^[0-9]{1,15}$/,
    'digits',
  ),
  TITLE_KIND: matching('Kind of the titles (FEBRABAN C015)', /^[0-9]{2}$/, 'two digits'),
  TEST: matching('on: files carry the mark of a test', /^(on|off)$/, 'on or off'),
  CUT_OFF: checked(
    'When files are made on banking days, in São Paulo: 12:00,17:00; none: only by hand',
    (raw) => {
      const times = cutOffsOf(raw);
      if (times.length > MAX_CUT_OFFS) return `must be at most ${MAX_CUT_OFFS} times`;
      return times.every((time) => TIME.test(time)) ? null : 'must be times such as 12:00,17:00, or none';
    },
  ),
  FOLDER_OUT: matching(
    'Folder into which files for the bank are written',
    /^\//,
    'a path that begins with /',
  ),
  FOLDER_IN: matching('Folder from which files of the bank are read', /^\//, 'a path that begins with /'),
} satisfies Record<string, Setting<string>>;

function isDocument(raw: string): boolean {
  const document = normalizeDocument(raw);
  return document !== null && hasValidCheckDigits(document);
}

type SettingName = keyof typeof cnabSettings;

const PART_SETTINGS: Readonly<Record<AgreementPart, SettingName>> = {
  branch: 'AGENCY',
  branchDigit: 'AGENCY_DIGIT',
  account: 'ACCOUNT',
  accountDigit: 'ACCOUNT_DIGIT',
  covenant: 'COVENANT',
  wallet: 'WALLET',
  walletVariation: 'WALLET_VARIATION',
  station: 'STATION',
};
/** Settings that are left out at a bank that has no such part. */
const ALWAYS: readonly SettingName[] = [
  ...(['COMPANY', 'DOCUMENT', 'NUMBERS_ABOVE', 'TITLE_KIND', 'TEST', 'CUT_OFF'] as const),
  ...(['FOLDER_OUT', 'FOLDER_IN'] as const),
];

/** The settings that a bank has: a barcode may need a part that its files do not carry. */
export function cnabSettingsOf(bank: BankName): Record<string, string> {
  const parts = Object.keys(banks[bank].agreement) as AgreementPart[];
  const own: SettingName[] = [...ALWAYS, ...parts.map((part) => PART_SETTINGS[part])];
  const all = bank === 'santander' ? [...own, 'BENEFICIARY' as const] : own;
  return Object.fromEntries(all.map((name) => [name, cnabSettings[name].about]));
}

/** The settings of one bank. Errors name the wrong setting; everything is checked that needs no bank. */
export function readCnab(settings: BankSettings, bankName: BankName): CnabConfig {
  const { name } = settings;
  const bank = banks[bankName];
  const read = (setting: SettingName) => settings.read(setting, cnabSettings[setting]);
  const need = (setting: SettingName) => settings.need(setting, read(setting), cnabSettings[setting].about);
  const part = (each: AgreementPart) => (each in bank.agreement ? need(PART_SETTINGS[each]) : '');
  const document = normalizeDocument(need('DOCUMENT')) ?? '';
  const isSantander = bankName === 'santander';
  const agreement: Agreement = {
    company: { name: need('COMPANY'), document },
    branch: part('branch'),
    branchDigit: part('branchDigit'),
    account: part('account'),
    accountDigit: part('accountDigit'),
    covenant: part('covenant'),
    wallet: isSantander ? SANTANDER_WALLET : part('wallet'),
    walletVariation: part('walletVariation'),
    station: part('station'),
  };
  requireFitting(settings, bank, agreement);
  const isTest = read('TEST') === 'on';
  if (isTest && bank.marks === null)
    throw wrong(settings, 'TEST', `must be off: files for ${bank.title} have no mark of a test`);
  const [folderOut, folderIn] = [read('FOLDER_OUT'), read('FOLDER_IN')];
  // Its own files would be read as files of the bank, and moved away.
  if (folderIn !== null && folderOut !== null && resolve(folderIn) === resolve(folderOut)) {
    throw wrong(settings, 'FOLDER_IN', `must be another folder than ${settings.variable('FOLDER_OUT')}`);
  }
  return {
    name,
    bank,
    agreement,
    beneficiary: isSantander ? need('BENEFICIARY') : '',
    numbersAbove: BigInt(read('NUMBERS_ABOVE') ?? '0'),
    titleKind: read('TITLE_KIND') ?? DEFAULT_KIND,
    isTest,
    cutOffs: cutOffsOf(read('CUT_OFF') ?? DEFAULT_CUT_OFF),
    folderOut,
    folderIn,
  };
}

function cutOffsOf(raw: string): string[] {
  if (raw.trim() === 'none') return [];
  return [...new Set(raw.split(',').map((time) => time.trim()))].sort();
}

function requireFitting(settings: BankSettings, bank: BankProfile, agreement: Agreement): void {
  try {
    documentValues(agreement.company.document);
    requireAgreement(bank, agreement);
  } catch (error) {
    if (!(error instanceof CnabError)) throw error;
    const { field = '' } = error.place;
    const setting = field === 'document' ? 'DOCUMENT' : PART_SETTINGS[field as AgreementPart];
    throw wrong(settings, setting, error.reason);
  }
}

function wrong(settings: BankSettings, setting: SettingName, message: string): Error {
  return new Error(`${settings.variable(setting)} ${message}.`);
}
