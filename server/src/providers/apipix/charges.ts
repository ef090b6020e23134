import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Outcome } from '../http/outcome.ts';
import { findThing, putOnce } from '../http/put-once.ts';
import { notOk, reasonOf, refused, unavailable, verdictOn } from '../http/verdict.ts';
import type { Answer, PixMeans, PixName, PixRequest } from '../provider.ts';
import type { Call, PspClient } from './client.ts';
import type { PspConfig } from './config.ts';
import { cobBody, cobvBody, REMOVAL } from './requests.ts';
import { type PspCharge, type Receiver, readCharge } from './translate.ts';

export type Psp = { readonly config: PspConfig; readonly client: PspClient };

/** Real time for one operation with all its calls: a payer is waiting. */
const OPERATION_DEADLINE_MS = 15 * SECOND_MS;

/** All calls of one operation share one deadline. */
export function calling({ client }: Psp): (call: Call) => Promise<Outcome> {
  const endsAtMs = monotonicMs() + OPERATION_DEADLINE_MS;
  return (call) => client.call(call, endsAtMs - monotonicMs());
}

function place({ txid, isDueCharge }: PixName): Pick<Call, 'resource' | 'path'> {
  return { resource: isDueCharge ? 'cobv' : 'cob', path: [txid] };
}

export async function createPix(psp: Psp, request: PixRequest): Promise<Answer<PixMeans>> {
  const { txid, due, payer } = request;
  if (due && !payer) return refused('a charge with a due date names who owes it');
  const { key, city } = psp.config;
  const call = calling(psp);
  const at = place({ txid, isDueCharge: due !== null });
  const body = due ? cobvBody(request, due, key) : cobBody(request, key);
  const receiver = { merchantName: request.merchantName, merchantCity: city };
  const hidden = payer ? [payer.name, payer.document, key] : [key];
  return putOnce<PspCharge, PixMeans>({
    put: () => call({ operation: 'createPix', method: 'PUT', ...at, body, hidden }),
    get: () => call({ operation: 'findPix', method: 'GET', ...at }),
    read: (body) => readCharge(body, receiver),
    judge: (charge) => meansOf(charge, request),
    hidden,
  });
}

/** It may have been paid in the meantime: charges/pix/look.ts reads payments. */
function meansOf(charge: PspCharge, request: PixRequest): Answer<PixMeans> {
  if (charge.amountCents !== request.amountCents) return refused('another charge has this txid');
  if (charge.status === 'removed') return refused('the charge was removed');
  if (charge.copyPaste === null) return unavailable('the charge has neither a code nor a location');
  return { ok: true, copyPaste: charge.copyPaste };
}

export async function findCharge(
  psp: Psp,
  name: PixName,
  call = calling(psp),
): Promise<Answer<{ thing: PspCharge | null }>> {
  const receiver: Receiver = { merchantName: '', merchantCity: psp.config.city };
  return findThing<PspCharge>({
    get: () => call({ operation: 'findPix', method: 'GET', ...place(name) }),
    read: (body) => readCharge(body, receiver),
  });
}

export async function removePix(psp: Psp, name: PixName): Promise<Answer<unknown>> {
  const call = calling(psp);
  const remove = () => call({ operation: 'removePix', method: 'PATCH', ...place(name), body: REMOVAL });
  const first = await remove();
  const settled = await removalOf(psp, name, first, call);
  // Removal is idempotent: after an unknown outcome it is repeated if the charge still exists.
  if (settled !== 'still there') return settled;
  const second = await removalOf(psp, name, await remove(), call);
  return second === 'still there' ? unavailable(reasonOf(first)) : second;
}

async function removalOf(
  psp: Psp,
  name: PixName,
  outcome: Outcome,
  call: (call: Call) => Promise<Outcome>,
): Promise<Answer<unknown> | 'still there'> {
  const verdict = verdictOn(outcome);
  if (verdict === 'done' || verdict === 'absent') return { ok: true };
  if (verdict === 'unavailable') return notOk(outcome);
  const found = await findCharge(psp, name, call);
  if (!found.ok) return unavailable(reasonOf(outcome));
  if (found.thing?.status !== 'active') return { ok: true };
  return verdict === 'refused' ? notOk(outcome) : 'still there';
}
