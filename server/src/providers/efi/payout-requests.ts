import { decimalText } from '../../kit/money.ts';
import type { PayoutRequest } from '../payout.ts';
import type { Written } from './boleto-requests.ts';

const MAX_MESSAGE_LENGTH = 140;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const UUID_DIGITS = /^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i;

type Sending = {
  valor: string;
  pagador: { chave: string; infoPagador?: string };
  favorecido: { chave: string; cpf?: string; cnpj?: string };
};

/** The name of a payout at Efí: the UUID without its hyphens, as only letters and digits are taken. */
export function sendingId(reference: string): string | null {
  return UUID.test(reference) ? reference.replaceAll('-', '').toLowerCase() : null;
}

/** Null: not sent by a gateway. */
export function referenceOf(sendingId: string): string | null {
  return UUID_DIGITS.test(sendingId) ? sendingId.toLowerCase().replace(UUID_DIGITS, '$1-$2-$3-$4-$5') : null;
}

/** The body of PUT /v3/gn/pix/:idEnvio. Efí checks the document against the owner of the key. */
export function payoutBody(request: PayoutRequest, ownKey: string): Written<Sending> {
  const { amountCents, pixKey, ownerDocument, description } = request;
  if (amountCents <= 0n) return { ok: false, reason: 'the amount is not positive' };
  const owner = ownerOf(ownerDocument);
  if (owner === null) return { ok: false, reason: 'the document of the owner is neither CPF nor CNPJ' };
  const message = shortened(description ?? '');
  return {
    ok: true,
    body: {
      valor: decimalText(amountCents),
      pagador: { chave: ownKey, ...(message === '' ? {} : { infoPagador: message }) },
      favorecido: { chave: pixKey, ...owner },
    },
  };
}

function ownerOf(document: string | null): { cpf?: string; cnpj?: string } | null {
  if (document === null) return {};
  if (/^\d{11}$/.test(document)) return { cpf: document };
  return /^[0-9A-Z]{14}$/.test(document) ? { cnpj: document } : null;
}

function shortened(text: string): string {
  const oneLine = text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return [...oneLine].slice(0, MAX_MESSAGE_LENGTH).join('').trim();
}
