import { parsePixKey } from '../../brazil/pix-key.ts';
import { systemMs } from '../../kit/clock.ts';
import { Secret } from '../../kit/secrets.ts';
import { type CertificateFiles, loadCertificate } from '../http/certificates.ts';
import {
  ENVIRONMENTS,
  type Environment,
  oneOf,
  readSetting,
  type Setting,
  secret,
  secureAddress,
  text,
  WrongSetting,
} from '../http/settings.ts';
import { CLIENT_AUTHS, type ClientAuth, type Profile, TOKEN_BODIES, type TokenBody } from './profile.ts';
import { profiles } from './profiles/registry.ts';

/** The configuration of one PSP, or of one account at a PSP. Printing it shows no secret. */
export type PspConfig = {
  readonly name: string;
  readonly profile: Profile;
  readonly environment: Environment;
  readonly clientId: string;
  readonly clientSecret: Secret | null;
  readonly certificate: CertificateFiles;
  /** The PIX key that receives. */
  readonly key: string;
  readonly tokenUrl: string;
  readonly apiUrl: string;
  readonly clientAuth: ClientAuth;
  readonly tokenBody: TokenBody;
  readonly scopes: readonly string[];
  readonly city: string;
  /** Additional settings of the profile, by name without the prefix. */
  readonly extras: Readonly<Record<string, Secret>>;
};

const PREFIX = 'GUICHE_PIX_';
const LIST = 'GUICHE_PIX';
const NAME = /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/;
const MAX_NAME_LENGTH = 30;

function pixKey(raw: string): string {
  const found = parsePixKey(raw);
  if (!found) {
    throw new WrongSetting('must be a PIX key: CPF, CNPJ, telephone with +55, e-mail or a random key');
  }
  return found.key;
}

function scopeList(raw: string): readonly string[] {
  const scopes = raw.split(/[ ,]+/).filter((scope) => scope !== '');
  if (raw.trim() === 'none') return [];
  if (!scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope))) {
    throw new WrongSetting('must list scopes with spaces between them, or be none');
  }
  return scopes;
}

/** Every setting of one PSP, without its prefix GUICHE_PIX_<NAME>_. A profile may add others. */
export const pspSettings = {
  CLIENT_ID: text('Client id of the application at the PSP'),
  CLIENT_SECRET: secret('Client secret of the application'),
  CERTIFICATE: text('Path of the client certificate: a PFX (.p12) or PEM file'),
  CERTIFICATE_KEY: text('Path of its private key, when that is a PEM file of its own'),
  PASSPHRASE: secret('Opens the PFX or the private key'),
  KEY: { about: 'PIX key that receives', read: pixKey } as Setting<string>,
  ENVIRONMENT: oneOf('production, or homologation to try things out', ENVIRONMENTS),
  TOKEN_URL: secureAddress("Instead of the profile's address of the token server"),
  API_URL: secureAddress("Instead of the profile's address of the API"),
  CA: text('Path of a PEM file with authorities trusted besides the public ones'),
  CITY: text('City in a code built from a location'),
  CLIENT_AUTH: oneOf("Instead of the profile's: where id and secret go", CLIENT_AUTHS),
  TOKEN_BODY: oneOf("Instead of the profile's: form of a token request", TOKEN_BODIES),
  SCOPES: { about: "Instead of the profile's scopes; none: ask for none", read: scopeList } as Setting<
    readonly string[]
  >,
} satisfies Record<string, Setting>;

type SettingName = keyof typeof pspSettings;
type Value<Name extends SettingName> = ReturnType<(typeof pspSettings)[Name]['read']>;

const DEFAULT_CITY = 'SAO PAULO';

/** `main:efi` → GUICHE_PIX_MAIN_KEY. */
export function settingName(instance: string, setting: string): string {
  return `${PREFIX}${instance.toUpperCase().replaceAll('-', '_')}_${setting}`;
}

/**
 * Reads each PSP of the list: `efi` or `name:profile`. Errors name the wrong setting. Everything that can be checked
 * without a network, such as files and certificates, is checked here.
 */
export function readPixPsps(
  environment: Record<string, string | undefined>,
  list: readonly string[],
  now: Date = new Date(systemMs()),
): PspConfig[] {
  const instances = list.map(readInstance);
  refuseDoubles(instances);
  refuseUnknown(environment, instances);
  return instances.map((instance) => readPsp(environment, instance, now));
}

type Instance = { readonly name: string; readonly profile: Profile };

function readInstance(entry: string): Instance {
  const [name = '', profileName = name, ...rest] = entry.trim().split(':');
  if (!NAME.test(name) || name.length > MAX_NAME_LENGTH || rest.length > 0) {
    throw new Error(
      `${LIST} names "${entry.trim()}", which must be a profile or name:profile, in small letters, digits and hyphens.`,
    );
  }
  const profile = profiles.get(profileName);
  if (!profile) {
    throw new Error(
      `${LIST} names the profile "${profileName}", which is unknown; known are ${[...profiles.keys()].join(', ')}.`,
    );
  }
  return { name, profile };
}

