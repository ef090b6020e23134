import { DAY_MS } from '../../kit/clock.ts';
import type { Secret } from '../../kit/secrets.ts';
import type { BankSettings } from '../banks/settings.ts';
import { type CertificateFiles, trustIn } from '../http/certificates.ts';
import { oneOf, type Setting, secureAddress, WrongSetting } from '../http/settings.ts';

/** One account at Pagar.me. Printing it shows no secret. */
export type PagarmeConfig = {
  readonly name: string;
  readonly secretKey: Secret;
  /** Goes to the payer's page. */
  readonly publicKey: string;
  /** With its version, without a slash at its end. */
  readonly apiUrl: string;
  /** Where the keys are that notices are signed with. */
  readonly keysUrl: string;
  /** Authorities trusted besides the public ones. */
  readonly authorities: CertificateFiles['authorities'];
  /** As the account is contracted: a PSP pays the sales out and asks for the payer's address and telephone. */
  readonly model: Model;
  /** Null: as the account is set up there. */
  readonly antifraud: boolean | null;
  /** Whose payables are the seller's; null: those of every recipient. */
  readonly recipient: string | null;
  /** Gives a token for the 3DS script; null: the page asks for no 3DS. */
  readonly tdsUrl: string | null;
  readonly holdsForMs: number;
  /** Test keys: nothing is charged. */
  readonly isTest: boolean;
  /** The environment variable of a setting, for error messages. */
  readonly variable: (setting: PagarmeSetting) => string;
};

const MODELS = ['psp', 'gateway'] as const;
export type Model = (typeof MODELS)[number];

export const pagarmeSettings = {
  SECRET_KEY: 'Secret key of the account (sk_…), which charges',
  PUBLIC_KEY: "Public key of the account (pk_…), which the payer's page makes tokens with",
  MODEL: 'psp (the default) or gateway, as the account is contracted',
  ANTIFRAUD: 'on or off for each order; not set: as the account is set up',
  RECIPIENT: 'Recipient (re_…) whose payables are yours, where the account splits',
  CAPTURE_DAYS: 'Days for which what is held can be captured, 1 to 30; the default is 5',
  TDS_URL: 'Address that gives a token for the 3DS script; not set: no 3DS in the page',
  API_URL: 'Instead of the address of Pagar.me, with its version',
  KEYS_URL: 'Instead of the address of the keys that notices are signed with',
  CA: 'Path of a PEM file with authorities trusted besides the public ones',
} as const;
export type PagarmeSetting = keyof typeof pagarmeSettings;

const API_URL = 'https://api.pagar.me/core/v5';
const KEYS_URL = 'https://hubapi.pagar.me/.well-known/jwks.json';
const GIVEN = 'Pagar.me shows it in the dashboard of the account, under its keys';
const CAPTURE_DAYS = 5;
const MAX_CAPTURE_DAYS = 30;

function matching(pattern: RegExp, what: string): Setting<string> {
  return {
    about: '',
    read: (raw) => {
      if (pattern.test(raw)) return raw;
      throw new WrongSetting(`must be ${what}`);
    },
  };
}
const secretKey = matching(/^sk_[A-Za-z0-9_]{8,100}$/, 'a secret key, which begins with sk_');
const publicKey = matching(/^pk_[A-Za-z0-9_]{8,100}$/, 'a public key, which begins with pk_');
const recipient = matching(/^(re|rp)_[A-Za-z0-9]{4,60}$/, 'the id of a recipient, which begins with re_');
const days: Setting<number> = {
  about: '',
  read: (raw) => {
    const count = /^\d{1,2}$/.test(raw) ? Number(raw) : 0;
    if (count >= 1 && count <= MAX_CAPTURE_DAYS) return count;
    throw new WrongSetting(`must be a number of days from 1 to ${MAX_CAPTURE_DAYS}`);
  },
};

/** Checks everything that can be checked without a network. Errors name the wrong variable. */
export function readPagarme(settings: BankSettings): PagarmeConfig {
  settings.need('SECRET_KEY', settings.read('SECRET_KEY', secretKey), GIVEN);
  const own = settings.need('SECRET_KEY', settings.secret('SECRET_KEY'), GIVEN);
  const shown = settings.need('PUBLIC_KEY', settings.read('PUBLIC_KEY', publicKey), GIVEN);
  const isTest = isTestKey(own.reveal());
  if (isTestKey(shown) !== isTest) {
    throw new Error(
      `${settings.variable('PUBLIC_KEY')} and ${settings.variable('SECRET_KEY')} are of two environments: one is a test key.`,
    );
  }
  const authorities = settings.text('CA');
  const antifraud = settings.read('ANTIFRAUD', oneOf('', ['on', 'off']));
  const config: PagarmeConfig = {
    ...{ name: settings.name, secretKey: own, publicKey: shown, isTest },
    apiUrl: settings.read('API_URL', secureAddress('')) ?? API_URL,
    keysUrl: settings.read('KEYS_URL', secureAddress('')) ?? KEYS_URL,
    authorities: authorities === null ? null : { setting: settings.variable('CA'), path: authorities },
    model: settings.read('MODEL', oneOf('', MODELS)) ?? 'psp',
    antifraud: antifraud === null ? null : antifraud === 'on',
    recipient: settings.read('RECIPIENT', recipient),
    tdsUrl: settings.read('TDS_URL', secureAddress('')),
    holdsForMs: (settings.read('CAPTURE_DAYS', days) ?? CAPTURE_DAYS) * DAY_MS,
    variable: (setting) => settings.variable(setting),
  };
  trustIn(config.authorities);
  return config;
}

function isTestKey(key: string): boolean {
  return /^[sp]k_test_/.test(key);
}
