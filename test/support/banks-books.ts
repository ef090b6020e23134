import type { Db } from '../../server/src/db/pool.ts';
import { derivedId } from '../../server/src/kit/ids.ts';
import { fileReference } from '../../server/src/providers/cnab/title.ts';
import type { BankHouses, House } from './bank-houses.ts';
import type { BoletoFate, BoletoOrder, PayoutFate, PayoutOrder } from './banks-orders.ts';

type ChargeRow = {
  id: string;
  reference: string;
  status: string;
  state: string;
  came: number;
  went: number;
  settled: number;
  strays: number;
  events: number;
};
type WithdrawalRow = {
  id: string;
  status: string;
  provider: string | null;
  cents: number;
  returned: number;
  booked: number;
  ends: number;
};
type RefundRow = {
  id: string;
  charge: string;
  status: string;
  keys: number;
  provider: string;
  cents: number;
};
export type OurBooks = { charges: ChargeRow[]; withdrawals: WithdrawalRow[]; refunds: RefundRow[] };

export async function readOurBooks(db: Db): Promise<OurBooks> {
  const charges = await db.query<ChargeRow>(
    `select c.id, c.external_reference as reference, c.status, c.boleto -> 'bank' ->> 'state' as state,
       coalesce((select sum(amount_cents) filter (where from_bucket = 'external') from ledger_postings p
         where p.account_id = c.account_id and p.charge_id = c.id), 0)::integer as came,
       coalesce((select sum(amount_cents) filter (where to_bucket = 'external') from ledger_postings p
         where p.account_id = c.account_id and p.charge_id = c.id), 0)::integer as went,
       (c.payment_reference is not null)::integer as settled,
       (select count(*) from stray_receipts s where s.account_id = c.account_id and s.charge_id = c.id)::integer as strays,
       (select count(*) from events e where e.account_id = c.account_id and e.charge_id = c.id
         and e.type = 'charge.paid')::integer as events
     from charges c
     where c.boleto is not null`,
  );
  const withdrawals = await db.query<WithdrawalRow>(
    `select w.id, w.status, w.provider, w.amount_cents::integer as cents, w.returned_cents::integer as returned,
       coalesce((select sum(case when p.to_bucket = 'external' then amount_cents else -amount_cents end)
         from ledger_postings p
         where p.account_id = w.account_id and p.withdrawal_id = w.id
           and 'external' in (p.to_bucket, p.from_bucket)), 0)::integer as booked,
       (select count(*) from events e where e.account_id = w.account_id and e.withdrawal_id = w.id
         and e.type in ('withdrawal.approved', 'withdrawal.rejected'))::integer as ends
     from withdrawals w`,
  );
  const refunds = await db.query<RefundRow>(
    `select id, charge_id as charge, status, key_number as keys, provider, amount_cents::integer as cents
     from payer_refunds`,
  );
  return { charges, withdrawals, refunds };
}

/** One boleto or one payout in the books of a bank. `cents`: paid in, or sent and not come back. */
type Title = { reference: string; state: 'open' | 'paid' | 'cancelled' | 'refused'; cents: number };
type Sent = { id: string; isPaid: boolean; cents: number; returned: number };
export type TheirBooks = {
  titles: Record<House, Title[]>;
  sent: Record<'efi' | 'inter', Sent[]>;
  /** What each says that it is short of, since the run began. */
  missing: Record<'efi' | 'inter', number>;
};

const EFI_STATES: Readonly<Record<string, Title['state']>> = { paid: 'paid', canceled: 'cancelled' };
const INTER_STATES: Readonly<Record<string, Title['state']>> = { RECEBIDO: 'paid', CANCELADO: 'cancelled' };
const FILE_STATES: Readonly<Record<string, Title['state']>> = {
  ...{ refused: 'refused', paid: 'paid', 'written off': 'cancelled' },
};
const EFI_CAPITAL = 100_000_000;
const INTER_CAPITAL = 100_000_000;

