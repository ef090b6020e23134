import { describe, expect, it } from 'vitest';
import {
  actor,
  at,
  charge,
  context,
  effectsOf,
  frozen,
  NOW,
  paidCharge,
  reais,
  refusalOf,
  resultOf,
  table,
} from '../../../../test/support/literals.ts';
import type { FileRow } from '../../files/store.ts';
import type { Posting } from '../../ledger/chart.ts';
import type { Charge } from '../charge.ts';
import { type AnswerState, decideAnswer } from './answer.ts';
import { answerByOf } from './deadline.ts';
import type { Dispute } from './dispute.ts';
import {
  type CloseDispute,
  type ClosingState,
  decideAccepting,
  decideClosing,
  decideOpening,
  type OpenDispute,
} from './disputes.ts';

const asked = (amount: string, set: Partial<OpenDispute> = {}): OpenDispute =>
  frozen({
    accountId: 'shop',
    id: 'D',
    chargeId: 'C',
    kind: 'chargeback',
    reason: 'not recognised',
    provider: null,
    amountCents: amount === 'all' ? null : reais(amount),
    ...set,
  });

const dispute = (set: Partial<Dispute> = {}): Dispute =>
  frozen({
    ...asked('100.00'),
    amountCents: reais('100.00'),
    status: 'open',
    answerBy: answerByOf('chargeback', NOW),
    ...{ answer: null, answerDocuments: null, answeredAt: null, answeredBy: null, acceptedAt: null },
    createdAt: NOW,
    closedAt: null,
    ...set,
  });

describe('opening a dispute', () => {
  const open = (one: Charge | null, amount: string, earlier: Dispute | null = null) =>
    decideOpening(frozen({ charge: one, earlier, receivables: [] }), asked(amount), context);

  it.each(
    table<'amount' | 'taken' | 'released' | 'held'>(`
      amount | taken  | released | held
      all    | 100.00 | 4.58     | 0.00
      100.00 | 100.00 | 4.58     | 0.00
      4.58   | 4.58   | 4.58     | 0.00
      1.00   | 1.00   | 1.00     | 3.58
    `),
  )('of $amount takes the reserve first, then available, which may go below zero', (line) => {
    const decision = open(paidCharge(), line.amount);
    expect(resultOf(decision)).toEqual(dispute({ amountCents: reais(line.taken) }));
    expect(effectsOf(decision)).toEqual({
      rows: [
        [
          'charges.save',
          {
            disputedCents: reais(line.taken),
            reserveHeldCents: reais(line.held),
            ...(line.held === '0.00' && { dueAt: null }),
          },
        ],
        ['disputes.add', dispute({ amountCents: reais(line.taken) })],
      ],
      events: ['shop dispute.opened - → open #1'],
      jobs: ['shop dispute.deadline {"dispute_id":"D"} +475199s'],
      entries: {
        'dispute:D:opened now': [
          `shop reserved → available ${line.released} reserve_release`,
          `shop available → disputes ${line.taken} chargeback`,
        ],
      },
    });
  });

  it('of all takes what refunds and other disputes leave', () => {
    const one = paidCharge({
      refundedCents: reais('20.00'),
      refundingCents: reais('5.00'),
      disputedCents: reais('30.00'),
      reserveHeldCents: reais('0.00'),
    });
    const decision = open(one, 'all');
    expect(resultOf(decision).amountCents).toBe(4_500n);
    expect(effectsOf(decision).entries).toEqual({
      'dispute:D:opened now': ['shop available → disputes 45.00 chargeback'],
    });
  });

  it('says in its event what it is of', () => {
    const decision = open(paidCharge(), '30.00');
    const [event] = 'effects' in decision ? (decision.effects.events ?? []) : [];
    expect(event?.data).toEqual({
      dispute_id: 'D',
      charge_id: 'C',
      kind: 'chargeback',
      amount: 30,
      status: 'open',
      reason: 'not recognised',
      answer_by: '2026-03-18T02:59:59.000Z',
    });
  });

  it.each([
    ['no charge', null, 'all', 'NOT_FOUND: Charge not found'],
    ['an unpaid charge', charge(), 'all', 'INVALID_STATE: Only a received charge can be disputed'],
    [
      'a refunded charge',
      paidCharge({ status: 'REFUNDED' }),
      'all',
      'INVALID_STATE: Only a received charge can be disputed',
    ],
    [
      'a charge disputed whole',
      paidCharge({ disputedCents: reais('100.00') }),
      '1.00',
      'INVALID_STATE: Nothing is left of the charge to dispute',
    ],
    [
      'more than was paid',
      paidCharge(),
      '100.01',
      'VALIDATION_ERROR: amount: exceeds what is left of the charge',
    ],
    [
      'more than is left',
      paidCharge({ refundedCents: reais('50.00') }),
      '50.01',
      'VALIDATION_ERROR: amount: exceeds what is left of the charge',
    ],
  ])('of %s is refused', (_, one, amount, refusal) => {
    expect(refusalOf(open(one, amount))).toBe(refusal);
  });

  it.each(['open', 'won', 'lost'] as const)('again is the first one, %s, and changes nothing', (status) => {
    const earlier = dispute({ status });
    const decision = open(paidCharge({ disputedCents: reais('100.00') }), 'all', earlier);
    expect(resultOf(decision)).toBe(earlier);
    expect(effectsOf(decision)).toEqual({});
  });
});

