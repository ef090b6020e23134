import {
  amountOwed,
  DAY,
  feeOf,
  halfUp,
  MODEL_START,
  type ModelBoleto,
  type ModelPlan,
  type ModelShare,
  overdueFrom,
  reserveOf,
  splitParts,
  splitTotal,
  writtenOffFrom,
} from './model-money.ts';

/** What the API answers: nothing wrong, or the code of an error (any of several, where more than one rule is broken). */
export type Verdict = 'ok' | readonly string[];

export type ModelSeller = {
  plan: ModelPlan;
  available: bigint;
  reserved: bigint;
  /** "credit sale" → how often and how much. */
  lines: Map<string, { count: number; cents: bigint }>;
};

export type Method = 'PIX' | 'CREDIT_CARD' | 'BOLETO' | 'UNDEFINED';
export type Status = 'PENDING' | 'RECEIVED' | 'REFUSED' | 'REFUNDED' | 'CANCELLED' | 'OVERDUE';

export type ModelProduct = { owner: number; stock: number | null; split: ModelShare[] };

export type ModelCharge = {
  owner: number;
  method: Method;
  status: Status;
  value: bigint;
  installments: number | null;
  split: ModelShare[];
  product: ModelProduct | null;
  boleto: ModelBoleto | null;
  pixLife: number;
  fee: bigint;
  net: bigint;
  paid: bigint | null;
  reserve: bigint;
  held: bigint;
  refunded: bigint;
  refundedWithSplit: bigint;
  /** What each recipient has given back, in the order of the split. */
  givenBack: bigint[];
  disputed: bigint;
  returned: number;
  dueAt: number | null;
  releaseAt: number;
};

export type ModelDispute = {
  charge: ModelCharge;
  cents: bigint;
  fromReserve: bigint;
  status: 'open' | 'won' | 'lost';
};
export type ModelWithdrawal = { owner: number; cents: bigint; status: 'pending' | 'approved' | 'rejected' };

export type NewModelCharge = Pick<
  ModelCharge,
  'owner' | 'method' | 'value' | 'installments' | 'product' | 'boleto' | 'pixLife'
> & { split: ModelShare[] };

const MIN_INSTALLMENT = 500n;
const BY_TIME: readonly Method[] = ['PIX', 'BOLETO'];

/** The whole gateway in memory: sections 3 and 4 of the contract, one method an operation. */
export class Model {
  readonly sellers: ModelSeller[];
  readonly charges: ModelCharge[] = [];
  readonly disputes: ModelDispute[] = [];
  readonly withdrawals: ModelWithdrawal[] = [];
  now = MODEL_START;

  constructor(plans: readonly ModelPlan[]) {
    this.sellers = plans.map((plan) => ({ plan, available: 0n, reserved: 0n, lines: new Map() }));
  }