/** References of titles are our own: the id, or what the files have of it. */
export async function readTheirBooks({ efi, inter, files }: BankHouses, ours: OurBooks): Promise<TheirBooks> {
  const [ofEfi, ofInter] = [await efi.state(), await inter.state()];
  const idOf = new Map(ours.charges.map(({ reference, id }) => [reference, id]));
  const received = ofInter.cobrancas.reduce((sum, each) => sum + (each.received?.amount ?? 0), 0);
  const back = (codigo: string) =>
    ofInter.movements
      .filter(({ tipoOperacao, detalhes }) => tipoOperacao === 'C' && detalhes.codigoSolicitacao === codigo)
      .reduce((sum, { amount }) => sum + amount, 0);
  return {
    titles: {
      efi: ofEfi.charges.map(({ customId, status, paidValue }) => ({
        ...{ reference: customId ?? '', state: EFI_STATES[status] ?? 'open', cents: paidValue ?? 0 },
      })),
      inter: ofInter.cobrancas.map(({ request, situacao, received: paid }) => ({
        ...{ reference: idOf.get(lineOf(request)) ?? '', state: INTER_STATES[situacao] ?? 'open' },
        cents: paid?.amount ?? 0,
      })),
      main: [...files.bank.titles.values()].map(({ reference, state }) => ({
        ...{ reference: reference.trim(), state: FILE_STATES[state] ?? 'open', cents: 0 },
      })),
    },
    sent: {
      efi: ofEfi.sent.map(({ idEnvio, status, valor, devolucoes }) => ({
        ...{ id: idEnvio, isPaid: status === 'REALIZADO', cents: centsOf(valor) },
        returned: devolucoes.reduce((sum, each) => sum + centsOf(each.valor), 0),
      })),
      inter: ofInter.sent.map(({ key, status, amount, codigoSolicitacao }) => ({
        ...{ id: key.replaceAll('-', ''), isPaid: status === 'PAGO', cents: amount },
        returned: back(codigoSolicitacao),
      })),
    },
    missing: {
      efi: EFI_CAPITAL - centsOf(ofEfi.balance),
      inter: INTER_CAPITAL + received - ofInter.balance,
    },
  };
}

/** The description of a charge is the first line of its message. */
function lineOf(request: Record<string, unknown>): string {
  return (request.mensagem as { linha1?: string } | undefined)?.linha1 ?? '';
}

const centsOf = (text: string) => Math.round(Number(text) * 100);

/** How an order may end by what was done to it. */
const BOLETO_ENDS: Readonly<Record<BoletoFate, readonly string[]>> = {
  paid: ['RECEIVED'],
  'paid by pix': ['RECEIVED'],
  'paid twice': ['RECEIVED'],
  refunded: ['RECEIVED'],
  'wrong amount': ['PENDING'],
  'paid while cancelled': ['RECEIVED', 'CANCELLED'],
  cancelled: ['CANCELLED'],
  refused: ['CANCELLED'],
  left: ['PENDING'],
};
const PAYOUT_ENDS: Readonly<Record<PayoutFate, string>> = {
  ...{ paid: 'approved', returned: 'approved', 'returned in part': 'approved' },
  ...{ denied: 'rejected', refused: 'rejected' },
};
/** What a bank may say of a boleto whose charge is so. */
const STATES_OF: Readonly<Record<string, readonly Title['state'][]>> = {
  RECEIVED: ['paid'],
  CANCELLED: ['cancelled', 'paid', 'refused'],
  PENDING: ['open', 'paid'],
};

/** Orders that are not there exactly once, or did not end as they had to. */
export function astray(
  boletos: readonly BoletoOrder[],
  payouts: readonly PayoutOrder[],
  ours: OurBooks,
): string[] {
  const lost = boletos.flatMap(({ reference, fate }) => {
    const made = ours.charges.filter((charge) => charge.reference === reference);
    const isRight = made.length === 1 && made.every(({ status }) => BOLETO_ENDS[fate].includes(status));
    return isRight ? [] : `${reference}, ${fate}, is here ${JSON.stringify(made)}`;
  });
  const unpaid = payouts.flatMap(({ reference, fate, id, cents }) => {
    const made = ours.withdrawals.filter((row) => row.id === id);
    const back = fate === 'returned' ? cents : fate === 'returned in part' ? cents / 2 : 0;
    const isRight = made.every(({ status, returned }) => status === PAYOUT_ENDS[fate] && returned === back);
    return isRight && made.length === 1 ? [] : `${reference}, ${fate}, is here ${JSON.stringify(made)}`;
  });
  const extra = ours.withdrawals.length - payouts.length;
  return [...lost, ...unpaid, ...(extra === 0 ? [] : [`${extra} withdrawals are of no order`])];
}

type Paid = ReadonlyMap<string, readonly number[]>;

/** Everything in which the banks' books and ours are apart, each in a sentence. None: they say the same. */
export function apart(
  boletos: readonly BoletoOrder[],
  ours: OurBooks,
  theirs: TheirBooks,
  paid: Paid,
): string[] {
  return [
    ...boletos.flatMap((order) => apartInBoleto(order, ours, theirs, paid)),
    ...apartInTitles(ours, theirs),
    ...apartInPayouts(ours, theirs),
    ...apartInRefunds(ours, theirs),
    ...apartInBalances(ours, theirs),
  ];
}

