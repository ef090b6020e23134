import { setTimeout as pause } from 'node:timers/promises';
import { type Command, InvalidArgumentError } from 'commander';
import {
  type BillingType,
  type Charge,
  type EventName,
  type Guiche,
  isGuicheError,
  reais,
} from '../../sdk/src/main.ts';
import { addDays } from '../../server/src/brazil/calendar.ts';
import { type Common, remote } from '../command.ts';
import { say, sayJson } from '../output.ts';
import { clientOf } from '../profile.ts';

const VALUE = reais('100.00');
const PAYOUT = reais('10.00');
/** One of the CPF numbers that documentation uses; it is valid and belongs to no one. */
const PAYER = { name: 'Cliente de Teste', email: 'cliente@guiche.example', cpf_cnpj: '52998224725' };
const PIX_KEY = 'cliente@guiche.example';

type Done = { charge?: string; withdrawal?: string; dispute?: string };
type Cause = (client: Guiche) => Promise<Done>;

/** Only a PSP fails a refund, and only a bank refuses a due date. */
type Triggered = Exclude<EventName, 'payment.refund_failed' | 'charge.due_date_refused'>;

/** Each event by its real cause: the same code runs as when a payer, a bank or time causes it. */
const CAUSES: Readonly<Record<Triggered, Cause>> = {
  'charge.pending': async (client) => ({ charge: (await charge(client)).id }),
  'charge.paid': async (client) => ({ charge: (await paid(client)).id }),
  'payment.received': async (client) => ({ charge: (await paid(client)).id }),
  'charge.refunded': refunded,
  'payment.refunded': refunded,
  'charge.cancelled': async (client) => {
    const { id } = await charge(client);
    await client.charges.cancel(id);
    return { charge: id };
  },
  'payment.expired': async (client) => ({
    charge: (await client.sandbox.expire((await charge(client)).id)).id,
  }),
  'charge.refused': refused,
  'payment.failed': refused,
  'charge.overdue': overdue,
  'charge.authorized': async (client) => {
    const { id } = await client.charges.create({ billing_type: 'CREDIT_CARD', value: VALUE, capture: false });
    await client.sandbox.pay(id);
    return { charge: id };
  },
  'charge.card_stored': async (client) => {
    const { id } = await client.charges.create({
      ...{ billing_type: 'CREDIT_CARD', value: VALUE, customer: { name: 'Cliente da CLI' }, save_card: true },
      card: { token: 'tok_visa_1111', brand: 'visa', last_four: '1111', holder: 'CLIENTE DA CLI' },
      consent: { text: 'Guardar o cartão para próximas compras' },
    });
    return { charge: id };
  },
  'charge.boleto_registered': registered,
  'charge.due_date_changed': redated,
  'charge.oversold': oversold,
  'payment.overdue': overdue,
  'withdrawal.approved': async (client) => withdrawal(client, 'approve'),
  'withdrawal.completed': async (client) => withdrawal(client, 'approve'),
  'withdrawal.rejected': async (client) => withdrawal(client, 'reject'),
  'withdrawal.returned': async (client) => {
    const done = await withdrawal(client, 'approve');
    await client.sandbox.withdrawals.return(done.withdrawal);
    return done;
  },
  'dispute.opened': disputed,
  'dispute.closed': async (client) => {
    const opened = await disputed(client);
    await client.sandbox.disputes.win(opened.dispute);
    return opened;
  },
};

const NAMES = Object.keys(CAUSES) as Triggered[];

export function triggerCommand(): Command {
  return remote('trigger', 'cause an event in the sandbox', [
    'trigger charge.paid',
    'trigger dispute.opened --json',
  ])
    .argument('<event>', NAMES.join(', '), readName)
    .action(async (name: Triggered, options: Common) => {
      const done = await CAUSES[name](clientOf(options));
      if (options.json) return sayJson({ event: name, ...done });
      const [[kind, id] = ['charge', '']] = Object.entries(done).reverse();
      say(`${name} happened to ${kind} ${id}`);
    });
}

