import { parsePixKey } from '../../brazil/pix-key.ts';
import { type JsonObject, jsonAmount } from '../http/json.ts';
import type { PayoutRequest } from '../payout.ts';

const MAX_DESCRIPTION_LENGTH = 140;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/;

/** Why it must not be sent; null: it may be. Inter checks no owner, but a CPF or CNPJ as the key names its owner. */
export function obstacleTo({ reference, pixKey, ownerDocument }: PayoutRequest): string | null {
  if (!new RegExp(`^${UUID.source}$`).test(reference)) return 'the reference is not a UUID';
  const key = parsePixKey(pixKey);
  if (!key) return 'not a PIX key';
  const namesOwner = key.type === 'CPF' || key.type === 'CNPJ';
  if (namesOwner && ownerDocument !== null && key.key !== ownerDocument) {
    return "the key is another person's document";
  }
  return null;
}

/** The body of POST /pix. The description ends with our reference: the statement shows it, and nothing else of ours. */
export function payoutBody({ reference, amountCents, pixKey, description }: PayoutRequest): JsonObject {
  const text = (description ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  const room = MAX_DESCRIPTION_LENGTH - reference.length - 1;
  const words = [...text].slice(0, room).join('').trim();
  return {
    valor: jsonAmount(amountCents),
    descricao: `${words} ${reference}`.trim(),
    destinatario: { tipo: 'CHAVE', chave: pixKey },
  };
}

/** Our reference in a description; null: it was not sent by the gateway. */
export function referenceIn(description: string): string | null {
  return new RegExp(`(?:^|\\s)(${UUID.source})$`).exec(description.trim().toLowerCase())?.[1] ?? null;
}
