import { generateKeyPairSync, sign as nativeSign, randomBytes } from 'node:crypto';
import forge from 'node-forge';

/** A certificate and its key as PEM, the same as PFX, and the SHA-256 fingerprint as TLS sockets tell it. */
export type IssuedCertificate = {
  readonly cert: string;
  readonly key: string;
  readonly pfx: Buffer;
  readonly fingerprint: string;
};

export type CertificateAuthority = {
  /** The authority's own certificate, as PEM. */
  readonly cert: string;
  issueServer(names: readonly string[], addresses?: readonly string[]): IssuedCertificate;
  issueClient(commonName: string, passphrase: string): IssuedCertificate;
};

const KEY_BITS = 2048;
const DAYS_VALID = 30;
const NAME_TYPE_DNS = 2;
const NAME_TYPE_ADDRESS = 7;
const SERVER_PASSPHRASE = '';
/** Few: these secrets live for minutes. */
const PFX_ROUNDS = 100;

type Extension = Record<string, unknown> & { name: string };
type Keys = { publicKey: forge.pki.rsa.PublicKey; privatePem: string };
type Issuer = { subject: forge.pki.CertificateField[]; privatePem: string };

export function createCertificateAuthority(commonName: string): CertificateAuthority {
  const keys = newKeys();
  const subject = [{ name: 'commonName', value: commonName }];
  const issuer: Issuer = { subject, privatePem: keys.privatePem };
  const own = sign(keys.publicKey, subject, issuer, [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
  ]);
  return {
    cert: forge.pki.certificateToPem(own),
    issueServer(names, addresses = []) {
      const altNames = [
        ...names.map((value) => ({ type: NAME_TYPE_DNS, value })),
        ...addresses.map((ip) => ({ type: NAME_TYPE_ADDRESS, ip })),
      ];
      const extensions = [
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        { name: 'subjectAltName', altNames },
      ];
      return issue(issuer, own, names[0] ?? 'server', SERVER_PASSPHRASE, extensions);
    },
    issueClient: (name, passphrase) =>
      issue(issuer, own, name, passphrase, [{ name: 'extKeyUsage', clientAuth: true }]),
  };
}

function issue(
  issuer: Issuer,
  authority: forge.pki.Certificate,
  commonName: string,
  passphrase: string,
  extensions: Extension[],
): IssuedCertificate {
  const keys = newKeys();
  const certificate = sign(keys.publicKey, [{ name: 'commonName', value: commonName }], issuer, [
    { name: 'basicConstraints', cA: false },
    { name: 'keyUsage', digitalSignature: true, keyEncipherment: true, critical: true },
    ...extensions,
  ]);
  return {
    cert: forge.pki.certificateToPem(certificate),
    key: keys.privatePem,
    pfx: pfxOf(forge.pki.privateKeyFromPem(keys.privatePem), [certificate, authority], passphrase),
    fingerprint: fingerprintOf(certificate),
  };
}

function sign(
  publicKey: forge.pki.rsa.PublicKey,
  subject: forge.pki.CertificateField[],
  issuer: Issuer,
  extensions: Extension[],
): forge.pki.Certificate {
  const certificate = forge.pki.createCertificate();
  certificate.publicKey = publicKey;
  // A leading 01 keeps the number positive and its form the shortest.
  certificate.serialNumber = `01${randomBytes(15).toString('hex')}`;
  certificate.validity.notBefore = new Date(Date.now() - 86_400_000);
  certificate.validity.notAfter = new Date(Date.now() + DAYS_VALID * 86_400_000);
  certificate.setSubject(subject);
  certificate.setIssuer(issuer.subject);
  certificate.setExtensions(extensions);
  certificate.sign(nativeSigner(certificate, issuer.privatePem), forge.md.sha256.create());
  return certificate;
}

/** Stands in for a key where forge only asks it to sign: in JavaScript that is slow. */
function nativeSigner(certificate: forge.pki.Certificate, privatePem: string): forge.pki.rsa.PrivateKey {
  const contents = () => Buffer.from(forge.asn1.toDer(certificate.tbsCertificate).getBytes(), 'binary');
  const sign = () => nativeSign('sha256', contents(), privatePem).toString('binary');
  return { sign } as unknown as forge.pki.rsa.PrivateKey;
}

/** The machine's own generator: the one in JavaScript takes seconds. */
function newKeys(): Keys {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: KEY_BITS,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
  });
  return { publicKey: forge.pki.publicKeyFromPem(publicKey), privatePem: privateKey };
}

function pfxOf(key: forge.pki.rsa.PrivateKey, chain: forge.pki.Certificate[], passphrase: string): Buffer {
  const contents = forge.pkcs12.toPkcs12Asn1(key, chain, passphrase, {
    algorithm: '3des',
    count: PFX_ROUNDS,
  });
  return Buffer.from(forge.asn1.toDer(contents).getBytes(), 'binary');
}

function fingerprintOf(certificate: forge.pki.Certificate): string {
  const der = forge.asn1.toDer(forge.pki.certificateToAsn1(certificate)).getBytes();
  const digest = forge.md.sha256.create().update(der).digest().toHex().toUpperCase();
  return digest.replace(/(..)(?=.)/g, '$1:');
}
