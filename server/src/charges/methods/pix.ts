import { assert } from '../../kit/errors.ts';
import { openText } from '../../kit/sealed-text.ts';
import type { Vault } from '../../kit/secrets.ts';
import type { Payer } from '../../providers/provider.ts';
import type { Charge } from '../charge.ts';
import { obtainPixCode } from '../pix/codes.ts';
import type { Method } from './method.ts';

export const pix: Method = async (deps, { charge, account }) => {
  const { pixExpiresAt: expiresAt } = charge;
  assert(expiresAt, 'a PIX charge expires');
  const code = await obtainPixCode(deps, {
    charge,
    account,
    expiresAt,
    payer: payerOf(deps, charge),
    due: null,
  });
  const { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng } = code;
  return { pixProvider, pixTxid, pixCopyPaste, pixExpiresAt, pixQrPng, dueAt: pixExpiresAt };
};

export function payerOf({ vault }: { vault: Vault }, { customer }: Charge): Payer | null {
  return customer?.cpf_cnpj ? { name: customer.name, document: openText(vault, customer.cpf_cnpj) } : null;
}
