import type { Secret } from '../../kit/secrets.ts';
import type { BankSettings } from '../banks/settings.ts';
import { type CertificateFiles, trustIn } from '../http/certificates.ts';
import {
  ENVIRONMENTS,
  type Environment,
  oneOf,
  type Setting,
  secureAddress,
  WrongSetting,
} from '../http/settings.ts';

/** Cielo's own interface, and that of Braspag, which speaks the same and reaches several acquirers. */
export type Dialect = 'cielo' | 'braspag';

/** One merchant. Printing it shows no secret. */
export type CieloConfig = {
  readonly name: string;
  readonly dialect: Dialect;
  readonly environment: Environment;
  readonly merchantId: string;
  readonly merchantKey: Secret;
  readonly apiUrl: string;
  /** Payments are looked up at another host than they are made at. */
  readonly queryUrl: string;
  /** Of Braspag: which acquirer a payment goes to, and our credentials there. */
  readonly acquirer: { readonly provider: string; readonly credentials: Credentials | null } | null;
  readonly page: PageConfig;
  /** Null: what the payer's page does without 3DS. */
  readonly authentication: AuthenticationConfig | null;
  /** Compared with each notice; null: notices come without. */
  readonly noticeHeader: { readonly name: string; readonly value: Secret } | null;
  /** On the payer's bill; null: the seller's name. */
  readonly softDescriptor: string | null;
  readonly holdsForDays: number;
  /** Authorities trusted besides the public ones. */
  readonly authorities: CertificateFiles['authorities'];
  /** The environment variable of a setting, for error messages. */
  readonly variable: (setting: string) => string;
};

/** Silent Order Post: the script of the payer's page, which sends the card to the acquirer. */
type PageConfig = {
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly tokenUrl: string;
  readonly pageUrl: string;
  readonly scriptUrl: string;
};

/** The script of 3DS, which asks the payer's bank before the payment. */
type AuthenticationConfig = {
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly url: string;
  readonly establishmentCode: string;
  readonly merchantName: string;
  readonly categoryCode: string;
};

type Credentials = Readonly<Record<'Code' | 'Key' | 'Username' | 'Password', Secret | null>>;

const SETTINGS = {
  MERCHANT_ID: 'Id of the merchant, a GUID',
  MERCHANT_KEY: 'Key of the merchant, 40 characters',
  ENVIRONMENT: 'production, or homologation for the sandbox',
  SOP_CLIENT_ID: 'Client id for Silent Order Post, by which the payer gives the card to the acquirer',
  SOP_CLIENT_SECRET: 'Client secret for Silent Order Post',
  MPI_CLIENT_ID: 'Client id for 3DS; without it the payer is not asked by the bank',
  MPI_CLIENT_SECRET: 'Client secret for 3DS',
  ESTABLISHMENT_CODE: 'Number of the establishment, ten digits, for 3DS',
  MPI_MERCHANT_NAME: 'Name of the establishment, for 3DS',
  MCC: 'Merchant category code, four digits, for 3DS',
  NOTICE_HEADER: 'Name of the header that the acquirer was asked to send with notices',
  NOTICE_SECRET: 'Value of that header',
  SOFT_DESCRIPTOR: 'What the bill says, at most 13 letters and digits; else the name of the seller',
  HOLDS_DAYS: 'Days in which a held amount can be captured, if the contract says other than 15',
  API_URL: 'Instead of the address of payments',
  QUERY_URL: 'Instead of the address of queries',
  SOP_TOKEN_URL: 'Instead of the address of tokens for Silent Order Post',
  SOP_URL: 'Instead of the address of Silent Order Post',
  SOP_SCRIPT_URL: 'Instead of the address of its script',
  MPI_URL: 'Instead of the address of 3DS',
  CA: 'Path of a PEM file with authorities trusted besides the public ones',
} as const;

