import { describe, expect, it } from 'vitest';
import {
  amountTo,
  at,
  boleto,
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  paidCharge,
  percentTo,
  reais,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { Charge } from '../charge.ts';
import { decidePayments, type Notice, type Payment, type PaymentState } from './decide.ts';

const lateBoleto = charge({ billingType: 'BOLETO', boleto: boleto(), status: 'OVERDUE' });
const CHARGES: Record<string, Charge> = frozen({
  pix: charge(),
  'pix 99.90': charge({ valueCents: reais('99.90'), feeFixedCents: reais('0.00') }),
  'pix 1.00': charge({ valueCents: reais('1.00') }),
  card: charge({ billingType: 'CREDIT_CARD', pixTxid: null, pixExpiresAt: null, dueAt: null }),
  chooser: charge({ billingType: 'UNDEFINED', payerChooses: true }),
  boleto: charge({ billingType: 'BOLETO', boleto: boleto() }),
  'boleto -5%': charge({
    billingType: 'BOLETO',
    boleto: boleto({ discount: { basisPoints: 500, until: '2026-03-10' } }),
  }),
  'boleto -7.00': charge({
    billingType: 'BOLETO',
    boleto: boleto({ discount: { amountCents: '700', until: '2026-03-10' } }),
  }),
  'late boleto': lateBoleto,
  // Made overdue before its day by the sandbox: one day late.
  'early late': charge({ ...lateBoleto, boleto: boleto({ dueDate: '2026-03-12' }) }),
  paid: paidCharge(),
  refused: charge({ status: 'REFUSED', billingType: 'CREDIT_CARD' }),
  refunded: paidCharge({ status: 'REFUNDED' }),
  cancelled: charge({ status: 'CANCELLED', dueAt: null }),
  'expired 11s': charge({ pixExpiresAt: at('-11s') }),
  'expired 10s': charge({ pixExpiresAt: at('-10s') }),
  'expires 1m': charge({ pixExpiresAt: at('+1m') }),
  'old code': charge({ pixTxid: 'new', pixExpiresAt: at('-11s') }),
  'boleto, code expired': charge({ billingType: 'BOLETO', boleto: boleto(), pixExpiresAt: at('-11s') }),
});

function payment(text: string, set: Partial<Payment> = {}): Payment {
  const [method, amount = '', paidAt = 'now', installments = '1x', provider = 'sandbox'] = text.split(/\s+/);
  return frozen({
    provider,
    paymentReference: 'E1',
    chargeReference: 'txid',
    method: method as Payment['method'],
    amountCents: reais(amount),
    paidAt: at(paidAt),
    ...(method === 'CREDIT_CARD' && { installments: Number(installments.slice(0, -1)) }),
    ...set,
  });
}

const notice = (paid: Payment, strayId = 'S1', chargeId = 'C'): Notice =>
  frozen({ chargeId, payment: paid, strayId });

function state(charges: readonly Charge[], set: Partial<PaymentState> = {}): PaymentState {
  const byId = new Map(charges.map((each) => [each.id, each]));
  return frozen({
    charges: byId,
    returned: new Set<string>(),
    placesLeft: new Map<string, bigint>(),
    stock: new Map(),
    ...set,
  });
}

const decide = (one: Charge, notices: readonly Notice[], set?: Partial<PaymentState>) =>
  decidePayments(state([one], set), frozen(notices), context);

describe('a payment', () => {
  it.each(
    table<'charge' | 'notice' | 'status' | 'method' | 'paid' | 'fee' | 'held' | 'net'>(`
      charge               | notice                      | status   | method      | paid   | fee   | held | net
      pix                  | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      pix                  | PIX 100.00 -1h              | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      pix 99.90            | PIX 99.90                   | RECEIVED | PIX         | 99.90  | 5.99  | 4.70 | 89.21
      pix 1.00             | PIX 1.00                    | RECEIVED | PIX         | 1.00   | 2.56  | 0.00 | -1.56
      card                 | CREDIT_CARD 100.00 now 1x   | RECEIVED | CREDIT_CARD | 100.00 | 8.49  | 4.58 | 86.93
      card                 | CREDIT_CARD 100.00 now 2x   | RECEIVED | CREDIT_CARD | 100.00 | 10.98 | 4.45 | 84.57
      card                 | CREDIT_CARD 100.00 now 3x   | RECEIVED | CREDIT_CARD | 100.00 | 13.47 | 4.33 | 82.20
      card                 | CREDIT_CARD 100.00 now 6x   | RECEIVED | CREDIT_CARD | 100.00 | 18.45 | 4.08 | 77.47
      card                 | CREDIT_CARD 100.00 now 12x  | RECEIVED | CREDIT_CARD | 100.00 | 28.41 | 3.58 | 68.01
      chooser              | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      boleto               | BOLETO 100.00               | RECEIVED | BOLETO      | 100.00 | 8.49  | 4.58 | 86.93
      boleto               | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      boleto, code expired | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      boleto -5%           | BOLETO 95.00                | RECEIVED | BOLETO      | 95.00  | 8.20  | 4.34 | 82.46
      boleto -5%           | PIX 95.00                   | RECEIVED | PIX         | 95.00  | 8.20  | 4.34 | 82.46
      boleto -5%           | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      boleto -7.00         | BOLETO 93.00                | RECEIVED | BOLETO      | 93.00  | 8.08  | 4.25 | 80.67
      boleto -7.00         | BOLETO 102.03 +1d           | RECEIVED | BOLETO      | 102.03 | 8.62  | 4.67 | 88.74
      late boleto          | BOLETO 102.33 +10d          | RECEIVED | BOLETO      | 102.33 | 8.63  | 4.69 | 89.01
      late boleto          | PIX 102.33 +10d             | RECEIVED | PIX         | 102.33 | 8.63  | 4.69 | 89.01
      late boleto          | PIX 102.33 +10d 1x bank     | RECEIVED | PIX         | 102.33 | 8.63  | 4.69 | 89.01
      late boleto          | PIX 100.00 now 1x bank      | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      boleto -5%           | PIX 95.00 now 1x bank       | RECEIVED | PIX         | 95.00  | 8.20  | 4.34 | 82.46
      early late           | BOLETO 102.03               | RECEIVED | BOLETO      | 102.03 | 8.62  | 4.67 | 88.74
      expired 11s          | PIX 100.00 -1m              | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      expired 10s          | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      expires 1m           | PIX 100.00 +5m              | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
      old code             | PIX 100.00                  | RECEIVED | PIX         | 100.00 | 8.49  | 4.58 | 86.93
    `),
  )('settles $charge by $notice: fee $fee, held $held, net $net', (line) => {
    const before = CHARGES[line.charge] as Charge;
    const decision = decide(before, [notice(payment(line.notice))]);
    const [receipt] = resultOf(decision);
    expect(receipt?.outcome).toBe('settled');
    expect(receipt?.charge).toMatchObject({
      status: line.status,
      billingType: line.method,
      paidCents: reais(line.paid),
      platformFeeCents: reais(line.fee),
      reserveCents: reais(line.held),
      reserveHeldCents: reais(line.held),
      netValueCents: reais(line.net),
      returnedCount: 0,
    });
    const { entries, events } = effectsOf(decision);
    expect(Object.values(entries ?? {})).toEqual([
      [
        `shop external → available ${line.paid} sale`,
        `shop available → fees ${line.fee} fee`,
        ...(line.held === '0.00' ? [] : [`shop available → reserved ${line.held} reserve_hold`]),
      ],
    ]);
    expect(events).toEqual([`shop charge.paid ${before.status} → RECEIVED #2`]);
  });

  it.each(
    table<'charge' | 'notice' | 'reason'>(`
      charge       | notice                    | reason
      paid         | PIX 100.00                | paid_twice
      paid         | PIX 55.00                 | paid_twice
      refunded     | PIX 100.00                | paid_twice
      cancelled    | PIX 100.00                | charge_not_payable
      cancelled    | PIX 55.00                 | charge_not_payable
      refused      | CREDIT_CARD 100.00        | charge_not_payable
      expired 11s  | PIX 100.00                | charge_not_payable
      expired 11s  | PIX 100.00 +1h            | charge_not_payable
      pix          | PIX 99.99                 | wrong_amount
      pix          | PIX 100.01                | wrong_amount
      card         | CREDIT_CARD 95.00         | wrong_amount
      boleto       | BOLETO 99.99              | wrong_amount
      boleto -5%   | BOLETO 100.00             | wrong_amount
      boleto -7.00 | BOLETO 93.00 +1d          | wrong_amount
      late boleto  | BOLETO 100.00 +10d        | wrong_amount
      late boleto  | PIX 100.00 +10d           | wrong_amount
    `),
  )('of $charge by $notice: $reason', ({ charge: name, notice: text, reason }) => {
    const before = CHARGES[name] as Charge;
    const decision = decide(before, [notice(payment(text))]);
    const [receipt] = resultOf(decision);
    const { amountCents, paidAt } = payment(text);
    const amount = text.split(' ')[1];
    expect(receipt).toEqual({ outcome: 'returned', charge: { ...before, returnedCount: 1 } });
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', { returnedCount: 1 }],
        [
          'strays.add',
          {
            accountId: 'shop',
            id: 'S1',
            chargeId: 'C',
            reference: 'E1',
            amountCents,
            reason,
            provider: 'sandbox',
            method: text.split(' ')[0],
            paidAt,
            createdAt: NOW,
          },
        ],
      ],
      entries: {
        'stray:S1 now': [
          `shop external → available ${amount} adjustment`,
          `shop available → refunds ${amount} adjustment`,
        ],
      },
      jobs: ['shop stray.return S1 {"stray_id":"S1"} now'],
    });
  });

  it('changes exactly these fields of its charge, and holds the reserve for 30 days from the payment', () => {
    const card = { brand: 'visa', lastFour: '4242' };
    const decision = decide(CHARGES.card as Charge, [
      notice(payment('CREDIT_CARD 100.00 -1h 3x', { card, chargeReference: 'attempt' })),
    ]);
    expect(effectsOf(decision).rows).toEqual([
      [
        'charges.save',
        {
          status: 'RECEIVED',
          platformFeeCents: 1_347n,
          netValueCents: 8_220n,
          reserveCents: 433n,
          reserveHeldCents: 433n,
          paidCents: 10_000n,
          installments: 3,
          card,
          paymentProvider: 'sandbox',
          paymentReference: 'E1',
          paidAt: new Date('2026-03-10T14:00:00Z'),
          dueAt: new Date('2026-04-09T14:00:00Z'),
          eventSequence: 2,
        },
      ],
    ]);
    expect(Object.keys(effectsOf(decision).entries ?? {})).toEqual(['charge:C:paid -1h']);
  });

  it('with nothing held leaves nothing due', () => {
    const [receipt] = resultOf(decide(CHARGES['pix 1.00'] as Charge, [notice(payment('PIX 1.00'))]));
    expect(receipt?.charge.dueAt).toBeNull();
  });

  it('late, says in its event what was paid', () => {
    const decision = decide(lateBoleto, [notice(payment('BOLETO 102.33 +10d'))]);
    const [event] = 'effects' in decision ? (decision.effects.events ?? []) : [];
    expect(event?.data).toMatchObject({
      charge: { value: 100, net_value: 89.01, status: 'RECEIVED', payment_date: '2026-03-20T15:00:00.000Z' },
      paid_value: 102.33,
    });
  });

  it.each([
    ['of the payment that settled its charge', paidCharge({ paymentReference: 'E1' }), new Set<string>()],
    ['of a payment that was sent back', charge(), new Set(['E1'])],
    ['of a payment sent back, for a paid charge', paidCharge(), new Set(['E1'])],
  ])('the same notice again, %s, changes nothing', (_, one, returned) => {
    const decision = decide(one, [notice(payment('PIX 100.00'))], { returned: frozen(returned) });
    expect(resultOf(decision)).toEqual([{ outcome: 'duplicate', charge: one }]);
    expect(effectsOf(decision)).toEqual({});
  });
});

