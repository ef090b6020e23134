import { feeOf, reserveOf, type Share, sharesOf } from './money.ts';

export type Status = 'PENDING' | 'RECEIVED' | 'REFUSED' | 'REFUNDED' | 'CANCELLED';
export type Method = 'PIX' | 'CREDIT_CARD' | 'BOLETO';

export type ModelAccount = {
  available: bigint;
  reserved: bigint;
  /** "credit sale" → how often and how much, as the statement shows it. */
  readonly lines: Map<string, { count: number; cents: bigint }>;
};

export type ModelProduct = { readonly id: string; stock: number; readonly split: readonly Share[] };

export type ModelCharge = {
  readonly id: string;
  readonly reference: string;
  readonly method: Method;
  readonly value: bigint;
  readonly installments: number;
  readonly split: readonly Share[];
  readonly product: ModelProduct | null;
  status: Status;
  fee: bigint;
  reserve: bigint;
  held: bigint;
  refunded: bigint;
  disputed: bigint;
  isOversold: boolean;
  returned: number;
};

export type ModelDispute = {
  readonly id: string;
  readonly charge: ModelCharge;
  readonly cents: bigint;
  readonly fromReserve: bigint;
  status: 'open' | 'won' | 'lost';
};
export type ModelWithdrawal = {
  readonly id: string;
  readonly cents: bigint;
  status: 'pending' | 'approved' | 'rejected';
};

/** The code of a refusal, or null: it is done. */
type Verdict = string | null;

const OWNER = 0;

/** One seller with two partners, in memory: what every answer, balance, statement and notification must say. */
export class Model {
  readonly accounts: ModelAccount[];
  readonly charges = new Map<string, ModelCharge>();
  readonly inOrder: ModelCharge[] = [];
  readonly disputes: ModelDispute[] = [];
  readonly withdrawals: ModelWithdrawal[] = [];
  /** Per account and object: the notifications of each change, in the order of the changes. */
  readonly notifications: Map<string, string[][]>[];

  constructor(accounts: number) {
    this.accounts = Array.from({ length: accounts }, () => ({
      available: 0n,
      reserved: 0n,
      lines: new Map(),
    }));
    this.notifications = this.accounts.map(() => new Map());
  }

  get owner(): ModelAccount {
    return this.#account(OWNER);
  }

  /** The product's fixed shares, replaced by the request's for the same recipient; the request's come last. */
  mergedSplit(product: ModelProduct | null, split: readonly Share[]): Share[] {
    const named = new Set(split.map(({ to }) => to));
    return [...(product?.split ?? []).filter(({ to }) => !named.has(to)), ...split];
  }

  createVerdict(value: bigint, product: ModelProduct | null, split: readonly Share[]): Verdict {
    if (product?.stock === 0) return 'OUT_OF_STOCK';
    const given = sharesOf(value, split).reduce((sum, { cents }) => sum + cents, 0n);
    return split.length > 0 && given >= value ? 'INVALID_SPLIT' : null;
  }

  create(
    fields: Pick<ModelCharge, 'id' | 'reference' | 'method' | 'value' | 'installments' | 'split' | 'product'>,
  ): void {
    const fee = feeOf(fields.value, fields.installments);
    const charge: ModelCharge = {
      ...fields,
      ...{ status: 'PENDING', fee, reserve: 0n, held: 0n, refunded: 0n, disputed: 0n, returned: 0 },
      isOversold: false,
    };
    this.charges.set(fields.id, charge);
    this.inOrder.push(charge);
    this.#notify(OWNER, fields.id, ['charge.pending']);
  }

  payVerdict({ method, status }: ModelCharge): Verdict {
    return method === 'CREDIT_CARD' && status !== 'PENDING' && status !== 'REFUSED'
      ? 'CHARGE_NOT_PAYABLE'
      : null;
  }

  /** A PIX or boleto payment that comes for a charge that is not open goes back to its payer. */
  pay(charge: ModelCharge): void {
    if (charge.status !== 'PENDING' && charge.method !== 'CREDIT_CARD') {
      this.payWrong(charge, charge.value);
      return;
    }
    const isRetry = charge.status === 'REFUSED';
    if (isRetry) this.#notify(OWNER, charge.id, ['charge.pending']);
    charge.status = 'RECEIVED';
    charge.reserve = reserveOf(charge.value, charge.fee);
    charge.held = charge.reserve;
    this.#credit(OWNER, 'sale', charge.value);
    this.#debit(OWNER, 'fee', charge.fee);
    for (const { to, cents } of sharesOf(charge.value, charge.split)) {
      this.#debit(OWNER, 'split_sent', cents);
      this.#credit(to, 'split_received', cents);
      this.#notify(to, charge.id, ['charge.paid']);
    }
    this.#debit(OWNER, 'reserve_hold', charge.reserve);
    this.owner.reserved += charge.reserve;
    const { product } = charge;
    if (product) {
      charge.isOversold = product.stock === 0;
      product.stock = Math.max(0, product.stock - 1);
    }
    this.#notify(OWNER, charge.id, ['charge.paid', 'payment.received']);
    if (charge.isOversold) this.#notify(OWNER, charge.id, ['charge.oversold']);
  }

  payWrong(charge: ModelCharge, cents: bigint): void {
    this.#credit(OWNER, 'adjustment', cents);
    this.#debit(OWNER, 'adjustment', cents);
    charge.returned += 1;
  }

  cancelVerdict({ status }: ModelCharge): Verdict {
    return status === 'PENDING' ? null : 'CHARGE_NOT_CANCELLABLE';
  }

  cancel(charge: ModelCharge): void {
    charge.status = 'CANCELLED';
    this.#notify(OWNER, charge.id, ['charge.cancelled']);
  }

