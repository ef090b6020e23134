import type { BankName } from '../../server/src/brazil/cnab/bank.ts';
import { BankSettings } from '../../server/src/providers/banks/settings.ts';
import { type CnabConfig, readCnab } from '../../server/src/providers/cnab/config.ts';

const COMPANY = { COMPANY: 'Sapataria Tres Irmaos', DOCUMENT: '11.222.333/0001-81' };
const ACCOUNT = { AGENCY_DIGIT: '0', ACCOUNT: '75367', ACCOUNT_DIGIT: '7' };

/** What each bank could have agreed with a seller. */
const AGREED: Readonly<Record<BankName, Readonly<Record<string, string>>>> = {
  bradesco: { ...ACCOUNT, AGENCY: '1234', COVENANT: '1234567', WALLET: '09' },
  itau: { AGENCY: '1234', ACCOUNT: '56789', ACCOUNT_DIGIT: '7', WALLET: '109' },
  'banco-do-brasil': {
    ...ACCOUNT,
    ...{ AGENCY: '3286', COVENANT: '3294860', WALLET: '17', WALLET_VARIATION: '019' },
  },
  santander: {
    ...ACCOUNT,
    ...{ AGENCY: '3163', ACCOUNT: '013002862', COVENANT: '316380130028625', BENEFICIARY: '1899775' },
  },
  caixa: { AGENCY: '3286', AGENCY_DIGIT: '0', COVENANT: '432100', WALLET: '14' },
  sicoob: { ...ACCOUNT, AGENCY: '3039', COVENANT: '489816', WALLET: '01' },
  sicredi: { AGENCY: '0165', ACCOUNT: '623', ACCOUNT_DIGIT: '7', COVENANT: '00623', STATION: '02' },
};

/** The settings of one bank, as the environment has them. */
export function cnabEnvironment(name: string, bank: BankName): Record<string, string> {
  const settings = { ...COMPANY, ...AGREED[bank] };
  return Object.fromEntries(
    Object.entries(settings).map(([setting, value]) => [
      `GUICHE_BANK_${name.toUpperCase().replaceAll('-', '_')}_${setting}`,
      value,
    ]),
  );
}

/** As the start reads them. */
export function cnabConfig(environment: Record<string, string>, name: string, bank: BankName): CnabConfig {
  const instance = { name, kinds: ['boleto'] as const, sharesWithPix: false };
  return readCnab(new BankSettings(instance, environment, new Date()), bank);
}
