import { assert } from '../../kit/errors.ts';
import type { Payer } from '../../providers/provider.ts';
import type { Charge } from '../charge.ts';
import { obtainPixCode } from '../pix/codes.ts';
import type { Method } from './method.ts';

export const pix: Method = async (deps, { charge, account }) => {
  const { pixExpiresAt: expiresAt } = charge;
  assert(expiresAt, 'a PIX charge expires');
  const code = await obtainPixCode(deps, { charge, account, expiresAt, payer: payerOf(charge), due: null });
  const { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng } = code;
  return { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng, dueAt: pixExpiresAt };
};

export function payerOf({ customer }: Charge): Payer | null {
  return customer?.cpf_cnpj ? { name: customer.name, document: customer.cpf_cnpj } : null;
}