function apartInBoleto(
  { id, seller: { house } }: BoletoOrder,
  ours: OurBooks,
  theirs: TheirBooks,
  paid: Paid,
): string[] {
  const charge = ours.charges.find((each) => each.id === id);
  if (!charge) return [];
  const name = house === 'main' ? fileReference(charge.id) : charge.id;
  const titles = theirs.titles[house].filter(({ reference }) => reference === name);
  const found: string[] = [];
  const say = (what: string) =>
    void found.push(`${charge.reference} (${charge.id}, ${charge.status}) ${what}`);
  // One that was cancelled before any bank had it is nowhere.
  const isNowhere = titles.length === 0 && charge.status === 'CANCELLED';
  if (titles.length !== 1 && !isNowhere) say(`exists ${titles.length} times at ${house}`);
  for (const { state, cents } of titles) {
    if (!STATES_OF[charge.status]?.includes(state)) say(`is ${state} at ${house}`);
    if (house !== 'main' && cents !== charge.came) say(`has ${charge.came} in here and ${cents} there`);
    if (charge.state === 'registering') say('is there, and registering here');
  }
  const payments = paid.get(charge.id) ?? [];
  const came = payments.reduce((sum, cents) => sum + cents, 0);
  if (came !== charge.came) say(`has ${charge.came} in, and payers paid ${came}`);
  if (charge.settled + charge.strays !== payments.length)
    say(`was settled ${charge.settled} and sent back ${charge.strays} times for ${payments.length} payments`);
  if (charge.events !== charge.settled) say(`was announced ${charge.events} times`);
  const back = ours.refunds.filter(({ charge: of, status }) => of === charge.id && status === 'done');
  const went = back.reduce((sum, { cents }) => sum + cents, 0);
  if (went !== charge.went) say(`gave ${charge.went} back, and payers were sent ${went}`);
  return found;
}

function apartInTitles({ charges }: OurBooks, { titles }: TheirBooks): string[] {
  const names = new Set(charges.flatMap(({ id }) => [id, fileReference(id)]));
  return Object.entries(titles).flatMap(([house, all]) =>
    all.flatMap(({ reference }) =>
      names.has(reference) ? [] : `${house} has ${reference || 'one'} of no charge`,
    ),
  );
}

function apartInPayouts({ withdrawals }: OurBooks, { sent }: TheirBooks): string[] {
  const found: string[] = [];
  for (const row of withdrawals) {
    const say = (what: string) => void found.push(`${row.id} (${row.status} by ${row.provider}) ${what}`);
    const held = (house: 'efi' | 'inter') =>
      sent[house].filter(({ id }) => id === row.id.replaceAll('-', ''));
    const there = [...held('efi'), ...held('inter')];
    if (there.length > 1) say(`was sent ${there.length} times`);
    if (row.provider !== 'efi' && held('efi').length > 0) say('is at efi');
    if (row.provider !== 'inter' && held('inter').length > 0) say('is at inter');
    const [one] = there;
    const isPaid = one?.isPaid ?? false;
    if (isPaid !== (row.status === 'approved')) say(`is ${isPaid ? '' : 'not '}paid there`);
    if (one && one.cents !== row.cents) say(`is of ${row.cents} here and ${one.cents} there`);
    if ((one?.returned ?? 0) !== row.returned) say(`got ${row.returned} back here, ${one?.returned} there`);
    if (row.booked !== (isPaid ? row.cents - row.returned : 0)) say(`has ${row.booked} booked`);
    if (row.ends !== 1) say(`ended ${row.ends} times`);
  }
  return found;
}

/** Each key of a payer is a payout of its own: the last one is paid, and no other. */
function apartInRefunds({ withdrawals, refunds }: OurBooks, { sent }: TheirBooks): string[] {
  const found: string[] = [];
  const known = new Set(withdrawals.map(({ id }) => id.replaceAll('-', '')));
  for (const refund of refunds) {
    const names = Array.from({ length: refund.keys }, (_, index) =>
      derivedId('payer refund', refund.id, String(index + 1)).replaceAll('-', ''),
    );
    for (const name of names) known.add(name);
    const paid = sent.efi.filter(({ id, isPaid }) => isPaid && names.includes(id));
    const isRight = paid.length === 1 && paid[0]?.id === names.at(-1) && paid[0]?.cents === refund.cents;
    if (refund.status !== 'done' || !isRight)
      found.push(`the refund ${refund.id} is ${refund.status} and paid ${paid.length} times`);
  }
  const strangers = [...sent.efi, ...sent.inter].filter(({ id }) => !known.has(id));
  return [...found, ...strangers.map(({ id }) => `${id} was sent for nothing of ours`)];
}

function apartInBalances({ withdrawals, refunds }: OurBooks, { missing }: TheirBooks): string[] {
  return (['efi', 'inter'] as const).flatMap((house) => {
    const sent = withdrawals.filter(({ provider }) => provider === house);
    const back = refunds.filter(({ provider, status }) => provider === house && status === 'done');
    const out = [...sent.map(({ booked }) => booked), ...back.map(({ cents }) => cents)];
    const total = out.reduce((sum, cents) => sum + cents, 0);
    return total === missing[house]
      ? []
      : [`${house} has sent ${missing[house]}, and our books say ${total}`];
  });
}
