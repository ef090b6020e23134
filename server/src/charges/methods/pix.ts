import type { Deps } from '../../http/deps.ts';
import { assert, fail } from '../../kit/errors.ts';
import { qrPng } from '../../kit/qr-png.ts';
import type { Payer } from '../../providers/provider.ts';
import type { Charge } from '../charge.ts';
import type { Means, Method } from './method.ts';

/** The longest txid a static code carries; shorter than a dynamic charge's, so the two never collide. */
export const PIX_TXID_LENGTH = 25;

export const pix: Method = async (deps, { charge, merchantName }) => {
  assert(charge.pixExpiresAt, 'a PIX charge expires');
  const means = await pixCode(deps, charge, merchantName, charge.pixExpiresAt);
  return { ...means, dueAt: means.pixExpiresAt };
};

/** Also the second instrument of a hybrid boleto. */
export async function pixCode(
  deps: Deps,
  charge: Charge,
  merchantName: string,
  expiresAt: Date,
): Promise<Required<Pick<Means, 'pixTxid' | 'pixCopyPaste' | 'pixExpiresAt' | 'pixQrPng'>>> {
  assert(charge.pixTxid, 'a charge payable by PIX has a txid');
  const answer = await deps.provider.createPix({
    reference: charge.id,
    txid: charge.pixTxid,
    amountCents: charge.valueCents,
    merchantName,
    description: charge.description,
    expiresAt,
    payer: payerOf(charge),
  });
  if (!answer.ok) fail('PROVIDER_UNAVAILABLE');
  return {
    pixTxid: answer.txid,
    pixCopyPaste: answer.copyPaste,
    pixExpiresAt: expiresAt,
    pixQrPng: qrPng(answer.copyPaste),
  };
}

export function payerOf({ customer }: Charge): Payer | null {
  return customer?.cpf_cnpj ? { name: customer.name, document: customer.cpf_cnpj } : null;
}
