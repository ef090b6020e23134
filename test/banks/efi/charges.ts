import { boletoBarcode, digitableLine, formatDigitableLine } from '../../../server/src/brazil/boleto-code.ts';
import { dynamicBrCode } from '../../../server/src/brazil/br-code.ts';
import { cents } from '../../../server/src/kit/money.ts';
import { newHex } from '../../psp/random.ts';
import { type Bank, type Charge, localDay, localTime, newToken } from './bank.ts';
import { chargeProblem, Problem, schemaProblem } from './problem.ts';

const EFI_BANK = '364';
const MIN_TOTAL = 500;
const FULL_NAME = /^ *(.+ +)+.+ *$/;
const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

type Asked = {
  items: { name: string; value: number; amount: number }[];
  metadata?: { custom_id?: string; notification_url?: string };
  payment: {
    banking_billet: {
      customer: Record<string, unknown> & { name?: string; cpf?: string };
      expire_at: string;
      conditional_discount?: unknown;
      configurations?: { days_to_write_off?: number; fine?: number; interest?: unknown };
    };
  };
};

export function createCharge(bank: Bank, body: unknown): object {
  const { items, metadata = {}, payment } = body as Asked;
  const { customer, expire_at, configurations = {}, conditional_discount } = payment.banking_billet;
  const total = items.reduce((sum, { value, amount }) => sum + value * amount, 0);
  requireSound(bank, payment.banking_billet, total);
  const id = bank.nextCharge++;
  const charge: Charge = {
    id,
    token: newToken(),
    customId: metadata.custom_id ?? null,
    noticeUrl: metadata.notification_url ?? null,
    itemName: items[0]?.name ?? '',
    total,
    status: 'new',
    createdAt: bank.now(),
    dueDate: expire_at,
    customer,
    configurations,
    conditionalDiscount: conditional_discount ?? null,
    line: lineOf(id, total, expire_at),
    qrcode: bank.behaviour.givesPix === false ? null : qrcodeOf(),
    paidValue: null,
    paidAt: null,
    receivedOn: null,
    changes: [{ id: 1, current: 'new', previous: null, createdAt: bank.now() }],
    fetched: 0,
    isHidden: bank.behaviour.hidesNew ?? false,
  };
  bank.charges.set(id, charge);
  become(bank, charge, 'waiting');
  return {
    code: 200,
    data: {
      ...billetOf(charge),
      charge_id: id,
      status: charge.status,
      total,
      payment: 'banking_billet',
    },
  };
}

function requireSound(
  bank: Bank,
  { customer, expire_at, configurations = {} }: Asked['payment']['banking_billet'],
  total: number,
): void {
  const { refusesBoletos } = bank.behaviour;
  if (refusesBoletos) {
    throw chargeProblem(refusesBoletos.code, refusesBoletos.message, refusesBoletos.status);
  }
  if (customer.cpf !== undefined && !FULL_NAME.test(customer.name ?? ''))
    throw schemaProblem('/payment/banking_billet/customer/name', 'A string não corresponde ao modelo.');
  const { fine = 0, interest = 0, days_to_write_off = 0 } = configurations;
  const rate = typeof interest === 'number' ? interest : (interest as { value: number }).value;
  if (fine > 1_000) throw schemaProblem('/payment/banking_billet/configurations/fine', 'Máximo: 1000.');
  if (rate > 330) throw schemaProblem('/payment/banking_billet/configurations/interest', 'Máximo: 330.');
  if (days_to_write_off > 120)
    throw schemaProblem('/payment/banking_billet/configurations/days_to_write_off', 'Máximo: 120.');
  if (total < MIN_TOTAL) throw chargeProblem(4_600_036, 'valor da emissão é inferior ao limite mínimo');
  if (expire_at < localDay(bank.now()))
    throw chargeProblem(
      4_600_007,
      'A data do vencimento do boleto deve ser maior ou igual que a data atual.',
    );
  const alike = [...bank.charges.values()].filter(
    (each) =>
      each.total === total &&
      each.dueDate === expire_at &&
      JSON.stringify(each.customer) === JSON.stringify(customer),
  );
  if (bank.settings.refusesThirdAlike && alike.length >= 2)
    throw chargeProblem(4_600_210, 'Não é possível emitir três cobranças idênticas.');
}

