import { systemMs } from '../../kit/clock.ts';
import type { Bank, BankCheckStep, BankContext, BankKind, OpenBank } from '../banks/bank.ts';
import { type BankSettings, bankSetting } from '../banks/settings.ts';
import { loadCertificate } from '../http/certificates.ts';
import { ENVIRONMENTS, oneOf, secureAddress } from '../http/settings.ts';
import { DatabaseTokens } from '../http/shared-tokens.ts';
import type { TokenFailureKind } from '../http/token.ts';
import { openInterBoletos } from './boletos.ts';
import { checkInterBoletos, checkInterPayouts, type InterCheckOptions } from './check.ts';
import { InterClient, type InterOptions } from './client.ts';
import { type Feature, type InterConfig, interAddresses, MAX_TOKENS_PER_MINUTE, SCOPES } from './config.ts';
import { openInterPayouts } from './payouts.ts';

const SETTINGS = {
  CLIENT_ID: 'Client id of the application at Inter',
  CLIENT_SECRET: 'Client secret of the application',
  CERTIFICATE: 'Path of the client certificate: a PEM or PFX (.p12) file',
  CERTIFICATE_KEY: 'Path of its private key, when that is a PEM file of its own',
  PASSPHRASE: 'Opens the PFX or the private key',
  CA: 'Path of a PEM file with authorities trusted besides the public ones',
  ENVIRONMENT: 'production, or homologation for the sandbox of the bank',
  API_URL: 'Instead of the address of the bank, without a path',
  TOKEN_URL: 'Instead of the address of its token server',
  ACCOUNT: 'Account number with its digit, where the application serves several',
} as const;

/** Banco Inter: boletos with a PIX code, and payouts. */
export const inter: Bank = {
  name: 'inter',
  title: 'Banco Inter',
  kinds: ['boleto', 'payout'],
  registers: ['boleto', 'payout'],
  settings: SETTINGS,
  read(settings) {
    const config = readInterConfig(settings);
    const { kinds } = settings;
    return {
      open: (context) => openInter(config, kinds, context),
      check: (kind, options) => check(config, kind, options),
    };
  },
};

export function readInterConfig(settings: BankSettings): InterConfig {
  const { name, now } = settings;
  const environment = settings.read('ENVIRONMENT', oneOf(SETTINGS.ENVIRONMENT, ENVIRONMENTS)) ?? 'production';
  const known = interAddresses(environment);
  const given = 'Inter gives one with the application';
  // The address that a PSP of the same name has is that of API Pix, with a path.
  const hasOwnAddress = settings.variable('API_URL') === bankSetting(name, 'API_URL');
  const ownAddress = hasOwnAddress ? settings.read('API_URL', secureAddress(SETTINGS.API_URL)) : null;
  const certificate = settings.need('CERTIFICATE', settings.certificate(), given);
  const config: InterConfig = {
    ...{ name, environment, certificate },
    clientId: settings.need('CLIENT_ID', settings.text('CLIENT_ID'), given),
    clientSecret: settings.need('CLIENT_SECRET', settings.secret('CLIENT_SECRET'), given),
    apiUrl: ownAddress ?? known.apiUrl,
    tokenUrl: settings.read('TOKEN_URL', secureAddress(SETTINGS.TOKEN_URL)) ?? known.tokenUrl,
    account: settings.secret('ACCOUNT'),
  };
  loadCertificate(certificate, now);
  return config;
}

function openInter(config: InterConfig, kinds: readonly BankKind[], context: BankContext): OpenBank {
  const { db, vault, log } = context;
  const { name, tokenUrl, clientId } = config;
  const options: InterOptions = {
    log,
    observe: (call) => context.observe({ provider: name, ...call }),
    tokens: new DatabaseTokens(db, vault, {
      ...{ client: `${tokenUrl} ${clientId}`, maxPerMinute: MAX_TOKENS_PER_MINUTE },
    }),
  };
  const boleto = kinds.includes('boleto') ? openInterBoletos(config, options) : null;
  const payout = kinds.includes('payout') ? openInterPayouts(config, options) : null;
  return {
    ...{ name, boleto, payout, card: null },
    requireReachable: () => requireReachable(config, kinds, options),
    async close() {
      await boleto?.close();
      await payout?.close();
    },
  };
}

const featureOf = (kind: BankKind): Feature => (kind === 'boleto' ? 'boletos' : 'payouts');
/** Failures that a retry does not fix. */
const CERTAIN: readonly TokenFailureKind[] = ['server certificate', 'client certificate', 'credentials'];

/** A token for each kind: the processes of the installation share it, so that starts together ask once. */
async function requireReachable(
  config: InterConfig,
  kinds: readonly BankKind[],
  { log, tokens }: InterOptions,
): Promise<string | null> {
  const now = () => new Date(systemMs());
  const client = new InterClient<never>(config, { log, now, tokens, onCall: () => undefined });
  try {
    for (const kind of kinds) {
      const feature = featureOf(kind);
      const token = await client.token(feature);
      if (token.ok) continue;
      const scopes = SCOPES[feature].join(' and ');
      const said = `${config.name}: no token of Inter for ${scopes}: ${token.reason}.`;
      if (CERTAIN.includes(token.failure))
        throw new Error(`${said} Run guiche ${kind} check ${config.name}.`);
      return said;
    }
    return null;
  } finally {
    await client.close();
  }
}

async function* check(
  config: InterConfig,
  kind: BankKind,
  options: InterCheckOptions,
): AsyncGenerator<BankCheckStep> {
  yield* kind === 'boleto' ? checkInterBoletos(config, options) : checkInterPayouts(config, options);
}
