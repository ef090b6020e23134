import { describe, expect, it } from 'vitest';
import {
  at,
  boleto,
  charge,
  context,
  effectsOf,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { BoletoAtBank } from '../../providers/boleto.ts';
import type { BoletoBank, Charge, Status } from '../charge.ts';
import { decideAtBank } from './decide.ts';

const BANK: BoletoBank = {
  ...{ provider: 'bank', state: 'registering', reason: null, reference: null },
  ...{ givesPix: false, pixTxid: null },
};
const MEANS = { barcode: '1'.repeat(44), digitableLine: '1'.repeat(47), ourNumber: '77', pix: null };
const PIX = { txid: 'hybrid', copyPaste: '000201' };

const ofBank = (bank: Partial<BoletoBank> = {}, set: Partial<Charge> = {}) =>
  charge({
    ...{ billingType: 'BOLETO', pixTxid: null, pixCopyPaste: null },
    boleto: { ...boleto(), barcode: '', digitableLine: '', bank: { ...BANK, ...bank } },
    ...set,
  });

const says = (state: BoletoAtBank['state'], set: Partial<BoletoAtBank> = {}): BoletoAtBank => ({
  ...{ state, reason: null, bankReference: 'B1', means: state === 'open' ? MEANS : null, payments: [] },
  ...set,
});

describe('what a bank says of a boleto', () => {
  it.each(
    table<'status' | 'was' | 'bank' | 'becomes' | 'ends' | 'event'>(`
      status    | was         | bank        | becomes     | ends      | event
      PENDING   | registering | registering | registering | PENDING   | -
      PENDING   | registering | open        | registered  | PENDING   | charge.boleto_registered
      OVERDUE   | registering | open        | registered  | OVERDUE   | charge.boleto_registered
      PENDING   | registering | refused     | refused     | CANCELLED | charge.cancelled
      PENDING   | registering | cancelled   | refused     | CANCELLED | charge.cancelled
      OVERDUE   | registered  | cancelled   | refused     | CANCELLED | charge.cancelled
      PENDING   | registered  | open        | registered  | PENDING   | -
      PENDING   | registered  | registering | registered  | PENDING   | -
      PENDING   | refused     | refused     | refused     | PENDING   | -
      CANCELLED | registering | open        | registered  | CANCELLED | -
      CANCELLED | registered  | open        | registered  | CANCELLED | -
      CANCELLED | registered  | cancelled   | refused     | CANCELLED | -
      RECEIVED  | registering | refused     | refused     | RECEIVED  | -
    `),
  )('$status and $was: $bank', ({ status, was, bank, becomes, ends, event }) => {
    const before = ofBank({ state: was as BoletoBank['state'] }, { status: status as Status });
    const decision = decideAtBank(before, says(bank as BoletoAtBank['state']), context);
    const after = resultOf(decision);
    expect(after.boleto?.bank?.state).toBe(becomes);
    expect(after.status).toBe(ends);
    const { events = [] } = effectsOf(decision);
    if (event === '-') expect(events).toEqual([]);
    else expect(JSON.stringify(events)).toContain(event);
  });

  it('that was registered after its charge had ended: it is cancelled there', () => {
    const ended = ofBank({}, { status: 'CANCELLED' });
    expect(effectsOf(decideAtBank(ended, says('open'), context)).jobs).toEqual([
      'shop boleto.cancel {"charge_id":"C"} now',
    ]);
  });

  it('paid at the bank: it is not cancelled there', () => {
    const paid = { status: 'RECEIVED', paymentProvider: 'bank', paymentReference: 'R' } as const;
    expect(effectsOf(decideAtBank(ofBank({}, paid), says('open'), context)).jobs).toBeUndefined();
  });

  it('gives its own code to the charge, and every name by which it can be called', () => {
    const decision = decideAtBank(
      ofBank({ givesPix: true }),
      says('open', { means: { ...MEANS, pix: PIX } }),
      context,
    );
    expect(resultOf(decision)).toMatchObject({
      pixProvider: 'bank',
      pixTxid: 'hybrid',
      pixCopyPaste: '000201',
    });
    expect(JSON.stringify(effectsOf(decision).rows)).toMatch(/bank:B1.*bank:77.*hybrid/);
  });

  it('refused, where the payer chooses: the choice is open again, with the reason', () => {
    const chosen = ofBank({}, { payerChooses: true });
    const after = resultOf(decideAtBank(chosen, says('refused', { reason: 'CEP' }), context));
    expect(after).toMatchObject({ status: 'PENDING', billingType: 'UNDEFINED', dueAt: null });
    expect(after.boleto?.bank).toMatchObject({ state: 'refused', reason: 'CEP' });
  });

  it('cancelled there after its last day: written off, as here', () => {
    const late = ofBank({ state: 'registered' }, { status: 'OVERDUE' });
    const later = { ...context, now: at('+60d') };
    expect(resultOf(decideAtBank(late, says('cancelled'), later)).cancelCause).toBe('written_off');
    expect(resultOf(decideAtBank(late, says('cancelled'), context)).cancelCause).toBe('ended_by_bank');
  });
});