function settingsOf({ name, profile }: Instance): string[] {
  return [...Object.keys(pspSettings), ...Object.keys(profile.settings)].map((key) => settingName(name, key));
}

/** Two PSPs must not share a variable: names must differ, and none may be the prefix of another's setting. */
function refuseDoubles(instances: readonly Instance[]): void {
  const owners = new Map<string, string>();
  for (const instance of instances) {
    for (const setting of settingsOf(instance)) {
      const other = owners.get(setting);
      if (other === instance.name) throw new Error(`${LIST} names "${other}" twice.`);
      if (other)
        throw new Error(`${LIST} names "${other}" and "${instance.name}", which would share ${setting}.`);
      owners.set(setting, instance.name);
    }
  }
}

function refuseUnknown(
  environment: Record<string, string | undefined>,
  instances: readonly Instance[],
): void {
  const known = new Set(instances.flatMap(settingsOf));
  for (const variable of Object.keys(environment)) {
    if (known.has(variable)) continue;
    const owner = instances.find(({ name }) => variable.startsWith(settingName(name, '')));
    if (!owner) continue;
    const names = settingsOf(owner).map((setting) => setting.slice(settingName(owner.name, '').length));
    throw new Error(
      `${variable} is not a setting of the profile ${owner.profile.name}; it has ${names.join(', ')}.`,
    );
  }
}

function readPsp(
  environment: Record<string, string | undefined>,
  { name, profile }: Instance,
  now: Date,
): PspConfig {
  const raw = (setting: string) => environment[settingName(name, setting)] || undefined;
  const read = <Name extends SettingName>(setting: Name) =>
    readSetting<unknown>(pspSettings[setting], settingName(name, setting), raw(setting)) as
      | Value<Name>
      | undefined;
  const need = <Name extends SettingName>(setting: Name, why: string) =>
    needed(name, setting, read(setting), why);
  const where = read('ENVIRONMENT') ?? 'production';
  const clientAuth = read('CLIENT_AUTH') ?? profile.clientAuth;
  const unknownAddress = `the profile ${profile.name} knows no address for ${where}`;
  const config: PspConfig = {
    name,
    profile,
    environment: where,
    clientId: need('CLIENT_ID', `${profile.title} gives one with the application`),
    clientSecret:
      clientAuth === 'body-id-only'
        ? (read('CLIENT_SECRET') ?? null)
        : need('CLIENT_SECRET', `${profile.title} gives one with the application`),
    certificate: certificateFiles(name, profile, read, need),
    key: need('KEY', 'without a PIX key nothing can be received'),
    tokenUrl: read('TOKEN_URL') ?? profile.tokenUrl[where] ?? need('TOKEN_URL', unknownAddress),
    apiUrl: read('API_URL') ?? profile.apiUrl[where] ?? need('API_URL', unknownAddress),
    clientAuth,
    tokenBody: read('TOKEN_BODY') ?? profile.tokenBody,
    scopes: read('SCOPES') ?? profile.scopes,
    city: read('CITY') ?? DEFAULT_CITY,
    extras: readExtras(name, profile, raw),
  };
  loadCertificate(config.certificate, now);
  return config;
}

type Read = <Name extends SettingName>(setting: Name) => Value<Name> | undefined;
type Need = <Name extends SettingName>(setting: Name, why: string) => Value<Name>;

function certificateFiles(name: string, profile: Profile, read: Read, need: Need): CertificateFiles {
  const kinds = profile.certificates
    .map((kind) => (kind === 'pfx' ? 'a .p12 file' : 'PEM files'))
    .join(' or ');
  const authorities = read('CA');
  return {
    certificate: {
      setting: settingName(name, 'CERTIFICATE'),
      path: need('CERTIFICATE', `API Pix works with a client certificate only (${profile.title}: ${kinds})`),
    },
    key: { setting: settingName(name, 'CERTIFICATE_KEY'), path: read('CERTIFICATE_KEY') ?? null },
    passphrase: { setting: settingName(name, 'PASSPHRASE'), value: read('PASSPHRASE') ?? null },
    authorities: authorities ? { setting: settingName(name, 'CA'), path: authorities } : null,
  };
}

function needed<T>(instance: string, setting: string, value: T | undefined, why: string): T {
  if (value === undefined) throw new Error(`${settingName(instance, setting)} is missing: ${why}.`);
  return value;
}

function readExtras(
  instance: string,
  profile: Profile,
  raw: (setting: string) => string | undefined,
): Record<string, Secret> {
  const extras: Record<string, Secret> = {};
  for (const [setting, { about, required }] of Object.entries(profile.settings)) {
    const value = raw(setting);
    if (value !== undefined && !/^[\x20-\x7e]+$/.test(value)) {
      throw new Error(
        `${settingName(instance, setting)} must be plain ASCII, because it is sent in each call.`,
      );
    }
    if (value !== undefined) extras[setting] = new Secret(value);
    else if (required) throw new Error(`${settingName(instance, setting)} is missing: ${about}.`);
  }
  return extras;
}
