import { type NewAccount, newAccountRows } from '../../server/src/accounts/store.ts';
import type { GatewayDeps } from '../../server/src/assemble.ts';
import { systemActor } from '../../server/src/audit/record.ts';
import { approveWithdrawal, rejectWithdrawal } from '../../server/src/balance/decide-withdrawal.ts';
import { requestWithdrawal } from '../../server/src/balance/withdrawals.ts';
import { createProduct, setProductSplit } from '../../server/src/catalog/change-product.ts';
import { cancelCharge } from '../../server/src/charges/cancel.ts';
import { createCharge } from '../../server/src/charges/create.ts';
import type { ChargeDeps } from '../../server/src/charges/deps.ts';
import { closeDispute, openDispute } from '../../server/src/charges/disputes/disputes.ts';
import { readCreateCharge } from '../../server/src/charges/read-request.ts';
import { refundCharge } from '../../server/src/charges/refunds/refund.ts';
import type { CreateChargeBody } from '../../server/src/charges/shapes.ts';
import type { MovableClock } from '../../server/src/kit/clock.ts';
import { GatewayError } from '../../server/src/kit/errors.ts';
import { cents } from '../../server/src/kit/money.ts';
import type { Entry } from '../../server/src/ledger/chart.ts';
import { paySandboxCharge } from '../../server/src/sandbox/pay.ts';
import { pushCharge } from '../../server/src/sandbox/push.ts';
import { runEverythingDue } from '../../server/src/worker.ts';
import { done } from '../../server/src/write/effects.ts';
import { Model, type ModelCharge, type ModelProduct, type Verdict } from './model.ts';
import type { BoletoCommand, Command, Sequence } from './model-commands.ts';
import {
  civilDate,
  daysAfter,
  HOUR,
  type ModelBoleto,
  type ModelPlan,
  type ModelShare,
} from './model-money.ts';

/** The same commands on both sides: the model says what must come of each, the gateway's functions do it. */
export class ModelRun {
  readonly model: Model;
  readonly accounts: string[];
  readonly chargeIds: string[] = [];
  readonly disputeIds: string[] = [];
  readonly withdrawalIds: string[] = [];
  readonly #products: { id: string; product: ModelProduct }[] = [];
  readonly #deps: GatewayDeps;
  readonly #clock: MovableClock;

  readonly #funds: readonly number[];

  constructor(deps: GatewayDeps, clock: MovableClock, { plans, funds }: Sequence) {
    this.#deps = deps;
    this.#funds = funds;
    this.#clock = clock;
    this.model = new Model(plans);
    this.accounts = plans.map(() => deps.ids.next());
  }

