import type { Command } from 'commander';
import {
  type BillingType,
  type Charge,
  type ChargeFilters,
  type ChargeSummary,
  type CreateCharge,
  fromCents,
  type Reais,
  toCents,
} from '../../sdk/src/main.ts';
import { type Common, group, needing, readAmount, readChoice, readWhole, remote } from '../command.ts';
import { wrongUse } from '../outcome.ts';
import { card, moment, money, note, say, sayJson, table } from '../output.ts';
import { clientOf } from '../profile.ts';

const METHODS = { pix: 'PIX', card: 'CREDIT_CARD', boleto: 'BOLETO', any: 'UNDEFINED' } as const;
type Method = keyof typeof METHODS;
const METHOD_NAMES = Object.keys(METHODS) as Method[];
const STATUSES = ['pending', 'received', 'refused', 'refunded', 'cancelled', 'overdue'] as const;
const MAX_LISTED = 1_000;

type CreateOptions = Common & {
  value: Reais;
  method: Method;
  description?: string;
  reference?: string;
  customerName?: string;
  customerEmail?: string;
  customerDocument?: string;
  dueDate?: string;
  installments?: number;
  expiresIn?: number;
  postbackUrl?: string;
  idempotencyKey?: string;
  capture: boolean;
};

export function chargesCommand(): Command {
  return group('charges', 'create and follow charges', [
    ...[create(), get(), list(), pay(), capture(), refund(), cancel(), dueDate()],
  ]);
}

function create(): Command {
  const made = remote('create', 'create a charge', [
    'charges create --value 19.90',
    'charges create --value 250 --method boleto --customer-name "Maria Silva" --customer-document 52998224725',
    'charges create --value 99.90 --method card --reference order-77 --json',
  ]);
  return needing(made, '--value <reais>', 'the amount, as 19.90', readAmount)
    .option('--method <method>', METHOD_NAMES.join(', '), readChoice(METHOD_NAMES), 'pix')
    .option('--description <text>', 'what the payer sees')
    .option('--reference <text>', 'your own id, external_reference')
    .option('--customer-name <name>', 'who pays')
    .option('--customer-email <address>', 'where receipts go')
    .option('--customer-document <number>', 'CPF or CNPJ')
    .option('--due-date <date>', 'YYYY-MM-DD, for boleto')
    .option('--installments <number>', '1 to 12, for card', readWhole(1, 12))
    .option('--no-capture', 'for card: only hold the money, see `guiche charges capture`')
    .option('--expires-in <seconds>', 'for PIX', readWhole(60, 31_536_000))
    .option('--postback-url <address>', 'notified of every change of this charge')
    .option('--idempotency-key <key>', 'the same key never makes a second charge')
    .action(async (options: CreateOptions) => {
      requireFitting(options);
      const { idempotencyKey } = options;
      const sending = idempotencyKey === undefined ? {} : { idempotencyKey };
      show(await clientOf(options).charges.create(newCharge(options), sending), options);
    });
}

/** The gateway ignores options of another method; a person who gives one made a mistake. */
function requireFitting(options: CreateOptions): void {
  const { method, dueDate, installments, expiresIn, customerName } = options;
  const misfits: [flag: string, given: unknown, of: Method][] = [
    ['--due-date', dueDate, 'boleto'],
    ['--installments', installments, 'card'],
    ['--no-capture', options.capture ? undefined : true, 'card'],
    ['--expires-in', expiresIn, 'pix'],
  ];
  for (const [flag, given, of] of misfits) {
    if (given !== undefined && method !== of && method !== 'any')
      throw wrongUse(
        `${flag} is for ${of}, and this charge is for ${method}. Add --method ${of}, or leave it out.`,
      );
  }
  const isNameless = customerName === undefined;
  if (isNameless && (options.customerEmail !== undefined || options.customerDocument !== undefined))
    throw wrongUse('Say who the customer is: add --customer-name.');
}

