import fc from 'fast-check';
import type { Method } from './model.ts';
import type { ModelPlan, ModelShare } from './model-money.ts';

const SELLERS = 3;

/** Plain data, so that a failing sequence can be printed, replayed and shrunk. Objects are named by number, modulo; -1 is the newest. */
export type Command =
  | {
      op: 'create';
      seller: number;
      method: Method;
      cents: number;
      installments: number | null;
      split: ModelShare[];
      product: number | null;
      expiresInHours: number;
      boleto: BoletoCommand;
    }
  | { op: 'pay'; charge: number; wrongBy: number; times: number }
  | { op: 'cancel' | 'expire' | 'overdue' | 'refuse'; charge: number }
  | { op: 'refund'; charge: number; thousandths: number | null; reverse: boolean }
  | { op: 'dispute'; charge: number; thousandths: number | null; kind: 'chargeback' | 'med' }
  | { op: 'close'; dispute: number; outcome: 'won' | 'lost' }
  | { op: 'withdraw'; seller: number; thousandths: number }
  | { op: 'decide'; withdrawal: number; status: 'approved' | 'rejected' }
  | { op: 'product'; seller: number; stock: number | null; split: ModelShare[] }
  | { op: 'advance'; hours: number };

export type BoletoCommand = {
  dueInDays: number;
  fineBasisPoints: number;
  interestBasisPoints: number;
  discountBasisPoints: number | null;
  cancelAfterDays: number;
};

/** `funds`: what each seller has before the first command. */
export type Sequence = { plans: ModelPlan[]; funds: number[]; commands: Command[] };

const LARGEST = 999_999_999_999;

const cents = fc.oneof(
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 2_000 }) },
  { weight: 4, arbitrary: fc.integer({ min: 500, max: 100_000 }) },
  { weight: 1, arbitrary: fc.integer({ min: 100_000, max: LARGEST }) },
);
const number = fc.nat({ max: 7 });
/** -1: the newest. */
const last = fc.constant(-1);
const seller = fc.nat({ max: SELLERS - 1 });
const thousandths = fc.oneof(fc.constant(1_000), fc.integer({ min: 1, max: 1_100 }));
const wholeOrPart = fc.option(fc.oneof(fc.integer({ min: 1, max: 400 }), thousandths), {
  nil: null,
  freq: 3,
});

const plan: fc.Arbitrary<ModelPlan> = fc.oneof(
  fc.constant({ feeBasisPoints: 599, feeFixedCents: 250, reserveBasisPoints: 500, reserveDays: 30 }),
  fc.record({
    feeBasisPoints: fc.nat({ max: 2_000 }),
    feeFixedCents: fc.nat({ max: 500 }),
    reserveBasisPoints: fc.nat({ max: 10_000 }),
    reserveDays: fc.nat({ max: 45 }),
  }),
);

const share: fc.Arbitrary<ModelShare> = fc.oneof(
  fc.record({ to: seller, basisPoints: fc.integer({ min: 1, max: 9_999 }) }),
  fc.record({ to: seller, basisPoints: fc.constantFrom(1, 3_333, 3_334, 5_000) }),
  fc.record({ to: seller, cents: fc.integer({ min: 1, max: 3_000 }) }),
);
/** Each recipient once; the owner is taken out where the owner is known. */
const split = fc.oneof(
  { weight: 2, arbitrary: fc.constant<ModelShare[]>([]) },
  { weight: 2, arbitrary: fc.uniqueArray(share, { maxLength: 2, selector: ({ to }) => to }) },
);

const boleto: fc.Arbitrary<BoletoCommand> = fc.record({
  dueInDays: fc.nat({ max: 20 }),
  fineBasisPoints: fc.constantFrom(0, 200, 137),
  interestBasisPoints: fc.constantFrom(0, 100, 233),
  discountBasisPoints: fc.option(fc.integer({ min: 1, max: 9_999 }), { nil: null }),
  cancelAfterDays: fc.constantFrom(0, 5, 30),
});