  expireVerdict({ status, method }: ModelCharge): Verdict {
    return status === 'PENDING' && method !== 'CREDIT_CARD' ? null : 'INVALID_STATE';
  }

  expire(charge: ModelCharge): void {
    charge.status = 'CANCELLED';
    this.#notify(OWNER, charge.id, ['charge.cancelled', 'payment.expired']);
  }

  refuseVerdict({ status, method }: ModelCharge): Verdict {
    return status === 'PENDING' && method === 'CREDIT_CARD' ? null : 'INVALID_STATE';
  }

  refuse(charge: ModelCharge): void {
    charge.status = 'REFUSED';
    this.#notify(OWNER, charge.id, ['charge.refused', 'payment.failed']);
  }

  left({ value, refunded, disputed }: ModelCharge): bigint {
    return value - refunded - disputed;
  }

  refundVerdict(charge: ModelCharge, cents: bigint | null, reverse: boolean): Verdict {
    if (charge.status !== 'RECEIVED') return 'CHARGE_NOT_REFUNDABLE';
    const left = this.left(charge);
    const amount = cents ?? left;
    if (left === 0n || amount > left) return 'REFUND_EXCEEDS_VALUE';
    const back = reverse ? sharesOf(charge.value, charge.split) : [];
    const own = amount - back.reduce((sum, share) => sum + share.cents, 0n);
    const fromAvailable = own > charge.held ? own - charge.held : 0n;
    const isCovered = fromAvailable === 0n || this.owner.available >= fromAvailable;
    const isGiven = back.every((share) => this.#account(share.to).available >= share.cents);
    return isCovered && isGiven ? null : 'INSUFFICIENT_BALANCE';
  }

  /** Reversed only as a whole here: then each recipient gives all of its share back. */
  refund(charge: ModelCharge, cents: bigint | null, reverse: boolean): void {
    const left = this.left(charge);
    const amount = cents ?? left;
    let own = amount;
    for (const share of reverse ? sharesOf(charge.value, charge.split) : []) {
      this.#debit(share.to, 'split_received', share.cents);
      this.#credit(OWNER, 'split_sent', share.cents);
      own -= share.cents;
    }
    this.#takeFromReserve(charge, own);
    this.#debit(OWNER, 'refund', amount);
    charge.refunded += amount;
    if (amount === left && charge.disputed === 0n) charge.status = 'REFUNDED';
    this.#notify(OWNER, charge.id, ['charge.refunded', 'payment.refunded']);
  }

  disputeVerdict(charge: ModelCharge): Verdict {
    return charge.status === 'RECEIVED' && this.left(charge) > 0n ? null : 'INVALID_STATE';
  }

  dispute(id: string, charge: ModelCharge, cents: bigint): void {
    const fromReserve = this.#takeFromReserve(charge, cents);
    this.#debit(OWNER, 'chargeback', cents);
    charge.disputed += cents;
    this.disputes.push({ id, charge, cents, fromReserve, status: 'open' });
    this.#notify(OWNER, id, ['dispute.opened']);
  }

  closeVerdict({ status }: ModelDispute): Verdict {
    return status === 'open' ? null : 'INVALID_STATE';
  }

  close(dispute: ModelDispute, outcome: 'won' | 'lost'): void {
    dispute.status = outcome;
    this.#notify(OWNER, dispute.id, ['dispute.closed']);
    if (outcome === 'lost') return;
    const { charge, cents, fromReserve } = dispute;
    this.#credit(OWNER, 'chargeback', cents);
    charge.disputed -= cents;
    this.#debit(OWNER, 'reserve_release', fromReserve);
    this.owner.reserved += fromReserve;
    charge.held += fromReserve;
  }

  withdrawVerdict(cents: bigint): Verdict {
    return cents <= this.owner.available ? null : 'INSUFFICIENT_BALANCE';
  }

  withdraw(id: string, cents: bigint): void {
    this.#debit(OWNER, 'withdrawal', cents);
    this.withdrawals.push({ id, cents, status: 'pending' });
  }

  decideVerdict({ status }: ModelWithdrawal): Verdict {
    return status === 'pending' ? null : 'INVALID_STATE';
  }

  decide(withdrawal: ModelWithdrawal, status: 'approved' | 'rejected'): void {
    withdrawal.status = status;
    if (status === 'rejected') this.#credit(OWNER, 'withdrawal_reversal', withdrawal.cents);
    const names =
      status === 'approved' ? ['withdrawal.approved', 'withdrawal.completed'] : ['withdrawal.rejected'];
    this.#notify(OWNER, withdrawal.id, names);
  }

  #takeFromReserve(charge: ModelCharge, cents: bigint): bigint {
    const taken = cents < charge.held ? cents : charge.held;
    this.#credit(OWNER, 'reserve_release', taken);
    this.owner.reserved -= taken;
    charge.held -= taken;
    return taken;
  }

  #credit(account: number, category: string, cents: bigint): void {
    this.#account(account).available += cents;
    this.#line(account, `credit ${category}`, cents);
  }

  #debit(account: number, category: string, cents: bigint): void {
    this.#account(account).available -= cents;
    this.#line(account, `debit ${category}`, cents);
  }

  #line(account: number, name: string, cents: bigint): void {
    if (cents === 0n) return;
    const { lines } = this.#account(account);
    const before = lines.get(name) ?? { count: 0, cents: 0n };
    lines.set(name, { count: before.count + 1, cents: before.cents + cents });
  }

  #notify(account: number, object: string, names: string[]): void {
    const all = this.notifications[account];
    const before = all?.get(object);
    if (before) before.push(names);
    else all?.set(object, [names]);
  }

  #account(number: number): ModelAccount {
    const found = this.accounts[number];
    if (!found) throw new Error(`the model has no account ${number}`);
    return found;
  }
}
