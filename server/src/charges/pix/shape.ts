import { Type } from 'typebox';
import { namedObject } from '../../http/fields.ts';
import { DATA_URI } from '../../http/serialization.ts';
import type { Clock } from '../../kit/clock.ts';
import type { Charge } from '../charge.ts';
import { codeToday } from './code-today.ts';

export const pixShape = namedObject('ChargePix', {
  txid: Type.String(),
  qr_code: Type.String({ format: DATA_URI, description: 'data:image/png;base64,…' }),
  copy_paste: Type.String(),
  expires_at: Type.String({
    format: 'date-time',
    description: 'Of a boleto whose terms change what is owed: until when the amount in the code is right',
  }),
  provider: Type.String({ description: 'Provider that issued the code' }),
  end_to_end_id: Type.Optional(
    Type.String({ description: 'End-to-end id of the PIX payment (e2eid), once paid' }),
  ),
});

export function presentPix(charge: Charge, clock: Clock) {
  const { pixTxid, pixProvider, billingType, paymentReference } = charge;
  const isShown = billingType === 'PIX' || billingType === 'BOLETO';
  const code = isShown ? codeToday(charge, clock.now()) : null;
  if (!code || !pixTxid) return undefined;
  return {
    txid: pixTxid,
    qr_code: `data:image/png;base64,${code.qrPng.toString('base64')}`,
    copy_paste: code.copyPaste,
    expires_at: code.expiresAt.toISOString(),
    provider: pixProvider ?? 'sandbox',
    end_to_end_id: billingType === 'PIX' && paymentReference ? paymentReference : undefined,
  };
}