const disputed = paidCharge({
  disputedCents: reais('100.00'),
  reserveHeldCents: reais('0.00'),
  dueAt: null,
});
const taken: readonly Posting[] = frozen([
  {
    accountId: 'shop',
    from: 'reserved',
    to: 'available',
    amountCents: reais('4.58'),
    category: 'reserve_release',
  },
  {
    accountId: 'shop',
    from: 'available',
    to: 'disputes',
    amountCents: reais('100.00'),
    category: 'chargeback',
  },
]);
const state = (set: Partial<ClosingState> = {}): ClosingState =>
  frozen({ charge: disputed, dispute: dispute(), taken, receivables: [], ...set });

describe('closing a dispute', () => {
  const closing = (outcome: 'won' | 'lost', set: Partial<CloseDispute> = {}): CloseDispute =>
    frozen({ accountId: 'shop', id: 'D', outcome, by: actor('operator'), provider: null, ...set });
  const audit = (outcome: string) => [
    `operator dispute.closed shop/D {"charge_id":"C","amount":100,"outcome":"${outcome}"}`,
  ];

  it('won puts the money back where it was taken from', () => {
    const decision = decideClosing(state(), closing('won'), context);
    expect(resultOf(decision)).toEqual(dispute({ status: 'won', closedAt: NOW }));
    expect(effectsOf(decision)).toEqual({
      rows: [
        ['charges.save', { disputedCents: 0n, reserveHeldCents: 458n, dueAt: at('+30d') }],
        ['disputes.end', dispute({ status: 'won', closedAt: NOW })],
      ],
      events: ['shop dispute.closed open → won #2'],
      entries: {
        'dispute:D:closed now': [
          'shop disputes → available 100.00 chargeback',
          'shop available → reserved 4.58 reserve_release',
        ],
      },
      audit: audit('won'),
    });
  });

  it('won after the reserve’s day holds nothing again', () => {
    const one = paidCharge({ ...disputed, paidAt: at('-30d') });
    const decision = decideClosing(state({ charge: one }), closing('won'), context);
    expect(effectsOf(decision)).toMatchObject({
      rows: [
        ['charges.save', { disputedCents: 0n }],
        ['disputes.end', {}],
      ],
      entries: { 'dispute:D:closed now': ['shop disputes → available 100.00 chargeback'] },
    });
    expect(effectsOf(decision).rows?.[0]?.[1]).toEqual({ disputedCents: 0n });
  });

  it('lost lets the money leave the books; the charge stays disputed', () => {
    const decision = decideClosing(state(), closing('lost'), context);
    expect(effectsOf(decision)).toEqual({
      rows: [['disputes.end', dispute({ status: 'lost', closedAt: NOW })]],
      events: ['shop dispute.closed open → lost #2'],
      entries: { 'dispute:D:closed now': ['shop disputes → external 100.00 chargeback'] },
      audit: audit('lost'),
    });
  });

  it.each([
    ['no dispute', { dispute: null, charge: null }, null, 'NOT_FOUND: Dispute not found'],
    [
      'one the bank decides, by an operator',
      { dispute: dispute({ provider: 'bank' }) },
      null,
      'INVALID_STATE: The dispute is decided by bank',
    ],
    [
      'one the bank decides, by another bank',
      { dispute: dispute({ provider: 'bank' }) },
      'other',
      'INVALID_STATE: The dispute is decided by bank',
    ],
    [
      'one that is won',
      { dispute: dispute({ status: 'won' }) },
      null,
      'INVALID_STATE: The dispute is closed already',
    ],
    [
      'one that is lost',
      { dispute: dispute({ status: 'lost' }) },
      null,
      'INVALID_STATE: The dispute is closed already',
    ],
  ] as const)('%s is refused', (_, set, provider, refusal) => {
    expect(refusalOf(decideClosing(state(set), closing('won', { provider }), context))).toBe(refusal);
  });

  it('by the bank that decides it is done', () => {
    const one = state({ dispute: dispute({ provider: 'bank' }) });
    expect(resultOf(decideClosing(one, closing('lost', { provider: 'bank' }), context)).status).toBe('lost');
  });
});

