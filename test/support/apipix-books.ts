import type { Db } from '../../server/src/db/pool.ts';
import type { Charge as Cob } from '../psp/charge.ts';
import type { PspState } from '../psp/main.ts';
import type { Pix } from '../psp/wire.ts';
import type { Fate, Order } from './apipix-chaos.ts';

type ChargeRow = {
  id: string;
  reference: string;
  status: string;
  txid: string;
  payment: string | null;
  came: number;
  went: number;
};
type StrayRow = { reference: string; status: string };
export type OurBooks = { charges: ChargeRow[]; strays: StrayRow[]; external: number };

export async function readOurBooks(db: Db): Promise<OurBooks> {
  const charges = await db.query<ChargeRow>(
    `select c.id, c.external_reference as reference, c.status, c.pix_txid as txid, c.payment_reference as payment,
       coalesce(sum(p.amount_cents) filter (where p.from_bucket = 'external'), 0)::integer as came,
       coalesce(sum(p.amount_cents) filter (where p.to_bucket = 'external'), 0)::integer as went
     from charges c
     left join ledger_postings p on p.account_id = c.account_id and p.charge_id = c.id
     group by c.account_id, c.id`,
  );
  const strays = await db.query<StrayRow>('select reference, status from stray_receipts');
  const [sum] = await db.query<{ external: number }>(
    'select coalesce(sum(external_cents), 0)::integer as external from ledger_balances',
  );
  return { charges, strays, external: sum?.external ?? 0 };
}

const COB_OF: Readonly<Record<string, readonly string[]>> = {
  PENDING: ['ATIVA'],
  RECEIVED: ['CONCLUIDA'],
  REFUNDED: ['CONCLUIDA'],
  CANCELLED: ['REMOVIDA_PELO_USUARIO_RECEBEDOR', 'CONCLUIDA'],
};
const isRemoved = ({ status }: Cob) => status.startsWith('REMOVIDA');

/** Everything in which a PSP's books and ours are apart, each in a sentence. None: they say the same. */
export function apart(ours: OurBooks, theirs: PspState): string[] {
  const found = [...apartInCharges(ours, theirs), ...apartInPayments(ours, theirs)];
  const balance = sum(theirs.pix.map((pix) => centsOf(pix.valor) - givenBack(pix)));
  if (balance !== -ours.external) {
    found.push(`the PSP holds ${balance} cents, and our books say ${-ours.external}`);
  }
  return found;
}

/** How an order may end by what was done to it. */
const ENDS: Readonly<Record<Fate, readonly string[]>> = {
  paid: ['RECEIVED'],
  'paid twice': ['RECEIVED'],
  'paid while cancelled': ['RECEIVED', 'CANCELLED'],
  cancelled: ['CANCELLED'],
  refunded: ['RECEIVED'],
  left: ['PENDING'],
};

/** Orders that are not there exactly once, or did not end as they had to. */
export function astray(orders: readonly Order[], { charges }: OurBooks): string[] {
  return orders.flatMap(({ reference, fate }) => {
    const made = charges.filter((charge) => charge.reference === reference);
    const isRight = made.length === 1 && made.every(({ status, went }) => isEnd(fate, status, went));
    return isRight ? [] : `${reference}, ${fate}, is here ${JSON.stringify(made)}`;
  });
}

function isEnd(fate: Fate, status: string, went: number): boolean {
  return ENDS[fate].includes(status) && (went > 0 || (fate !== 'refunded' && fate !== 'paid twice'));
}

/** An order is told to the payer, so that whatever the PSP holds for it can be found without asking us. */
function apartInCharges({ charges }: OurBooks, { cobs }: PspState): string[] {
  const found: string[] = [];
  const known = new Set(charges.map(({ txid }) => txid));
  for (const { reference, txid, status } of charges) {
    const held = cobs.filter(({ terms }) => terms.solicitacaoPagador === reference);
    const own = held.filter((cob) => cob.txid === txid);
    const expected = COB_OF[status] ?? [];
    if (own.length !== 1) found.push(`${reference} exists ${own.length} times at the PSP`);
    if (own[0] && !expected.includes(own[0].status)) {
      found.push(`${reference} is ${status} here and ${own[0].status} there`);
    }
  }
  for (const cob of cobs.filter(({ txid }) => !known.has(txid))) {
    const name = `${cob.txid} of ${cob.terms.solicitacaoPagador}`;
    if (!isRemoved(cob)) found.push(`${name} is no charge's and ${cob.status}`);
    if (cob.payments.length > 0) found.push(`${name} is no charge's and was paid`);
  }
  return found;
}

function apartInPayments({ charges, strays }: OurBooks, { pix }: PspState): string[] {
  const found: string[] = [];
  for (const payment of pix) {
    const { endToEndId } = payment;
    const settled = charges.filter((charge) => charge.payment === endToEndId).length;
    const returned = strays.filter((stray) => stray.reference === endToEndId);
    if (settled + returned.length !== 1) {
      found.push(`${endToEndId} was taken ${settled} times and sent back ${returned.length} times`);
    }
    const back = givenBack(payment);
    const isBack = returned[0]?.status === 'returned' && back === centsOf(payment.valor);
    if (returned[0] && !isBack)
      found.push(`${endToEndId} is ${returned[0].status}, and ${back} cents went back`);
  }
  for (const { reference, txid, came, went } of charges) {
    const own = pix.filter((payment) => payment.txid === txid);
    const theirs = [sum(own.map(({ valor }) => centsOf(valor))), sum(own.map(givenBack))];
    if (theirs[0] !== came || theirs[1] !== went) {
      found.push(`${reference} has ${came} in and ${went} out here, ${theirs.join(' and ')} there`);
    }
  }
  return found;
}

function givenBack({ devolucoes = [] }: Pix): number {
  const done = devolucoes.filter(({ status }) => status === 'DEVOLVIDO');
  return sum(done.map(({ valor }) => centsOf(valor)));
}

const centsOf = (text: string) => Number(text.replace('.', ''));
const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