  async open(): Promise<void> {
    const { db, writer } = this.#deps;
    for (const [at, id] of this.accounts.entries()) {
      const rows = newAccountRows(newAccount(this.#deps, id));
      const entries = this.#fund(at, id);
      await writer.commit({ load: async () => null, decide: () => done(undefined, { rows, entries }) });
      await db.query(
        `update accounts
         set fee_basis_points = $2, fee_fixed_cents = $3, reserve_basis_points = $4, reserve_days = $5
         where id = $1`,
        [id, ...planColumns(this.model.sellers[at]?.plan)],
      );
    }
  }

  #fund(at: number, accountId: string): Entry[] {
    const amount = BigInt(this.#funds[at] ?? 0);
    if (amount === 0n) return [];
    this.model.fund(at, amount);
    const posting = { accountId, from: 'external', to: 'available', category: 'adjustment' } as const;
    const postings = [{ ...posting, amountCents: cents(amount) }];
    return [{ fact: 'funds', occurredAt: this.#deps.clock.now(), postings }];
  }

  /** Null when both sides agree; otherwise what they disagree about. */
  async step(command: Command): Promise<string | null> {
    const pair = this.#prepare(command);
    if (!pair) return null;
    const wanted = pair.expected;
    const got = await codeOf(pair.act);
    const agree = wanted === 'ok' ? got === 'ok' : wanted.includes(got);
    return agree ? null : `${JSON.stringify(command)} answered ${got}; the model says ${wanted}`;
  }

  #prepare(command: Command): { expected: Verdict; act: () => Promise<unknown> } | null {
    switch (command.op) {
      case 'create':
        return this.#create(command);
      case 'product':
        return this.#product(command);
      case 'withdraw':
        return this.#withdraw(command);
      case 'decide':
        return this.#decide(command);
      case 'close':
        return this.#close(command);
      case 'advance':
        return this.#advance(command.hours);
      default:
        return this.#onCharge(command);
    }
  }

  #create(command: Extract<Command, { op: 'create' }>) {
    const { seller, method, expiresInHours } = command;
    const byCard = method === 'CREDIT_CARD' || method === 'UNDEFINED';
    const own = this.#products.filter(({ product }) => product.owner === seller);
    const chosen = command.product === null ? undefined : pick(own, command.product);
    const value = Math.min(command.cents, method === 'BOLETO' ? LARGEST_BOLETO : command.cents);
    const installments = byCard ? command.installments : null;
    const boleto = method === 'BOLETO' ? this.#boletoTerms(command.boleto) : null;
    const split = command.split.filter((share) => share.to !== seller);
    const expected = this.model.create({
      ...{ owner: seller, method, installments, boleto, split },
      value: BigInt(value),
      product: chosen?.product ?? null,
      pixLife: expiresInHours * HOUR,
    });
    const body: CreateChargeBody = {
      billing_type: method,
      value: value / 100,
      expires_in: expiresInHours * 3_600,
      split: this.#splitBody(split),
      ...(installments === null ? {} : { installments }),
      ...(chosen ? { product_id: chosen.id } : {}),
      ...(boleto ? boletoBody(boleto) : {}),
    };
    const id = this.#deps.ids.next();
    if (expected === 'ok') this.chargeIds.push(id);
    const account = this.#account(seller);
    const act = async () => createCharge(this.#deps, readCreateCharge(this.#deps, account, id, body));
    return { expected, act };
  }

  #boletoTerms(command: BoletoCommand): ModelBoleto {
    const today = civilDate(this.model.now);
    const { dueInDays, fineBasisPoints, interestBasisPoints, discountBasisPoints, cancelAfterDays } = command;
    const until = daysAfter(today, Math.floor(dueInDays / 2));
    const discount = discountBasisPoints === null ? null : { basisPoints: discountBasisPoints, until };
    return {
      dueDate: daysAfter(today, dueInDays),
      fineBasisPoints,
      interestBasisPoints,
      discount,
      cancelAfterDays,
    };
  }

  #splitBody(split: readonly ModelShare[]) {
    return split.map((share) => ({
      recipient_id: this.#account(share.to),
      ...(share.cents === undefined
        ? { percent: (share.basisPoints ?? 0) / 100 }
        : { amount: share.cents / 100 }),
    }));
  }

  #product({ seller, stock, split }: Extract<Command, { op: 'product' }>) {
    const id = this.#deps.ids.next();
    const others = split.filter((share) => share.to !== seller);
    const givesAll = others.reduce((sum, { basisPoints = 0 }) => sum + basisPoints, 0) >= 10_000;
    this.#products.push({ id, product: { owner: seller, stock, split: givesAll ? [] : others } });
    const account = this.#account(seller);
    const items = others.map(({ to, cents: amount, basisPoints = 0 }) => ({
      recipientId: this.#account(to),
      share:
        amount === undefined
          ? ({ type: 'percent', basisPoints } as const)
          : ({ type: 'amount', amountCents: cents(BigInt(amount)) } as const),
      description: null,
    }));
    const act = async () => {
      await createProduct(this.#deps, account, id, { name: 'Product', priceCents: cents(100n), stock });
      await setProductSplit(this.#deps, account, id, items);
    };
    return { expected: givesAll ? ['INVALID_SPLIT'] : ('ok' as const), act };
  }

  #onCharge(command: Extract<Command, { charge: number }>) {
    const charge = pick(this.model.charges, command.charge);
    const id = pick(this.chargeIds, command.charge);
    if (!charge || !id) return null;
    const account = this.#account(charge.owner);
    const { model } = this;
    const deps = this.#deps;
    switch (command.op) {
      case 'pay':
        return this.#pay(command, charge, id);
      case 'cancel':
        return { expected: model.cancel(charge), act: () => cancelCharge(deps, account, id) };
      case 'expire':
        return { expected: model.expire(charge), act: () => pushCharge(deps, account, id, 'expire') };
      case 'overdue':
        return { expected: model.overdue(charge), act: () => pushCharge(deps, account, id, 'overdue') };
      case 'refuse':
        return { expected: model.refuse(charge), act: () => pushCharge(deps, account, id, 'refuse') };
      default:
        return this.#claim(command, charge, id);
    }
  }

  #pay({ wrongBy, times }: Extract<Command, { op: 'pay' }>, charge: ModelCharge, chargeId: string) {
    const amount = this.model.owed(charge) + BigInt(wrongBy);
    const isWrong = wrongBy !== 0 && amount > 0n && charge.method !== 'CREDIT_CARD';
    const expected = this.model.pay(charge, isWrong ? amount : null);
    const request = {
      ...{ accountId: this.#account(charge.owner), chargeId, times },
      id: this.#deps.ids.next(),
      amountCents: isWrong ? cents(amount) : null,
    };
    return { expected, act: () => paySandboxCharge(this.#deps, request) };
  }

  #claim(command: Extract<Command, { op: 'refund' | 'dispute' }>, charge: ModelCharge, chargeId: string) {
    const amount =
      command.thousandths === null ? null : part(charge.paid ?? charge.value, command.thousandths);
    const id = this.#deps.ids.next();
    const request = {
      ...{ accountId: this.#account(charge.owner), id, chargeId, reason: null },
      amountCents: amount === null ? null : cents(amount),
    };
    if (command.op === 'refund') {
      const { reverse: reverseSplit } = command;
      const expected = this.model.refund(charge, amount, reverseSplit);
      return { expected, act: () => refundCharge(this.#deps, { ...request, reverseSplit }) };
    }
    const expected = this.model.dispute(charge, amount);
    if (expected === 'ok') this.disputeIds.push(id);
    return {
      expected,
      act: () => openDispute(this.#deps, { ...request, kind: command.kind, provider: null }),
    };
  }

  #close({ dispute: number, outcome }: Extract<Command, { op: 'close' }>) {
    const dispute = pick(this.model.disputes, number);
    const id = pick(this.disputeIds, number);
    if (!dispute || !id) return null;
    const account = this.#account(dispute.charge.owner);
    const expected = this.model.closeDispute(dispute, outcome);
    const command = { accountId: account, id, outcome, by: systemActor(account), provider: null };
    return { expected, act: () => closeDispute(this.#deps, command) };
  }

  #withdraw({ seller, thousandths }: Extract<Command, { op: 'withdraw' }>) {
    const { available = 0n } = this.model.sellers[seller] ?? {};
    const amount = part(available > 0n ? available : 1n, thousandths);
    const id = this.#deps.ids.next();
    const expected = this.model.withdraw(seller, amount);
    if (expected === 'ok') this.withdrawalIds.push(id);
    const fields = { amountCents: cents(amount), pixKey: 'seller@example.com' };
    return { expected, act: () => requestWithdrawal(this.#deps, this.#account(seller), id, fields) };
  }

  #decide({ withdrawal: number, status }: Extract<Command, { op: 'decide' }>) {
    const withdrawal = pick(this.model.withdrawals, number);
    const id = pick(this.withdrawalIds, number);
    if (!withdrawal || !id) return null;
    const account = this.#account(withdrawal.owner);
    const expected = this.model.decide(withdrawal, status);
    const act = () =>
      status === 'approved'
        ? approveWithdrawal(this.#deps, account, id)
        : rejectWithdrawal(this.#deps, account, id, { reason: null });
    return { expected, act };
  }

  #advance(hours: number) {
    this.model.advance(hours * HOUR);
    const act = async () => {
      this.#clock.setOffset(this.#clock.offsetMs + hours * HOUR);
      await runEverythingDue(this.#deps);
    };
    return { expected: 'ok' as const, act };
  }

  #account(number: number): string {
    const id = this.accounts[number];
    if (!id) throw new Error(`there is no account ${number}`);
    return id;
  }
}

const LARGEST_BOLETO = 9_999_999_999;

function pick<T>(list: readonly T[], number: number): T | undefined {
  return list.at(number < 0 ? -1 : number % Math.max(1, list.length));
}

/** At least a cent, so that it is a request the API takes. */
function part(whole: bigint, thousandths: number): bigint {
  const cut = (whole * BigInt(thousandths)) / 1_000n;
  return cut > 0n ? cut : 1n;
}

function boletoBody(boleto: ModelBoleto) {
  const { dueDate, fineBasisPoints, interestBasisPoints, discount, cancelAfterDays } = boleto;
  return {
    due_date: dueDate,
    fine: { percent: fineBasisPoints / 100 },
    interest: { percent: interestBasisPoints / 100 },
    ...(discount ? { discount: { percent: discount.basisPoints / 100, until: discount.until } } : {}),
    cancel_after_days: cancelAfterDays,
    customer: { name: 'Payer', cpf_cnpj: '52998224725' },
  };
}

function planColumns(plan: ModelPlan | undefined): number[] {
  if (!plan) throw new Error('every seller has a plan');
  return [plan.feeBasisPoints, plan.feeFixedCents, plan.reserveBasisPoints, plan.reserveDays];
}

function newAccount(deps: ChargeDeps, id: string): NewAccount {
  return {
    account: {
      ...{ id, name: 'Seller', email: `${id}@seller.example`, document: '11144477735' },
      ...{ person_type: 'PF', phone: null, status: 'active', identity_verified: false },
      ...{ payment_provider: 'sandbox', created_at: deps.clock.now() },
    },
    user: { id: deps.ids.next(), passwordHash: '', role: 'seller' },
  };
}

async function codeOf(act: () => Promise<unknown>): Promise<string> {
  try {
    await act();
    return 'ok';
  } catch (error) {
    if (error instanceof GatewayError) return error.code;
    throw error;
  }
}
