import type { BankName, BankProfile } from '../bank.ts';
import { bancoDoBrasil } from './banco-do-brasil.ts';
import { bradesco } from './bradesco.ts';
import { caixa } from './caixa.ts';
import { itau } from './itau.ts';
import { santander } from './santander.ts';
import { sicoob } from './sicoob.ts';
import { sicredi } from './sicredi.ts';

export const banks: Readonly<Record<BankName, BankProfile>> = {
  bradesco,
  itau,
  'banco-do-brasil': bancoDoBrasil,
  santander,
  caixa,
  sicoob,
  sicredi,
};

export function bankOfCode(code: string): BankProfile | undefined {
  return Object.values(banks).find((bank) => bank.code === code);
}