const OF_BRASPAG = {
  PROVIDER: 'The acquirer as Braspag names it: Cielo30, Getnet, Rede2; Simulado to try things out',
  ACQUIRER_CODE: 'Credential at the acquirer, where it asks for one',
  ACQUIRER_KEY: 'Credential at the acquirer, where it asks for one',
  ACQUIRER_USERNAME: 'Credential at the acquirer, where it asks for one',
  ACQUIRER_PASSWORD: 'Credential at the acquirer, where it asks for one',
} as const;

export const settingsOf = (dialect: Dialect): Readonly<Record<string, string>> =>
  dialect === 'braspag' ? { ...SETTINGS, ...OF_BRASPAG } : SETTINGS;

type Addresses = Record<'apiUrl' | 'queryUrl' | 'scriptUrl', string>;
const SCRIPT = 'post/scripts/silentorderpost-1.0.min.js';

const ADDRESSES: Readonly<Record<Dialect, Readonly<Record<Environment, Addresses>>>> = {
  cielo: {
    production: {
      apiUrl: 'https://api.cieloecommerce.cielo.com.br',
      queryUrl: 'https://apiquery.cieloecommerce.cielo.com.br',
      scriptUrl: `https://transaction.cieloecommerce.cielo.com.br/${SCRIPT}`,
    },
    homologation: {
      apiUrl: 'https://apisandbox.cieloecommerce.cielo.com.br',
      queryUrl: 'https://apiquerysandbox.cieloecommerce.cielo.com.br',
      scriptUrl: `https://transactionsandbox.pagador.com.br/${SCRIPT}`,
    },
  },
  braspag: {
    production: {
      apiUrl: 'https://api.braspag.com.br',
      queryUrl: 'https://apiquery.braspag.com.br',
      scriptUrl: `https://transaction.pagador.com.br/${SCRIPT}`,
    },
    homologation: {
      apiUrl: 'https://apisandbox.braspag.com.br',
      queryUrl: 'https://apiquerysandbox.braspag.com.br',
      scriptUrl: `https://transactionsandbox.pagador.com.br/${SCRIPT}`,
    },
  },
};

const PAGE: Readonly<Record<Environment, Record<'tokenUrl' | 'pageUrl' | 'mpiUrl', string>>> = {
  production: {
    tokenUrl: 'https://auth.braspag.com.br/oauth2/token',
    pageUrl: 'https://transaction.pagador.com.br',
    mpiUrl: 'https://mpi.braspag.com.br',
  },
  homologation: {
    tokenUrl: 'https://authsandbox.braspag.com.br/oauth2/token',
    pageUrl: 'https://transactionsandbox.pagador.com.br',
    mpiUrl: 'https://mpisandbox.braspag.com.br',
  },
};

const HOLDS_FOR_DAYS = 15;

function matching(pattern: RegExp, what: string): Setting<string> {
  return {
    about: '',
    read: (raw) => {
      if (pattern.test(raw)) return raw;
      throw new WrongSetting(`must be ${what}`);
    },
  };
}

const guid = matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'a GUID with hyphens');
const key = matching(/^[\x21-\x7e]{10,100}$/, 'the key as it was given, without spaces');
const descriptor = matching(/^[A-Za-z0-9]{1,13}$/, '1 to 13 letters and digits');
const days = matching(/^([1-9]|[1-2]\d|30)$/, 'a number of days from 1 to 30');
const establishment = matching(/^\d{10}$/, 'ten digits');
const category = matching(/^\d{4}$/, 'four digits');
const shortName = matching(/^.{1,25}$/, 'at most 25 characters');
const headerName = matching(/^[A-Za-z0-9-]{1,64}$/, 'the name of a header: letters, digits and hyphens');
const headerValue = matching(/^[\x21-\x7e]{8,255}$/, 'at least 8 characters without spaces');