describe('several notices for one charge in one batch', () => {
  const right = payment('PIX 100.00');
  const wrong = payment('PIX 90.00', { paymentReference: 'E2' });
  const second = payment('PIX 100.00', { paymentReference: 'E3' });

  it.each([
    ['the same twice', [right, right], ['settled', 'duplicate'], 0],
    ['two payments', [right, second], ['settled', 'returned'], 1],
    ['a wrong amount, then the right one', [wrong, right], ['returned', 'settled'], 1],
    ['the right amount, then a wrong one', [right, wrong], ['settled', 'returned'], 1],
    ['a wrong amount twice', [wrong, wrong], ['returned', 'duplicate'], 1],
    [
      'all at once',
      [wrong, right, right, wrong, second],
      ['returned', 'settled', 'duplicate', 'duplicate', 'returned'],
      2,
    ],
  ])('%s', (_, payments, outcomes, returnedCount) => {
    const decision = decide(
      charge(),
      payments.map((each, index) => notice(each, `S${index}`)),
    );
    expect(resultOf(decision).map(({ outcome }) => outcome)).toEqual(outcomes);
    const saves = (effectsOf(decision).rows ?? []).filter(([name]) => name === 'charges.save');
    expect(saves).toHaveLength(1);
    expect(resultOf(decision).at(-1)?.charge).toMatchObject({ returnedCount });
    expect((effectsOf(decision).rows ?? []).map(([name]) => name)).toEqual([
      'charges.save',
      ...Array.from({ length: returnedCount }, () => 'strays.add'),
    ]);
  });

  it('of two charges each is saved once, and strays come after all charges', () => {
    const other = charge({ id: 'D', accountId: 'shop' });
    const decision = decidePayments(
      state([charge(), other]),
      [notice(wrong, 'S1', 'C'), notice(second, 'S2', 'D'), notice(right, 'S3', 'C')],
      context,
    );
    expect(effectsOf(decision).rows?.map(([name]) => name)).toEqual([
      'charges.save',
      'charges.save',
      'strays.add',
    ]);
    expect(resultOf(decision).map(({ charge: { id, status } }) => `${id} ${status}`)).toEqual([
      'C PENDING',
      'D RECEIVED',
      'C RECEIVED',
    ]);
  });
});

