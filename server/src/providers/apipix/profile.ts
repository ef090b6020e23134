/** How one PSP speaks API Pix. Only data: a PSP is added by a file of it and an entry in profiles/registry.ts. */
export type Profile = {
  readonly name: string;
  readonly title: string;
  /** Null: the address is not known here and a setting must give it. */
  readonly tokenUrl: Readonly<Record<Environment, string | null>>;
  readonly apiUrl: Readonly<Record<Environment, string | null>>;
  /** Where the client's id and secret go when a token is asked for. body-id-only: the certificate is the secret. */
  readonly clientAuth: ClientAuth;
  readonly tokenBody: TokenBody;
  /** The token server wants `grant_type` in its address, and not in the body. */
  readonly grantInQuery: boolean;
  /** Empty: the PSP gives what it granted to the application, unasked. */
  readonly scopes: readonly string[];
  /** A part of the path before the resource, where each has a version of its own. */
  readonly versions: Readonly<Partial<Record<Resource, string>>>;
  readonly extraQuery: readonly Extra[];
  readonly extraHeaders: readonly Extra[];
  /** Settings that only this PSP asks for, named without their prefix. */
  readonly settings: Readonly<Record<string, ProfileSetting>>;
  readonly certificates: readonly CertificateKind[];
  /** What operators should know, and what has not been verified yet. */
  readonly notes: readonly string[];
};

export const ENVIRONMENTS = ['production', 'homologation'] as const;
export type Environment = (typeof ENVIRONMENTS)[number];

export const CLIENT_AUTHS = ['basic', 'body', 'body-id-only'] as const;
export type ClientAuth = (typeof CLIENT_AUTHS)[number];

export const TOKEN_BODIES = ['form', 'json'] as const;
export type TokenBody = (typeof TOKEN_BODIES)[number];

export type Resource = 'cob' | 'cobv' | 'pix' | 'webhook';
export type CertificateKind = 'pfx' | 'pem';

export type ProfileSetting = { readonly about: string; readonly required: boolean };

/** Sent with each call: what a setting says (nothing when it is unset), or an id that is new each time. */
export type Extra = {
  readonly name: string;
  readonly value: { readonly setting: string } | 'new id';
  /** Only with calls about this resource. */
  readonly only?: Resource;
};

/** What the adapter uses of a PSP that makes a token carry only what was asked for. */
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

/** The plainest reading of the central bank's description; each profile says only where it differs. */
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