function readName(text: string): EventName {
  const found = NAMES.find((name) => name === text);
  if (found) return found;
  throw new InvalidArgumentError(`There is no event "${text}". There are: ${NAMES.join(', ')}.`);
}

function charge(client: Guiche, billing_type: BillingType = 'PIX'): Promise<Charge> {
  return client.charges.create({
    billing_type,
    value: VALUE,
    description: 'guiche trigger',
    customer: PAYER,
  });
}

async function paid(client: Guiche): Promise<Charge> {
  return client.sandbox.pay((await charge(client)).id);
}

/** The fee is not returned, so that a refund needs more than its own sale brought: another sale pays for it. */
async function refunded(client: Guiche): Promise<Done> {
  const { id } = await paid(client);
  try {
    await client.charges.refund(id);
  } catch (error) {
    if (!isGuicheError(error, 'INSUFFICIENT_BALANCE')) throw error;
    await paid(client);
    await client.charges.refund(id);
  }
  return { charge: id };
}

async function refused(client: Guiche): Promise<Done> {
  return { charge: (await client.sandbox.refuse((await charge(client, 'CREDIT_CARD')).id)).id };
}

async function overdue(client: Guiche): Promise<Done> {
  return { charge: (await client.sandbox.overdue((await charge(client, 'BOLETO')).id)).id };
}

const REGISTERS_WITHIN_MS = 30_000;
const LOOK_EVERY_MS = 500;

/** Only the sandbox's bank registers boletos; otherwise they are issued at once, without this event. */
async function registered(client: Guiche): Promise<Done> {
  const { id, boleto } = await charge(client, 'BOLETO');
  if (boleto?.status !== 'registering') {
    throw new Error(
      'Boletos are issued at once here: start the gateway with GUICHE_SANDBOX_BOLETO=registered.',
    );
  }
  await untilRegistered(client, id);
  return { charge: id };
}

async function untilRegistered(client: Guiche, id: string): Promise<void> {
  for (let waitedMs = 0; waitedMs < REGISTERS_WITHIN_MS; waitedMs += LOOK_EVERY_MS) {
    await pause(LOOK_EVERY_MS);
    if ((await client.charges.retrieve(id)).boleto?.status === 'registered') return;
  }
  throw new Error(`The boleto of charge ${id} is still being registered.`);
}

/** Due a week later than it was. */
async function redated(client: Guiche): Promise<Done> {
  const { id, boleto } = await charge(client, 'BOLETO');
  if (!boleto) throw new Error(`Charge ${id} has no boleto.`);
  if (boleto.status === 'registering') await untilRegistered(client, id);
  await client.charges.update(id, { due_date: addDays(boleto.due_date, 7) });
  return { charge: id };
}

/** A product with one unit, sold twice. It is deleted again. */
async function oversold(client: Guiche): Promise<Done> {
  const product = await client.products.create({ name: 'guiche trigger', price: VALUE, stock: 1 });
  const sale = () =>
    client.charges.create({ billing_type: 'PIX', value: VALUE, customer: PAYER, product_id: product.id });
  const [first, second] = [await sale(), await sale()];
  await client.sandbox.pay(first.id);
  await client.sandbox.pay(second.id);
  await client.products.remove(product.id);
  return { charge: second.id };
}

async function withdrawal(client: Guiche, decision: 'approve' | 'reject') {
  await paid(client);
  const { id } = await client.withdrawals.create({ amount: PAYOUT, pix_key: PIX_KEY });
  await client.sandbox.withdrawals[decision](id);
  return { withdrawal: id };
}

async function disputed(client: Guiche): Promise<{ charge: string; dispute: string }> {
  const { id } = await paid(client);
  const dispute = await client.sandbox.med(id, { reason: 'guiche trigger' });
  return { charge: id, dispute: dispute.id };
}
