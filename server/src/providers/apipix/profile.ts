import type { Environment } from '../http/settings.ts';

/** How one PSP implements API Pix. Data only: a PSP is added by a profile file and an entry in profiles/registry.ts. */
export type Profile = {
  readonly name: string;
  readonly title: string;
  /** Null: the URL must be given by a setting. */
  readonly tokenUrl: Readonly<Record<Environment, string | null>>;
  readonly apiUrl: Readonly<Record<Environment, string | null>>;
  /** Where client id and secret go in a token request. body-id-only: the certificate is the secret. */
  readonly clientAuth: ClientAuth;
  readonly tokenBody: TokenBody;
  /** The token server expects `grant_type` in the query, not in the body. */
  readonly grantInQuery: boolean;
  /** Empty: the PSP grants the scopes of the application without a request. */
  readonly scopes: readonly string[];
  /** Path segment before a resource, for PSPs that version each resource separately. */
  readonly versions: Readonly<Partial<Record<Resource, string>>>;
  readonly extraQuery: readonly Extra[];
  readonly extraHeaders: readonly Extra[];
  /** Settings of this PSP only, named without their prefix. */
  readonly settings: Readonly<Record<string, ProfileSetting>>;
  readonly certificates: readonly CertificateKind[];
  /** Notes for operators, and what has not been verified yet. */
  readonly notes: readonly string[];
};

export const CLIENT_AUTHS = ['basic', 'body', 'body-id-only'] as const;
export type ClientAuth = (typeof CLIENT_AUTHS)[number];

export const TOKEN_BODIES = ['form', 'json'] as const;
export type TokenBody = (typeof TOKEN_BODIES)[number];

export type Resource = 'cob' | 'cobv' | 'pix' | 'webhook';
export type CertificateKind = 'pfx' | 'pem';

export type ProfileSetting = { readonly about: string; readonly required: boolean };

/** Sent with each call: the value of a setting (nothing when it is unset), or a new id each time. */
export type Extra = {
  readonly name: string;
  readonly value: { readonly setting: string } | 'new id';
  /** Only with calls about this resource. */
  readonly only?: Resource;
};

/** The scopes that the adapter needs, for PSPs that grant only what a token request names. */
const USED_SCOPES: readonly string[] = [
  'cob.read',
  'cob.write',
  'cobv.read',
  'cobv.write',
  'pix.read',
  'pix.write',
  'webhook.read',
  'webhook.write',
];

/** The defaults, from the central bank's specification; each profile contains only its differences. */
export const plain = {
  clientAuth: 'basic',
  tokenBody: 'form',
  grantInQuery: false,
  scopes: USED_SCOPES,
  versions: {},
  extraQuery: [],
  extraHeaders: [],
  settings: {},
} as const satisfies Partial<Profile>;