function lineOf(id: number, total: number, dueDate: string): string {
  const freeField = String(id).padStart(25, '0');
  return formatDigitableLine(
    digitableLine(boletoBarcode({ bank: EFI_BANK, dueDate, amountCents: cents(BigInt(total)), freeField })),
  );
}

function qrcodeOf(): string {
  return dynamicBrCode({
    location: `qrcodes-pix.sejaefi.com.br/bolix/v2/cobv/${newHex(32)}`,
    merchantName: 'EFI SA',
    merchantCity: 'OURO PRETO',
  });
}

function billetOf({ id, line, qrcode, dueDate }: Charge) {
  const link = `https://boletos.example/${id}`;
  return {
    barcode: line,
    ...(qrcode ? { pix: { qrcode, qrcode_image: 'data:image/svg+xml;base64,PHN2Zy8+' } } : {}),
    link,
    billet_link: link,
    pdf: { charge: `${link}.pdf` },
    expire_at: dueDate,
  };
}

/** Every change has its place in the list of the token, and is notified. */
export function become(
  bank: Bank,
  charge: Charge,
  status: string,
  paid: { value?: number; receivedOn?: string } = {},
): void {
  charge.changes.push({
    id: charge.changes.length + 1,
    current: status,
    previous: charge.status,
    createdAt: bank.now(),
    ...paid,
  });
  charge.status = status;
  bank.noticeOfCharge(charge);
}

export function heldCharge(bank: Bank, id: number): Charge {
  const charge = bank.charges.get(id);
  if (charge) return charge;
  throw new Problem(500, {
    code: 3_500_010,
    error: 'property_does_not_exists',
    error_description: { property: 'id', message: 'A propriedade [id] informada não existe.' },
  });
}

export function detailOf(charge: Charge): object {
  const { id, total, status, customId, createdAt, noticeUrl, itemName } = charge;
  const at = localTime(createdAt);
  return {
    code: 200,
    data: {
      charge_id: id,
      total,
      status,
      custom_id: customId,
      created_at: at,
      notification_url: noticeUrl,
      items: [{ name: itemName, value: total, amount: 1 }],
      history: [{ message: 'Cobrança criada', created_at: at }],
      customer: customerOf(charge),
      payment: {
        method: 'banking_billet',
        created_at: at,
        message: null,
        banking_billet: { ...billetOf(charge), configurations: configurationsOf(charge) },
      },
    },
  };
}

function configurationsOf({ configurations: { days_to_write_off = 89, fine = 0, interest = 0 } }: Charge) {
  return { days_to_write_off, fine, interest_type: 'daily', interest: Number(interest) };
}

function customerOf({ customer }: Charge): object {
  const { juridical_person, name, cpf } = customer as Record<string, never>;
  const who = juridical_person ? { ...(juridical_person as object) } : { name, cpf };
  const { address } = customer as { address?: object };
  return { ...who, phone_number: null, ...(address ? { address: { complement: null, ...address } } : {}) };
}

export function listCharges(bank: Bank, query: Readonly<Record<string, string>>): object {
  const { begin_date = '', end_date = '', date_of = 'creation', custom_id, status } = query;
  const limit = Math.min(Number(query.limit ?? DEFAULT_LIMIT), MAX_LIMIT);
  const { firstPage } = bank.settings;
  const page = Number(query.page ?? firstPage);
  const offset = (page - firstPage) * limit;
  const dayOf = (charge: Charge) => {
    if (date_of === 'expired') return charge.dueDate;
    const at = date_of === 'payment' ? charge.paidAt : charge.createdAt;
    return at ? localDay(at) : '';
  };
  const found = [...bank.charges.values()].filter((charge) => {
    const day = dayOf(charge);
    const isInPeriod = day !== '' && day >= begin_date && day <= end_date;
    const isWanted = custom_id === undefined || charge.customId === custom_id;
    return !charge.isHidden && isInPeriod && isWanted && (status === undefined || charge.status === status);
  });
  return {
    code: 200,
    params: { begin_date, end_date, pagination: { limit, offset, page } },
    data: found.slice(offset, offset + limit).map(listed),
  };
}

