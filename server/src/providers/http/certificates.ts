import { createHash, createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { createSecureContext, rootCertificates, type SecureContext, TLSSocket } from 'node:tls';
import { MINUTE_MS } from '../../kit/clock.ts';
import type { Secret } from '../../kit/secrets.ts';
import type { TlsIdentity } from '../../net/connect.ts';

/** The paths of a client certificate, with the names of their settings for error messages. */
export type CertificateFiles = {
  readonly certificate: NamedPath;
  /** Only for PEM; its path is null when the key is in the certificate's file. */
  readonly key: { readonly setting: string; readonly path: string | null };
  readonly passphrase: { readonly setting: string; readonly value: Secret | null };
  /** Authorities trusted besides the public ones. */
  readonly authorities: NamedPath | null;
};
type NamedPath = { readonly setting: string; readonly path: string };

export type ClientCertificate = {
  readonly subject: string;
  readonly startsAt: Date;
  readonly endsAt: Date;
  /** Changes when the content of the files changes. */
  readonly digest: string;
  /** Contains the private key: never keep it in a field that could be printed. */
  identity(): TlsIdentity;
};

type Contents = { certificate: Buffer; key: Buffer | null; authorities: Buffer | null };

const PEM = /-----BEGIN [A-Z0-9 ]+-----/;
const PEM_KEY = /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/;
const PEM_CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

/** Reads and checks the files. Error messages name the setting to correct and show nothing of the contents. */
export function loadCertificate(files: CertificateFiles, now: Date): ClientCertificate {
  const contents = readContents(files);
  const isPem = PEM.test(contents.certificate.toString('latin1'));
  const own = isPem ? pemIdentity(files, contents) : pfxIdentity(files, contents.certificate);
  const ca = authoritiesOf(files, contents.authorities);
  const { setting, path } = files.certificate;
  const startsAt = new Date(own.certificate.validFrom);
  const endsAt = new Date(own.certificate.validTo);
  if (endsAt <= now) throw new Error(`${setting} names ${path}, which expired on ${dayOf(endsAt)}.`);
  if (startsAt > now)
    throw new Error(`${setting} names ${path}, which is not valid before ${dayOf(startsAt)}.`);
  return {
    subject: own.certificate.subject.replaceAll('\n', ', '),
    startsAt,
    endsAt,
    digest: digestOf(contents),
    identity: () => ({ ...own.identity, ...(ca ? { ca } : {}) }),
  };
}

type Checked = { certificate: X509Certificate; identity: TlsIdentity };

function pemIdentity(files: CertificateFiles, contents: Contents): Checked {
  const { setting, path } = files.certificate;
  const certificate = orElse(
    () => new X509Certificate(contents.certificate),
    () => `${setting} names ${path}, which holds no certificate.`,
  );
  const key = contents.key ?? contents.certificate;
  if (!certificate.checkPrivateKey(privateKeyOf(files, key))) {
    throw new Error(
      `${files.key.setting} names ${files.key.path ?? path}, whose key does not belong to the certificate in ${path}.`,
    );
  }
  return { certificate, identity: { cert: contents.certificate, key, ...passphraseOf(files) } };
}

function privateKeyOf(files: CertificateFiles, pem: Buffer): KeyObject {
  const { setting } = files.key;
  const path = files.key.path ?? files.certificate.path;
  const text = pem.toString('latin1');
  if (!PEM_KEY.test(text)) {
    throw new Error(
      files.key.path === null
        ? `${setting} is missing: ${path} holds no private key.`
        : `${setting} names ${path}, which holds no private key.`,
    );
  }
  const isLocked = /ENCRYPTED/.test(text);
  if (isLocked && !files.passphrase.value) {
    throw new Error(`${files.passphrase.setting} is missing: the key in ${path} is locked with one.`);
  }
  return orElse(
    () => createPrivateKey({ key: pem, ...passphraseOf(files) }),
    () =>
      isLocked
        ? `${files.passphrase.setting} does not open ${path}.`
        : `${setting} names ${path}, whose private key cannot be read.`,
  );
}

function pfxIdentity(files: CertificateFiles, pfx: Buffer): Checked {
  if (files.key.path !== null) {
    throw new Error(`${files.key.setting} is only for PEM files, and ${files.certificate.path} is not one.`);
  }
  const identity = { pfx, ...passphraseOf(files) };
  const context = orElse(
    () => createSecureContext(identity),
    (fault) => pfxError(files, fault),
  );
  const certificate = certificateIn(context);
  if (!certificate) {
    throw new Error(
      `${files.certificate.setting} names ${files.certificate.path}, which holds no certificate.`,
    );
  }
  return { certificate, identity };
}

/** Node opens a PFX only for TLS; an unconnected socket gives access to the certificate. */
function certificateIn(secureContext: SecureContext): X509Certificate | undefined {
  const socket = new TLSSocket(new PassThrough(), { isServer: true, secureContext });
  try {
    return socket.getX509Certificate();
  } finally {
    socket.destroy();
  }
}

export function pfxError(files: CertificateFiles, fault: string): string {
  const { setting, path } = files.certificate;
  if (/mac verify failure/i.test(fault)) {
    return files.passphrase.value
      ? `${files.passphrase.setting} does not open ${path}.`
      : `${files.passphrase.setting} is missing: ${path} is locked with one.`;
  }
  if (/unsupported/i.test(fault)) {
    return (
      `${setting} names ${path}, a PFX in an old form that OpenSSL 3 does not open; make it new with ` +
      '"openssl pkcs12 -legacy -in OLD -nodes -out ALL.pem" and name the PEM file instead.'
    );
  }
  if (/private key/i.test(fault)) return `${setting} names ${path}, which holds no private key.`;
  return `${setting} names ${path}, which is neither PEM nor PFX (.p12).`;
}

/** For servers that ask for no client certificate. */
export function trustIn(authorities: CertificateFiles['authorities']): TlsIdentity {
  const contents = authorities && readNamed(authorities.setting, authorities.path);
  const ca = authoritiesOf({ authorities }, contents);
  return ca ? { ca } : {};
}

function authoritiesOf(
  { authorities }: Pick<CertificateFiles, 'authorities'>,
  contents: Buffer | null,
): string[] | null {
  if (!authorities || !contents) return null;
  const { setting, path } = authorities;
  const found = contents.toString('latin1').match(PEM_CERTIFICATE) ?? [];
  if (found.length === 0)
    throw new Error(`${setting} names ${path}, which holds no certificate in PEM form.`);
  for (const pem of found) {
    orElse(
      () => new X509Certificate(pem),
      () => `${setting} names ${path}, which holds a certificate that cannot be read.`,
    );
  }
  return [...rootCertificates, ...found];
}

function passphraseOf(files: CertificateFiles): { passphrase?: string } {
  const { value } = files.passphrase;
  return value ? { passphrase: value.reveal() } : {};
}

function readContents({ certificate, key, authorities }: CertificateFiles): Contents {
  return {
    certificate: readNamed(certificate.setting, certificate.path),
    key: key.path === null ? null : readNamed(key.setting, key.path),
    authorities: authorities && readNamed(authorities.setting, authorities.path),
  };
}

const WHY_UNREADABLE: Readonly<Record<string, string>> = {
  ENOENT: 'no such file',
  EACCES: 'this process may not read it',
  EISDIR: 'it is a folder',
};

function readNamed(setting: string, path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new Error(`${setting} names ${path}, which cannot be read: ${WHY_UNREADABLE[code] ?? code}.`);
  }
}

