import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IssuedCertificate } from '../support/certificates.ts';

/** Where a client finds what it needs to come in. */
export type ClientFiles = { pfxFile: string; certFile: string; keyFile: string };

export function clientFiles(folder: string, number: number): ClientFiles {
  const name = number === 1 ? 'client' : `client-${number}`;
  return {
    pfxFile: join(folder, `${name}.pfx`),
    certFile: join(folder, `${name}.pem`),
    keyFile: join(folder, `${name}.key`),
  };
}

export function writeClientFiles(files: ClientFiles, { pfx, cert, key }: IssuedCertificate): void {
  replaceFile(files.pfxFile, pfx);
  replaceFile(files.certFile, cert);
  replaceFile(files.keyFile, key);
}

/** In one step: whoever reads meanwhile has the old file or the new one, never half of one. */
export function replaceFile(path: string, contents: Buffer | string): void {
  writeFileSync(`${path}.new`, contents);
  renameSync(`${path}.new`, path);
}
