import type { BoletoName } from '../../providers/boleto.ts';
import { type BankOfBoletos, boletoBankNamed, type Rails } from '../../providers/rails.ts';
import type { Boleto, BoletoBank, Charge } from '../charge.ts';

type WithBoleto = Pick<Charge, 'boleto'>;

/** Of a boleto that only a bank can make payable; null: there is none, or it was issued here. */
export function bankOf({ boleto }: WithBoleto): BoletoBank | null {
  return boleto?.bank ?? null;
}

/** The bank of the charge's boleto; null also when the installation no longer has it. */
export function bankProviderOf(rails: Rails, charge: WithBoleto): BankOfBoletos | null {
  return boletoBankNamed(rails, bankOf(charge)?.provider ?? null);
}

export function isRegistering(charge: WithBoleto): boolean {
  return bankOf(charge)?.state === 'registering';
}

/** It has a barcode that can be paid. */
export function isPayable({ boleto }: WithBoleto): boolean {
  return boleto !== null && (boleto.bank?.state ?? 'registered') === 'registered';
}

/** The PIX code of the charge is that of its boleto at the bank: no PSP knows it as a charge of its own. */
export function hasCodeOfBank(charge: Pick<Charge, 'boleto' | 'pixTxid'>): boolean {
  return charge.pixTxid !== null && bankOf(charge)?.pixTxid === charge.pixTxid;
}

export function boletoNameOf({ id, createdAt }: Charge, { ourNumber, dueDate, bank }: Boleto): BoletoName {
  return { reference: id, ourNumber, bankReference: bank?.reference ?? null, dueDate, createdAt };
}

export function lookJob({ accountId, id }: Pick<Charge, 'accountId' | 'id'>, runAt: Date) {
  return { accountId, kind: 'boleto.look', payload: { charge_id: id }, runAt };
}

/** Numbers are unique at their bank only. */
export function referenceAtBank(provider: string, reference: string): string {
  return `${provider}:${reference}`;
}

/** Everything that a notice, a list of payments or the PSP of the same bank may call this boleto. */
export function referencesOf({ id, boleto }: Charge): string[] {
  if (!boleto?.bank) return [];
  const { provider, reference, pixTxid } = boleto.bank;
  const atBank = [reference, boleto.ourNumber].flatMap((each) =>
    each === null ? [] : [referenceAtBank(provider, each)],
  );
  return [id, ...atBank, ...(pixTxid === null ? [] : [pixTxid])];
}
