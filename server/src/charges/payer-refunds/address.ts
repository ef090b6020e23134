import { timingSafeEqual } from 'node:crypto';
import { isId } from '../../kit/ids.ts';
import type { Vault } from '../../kit/secrets.ts';

const PURPOSE = 'payer refund page';
/** Hexadecimal: 160 bits that only the master key gives. */
const MAC_LENGTH = 40;
const ID_BYTES = 16;

type RefundKey = { accountId: string; id: string };

/** Where the payer says a PIX key. Only who was given the address can say it. */
export function payerRefundPath(vault: Vault, key: RefundKey): string {
  const ids = Buffer.from(`${key.accountId}${key.id}`.replaceAll('-', ''), 'hex').toString('base64url');
  return `/refund/${ids}.${macOf(vault, key)}`;
}

export function readPayerRefundToken(vault: Vault, token: string): RefundKey | null {
  const [ids = '', mac = ''] = token.split('.');
  const bytes = Buffer.from(ids, 'base64url');
  if (bytes.length !== 2 * ID_BYTES) return null;
  const key = { accountId: uuidOf(bytes.subarray(0, ID_BYTES)), id: uuidOf(bytes.subarray(ID_BYTES)) };
  const [given, wanted] = [Buffer.from(mac), Buffer.from(macOf(vault, key))];
  const isRight = given.length === wanted.length && timingSafeEqual(given, wanted);
  return isRight && isId(key.accountId) && isId(key.id) ? key : null;
}

function macOf(vault: Vault, { accountId, id }: RefundKey): string {
  return vault.fingerprint(PURPOSE, `${accountId} ${id}`).slice(0, MAC_LENGTH);
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}