function digestOf(contents: Contents): string {
  const hash = createHash('sha256');
  for (const part of [contents.certificate, contents.key, contents.authorities]) {
    hash.update(`${part?.length ?? 'none'}:`).update(part ?? '');
  }
  return hash.digest('hex');
}

function dayOf(instant: Date): string {
  return instant.toISOString().slice(0, 10);
}

/** The original error is dropped on purpose: its message may quote the key. */
function orElse<T>(attempt: () => T, messageFor: (fault: string) => string): T {
  let fault: string;
  try {
    return attempt();
  } catch (error) {
    fault = error instanceof Error ? error.message : '';
  }
  throw new Error(messageFor(fault));
}

const CHECK_EVERY_MS = MINUTE_MS;

export type CertificateWatchOptions = {
  readonly now: () => Date;
  readonly monotonicMs: () => number;
  /** The files cannot be used; the current certificate stays in use. Reported once for each reason. */
  readonly onFault: (reason: string) => void;
};

/** Watches the files of the current certificate: a renewed one is used without a restart. */
export class CertificateWatch {
  readonly #files: CertificateFiles;
  readonly #options: CertificateWatchOptions;
  #current: ClientCertificate;
  #checkedAtMs: number;
  #reportedFault: string | null = null;

  constructor(files: CertificateFiles, options: CertificateWatchOptions) {
    this.#files = files;
    this.#options = options;
    this.#current = loadCertificate(files, options.now());
    this.#checkedAtMs = options.monotonicMs();
  }

  get current(): ClientCertificate {
    return this.#current;
  }

  /** True when the certificate was replaced. Reads the files at most once per minute, unless `immediately` is set. */
  check({ immediately = false } = {}): boolean {
    const nowMs = this.#options.monotonicMs();
    if (!immediately && nowMs - this.#checkedAtMs < CHECK_EVERY_MS) return false;
    this.#checkedAtMs = nowMs;
    try {
      return this.#take(loadCertificate(this.#files, this.#options.now()));
    } catch (error) {
      this.#report(error instanceof Error ? error.message : 'the certificate cannot be read');
      return false;
    }
  }

  #take(found: ClientCertificate): boolean {
    this.#reportedFault = null;
    if (found.digest === this.#current.digest) return false;
    this.#current = found;
    return true;
  }

  #report(reason: string): void {
    if (reason === this.#reportedFault) return;
    this.#reportedFault = reason;
    this.#options.onFault(reason);
  }
}