function newCharge(options: CreateOptions): CreateCharge {
  const { customerName: name, customerEmail: email, customerDocument: cpf_cnpj } = options;
  return {
    billing_type: METHODS[options.method],
    value: options.value,
    ...defined({
      description: options.description,
      external_reference: options.reference,
      due_date: options.dueDate,
      installments: options.installments,
      expires_in: options.expiresIn,
      postback_url: options.postbackUrl,
      capture: options.capture ? undefined : false,
    }),
    ...(name === undefined ? {} : { customer: { name, ...defined({ email, cpf_cnpj }) } }),
  };
}

type Defined<T> = { [Key in keyof T]?: Exclude<T[Key], undefined> };

function defined<T extends object>(fields: T): Defined<T> {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>;
}

function get(): Command {
  return remote('get', 'show one charge', ['charges get 0198c0de-…'])
    .argument('<id>', 'the id of the charge')
    .action(async (id: string, options: Common) =>
      show(await clientOf(options).charges.retrieve(id), options),
    );
}

type ListOptions = Common & { status?: string; method?: Method; reference?: string; limit: number };

function list(): Command {
  return remote('list', 'list charges, newest first', [
    'charges list',
    'charges list --status received --limit 100',
    'charges list --reference order-77 --json',
  ])
    .option('--status <status>', STATUSES.join(', '), readChoice(STATUSES))
    .option('--method <method>', METHOD_NAMES.join(', '), readChoice(METHOD_NAMES))
    .option('--reference <text>', 'exactly this external_reference')
    .option('--limit <number>', 'how many', readWhole(1, MAX_LISTED), 20)
    .action(async (options: ListOptions) => {
      const { status, method, reference, limit } = options;
      const filters = {
        limit: Math.min(limit, 100),
        ...defined({ status: status?.toUpperCase(), external_reference: reference }),
        ...(method === undefined ? {} : { billing_type: METHODS[method] as BillingType }),
      } as ChargeFilters;
      const charges: ChargeSummary[] = [];
      for await (const charge of clientOf(options).charges.list(filters)) {
        if (charges.length === limit) {
          note(`There are more: --limit shows up to ${MAX_LISTED}.`);
          break;
        }
        charges.push(charge);
      }
      if (options.json) return sayJson(charges);
      if (charges.length === 0)
        return note('There is no such charge. Create one: guiche charges create --value 19.90');
      say(chargeTable(charges));
    });
}

function chargeTable(charges: readonly ChargeSummary[]): string {
  const columns = [
    { title: 'CHARGE' },
    { title: 'STATUS' },
    { title: 'METHOD' },
    { title: 'VALUE', right: true },
    { title: 'CREATED' },
    { title: 'REFERENCE' },
  ];
  const rows = charges.map((charge) => [
    charge.id,
    charge.status,
    charge.billing_type,
    money(charge.value),
    moment(charge.created_at),
    charge.external_reference ?? '',
  ]);
  return table(columns, rows);
}

function pay(): Command {
  return remote('pay', 'play the payer (sandbox)', ['charges pay 0198c0de-…'])
    .argument('<id>', 'the id of the charge')
    .option('--amount <reais>', 'another amount than the charge asks', readAmount)
    .action(async (id: string, options: Common & { amount?: Reais }) => {
      const charge = await clientOf(options).sandbox.pay(id, defined({ amount: options.amount }));
      show(charge, options);
      // The answer names them only where the payment settled nothing.
      const last = charge.returned_payments?.at(-1);
      if (last) note(`The payment was not taken (${plain(last.reason)}): it goes back to the payer.`);
    });
}

function capture(): Command {
  return remote('capture', 'take what is held on the card, once', [
    'charges capture 0198c0de-…',
    'charges capture 0198c0de-… --amount 80.00',
  ])
    .argument('<id>', 'the id of the charge')
    .option('--amount <reais>', 'a part; the rest is let go', readAmount)
    .action(async (id: string, options: Common & { amount?: Reais }) =>
      show(await clientOf(options).charges.capture(id, defined({ amount: options.amount })), options),
    );
}

