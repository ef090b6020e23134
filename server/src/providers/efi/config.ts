import { parsePixKey } from '../../brazil/pix-key.ts';
import type { Secret } from '../../kit/secrets.ts';
import type { BankSettings } from '../banks/settings.ts';
import { type CertificateFiles, loadCertificate, trustIn } from '../http/certificates.ts';
import { oneOf, type Setting, secureAddress, text, WrongSetting } from '../http/settings.ts';

const ENVIRONMENTS = ['production', 'homologation'] as const;
type Environment = (typeof ENVIRONMENTS)[number];

/** One account at Efí. Printing it shows no secret. */
export type EfiConfig = {
  readonly name: string;
  readonly environment: Environment;
  readonly clientId: string;
  readonly clientSecret: Secret;
  /** The host of boletos, which asks for no client certificate. */
  readonly chargesUrl: string;
  /** Authorities trusted besides the public ones at that host. */
  readonly authorities: CertificateFiles['authorities'];
  /** Null: this account is for boletos only. */
  readonly sending: EfiSending | null;
  /** Token of an Efí partner, sent with each call. */
  readonly partnerToken: Secret | null;
  /** The environment variable of a setting, for error messages. */
  readonly variable: (setting: EfiSetting) => string;
};

/** What payouts need besides: the host of PIX, its certificate, and the key that pays. */
export type EfiSending = {
  readonly pixUrl: string;
  readonly certificate: CertificateFiles;
  readonly pixKey: string;
  /** Efí registers a webhook address that asks no client certificate of its callers. */
  readonly skipsMtlsCheck: boolean;
};

/**
 * Every setting of an account, without its prefix. Those that PIX has under the same name may be taken from there; the
 * addresses have names of their own, because that of PIX ends with a version.
 */
export const efiSettings = {
  CLIENT_ID: 'Client id of the application at Efí',
  CLIENT_SECRET: 'Client secret of the application',
  ENVIRONMENT: 'production, or homologation to try things out',
  CERTIFICATE: 'Path of the client certificate (.p12 or PEM), for payouts',
  CERTIFICATE_KEY: 'Path of its private key, when that is a PEM file of its own',
  PASSPHRASE: 'Opens the certificate or its key',
  KEY: 'PIX key of the account that pays, for payouts',
  PIX_URL: 'Instead of the address of the host of PIX',
  CHARGES_URL: 'Instead of the address of the host of boletos',
  CA: 'Path of a PEM file with authorities trusted besides the public ones',
  PARTNER_TOKEN: 'Token of an Efí partner',
  SKIP_MTLS_CHECKING: 'true: Efí registers a webhook address that asks no client certificate of its callers',
} as const;
export type EfiSetting = keyof typeof efiSettings;

const ADDRESSES: Readonly<Record<Environment, { pixUrl: string; chargesUrl: string }>> = {
  production: {
    pixUrl: 'https://pix.api.efipay.com.br',
    chargesUrl: 'https://cobrancas.api.efipay.com.br',
  },
  homologation: {
    pixUrl: 'https://pix-h.api.efipay.com.br',
    chargesUrl: 'https://cobrancas-h.api.efipay.com.br',
  },
};

const key: Setting<string> = {
  about: efiSettings.KEY,
  read: (raw) => {
    const found = parsePixKey(raw);
    if (found) return found.key;
    throw new WrongSetting('must be a PIX key: CPF, CNPJ, telephone with +55, e-mail or a random key');
  },
};
const plain: Setting<string> = {
  about: efiSettings.PARTNER_TOKEN,
  read: (raw) => {
    if (/^[\x20-\x7e]+$/.test(raw)) return raw;
    throw new WrongSetting('must be plain ASCII, because it is sent in each call');
  },
};

/** Checks everything that can be checked without a network. Errors name the wrong variable. */
export function readEfi(settings: BankSettings): EfiConfig {
  const environment = settings.read('ENVIRONMENT', oneOf('', ENVIRONMENTS)) ?? 'production';
  const clientId = settings.read('CLIENT_ID', text(''));
  const authorities = settings.text('CA');
  const config: EfiConfig = {
    name: settings.name,
    environment,
    clientId: settings.need('CLIENT_ID', clientId, 'Efí gives one with the application'),
    clientSecret: settings.need(
      'CLIENT_SECRET',
      settings.secret('CLIENT_SECRET'),
      'Efí gives one with the application',
    ),
    chargesUrl: settings.read('CHARGES_URL', secureAddress('')) ?? ADDRESSES[environment].chargesUrl,
    authorities: authorities === null ? null : { setting: settings.variable('CA'), path: authorities },
    sending: settings.kinds.includes('payout') ? readSending(settings, environment) : null,
    partnerToken: settings.read('PARTNER_TOKEN', plain) === null ? null : settings.secret('PARTNER_TOKEN'),
    variable: (setting) => settings.variable(setting),
  };
  trustIn(config.authorities);
  if (config.sending) loadCertificate(config.sending.certificate, settings.now);
  return config;
}

function readSending(settings: BankSettings, environment: Environment): EfiSending {
  const why = 'Efí sends PIX over a client certificate only, a .p12 that is made in the account';
  return {
    pixUrl: settings.read('PIX_URL', secureAddress('')) ?? ADDRESSES[environment].pixUrl,
    certificate: settings.need('CERTIFICATE', settings.certificate(), why),
    pixKey: settings.need('KEY', settings.read('KEY', key), 'payouts are sent from a PIX key of the account'),
    skipsMtlsCheck: settings.read('SKIP_MTLS_CHECKING', oneOf('', ['true', 'false'])) === 'true',
  };
}