describe('what goes with a payment', () => {
  it('recipients of a split get their clean parts and an event each', () => {
    const one = charge({ split: [amountTo('partner', '30.00'), percentTo('agency', 1_050)] });
    const decision = decide(one, [notice(payment('PIX 100.00'))]);
    expect(effectsOf(decision)).toMatchObject({
      entries: {
        'charge:C:paid now': [
          'shop external → available 100.00 sale',
          'shop available → fees 8.49 fee',
          'shop available → transfers 30.00 split_sent',
          'partner transfers → available 30.00 split_received',
          'shop available → transfers 10.50 split_sent',
          'agency transfers → available 10.50 split_received',
          'shop available → reserved 4.58 reserve_hold',
        ],
      },
      events: [
        'shop charge.paid PENDING → RECEIVED #2',
        'partner charge.paid PENDING → RECEIVED #2 part 30',
        'agency charge.paid PENDING → RECEIVED #2 part 10.5',
      ],
    });
  });

  it('a split is of the value, also when a late boleto brings more', () => {
    const one = charge({ ...lateBoleto, split: [percentTo('partner', 5_000)] });
    const { entries } = effectsOf(decide(one, [notice(payment('BOLETO 102.33 +10d'))]));
    expect(entries?.['charge:C:paid +10d']).toContain('partner transfers → available 50.00 split_received');
  });

  it('a part too small for a cent moves nothing, and its recipient is notified all the same', () => {
    const one = charge({ valueCents: reais('1.00'), split: [percentTo('partner', 1)] });
    const { entries, events } = effectsOf(decide(one, [notice(payment('PIX 1.00'))]));
    expect(entries?.['charge:C:paid now']).toEqual([
      'shop external → available 1.00 sale',
      'shop available → fees 2.56 fee',
    ]);
    expect(events).toContain('partner charge.paid PENDING → RECEIVED #2 part 0');
  });

  it.each([
    ['no bound', undefined, ['settled', 'settled']],
    ['two places left', 2n, ['settled', 'settled']],
    ['one place left', 1n, ['settled', 'link_full']],
    ['no place left', 0n, ['link_full', 'link_full']],
    ['more paid than its bound, since lowered', -1n, ['link_full', 'link_full']],
  ])('a link with %s', (_, left, expected) => {
    const charges = [charge({ paymentLinkId: 'link' }), charge({ id: 'D', paymentLinkId: 'link' })];
    const placesLeft = frozen(new Map(left === undefined ? [] : [['link', left]]));
    const decision = decidePayments(
      state(charges, { placesLeft }),
      [
        notice(payment('PIX 100.00'), 'S1', 'C'),
        notice(payment('PIX 100.00', { paymentReference: 'E2' }), 'S2', 'D'),
      ],
      context,
    );
    const reasons = new Map(
      (effectsOf(decision).rows ?? []).flatMap(([name, row]) => {
        const { chargeId, reason } = row as { chargeId: string; reason: string };
        return name === 'strays.add' ? [[chargeId, reason]] : [];
      }),
    );
    expect(
      resultOf(decision).map(({ outcome, charge: { id } }) =>
        outcome === 'returned' ? reasons.get(id) : outcome,
      ),
    ).toEqual(expected);
  });

  it.each(
    table<'issuer' | 'billing' | 'notice' | 'removal'>(`
      issuer  | billing     | notice                 | removal
      bank    | PIX         | PIX 100.00             | none
      bank    | BOLETO      | PIX 100.00             | none
      bank    | BOLETO      | BOLETO 100.00          | removed
      bank    | CREDIT_CARD | CREDIT_CARD 100.00     | removed
      sandbox | BOLETO      | BOLETO 100.00          | none
    `),
  )('a code of $issuer is $removal when a $billing charge is paid by $notice', (line) => {
    const one = charge({
      pixProvider: line.issuer,
      billingType: line.billing as Charge['billingType'],
      boleto: line.billing === 'BOLETO' ? boleto() : null,
    });
    const { jobs } = effectsOf(decide(one, [notice(payment(line.notice, { chargeReference: 'other' }))]));
    const removal = `shop pix.remove {"txid":"txid","isDueCharge":${line.billing === 'BOLETO'},"provider":"bank"} now`;
    expect(jobs).toEqual(line.removal === 'removed' ? [removal] : undefined);
  });
});