const create: fc.Arbitrary<Command> = fc.record({
  op: fc.constant('create' as const),
  seller,
  method: fc.constantFrom<Method>(
    'PIX',
    'PIX',
    'CREDIT_CARD',
    'CREDIT_CARD',
    'BOLETO',
    'BOLETO',
    'UNDEFINED',
  ),
  cents,
  installments: fc.option(fc.integer({ min: 1, max: 12 }), { nil: null }),
  split,
  product: fc.option(number, { nil: null }),
  expiresInHours: fc.constantFrom(1, 24, 240),
  boleto,
});

const payment = (charge: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.record({
    op: fc.constant('pay' as const),
    charge,
    wrongBy: fc.oneof(
      { weight: 5, arbitrary: fc.constant(0) },
      { weight: 1, arbitrary: fc.integer({ min: -50, max: 50 }) },
    ),
    times: fc.constantFrom(1, 1, 2, 3),
  });

const push = (charge: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.record({
    op: fc.constantFrom('cancel' as const, 'expire' as const, 'overdue' as const, 'refuse' as const),
    charge,
  });

const refund = (charge: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.record({ op: fc.constant('refund' as const), charge, thousandths: wholeOrPart, reverse: fc.boolean() });

const dispute = (charge: fc.Arbitrary<number>): fc.Arbitrary<Command> =>
  fc.record({
    op: fc.constant('dispute' as const),
    charge,
    thousandths: wholeOrPart,
    kind: fc.constantFrom('chargeback' as const, 'med' as const),
  });

const close: fc.Arbitrary<Command> = fc.record({
  op: fc.constant('close' as const),
  dispute: fc.oneof(last, number),
  outcome: fc.constantFrom('won' as const, 'lost' as const),
});

const withdraw: fc.Arbitrary<Command> = fc.record({
  op: fc.constant('withdraw' as const),
  seller,
  thousandths,
});

const decide: fc.Arbitrary<Command> = fc.record({
  op: fc.constant('decide' as const),
  withdrawal: fc.oneof(last, number),
  status: fc.constantFrom('approved' as const, 'rejected' as const),
});

const product: fc.Arbitrary<Command> = fc.record({
  op: fc.constant('product' as const),
  seller,
  stock: fc.option(fc.nat({ max: 2 }), { nil: null }),
  split,
});

const advance: fc.Arbitrary<Command> = fc.record({
  op: fc.constant('advance' as const),
  hours: fc.oneof(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 24, max: 40 * 24 })),
});

const anything: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: create },
  { weight: 6, arbitrary: payment(number) },
  { weight: 3, arbitrary: push(number) },
  { weight: 4, arbitrary: refund(number) },
  { weight: 2, arbitrary: dispute(number) },
  { weight: 2, arbitrary: close },
  { weight: 2, arbitrary: withdraw },
  { weight: 2, arbitrary: decide },
  { weight: 2, arbitrary: product },
  { weight: 2, arbitrary: advance },
);

/** One charge from its creation on, so that most charges live long enough to be paid, claimed and claimed again. */
const life: fc.Arbitrary<Command[]> = fc
  .tuple(
    create,
    fc.array(fc.oneof(advance, push(last), payment(last)), { maxLength: 2, size: 'max' }),
    payment(last),
    fc.array(fc.oneof(refund(last), refund(last), dispute(last), close, advance), {
      maxLength: 5,
      size: 'max',
    }),
  )
  .map(([born, before, paid, after]) => [born, ...before, paid, ...after]);

const MAX_CHAPTERS = 4;
const MAX_COMMANDS = 6;

const chapter = fc.oneof(life, fc.array(anything, { minLength: 1, maxLength: MAX_COMMANDS, size: 'max' }));

export const sequences: fc.Arbitrary<Sequence> = fc.record({
  plans: fc.array(plan, { minLength: SELLERS, maxLength: SELLERS }),
  funds: fc.array(fc.constantFrom(0, 0, 5_000, 1_000_000), { minLength: SELLERS, maxLength: SELLERS }),
  commands: fc
    .array(chapter, { minLength: 1, maxLength: MAX_CHAPTERS, size: 'max' })
    .map((chapters) => chapters.flat()),
});
