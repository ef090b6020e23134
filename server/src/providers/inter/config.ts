import type { Secret } from '../../kit/secrets.ts';
import type { CertificateFiles } from '../http/certificates.ts';
import type { Environment } from '../http/settings.ts';

/** One application at Banco Inter. Printing it shows no secret. */
export type InterConfig = {
  readonly name: string;
  readonly environment: Environment;
  readonly clientId: string;
  readonly clientSecret: Secret;
  readonly certificate: CertificateFiles;
  /** Without a path and without a slash at the end. */
  readonly apiUrl: string;
  readonly tokenUrl: string;
  /** For an application that serves several accounts; null: it has one. */
  readonly account: Secret | null;
};

const HOSTS: Readonly<Record<Environment, string>> = {
  production: 'https://cdpj.partners.bancointer.com.br',
  homologation: 'https://cdpj-sandbox.partners.uatinter.co',
};

/** The addresses of an environment, for what the settings leave out. */
export function interAddresses(environment: Environment): { apiUrl: string; tokenUrl: string } {
  const apiUrl = HOSTS[environment];
  return { apiUrl, tokenUrl: `${apiUrl}/oauth/v2/token` };
}

/** The token server takes five requests a minute from one application. */
export const MAX_TOKENS_PER_MINUTE = 5;

/** Inter refuses a whole token when one scope was not granted: each feature asks for its own. */
export const SCOPES = {
  boletos: ['boleto-cobranca.read', 'boleto-cobranca.write'],
  payouts: ['pagamento-pix.read', 'pagamento-pix.write'],
  statement: ['extrato.read'],
  notices: ['webhook-banking.read', 'webhook-banking.write'],
} as const;
export type Feature = keyof typeof SCOPES;
