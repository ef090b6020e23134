import { setTimeout as pause } from 'node:timers/promises';
import type { Db } from '../../server/src/db/pool.ts';
import { fileReference } from '../../server/src/providers/cnab/title.ts';
import type { Random } from '../psp/random.ts';
import type { BankHouses, House } from './bank-houses.ts';
import { type Operator, OTHER_KEY, SELLER_KEY } from './banks-accounts.ts';
import { bankDay, type FileCarrier } from './banks-files.ts';
import { type AccountOf, AUTOMATIC_UP_TO, type BoletoOrder, type PayoutOrder } from './banks-orders.ts';
import { type Asking, ask, persistently } from './careful-client.ts';
import { ADDRESS } from './cnab-gateway.ts';

const TURN_MS = 400;
const FILES_EVERY_TURNS = 6;
const COMPARED_EVERY_TURNS = 25;
const SHARE_ENDED = 0.5;
const SHARE_OF_WRONG_KEYS = 0.15;
const SHARE_DENIED = 0.1;
const WRONG_CENTS = 7;
const KEYS_PER_TURN = 8;
const AT_ONCE = 12;
const CUSTOMER = { name: 'Ana Souza', email: 'ana@example.com', cpf_cnpj: SELLER_KEY, address: ADDRESS };
const FORM = 'application/x-www-form-urlencoded';

/** The seller's order, until the gateway has it. Returns how often no bank took work. */
export async function place(asking: Asking, order: BoletoOrder | PayoutOrder): Promise<number> {
  const path = order.kind === 'payout' ? '/withdrawals' : '/charges';
  for (let attempt = 0; ; attempt += 1) {
    const body = order.kind === 'payout' ? withdrawalBody(order) : chargeBody(order);
    const answer = await ask(asking, order.seller, path, body, `${order.reference} ${attempt}`);
    if (answer.status === 201) {
      order.id = String(answer.body.id);
      return attempt;
    }
    if (answer.body.code !== 'PROVIDER_UNAVAILABLE') throw new Error(`${order.reference}: ${answer.text}`);
    await pause(TURN_MS);
  }
}

function chargeBody({ reference, cents }: BoletoOrder) {
  return {
    ...{ billing_type: 'BOLETO', value: cents / 100, customer: CUSTOMER },
    ...{ description: reference, external_reference: reference },
  };
}

/** The key of another person is what a bank refuses. */
function withdrawalBody({ cents, fate }: PayoutOrder) {
  return { amount: cents / 100, pix_key: fate === 'refused' ? OTHER_KEY : SELLER_KEY };
}

type Around = BankHouses & {
  db: Db;
  operator: Operator;
  asking: Asking;
  accounts: readonly AccountOf<House>[];
  boletos: readonly BoletoOrder[];
  payouts: readonly PayoutOrder[];
  carrier: FileCarrier;
  random: Random;
};

type ChargeRow = { id: string; status: string; state: string; at_bank: string | null };

/** Payers, receivers and operators, and those who carry files: each does what its orders say, as soon as it can. */
export class World {
  readonly tally = { turns: 0, turnedAway: 0, wrongKeys: 0, deniedRefunds: 0 };
  /** What payers paid, by charge and in cents. */
  readonly paid = new Map<string, number[]>();
  readonly #around: Around;

  constructor(around: Around) {
    this.#around = around;
  }

  /** Until every order has had what it was to have. */
  async turn(): Promise<void> {
    const { boletos, payouts, asking } = this.#around;
    while ([...boletos, ...payouts].some(({ isDone }) => !isDone)) {
      if (performance.now() > asking.endsAtMs) {
        const left = [...boletos, ...payouts].filter(({ isDone }) => !isDone);
        throw new Error(
          `The world ended before ${left.map(({ reference, fate }) => `${reference} ${fate}`)}.`,
        );
      }
      await this.turnOnce({ isGoodDay: false });
      await pause(TURN_MS);
    }
  }

  async turnOnce({ isGoodDay }: { isGoodDay: boolean }): Promise<void> {
    this.tally.turns += 1;
    const carriesFiles = isGoodDay || this.tally.turns % FILES_EVERY_TURNS === 0;
    await Promise.all([
      this.#payBoletos(),
      this.#endPayouts(),
      this.#sayKeys(),
      carriesFiles && this.#carryFiles(isGoodDay),
    ]);
    if (this.tally.turns % COMPARED_EVERY_TURNS === 0) await this.compare();
  }

