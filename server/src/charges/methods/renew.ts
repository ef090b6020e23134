import { civilDateOf } from '../../brazil/calendar.ts';
import type { Job } from '../../jobs/queue.ts';
import type { JobOutcome } from '../../jobs/run.ts';
import { assert } from '../../kit/errors.ts';
import type { Charge } from '../charge.ts';
import type { ChargeDeps } from '../deps.ts';
import { findCharge } from '../find.ts';
import { decideRenewal, dueTermsFrom, lacksCode, type Renewal } from '../pix/closed-code.ts';
import { obtainPixCode, type PixCode } from '../pix/codes.ts';
import { deleteIntent } from '../pix/intents.ts';
import { dueTermsOf } from '../rules/due-terms.ts';
import { lockCharge } from '../store.ts';
import { payerOf } from './pix.ts';

/**
 * Gives a charge another code, because its issuer has closed the one that it had. The code ends when the first would have.
 * A late boleto with a fine or interest gets none: it is paid by its barcode.
 */
export async function renewPixCode(deps: ChargeDeps, job: Job): Promise<JobOutcome> {
  const { charge_id: id, txid } = job.payload as Renewal;
  const charge = await findCharge(deps, job.account_id, id);
  assert(charge, 'charges are never deleted');
  const code = lacksCode(charge, txid, deps.clock.now()) ? await newCode(deps, charge) : null;
  if (!code) return { done: true };
  const context = { now: deps.clock.now(), rails: deps.rails };
  const isStored = await deps.writer.commit({
    load: async (tx) => {
      const locked = await lockCharge(tx, charge.accountId, charge.id);
      assert(locked, 'charges are never deleted');
      return locked;
    },
    decide: (locked) => decideRenewal(locked, { txid, code }, context),
  });
  if (isStored) await deleteIntent(deps.db, { accountId: charge.accountId, txid: code.pixTxid });
  return { done: true };
}

async function newCode(deps: ChargeDeps, charge: Charge): Promise<PixCode | null> {
  const { accountId, boleto, pixExpiresAt } = charge;
  assert(pixExpiresAt, 'a code that is lacking had an end');
  const due = boleto && dueTermsFrom(dueTermsOf(boleto), civilDateOf(deps.clock.now()));
  if (boleto && !due) return null;
  const account = await deps.accountFacts(accountId);
  return obtainPixCode(deps, {
    charge,
    account,
    expiresAt: pixExpiresAt,
    payer: payerOf(deps, charge),
    due,
  });
}