function refund(): Command {
  return remote('refund', 'return money of a paid charge', [
    'charges refund 0198c0de-…',
    'charges refund 0198c0de-… --amount 5.00 --reason "one item missing"',
  ])
    .argument('<id>', 'the id of the charge')
    .option('--amount <reais>', 'a part; without it all that is left', readAmount)
    .option('--reason <text>', 'kept with the refund')
    .action(async (id: string, options: Common & { amount?: Reais; reason?: string }) => {
      const { amount, reason } = options;
      const made = await clientOf(options).charges.refund(id, defined({ amount, reason }));
      if (options.json) return sayJson(made);
      say(`Refunded ${money(made.amount)} of charge ${made.charge_id} (refund ${made.id}, ${made.status}).`);
    });
}

function cancel(): Command {
  return remote('cancel', 'cancel an unpaid charge', ['charges cancel 0198c0de-…'])
    .argument('<id>', 'the id of the charge')
    .action(async (id: string, options: Common) => show(await clientOf(options).charges.cancel(id), options));
}

function dueDate(): Command {
  return remote('due-date', 'change the due date of a pending boleto', [
    'charges due-date 0198c0de-… 2026-12-10',
  ])
    .argument('<id>', 'the id of the charge')
    .argument('<date>', 'YYYY-MM-DD')
    .action(async (id: string, date: string, options: Common) =>
      show(await clientOf(options).charges.update(id, { due_date: date }), options),
    );
}

function show(charge: Charge, { json }: Common): void {
  if (json) sayJson(charge);
  else showToPeople(charge);
}

function showToPeople(charge: Charge): void {
  say(
    card([
      ['Charge', charge.id],
      ['Status', charge.status],
      ['Method', charge.billing_type],
      ['Value', money(charge.value)],
      ...amounts(charge),
      ['Reference', charge.external_reference],
      ['Created', moment(charge.created_at)],
      ['Paid', charge.payment_date ? moment(charge.payment_date) : null],
    ]),
  );
  for (const line of meansOf(charge)) say(line);
}

/** Value less fee, reserve and split is the net amount; what was refunded is shown below it. */
function amounts(charge: Charge): (readonly [name: string, value: string])[] {
  const { value, platform_fee: fee, net_value: net, refunded_amount: refunded } = charge;
  if (fee === null || net === null) return [];
  const [paid, reserve] = [charge.paid_value ?? value, charge.reserve_amount ?? fromCents(0)];
  const split = fromCents(toCents(paid) - toCents(fee) - toCents(reserve) - toCents(net));
  const returned = charge.returned_payments ?? [];
  return [
    ...heldOf(charge),
    ...(paid === value ? [] : [['Received', money(paid)] as const]),
    ['Fee', money(fee)],
    ...(reserve > 0 ? [['Reserve', money(reserve)] as const] : []),
    ...(split > 0 ? [['Split', money(split)] as const] : []),
    ['Net', money(net)],
    ...(refunded > 0 ? [['Refunded', money(refunded)] as const] : []),
    ...returned.map(({ amount, reason }) => ['Returned', `${money(amount)} (${plain(reason)})`] as const),
  ];
}

function heldOf({ authorization: held }: Charge): (readonly [name: string, value: string])[] {
  if (!held) return [];
  const until = held.status === 'authorized' ? ` until ${moment(held.capture_until)}` : '';
  return [['On card', `${money(held.value)} (${held.status}${until})`]];
}

const plain = (name: string) => name.replaceAll('_', ' ');

function meansOf(charge: Charge): string[] {
  if (charge.status !== 'PENDING' && charge.status !== 'OVERDUE') return [];
  const page = charge.payment_url ?? charge.checkout_url;
  return [
    ...(charge.pix?.copy_paste ? ['', 'PIX copy and paste', charge.pix.copy_paste] : []),
    ...(charge.boleto?.digitable_line ? ['', 'Boleto', charge.boleto.digitable_line] : []),
    ...(page ? ['', 'Payment page', page] : []),
  ];
}