  /** The days of the run are compared now, also while they last. Looks that come sooner than they would do no harm. */
  async compare(): Promise<void> {
    const { db } = this.#around;
    await db.query(
      `insert into reconciliation_days (id, provider, kind, day, next_at)
       select gen_random_uuid(), provider, kind, day, now()
       from (values ('efi', 'boleto'), ('inter', 'boleto'), ('main', 'boleto'), ('efi', 'payout'), ('inter', 'payout'))
           as here (provider, kind),
         (select distinct (at at time zone 'America/Sao_Paulo')::date as day
          from (select created_at as at from accounts union all select now()) times) days
       on conflict (provider, kind, day) do update
       set next_at = excluded.next_at`,
    );
    // What failed often waits for minutes: the world does not.
    await db.query(
      `update jobs set run_at = now() where attempts > 4 and kind in ('withdrawal.pay', 'withdrawal.approve', 'boleto.look')`,
    );
    await db.query(`update boleto_comparisons set days_compared_at = now() - interval '65 minutes'`);
  }

  async #payBoletos(): Promise<void> {
    const { boletos, db } = this.#around;
    const rows = await db.query<ChargeRow>(
      `select id, status, boleto -> 'bank' ->> 'state' as state, boleto -> 'bank' ->> 'reference' as at_bank
       from charges
       where billing_type = 'BOLETO'`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    await someAtOnce(boletos, async (order) => {
      const row = order.id === null ? undefined : byId.get(order.id);
      if (!order.isDone && row) order.isDone = await this.#live(order, row);
    });
  }

  /** True: nothing more happens to it from outside. */
  async #live(order: BoletoOrder, row: ChargeRow): Promise<boolean> {
    const { asking } = this.#around;
    const cancel = () =>
      ask(asking, order.seller, `/charges/${row.id}/cancel`, {}, `cancel ${order.reference}`);
    const isPayable = row.state === 'registered' && row.status === 'PENDING';
    switch (order.fate) {
      case 'left':
        return true;
      case 'refused':
        return row.status === 'CANCELLED';
      case 'cancelled':
        await cancel();
        return true;
      case 'paid':
      case 'paid by pix':
        return isPayable && this.#pay(order, row);
      case 'wrong amount':
        return isPayable && this.#pay(order, row, order.cents - WRONG_CENTS);
      case 'paid twice':
        return isPayable && (await this.#pay(order, row)) && this.#pay(order, row);
      case 'paid while cancelled':
        if (isPayable) await Promise.all([cancel(), this.#pay(order, row)]);
        return isPayable;
      case 'refunded':
        // Files tell of a payment later.
        if (isPayable && !this.paid.has(row.id)) await this.#pay(order, row);
        if (row.status !== 'RECEIVED') return false;
        return this.#refund(order, row.id);
    }
  }

  /** At the bank, which may take no payment any more. */
  async #pay(order: BoletoOrder, row: ChargeRow, cents?: number): Promise<true> {
    const { fate, seller } = order;
    const { house } = seller;
    const { efi, inter, files } = this.#around;
    const by = fate === 'paid by pix' ? 'PIX' : 'BOLETO';
    let isTaken = true;
    if (house === 'efi') isTaken = await efi.payIfOpen(Number(row.at_bank), cents);
    else if (house === 'inter') isTaken = await inter.receiveIfOpen(row.at_bank ?? '', by, cents);
    else {
      const paid = cents === undefined ? {} : { paid: BigInt(cents) };
      files.bank.pay(fileReference(row.id), { on: bankDay(), ...paid });
    }
    if (isTaken) this.paid.set(row.id, [...(this.paid.get(row.id) ?? []), cents ?? order.cents]);
    else this.tally.turnedAway += 1;
    return true;
  }

  async #refund({ reference, cents, seller }: BoletoOrder, id: string): Promise<boolean> {
    const amount = { amount: Math.floor(cents / 2) / 100 };
    const answer = await ask(
      ...[this.#around.asking, seller, `/charges/${id}/refund`, amount, `refund ${reference}`],
    );
    if (answer.status >= 300) throw new Error(`${reference} was not refunded: ${answer.text}`);
    return true;
  }

  async #endPayouts(): Promise<void> {
    const { payouts, db, efi, inter, operator, random } = this.#around;
    const rows = await db.query<{ id: string; status: string; waits: boolean; at_bank: string | null }>(
      `select id, status, payout_started_at is null as waits, bank_reference as at_bank from withdrawals`,
    );
    const byId = new Map(rows.map((row) => [row.id, row]));
    await someAtOnce(payouts, async (order) => {
      const row = order.id === null ? undefined : byId.get(order.id);
      if (order.isDone || !row) return;
      if (row.status === 'pending' && row.waits && needsOperator(order))
        await operator.call('POST', `/withdrawals/${row.id}/approve`);
      // After a lost answer the refusal counts minutes later.
      if (order.fate === 'refused') order.isDone = !row.waits;
      if (order.fate.startsWith('returned') && row.status === 'approved') {
        await this.#giveBack(order, row);
        order.isDone = true;
      }
    });
    const ofId = new Map(payouts.map((order) => [order.id?.replaceAll('-', ''), order]));
    for (const id of await efi.waitingPayouts()) {
      if (random.next() > SHARE_ENDED) continue;
      const isDenied = this.#isDenied(ofId.get(id));
      await efi.finishSent(id, isDenied ? 'NAO_REALIZADO' : 'REALIZADO');
    }
    for (const { codigoSolicitacao, key } of await inter.waitingPayouts()) {
      if (random.next() > SHARE_ENDED) continue;
      const isDenied = this.#isDenied(ofId.get(key.replaceAll('-', '')));
      await inter.setStatus(codigoSolicitacao, isDenied ? 'FALHA' : 'PAGO');
    }
  }