describe('answering a dispute', () => {
  const person = actor('shop', { userId: 'ana' });
  const END = answerByOf('chargeback', NOW);
  const file = (id: string) =>
    ({ id, name: 'Nota.pdf', content_type: 'application/pdf', size: 9 }) as FileRow;
  const says = (
    set: Partial<Dispute> = {},
    now = NOW,
    documents: readonly string[] = [],
    files: AnswerState['files'] = new Map(),
  ) =>
    decideAnswer(
      { dispute: dispute(set), files },
      { accountId: 'shop', id: 'D', text: 'Delivered', documents, by: person },
      { ...context, now },
    );
  const accepts = (set: Partial<Dispute> = {}, now = NOW) =>
    decideAccepting(state({ dispute: dispute(set) }), person, { ...context, now });
  const audit = (action: string) => [`shop ${action} shop/D {"charge_id":"C","amount":100}`];

  it('ends with the seventh day in Brazil', () => {
    expect(answerByOf('med', new Date('2026-11-18T02:59:59Z')).toISOString()).toBe(
      '2026-11-25T02:59:59.000Z',
    );
    expect(answerByOf('med', new Date('2026-11-18T03:00:00Z')).toISOString()).toBe(
      '2026-11-26T02:59:59.000Z',
    );
  });

  it('goes by the provider’s own date', () => {
    const answerBy = at('+20d');
    const decision = decideOpening(
      frozen({ charge: paidCharge(), earlier: null, receivables: [] }),
      asked('all', { answerBy }),
      context,
    );
    expect(resultOf(decision)).toMatchObject({ answerBy });
  });

  it('keeps the text, the time and the person, moves no money and is in the audit log', () => {
    for (const now of [NOW, END]) {
      const after = dispute({
        answer: 'Delivered',
        answerDocuments: [],
        answeredAt: now,
        answeredBy: person.userId,
      });
      expect(resultOf(says({}, now))).toEqual(after);
      expect(effectsOf(says({}, now))).toEqual({
        rows: [['disputes.save_answer', after]],
        audit: audit('dispute.answered'),
      });
    }
  });

  it('keeps the documents in their order, for as long as the dispute', () => {
    const files = new Map(['f1', 'f2'].map((id) => [id, file(id)]));
    const decision = says({}, NOW, ['f2', 'f1'], files);
    expect(resultOf(decision).answerDocuments).toEqual([file('f2'), file('f1')]);
    expect(effectsOf(decision).rows?.slice(1)).toEqual([
      ['files.keep', { accountId: 'shop', id: 'f2' }],
      ['files.keep', { accountId: 'shop', id: 'f1' }],
    ]);
  });

  it('with a file that is not there is refused whole', () => {
    const files = new Map([
      ['f1', file('f1')],
      ['f2', null],
    ]);
    expect(refusalOf(says({}, NOW, ['f1', 'f2'], files))).toBe(
      'VALIDATION_ERROR: documents: has an id that is no uploaded document',
    );
  });

  it('by giving up loses it at once', () => {
    expect(resultOf(accepts())).toEqual(dispute({ status: 'lost', acceptedAt: NOW, closedAt: NOW }));
    expect(effectsOf(accepts())).toEqual({
      rows: [
        ['disputes.save_answer', dispute({ acceptedAt: NOW })],
        ['disputes.end', dispute({ status: 'lost', acceptedAt: NOW, closedAt: NOW })],
      ],
      events: ['shop dispute.closed open → lost #2'],
      entries: { 'dispute:D:closed now': ['shop disputes → external 100.00 chargeback'] },
      audit: audit('dispute.accepted'),
    });
  });

  it('by giving up what a provider decides only says so: the provider closes it', () => {
    const decision = accepts({ provider: 'bank' });
    expect(resultOf(decision)).toEqual(dispute({ provider: 'bank', acceptedAt: NOW }));
    expect(effectsOf(decision)).toEqual({
      rows: [['disputes.save_answer', dispute({ provider: 'bank', acceptedAt: NOW })]],
      audit: audit('dispute.accepted'),
    });
  });

  it.each([
    ['that is won', { status: 'won' }, NOW, 'is closed already'],
    ['that is lost', { status: 'lost' }, NOW, 'is closed already'],
    ['that was answered', { answer: 'a', answeredAt: NOW }, NOW, 'was answered already'],
    ['that was accepted', { acceptedAt: NOW }, NOW, 'was accepted already'],
    ['after the deadline', {}, new Date(END.getTime() + 1), `could be answered until ${END.toISOString()}`],
  ] as const)('is refused for one %s', (_, set, now, why) => {
    for (const decision of [says(set, now), accepts(set, now)])
      expect(refusalOf(decision)).toBe(`INVALID_STATE: The dispute ${why}`);
  });

  it('is refused for none', () => {
    expect(
      refusalOf(
        decideAnswer(
          { dispute: null, files: new Map() },
          { accountId: 'shop', id: 'D', text: 'x', documents: [], by: person },
          context,
        ),
      ),
    ).toBe('NOT_FOUND: Dispute not found');
  });
});
