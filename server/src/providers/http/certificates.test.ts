import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSecureContext } from 'node:tls';
import { inspect } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { createCertificateAuthority } from '../../../../test/support/certificates.ts';
import { Secret } from '../../kit/secrets.ts';
import { type CertificateFiles, CertificateWatch, loadCertificate, pfxError } from './certificates.ts';

const PASSPHRASE = 'open sesame';
const NOW = new Date();
const IN_A_YEAR = new Date(NOW.getTime() + 365 * 86_400_000);
const LAST_YEAR = new Date(NOW.getTime() - 365 * 86_400_000);

const folder = mkdtempSync(join(tmpdir(), 'guiche-certificates-'));
const authority = createCertificateAuthority('Bank');
const issued = authority.issueClient('shop', PASSPHRASE);
const other = authority.issueClient('another shop', PASSPHRASE);

function file(name: string, contents: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, contents);
  return path;
}

const paths = {
  pfx: file('client.p12', issued.pfx),
  cert: file('client.pem', issued.cert),
  key: file('client.key', issued.key),
  both: file('both.pem', `${issued.cert}${issued.key}`),
  locked: file(
    'locked.key',
    createPrivateKey(issued.key).export({
      type: 'pkcs8',
      format: 'pem',
      cipher: 'aes-256-cbc',
      passphrase: PASSPHRASE,
    }),
  ),
  otherKey: file('other.key', other.key),
  ca: file('ca.pem', authority.cert),
  text: file('notes.txt', 'nothing of the kind'),
  broken: file('broken.key', '-----BEGIN PRIVATE KEY-----\nc2VjcmV0\n-----END PRIVATE KEY-----\n'),
  brokenCert: file('broken.pem', '-----BEGIN CERTIFICATE-----\nc2VjcmV0\n-----END CERTIFICATE-----\n'),
};

type Given = { certificate: string; key?: string | null; passphrase?: string | null; ca?: string | null };

function files({ certificate, key = null, passphrase = null, ca = null }: Given): CertificateFiles {
  return {
    certificate: { setting: 'X_CERTIFICATE', path: certificate },
    key: { setting: 'X_CERTIFICATE_KEY', path: key },
    passphrase: { setting: 'X_PASSPHRASE', value: passphrase === null ? null : new Secret(passphrase) },
    authorities: ca === null ? null : { setting: 'X_CA', path: ca },
  };
}

afterAll(() => rmSync(folder, { recursive: true }));

describe('a client certificate', () => {
  it.each<[string, Given]>([
    ['a PFX', { certificate: paths.pfx, passphrase: PASSPHRASE }],
    ['PEM in two files', { certificate: paths.cert, key: paths.key }],
    ['PEM in one file', { certificate: paths.both }],
    ['PEM with a locked key', { certificate: paths.cert, key: paths.locked, passphrase: PASSPHRASE }],
    ['PEM with an authority besides', { certificate: paths.both, ca: paths.ca }],
  ])('is read from %s', (_, given) => {
    const certificate = loadCertificate(files(given), NOW);
    expect(certificate.subject).toBe('CN=shop');
    expect(certificate.startsAt < NOW && certificate.endsAt > NOW).toBe(true);
    expect(() => createSecureContext(certificate.identity())).not.toThrow();
  });

  it('trusts the public authorities besides the one that is named', () => {
    const { ca = [] } = loadCertificate(files({ certificate: paths.both, ca: paths.ca }), NOW).identity();
    expect(ca.length).toBeGreaterThan(50);
    expect(new X509Certificate(ca.at(-1) ?? '').subject).toBe('CN=Bank');
    expect(loadCertificate(files({ certificate: paths.both }), NOW).identity().ca).toBeUndefined();
  });

  it('shows neither key nor passphrase when it is printed', () => {
    const certificate = loadCertificate(files({ certificate: paths.both, passphrase: PASSPHRASE }), NOW);
    const shown = inspect(certificate, { depth: 9 }) + JSON.stringify(certificate);
    expect(shown).not.toContain('PRIVATE');
    expect(shown).not.toContain(PASSPHRASE);
  });
});

