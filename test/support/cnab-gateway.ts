import type { Address } from '../../server/src/brazil/address.ts';
import type { BankName } from '../../server/src/brazil/cnab/bank.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { BoletoProvider, BoletoRequest } from '../../server/src/providers/boleto.ts';
import { type CnabRail, openCnab } from '../../server/src/providers/cnab/rail.ts';
import { cnabConfig, cnabEnvironment } from './cnab-settings.ts';
import { type Call, type GatewayOptions, startGateway, type TestGateway } from './gateway.ts';

export const BANK = 'main';
export const COMPANY_DOCUMENT = '11222333000181';
export const ADDRESS: Address = {
  postal_code: '01310100',
  street: 'Rua das Flores',
  number: '100',
  complement: null,
  district: 'Centro',
  city: 'São Paulo',
  state: 'SP',
};

export type CnabGateway = { gateway: TestGateway; rail: CnabRail };

/** A gateway whose first boleto provider is a bank that takes files. */
export async function startCnabGateway(
  bank: BankName = 'bradesco',
  { settings = {}, ...options }: GatewayOptions & { settings?: Record<string, string> } = {},
): Promise<CnabGateway> {
  const gateway = await startGateway(options);
  return { gateway, rail: addCnab(gateway, bank, settings) };
}

/** The same rail in the rails of this process, as the registry would open it. */
export function addCnab(
  { deps }: TestGateway,
  bank: BankName,
  settings: Record<string, string> = {},
  name = BANK,
): CnabRail {
  const prefix = `GUICHE_BANK_${name.toUpperCase().replaceAll('-', '_')}`;
  const prefixed = Object.entries(settings).map(([setting, value]) => [`${prefix}_${setting}`, value]);
  const environment = { ...cnabEnvironment(name, bank), ...Object.fromEntries(prefixed) };
  const rail = openCnab(cnabConfig(environment, name, bank), deps);
  (deps.rails.boleto as BoletoProvider[]).unshift(rail);
  return rail;
}

/** What was left at it is then of a bank that this installation no longer has. */
export function removeCnab({ deps }: TestGateway, name: string): void {
  const { boleto } = deps.rails;
  (boleto as BoletoProvider[]).splice(
    boleto.findIndex((each) => each.name === name),
    1,
  );
}

export function boletoRequest(own: Partial<BoletoRequest> & { reference: string }): BoletoRequest {
  return {
    ourNumber: '00000123',
    amountCents: cents(12_345n),
    merchantName: 'Loja Teste',
    description: null,
    payer: {
      ...{ name: 'José da Conceição', document: '52998224725', email: null, phone: null },
      address: ADDRESS,
    },
    terms: {
      ...{ dueDate: '2030-01-10', payableDaysAfterDue: 30, fineBasisPoints: 200 },
      ...{ interestMonthlyBasisPoints: 100, discount: null },
    },
    createdAt: new Date('2029-12-01T12:00:00Z'),
    ...own,
  };
}

/** Uploads bytes as an operator does. */
export function upload(call: Call, bytes: Buffer | string, name = 'retorno.ret', bank = BANK) {
  const path = `/api/v1/admin/file-banks/${bank}/returns?file_name=${encodeURIComponent(name)}`;
  return call('POST', path, Buffer.from(bytes as string, 'latin1'), {
    'content-type': 'application/octet-stream',
  });
}