/** Checks everything that can be checked without a network. Errors name the wrong variable. */
export function readCielo(dialect: Dialect, settings: BankSettings): CieloConfig {
  const environment = settings.read('ENVIRONMENT', oneOf('', ENVIRONMENTS)) ?? 'production';
  const known = ADDRESSES[dialect][environment];
  const address = (setting: string) => settings.read(setting, secureAddress(''));
  const given = 'it comes with the contract, and for the sandbox with the sign-up there';
  const merchantId = settings.need('MERCHANT_ID', settings.read('MERCHANT_ID', guid), given);
  const authorities = settings.text('CA');
  const holds = settings.read('HOLDS_DAYS', days);
  const config: CieloConfig = {
    ...{ name: settings.name, dialect, environment, merchantId },
    merchantKey: secretOf(settings, 'MERCHANT_KEY', key, given),
    apiUrl: address('API_URL') ?? known.apiUrl,
    queryUrl: address('QUERY_URL') ?? known.queryUrl,
    acquirer: dialect === 'braspag' ? readAcquirer(settings) : null,
    page: {
      ...readClient(
        settings,
        'SOP',
        'support gives it for Silent Order Post, without which no card can be typed',
      ),
      tokenUrl: address('SOP_TOKEN_URL') ?? PAGE[environment].tokenUrl,
      pageUrl: address('SOP_URL') ?? PAGE[environment].pageUrl,
      scriptUrl: address('SOP_SCRIPT_URL') ?? known.scriptUrl,
    },
    authentication: readAuthentication(settings, address('MPI_URL') ?? PAGE[environment].mpiUrl),
    noticeHeader: readNoticeHeader(settings),
    softDescriptor: settings.read('SOFT_DESCRIPTOR', descriptor),
    holdsForDays: holds === null ? HOLDS_FOR_DAYS : Number(holds),
    authorities: authorities === null ? null : { setting: settings.variable('CA'), path: authorities },
    variable: (setting) => settings.variable(setting),
  };
  trustIn(config.authorities);
  return config;
}

function secretOf(settings: BankSettings, name: string, setting: Setting<string>, why: string): Secret {
  settings.read(name, setting);
  return settings.need(name, settings.secret(name), why);
}

function readClient(settings: BankSettings, prefix: 'SOP' | 'MPI', why: string) {
  const [id, secret] = [`${prefix}_CLIENT_ID`, `${prefix}_CLIENT_SECRET`];
  return {
    clientId: settings.need(id, settings.text(id), why),
    clientSecret: settings.need(secret, settings.secret(secret), why),
  };
}

function readAcquirer(settings: BankSettings): CieloConfig['acquirer'] {
  const provider = settings.need('PROVIDER', settings.text('PROVIDER'), 'Braspag names the acquirer');
  const credentials: Credentials = {
    Code: settings.secret('ACQUIRER_CODE'),
    Key: settings.secret('ACQUIRER_KEY'),
    Username: settings.secret('ACQUIRER_USERNAME'),
    Password: settings.secret('ACQUIRER_PASSWORD'),
  };
  const isAny = Object.values(credentials).some((each) => each !== null);
  return { provider, credentials: isAny ? credentials : null };
}

function readAuthentication(settings: BankSettings, url: string): AuthenticationConfig | null {
  if (settings.text('MPI_CLIENT_ID') === null) return null;
  const why = '3DS needs it';
  const need = (name: string, setting: Setting<string>) =>
    settings.need(name, settings.read(name, setting), why);
  return {
    ...readClient(settings, 'MPI', why),
    url,
    establishmentCode: need('ESTABLISHMENT_CODE', establishment),
    merchantName: need('MPI_MERCHANT_NAME', shortName),
    categoryCode: need('MCC', category),
  };
}

function readNoticeHeader(settings: BankSettings): CieloConfig['noticeHeader'] {
  const name = settings.read('NOTICE_HEADER', headerName);
  if (name === null) return null;
  const value = secretOf(settings, 'NOTICE_SECRET', headerValue, 'the header of notices has a value');
  return { name: name.toLowerCase(), value };
}