describe('a certificate that cannot be used', () => {
  it.each<[string, Given, string]>([
    [
      'is absent',
      { certificate: '/nowhere/x.p12' },
      'X_CERTIFICATE names /nowhere/x.p12, which cannot be read: no such file.',
    ],
    [
      'is a folder',
      { certificate: folder },
      `X_CERTIFICATE names ${folder}, which cannot be read: it is a folder.`,
    ],
    [
      'has a wrong passphrase',
      { certificate: paths.pfx, passphrase: 'wrong' },
      `X_PASSPHRASE does not open ${paths.pfx}.`,
    ],
    [
      'has no passphrase given',
      { certificate: paths.pfx },
      `X_PASSPHRASE is missing: ${paths.pfx} is locked with one.`,
    ],
    [
      'is neither form',
      { certificate: paths.text },
      `X_CERTIFICATE names ${paths.text}, which is neither PEM nor PFX (.p12).`,
    ],
    [
      'is a PFX with a key beside it',
      { certificate: paths.pfx, passphrase: PASSPHRASE, key: paths.key },
      `X_CERTIFICATE_KEY is only for PEM files, and ${paths.pfx} is not one.`,
    ],
    [
      'has no key',
      { certificate: paths.cert },
      `X_CERTIFICATE_KEY is missing: ${paths.cert} holds no private key.`,
    ],
    [
      'has a key file without a key',
      { certificate: paths.cert, key: paths.text },
      `X_CERTIFICATE_KEY names ${paths.text}, which holds no private key.`,
    ],
    [
      'has a key that is broken',
      { certificate: paths.cert, key: paths.broken },
      `X_CERTIFICATE_KEY names ${paths.broken}, whose private key cannot be read.`,
    ],
    [
      'has a locked key and no passphrase',
      { certificate: paths.cert, key: paths.locked },
      `X_PASSPHRASE is missing: the key in ${paths.locked} is locked with one.`,
    ],
    [
      'has a locked key and a wrong passphrase',
      { certificate: paths.cert, key: paths.locked, passphrase: 'wrong' },
      `X_PASSPHRASE does not open ${paths.locked}.`,
    ],
    [
      "has another certificate's key",
      { certificate: paths.cert, key: paths.otherKey },
      `X_CERTIFICATE_KEY names ${paths.otherKey}, whose key does not belong to the certificate in ${paths.cert}.`,
    ],
    [
      'is PEM with a key alone',
      { certificate: paths.key },
      `X_CERTIFICATE names ${paths.key}, which holds no certificate.`,
    ],
    [
      'has an authority that is absent',
      { certificate: paths.both, ca: '/nowhere/ca.pem' },
      'X_CA names /nowhere/ca.pem, which cannot be read: no such file.',
    ],
    [
      'has an authority in no PEM form',
      { certificate: paths.both, ca: paths.text },
      `X_CA names ${paths.text}, which holds no certificate in PEM form.`,
    ],
    [
      'has an authority that is broken',
      { certificate: paths.both, ca: paths.brokenCert },
      `X_CA names ${paths.brokenCert}, which holds a certificate that cannot be read.`,
    ],
  ])('says which setting to correct when it %s', (_, given, sentence) => {
    expect(() => loadCertificate(files(given), NOW)).toThrow(new Error(sentence));
  });

  it('says when it ended, and when it begins', () => {
    const given = files({ certificate: paths.both });
    expect(() => loadCertificate(given, IN_A_YEAR)).toThrow(
      /^X_CERTIFICATE names .*, which expired on 20\d\d-/,
    );
    expect(() => loadCertificate(given, LAST_YEAR)).toThrow(/which is not valid before 20\d\d-/);
  });

  it('says so when this process may not read it', () => {
    const path = file('private.pem', issued.cert);
    chmodSync(path, 0);
    const isRoot = process.getuid?.() === 0;
    const load = () => loadCertificate(files({ certificate: path }), NOW);
    expect(load).toThrow(isRoot ? /holds no private key/ : /this process may not read it/);
  });

  it.each([
    ['Unsupported PKCS12 PFX data', /in an old form that OpenSSL 3 does not open.*-legacy/],
    ['Unable to load private key from PFX data', /holds no private key/],
    ['wrong tag', /neither PEM nor PFX/],
  ])('tells what "%s" means', (fault, sentence) => {
    expect(pfxError(files({ certificate: 'x.p12' }), fault)).toMatch(sentence);
  });
});

describe('a watched certificate', () => {
  function watched(name: string) {
    const path = file(name, issued.pfx);
    let nowMs = 0;
    const faults: string[] = [];
    const watch = new CertificateWatch(files({ certificate: path, passphrase: PASSPHRASE }), {
      now: () => NOW,
      monotonicMs: () => nowMs,
      onFault: (reason) => faults.push(reason),
    });
    const pass = (ms: number) => {
      nowMs += ms;
    };
    return { watch, path, faults, pass };
  }

  it('is exchanged when its file is, looked at once a minute', () => {
    const { watch, path, pass } = watched('rotated.p12');
    writeFileSync(path, other.pfx);
    pass(59_999);
    expect([watch.check(), watch.current.subject]).toEqual([false, 'CN=shop']);
    pass(1);
    expect([watch.check(), watch.current.subject]).toEqual([true, 'CN=another shop']);
    pass(60_000);
    expect(watch.check()).toBe(false);
  });

  it('is exchanged at once when something presses', () => {
    const { watch, path } = watched('pressed.p12');
    expect(watch.check({ immediately: true })).toBe(false);
    writeFileSync(path, other.pfx);
    expect([watch.check(), watch.check({ immediately: true })]).toEqual([false, true]);
  });

  it('stays when the new file cannot be used, which is reported once', () => {
    const { watch, path, faults } = watched('half.p12');
    writeFileSync(path, other.pfx.subarray(0, 100));
    expect([watch.check({ immediately: true }), watch.check({ immediately: true })]).toEqual([false, false]);
    expect(watch.current.subject).toBe('CN=shop');
    expect(faults).toEqual([`X_CERTIFICATE names ${path}, which is neither PEM nor PFX (.p12).`]);
    writeFileSync(path, other.pfx);
    expect([watch.check({ immediately: true }), watch.current.subject]).toEqual([true, 'CN=another shop']);
  });
});