  fund(owner: number, cents: bigint): void {
    credit(this.#seller(owner), 'adjustment', cents);
  }

  create(wanted: NewModelCharge): Verdict {
    const { owner, value, installments, product, method, boleto, pixLife } = wanted;
    const overridden = new Set(wanted.split.map((share) => share.to));
    const fixed = (product?.split ?? []).filter((share) => !overridden.has(share.to));
    const split = [...fixed, ...wanted.split];
    const problems = [
      ...(installments && installments > 1 && value / BigInt(installments) < MIN_INSTALLMENT
        ? ['VALIDATION_ERROR']
        : []),
      ...(product?.stock === 0 ? ['OUT_OF_STOCK'] : []),
      ...(split.length > 0 && splitTotal(value, split) >= value ? ['INVALID_SPLIT'] : []),
    ];
    if (problems.length > 0) return problems;
    const fee = feeOf(this.#seller(owner).plan, value, installments ?? 1);
    const dueAt = method === 'BOLETO' && boleto ? overdueFrom(boleto.dueDate) : this.now + pixLife;
    this.charges.push({
      ...{ owner, method, value, installments, product, boleto, pixLife, split, fee },
      status: 'PENDING',
      net: value - fee,
      paid: null,
      ...{
        reserve: 0n,
        held: 0n,
        refunded: 0n,
        refundedWithSplit: 0n,
        givenBack: [],
        disputed: 0n,
        returned: 0,
        releaseAt: 0,
      },
      dueAt: BY_TIME.includes(method) ? dueAt : null,
    });
    return 'ok';
  }

  /** What the payer would be asked for now. */
  owed(charge: ModelCharge): bigint {
    const { boleto, value, status } = charge;
    return boleto ? amountOwed(value, boleto, this.now, status === 'OVERDUE') : value;
  }

  /** A notice that comes again changes nothing, so how often it comes is not even asked. */
  pay(charge: ModelCharge, amount: bigint | null): Verdict {
    if (charge.method === 'CREDIT_CARD') return this.#payByCard(charge);
    if (charge.method === 'UNDEFINED') {
      if (charge.status !== 'PENDING') return ['CHARGE_NOT_PAYABLE'];
      const fee = feeOf(this.#seller(charge.owner).plan, charge.value, 1);
      Object.assign(charge, {
        method: 'PIX',
        dueAt: this.now + charge.pixLife,
        fee,
        net: charge.value - fee,
      });
    }
    const open = charge.status === 'PENDING' || charge.status === 'OVERDUE';
    const paid = amount ?? this.owed(charge);
    if (open && paid === this.owed(charge)) this.#settle(charge, paid, 1);
    else this.#sendBack(charge, paid);
    return 'ok';
  }

  #payByCard(charge: ModelCharge): Verdict {
    if (charge.status !== 'PENDING' && charge.status !== 'REFUSED') return ['CHARGE_NOT_PAYABLE'];
    charge.installments ??= 1;
    this.#settle(charge, charge.value, charge.installments);
    return 'ok';
  }

  #settle(charge: ModelCharge, paid: bigint, installments: number): void {
    const owner = this.#seller(charge.owner);
    const fee = feeOf(owner.plan, paid, installments);
    const reserve = reserveOf(owner.plan, paid, fee);
    credit(owner, 'sale', paid);
    debit(owner, 'fee', fee);
    for (const part of splitParts(charge.value, charge.split)) {
      debit(owner, 'split_sent', part.cents);
      credit(this.#seller(part.to), 'split_received', part.cents);
    }
    debit(owner, 'reserve_hold', reserve);
    owner.reserved += reserve;
    Object.assign(charge, {
      status: 'RECEIVED',
      paid,
      fee,
      reserve,
      held: reserve,
      net: paid - fee - reserve,
    });
    charge.releaseAt = this.now + owner.plan.reserveDays * DAY;
    charge.dueAt = reserve > 0n ? charge.releaseAt : null;
    if (charge.product?.stock) charge.product.stock -= 1;
  }

  #sendBack(charge: ModelCharge, amount: bigint): void {
    const owner = this.#seller(charge.owner);
    credit(owner, 'adjustment', amount);
    debit(owner, 'adjustment', amount);
    charge.returned += 1;
  }

  cancel(charge: ModelCharge): Verdict {
    if (charge.status !== 'PENDING' && charge.status !== 'OVERDUE') return ['CHARGE_NOT_CANCELLABLE'];
    Object.assign(charge, { status: 'CANCELLED', dueAt: null });
    return 'ok';
  }

  expire(charge: ModelCharge): Verdict {
    const open = charge.status === 'PENDING' || charge.status === 'OVERDUE';
    return open && charge.method !== 'CREDIT_CARD' ? this.cancel(charge) : ['INVALID_STATE'];
  }

  overdue(charge: ModelCharge): Verdict {
    if (charge.status !== 'PENDING' || !charge.boleto) return ['INVALID_STATE'];
    const { dueDate, cancelAfterDays } = charge.boleto;
    Object.assign(charge, { status: 'OVERDUE', dueAt: writtenOffFrom(dueDate, cancelAfterDays) });
    return 'ok';
  }

  refuse(charge: ModelCharge): Verdict {
    if (charge.status !== 'PENDING' || charge.method !== 'CREDIT_CARD') return ['INVALID_STATE'];
    charge.status = 'REFUSED';
    return 'ok';
  }

  left(charge: ModelCharge): bigint {
    return (charge.paid ?? 0n) - charge.refunded - charge.disputed;
  }

  refund(charge: ModelCharge, wanted: bigint | null, reverse: boolean): Verdict {
    if (charge.status !== 'RECEIVED') return ['CHARGE_NOT_REFUNDABLE'];
    const left = this.left(charge);
    const amount = wanted ?? left;
    if (left === 0n || amount > left) return ['REFUND_EXCEEDS_VALUE'];
    const owner = this.#seller(charge.owner);
    const back = reverse ? this.#takenBack(charge, amount) : [];
    const taken = back.reduce((sum, part) => sum + part.cents, 0n);
    const own = amount > taken ? amount - taken : 0n;
    const fromAvailable = own > charge.held ? own - charge.held : 0n;
    const covered = fromAvailable === 0n || owner.available >= fromAvailable;
    if (!covered || back.some((part) => this.#seller(part.to).available < part.cents))
      return ['INSUFFICIENT_BALANCE'];
    for (const part of back) {
      debit(this.#seller(part.to), 'split_received', part.cents);
      credit(owner, 'split_sent', part.cents);
    }
    this.#claim(charge, amount, 'refund', own);
    charge.refunded += amount;
    if (reverse) charge.refundedWithSplit += amount;
    for (const part of back) {
      const at = charge.split.findIndex((share) => share.to === part.to);
      charge.givenBack[at] = (charge.givenBack[at] ?? 0n) + part.cents;
    }
    if (left === amount && charge.disputed === 0n) charge.status = 'REFUNDED';
    return 'ok';
  }

  /** All recipients together give the rounded share of all refunded with the split so far, a cent at a time: whoever is furthest behind. */
  #takenBack(charge: ModelCharge, amount: bigint): { to: number; cents: bigint }[] {
    const paid = charge.paid ?? 1n;
    const refunded = charge.refundedWithSplit + amount;
    const parts = splitParts(charge.value, charge.split);
    const given = parts.map((_, at) => charge.givenBack[at] ?? 0n);
    const before = [...given];
    const total = (amounts: readonly bigint[]) => amounts.reduce((sum, each) => sum + each, 0n);
    const behind = (at: number) => (parts[at]?.cents ?? 0n) * refunded - (given[at] ?? 0n) * paid;
    const due = halfUp(total(parts.map((part) => part.cents)), refunded, paid);
    const all = [...parts.keys()];
    for (const at of all) given[at] = (given[at] ?? 0n) + wholeBut(behind(at) / paid, BigInt(all.length));
    while (total(given) < due) {
      const able = all.filter((at) => (given[at] ?? 0n) < (parts[at]?.cents ?? 0n));
      const furthest = able.reduce((most, at) => (behind(at) > behind(most) ? at : most), able[0] ?? 0);
      given[furthest] = (given[furthest] ?? 0n) + 1n;
    }
    return parts
      .map(({ to }, at) => ({ to, cents: (given[at] ?? 0n) - (before[at] ?? 0n) }))
      .filter((part) => part.cents > 0n);
  }

  /** The charge's own reserve first, then what is available. */
  #claim(charge: ModelCharge, amount: bigint, category: string, own = amount): bigint {
    const owner = this.#seller(charge.owner);
    const fromReserve = own < charge.held ? own : charge.held;
    credit(owner, 'reserve_release', fromReserve);
    debit(owner, category, amount);
    owner.reserved -= fromReserve;
    charge.held -= fromReserve;
    if (charge.held === 0n) charge.dueAt = null;
    return fromReserve;
  }

  dispute(charge: ModelCharge, wanted: bigint | null): Verdict {
    const left = this.left(charge);
    if (charge.status !== 'RECEIVED' || left === 0n) return ['INVALID_STATE'];
    const amount = wanted ?? left;
    if (amount > left) return ['VALIDATION_ERROR'];
    const fromReserve = this.#claim(charge, amount, 'chargeback');
    charge.disputed += amount;
    this.disputes.push({ charge, cents: amount, fromReserve, status: 'open' });
    return 'ok';
  }

  closeDispute(dispute: ModelDispute, status: 'won' | 'lost'): Verdict {
    if (dispute.status !== 'open') return ['INVALID_STATE'];
    dispute.status = status;
    if (status === 'lost') return 'ok';
    const { charge, cents, fromReserve } = dispute;
    const owner = this.#seller(charge.owner);
    credit(owner, 'chargeback', cents);
    charge.disputed -= cents;
    if (charge.releaseAt <= this.now || fromReserve === 0n) return 'ok';
    debit(owner, 'reserve_release', fromReserve);
    owner.reserved += fromReserve;
    charge.held += fromReserve;
    charge.dueAt = charge.releaseAt;
    return 'ok';
  }

  withdraw(owner: number, amount: bigint): Verdict {
    const seller = this.#seller(owner);
    if (amount > seller.available) return ['INSUFFICIENT_BALANCE'];
    debit(seller, 'withdrawal', amount);
    this.withdrawals.push({ owner, cents: amount, status: 'pending' });
    return 'ok';
  }

  decide(withdrawal: ModelWithdrawal, status: 'approved' | 'rejected'): Verdict {
    if (withdrawal.status !== 'pending') return ['INVALID_STATE'];
    withdrawal.status = status;
    if (status === 'rejected')
      credit(this.#seller(withdrawal.owner), 'withdrawal_reversal', withdrawal.cents);
    return 'ok';
  }

  /** Time passes, and everything that falls due by then happens. */
  advance(ms: number): void {
    this.now += ms;
    for (const charge of this.charges) {
      while (charge.dueAt !== null && charge.dueAt <= this.now) this.#fallDue(charge);
    }
  }

  #fallDue(charge: ModelCharge): void {
    charge.dueAt = null;
    if (charge.paid !== null) {
      const owner = this.#seller(charge.owner);
      credit(owner, 'reserve_release', charge.held);
      owner.reserved -= charge.held;
      charge.held = 0n;
    } else if (charge.method === 'BOLETO' && charge.status === 'PENDING') this.overdue(charge);
    else this.cancel(charge);
  }

  #seller(number: number): ModelSeller {
    const seller = this.sellers[number];
    if (!seller) throw new Error(`the model has no seller ${number}`);
    return seller;
  }
}

/** Nearly all of what is owed at once: only the last cents are worth counting out. */
const wholeBut = (owed: bigint, spared: bigint) => (owed > spared ? owed - spared : 0n);

function credit(seller: ModelSeller, category: string, cents: bigint): void {
  seller.available += cents;
  note(seller, `credit ${category}`, cents);
}

function debit(seller: ModelSeller, category: string, cents: bigint): void {
  seller.available -= cents;
  note(seller, `debit ${category}`, cents);
}

function note(seller: ModelSeller, line: string, cents: bigint): void {
  if (cents === 0n) return;
  const before = seller.lines.get(line) ?? { count: 0, cents: 0n };
  seller.lines.set(line, { count: before.count + 1, cents: before.cents + cents });
}
