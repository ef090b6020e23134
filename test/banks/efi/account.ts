import { pino } from 'pino';
import { MovableClock } from '../../../server/src/kit/clock.ts';
import { Secret } from '../../../server/src/kit/secrets.ts';
import type { EfiConfig, EfiSending } from '../../../server/src/providers/efi/config.ts';
import {
  type EfiBoletos,
  type EfiPayouts,
  openEfiBoletos,
  openEfiPayouts,
} from '../../../server/src/providers/efi/open.ts';
import type { ObservedCall } from '../../../server/src/providers/http/outcome.ts';
import type { Settings } from './bank.ts';
import { type Efi, startEfi } from './efi.ts';

/** An Efí, and an account there as the gateway uses it. */
export type Account = {
  readonly efi: Efi;
  readonly config: EfiConfig;
  readonly sending: EfiSending;
  readonly boletos: EfiBoletos;
  readonly payouts: EfiPayouts;
  readonly clock: MovableClock;
  readonly observed: ObservedCall[];
  logged(): string;
  stop(): Promise<void>;
};

export async function openAccount(
  settings: Partial<Settings> = {},
  { noticeUrl = null }: { noticeUrl?: string | null } = {},
): Promise<Account> {
  const efi = await startEfi(settings);
  const config = configOf(efi);
  const sending = config.sending;
  if (!sending) throw new Error('the account sends');
  let logged = '';
  const write = (line: string) => {
    logged += line;
  };
  const observed: ObservedCall[] = [];
  const clock = new MovableClock();
  const options = {
    log: pino({ level: 'debug' }, { write }),
    clock,
    observe: (call: ObservedCall) => void observed.push(call),
    noticeUrl,
  };
  const boletos = openEfiBoletos(config, options);
  const payouts = openEfiPayouts(config, sending, options);
  return {
    ...{ efi, config, sending, boletos, payouts, clock, observed },
    logged: () => logged,
    async stop() {
      await Promise.all([boletos.close(), payouts.close()]);
      await efi.stop();
    },
  };
}

function configOf(efi: Efi): EfiConfig {
  const variable = (setting: string) => `GUICHE_BANK_EFI_${setting}`;
  return {
    name: 'efi',
    environment: 'homologation',
    clientId: efi.clientId,
    clientSecret: new Secret(efi.clientSecret),
    chargesUrl: efi.chargesUrl,
    authorities: { setting: variable('CA'), path: efi.caFile },
    sending: {
      pixUrl: efi.pixUrl,
      certificate: {
        certificate: { setting: variable('CERTIFICATE'), path: efi.client.pfxFile },
        key: { setting: variable('CERTIFICATE_KEY'), path: null },
        passphrase: { setting: variable('PASSPHRASE'), value: null },
        authorities: { setting: variable('CA'), path: efi.caFile },
      },
      pixKey: efi.pixKey,
      skipsMtlsCheck: true,
    },
    partnerToken: null,
    variable,
  };
}