  /** A payout of no order goes back to a payer. */
  #isDenied(order: PayoutOrder | undefined): boolean {
    if (order) {
      if (!order.fate.startsWith('returned')) order.isDone = true;
      return order.fate === 'denied';
    }
    const isDenied = this.#around.random.next() < SHARE_DENIED;
    if (isDenied) this.tally.deniedRefunds += 1;
    return isDenied;
  }

  async #giveBack(
    { fate, cents, seller }: PayoutOrder,
    { id, at_bank }: { id: string; at_bank: string | null },
  ): Promise<void> {
    const { efi, inter } = this.#around;
    const back = fate === 'returned' ? cents : cents / 2;
    if (seller.house === 'efi') await efi.giveBack(id.replaceAll('-', ''), (back / 100).toFixed(2));
    else await inter.giveBack(at_bank ?? '', back);
  }

  /** Payers say where their money goes, some of them first a key of another person. */
  async #sayKeys(): Promise<void> {
    const { db, accounts, asking, random } = this.#around;
    const waiting = await db.query<{ account_id: string; charge_id: string }>(
      `select distinct account_id, charge_id from payer_refunds where status = 'waiting' limit ${KEYS_PER_TURN}`,
    );
    for (const { account_id, charge_id } of waiting) {
      const seller = accounts.find(({ id }) => id === account_id);
      const path = `/api/v1/charges/${charge_id}`;
      const { body } = await persistently(asking, (call) => call('GET', path, seller));
      const all = [body.refunds, body.returned_payments].flat() as ({ payer_url?: string } | undefined)[];
      for (const url of all.flatMap((each) => each?.payer_url ?? [])) {
        const isWrong = random.next() < SHARE_OF_WRONG_KEYS;
        if (isWrong) this.tally.wrongKeys += 1;
        await this.#sayKey(new URL(url).pathname, isWrong ? OTHER_KEY : SELLER_KEY);
      }
    }
  }

  /** A payer whose page does not answer comes back in another turn. */
  async #sayKey(path: string, key: string): Promise<void> {
    const { asking } = this.#around;
    const body = new URLSearchParams({ pix_key: key }).toString();
    const address = `http://127.0.0.1:${asking.server().port}${path}`;
    await fetch(address, {
      method: 'POST',
      headers: { 'content-type': FORM },
      body,
      redirect: 'manual',
    }).catch(() => {
      asking.tally.broken += 1;
    });
  }

  async #carryFiles(isGoodDay: boolean): Promise<void> {
    const { operator, carrier, boletos } = this.#around;
    const made = await operator.call('POST', '/file-banks/main/remittances');
    if (made.status !== 201 && made.body.code !== 'INVALID_STATE')
      throw new Error(`no file was made: ${made.text}`);
    await carrier.take(boletos);
    await carrier.give(isGoodDay);
  }
}

/** What is more than goes by itself. */
function needsOperator({ cents }: PayoutOrder): boolean {
  return cents > AUTOMATIC_UP_TO * 100;
}

async function someAtOnce<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const waiting = [...all];
  const workOff = async () => {
    for (let one = waiting.shift(); one !== undefined; one = waiting.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}