function listed(charge: Charge): object {
  const { id, total, status, customId, createdAt, paidAt, paidValue, receivedOn } = charge;
  const { pix, ...billet } = billetOf(charge);
  return {
    ...{ id, total, status, custom_id: customId, created_at: localTime(createdAt) },
    customer: customerOf(charge),
    payment: {
      payment_method: 'banking_billet',
      paid_at: paidAt && localTime(paidAt),
      ...(paidValue === null ? {} : { paid_value: paidValue }),
      ...(receivedOn === null ? {} : { received_by_bank_at: receivedOn }),
      ...(pix ? { pix } : {}),
      banking_billet: { ...billet, configurations: configurationsOf(charge) },
    },
  };
}

export function cancelCharge(bank: Bank, charge: Charge): object {
  if (!['new', 'link', 'waiting', 'unpaid'].includes(charge.status)) {
    throw chargeProblem(
      3_500_043,
      'Apenas transações com status [new],[link],[waiting] ou [unpaid] podem ser canceladas.',
    );
  }
  become(bank, charge, 'canceled');
  return { code: 200 };
}

export function changeDueDate(bank: Bank, charge: Charge, { expire_at }: { expire_at: string }): object {
  if (!['waiting', 'unpaid'].includes(charge.status))
    throw chargeProblem(
      3_500_038,
      'Apenas transações com status [waiting] ou [unpaid] podem ser atualizadas.',
    );
  if (expire_at < localDay(bank.now())) throw chargeProblem(4_600_060, 'A data informada é inválida.');
  charge.dueDate = expire_at;
  charge.line = lineOf(charge.id, charge.total, expire_at);
  return { code: 200 };
}

/** Asking counts as having received the notice. */
export function notification(bank: Bank, token: string): object {
  const charge = [...bank.charges.values()].find((each) => each.token === token);
  if (!charge) {
    throw new Problem(404, {
      code: 3_500_010,
      error: 'property_does_not_exists',
      error_description: { property: 'token', message: 'A propriedade [token] informada não existe.' },
    });
  }
  charge.fetched = charge.changes.length;
  const { id: charge_id, customId: custom_id } = charge;
  return {
    code: 200,
    data: charge.changes.map(({ id, current, previous, createdAt, value, receivedOn }) => ({
      ...{ id, type: 'charge', custom_id, identifiers: { charge_id } },
      status: { current, previous },
      created_at: localTime(createdAt),
      ...(value === undefined ? {} : { value }),
      ...(receivedOn === undefined ? {} : { received_by_bank_at: receivedOn }),
    })),
  };
}

/** A payer pays. `receivedOn`: the day of the payment, when Efí learns of it only later. */
export function payCharge(
  bank: Bank,
  id: number,
  { value, receivedOn }: { value?: number; receivedOn?: string } = {},
): Charge {
  const charge = heldCharge(bank, id);
  charge.paidValue = value ?? charge.total;
  charge.paidAt = bank.now();
  charge.receivedOn = receivedOn ?? localDay(bank.now());
  become(bank, charge, 'paid', { value: charge.paidValue, receivedOn: charge.receivedOn });
  return charge;
}

/** As between banks: one that is paid or cancelled takes no payment. False: it did not. */
export function payIfOpen(bank: Bank, id: number, value?: number): boolean {
  const isOpen = ['waiting', 'unpaid'].includes(heldCharge(bank, id).status);
  if (isOpen) payCharge(bank, id, value === undefined ? {} : { value });
  return isOpen;
}
