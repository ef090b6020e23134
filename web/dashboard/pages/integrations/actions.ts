import { WEBHOOK_EVENTS } from '../../../../server/src/events/catalogue.ts';
import type { Call } from './snippets.ts';

/** A parameter by its API name; `customer.name` is `name` inside `customer`. */
export type Parameter = {
  name: string;
  place: 'path' | 'query' | 'body';
  kind: 'text' | 'number' | 'list';
  example: string;
  required?: boolean;
  choices?: readonly string[];
};

export type Action = {
  name: string;
  method: Call['method'];
  path: string;
  parameters: readonly Parameter[];
  /** Deletes something or moves money: asks before it runs. */
  asks?: boolean;
  sandboxOnly?: boolean;
};

const body = (name: string, example: string, more: Partial<Parameter> = {}): Parameter => ({
  name,
  place: 'body',
  kind: 'text',
  example,
  ...more,
});
const query = (name: string, choices?: readonly string[], example = ''): Parameter => ({
  name,
  place: 'query',
  kind: 'text',
  example,
  ...(choices && { choices }),
});
const chargeId: Parameter = { name: 'id', place: 'path', kind: 'text', example: '', required: true };
const number = { kind: 'number' } as const;
const required = { required: true } as const;
const limit = query('limit', undefined, '10');

const METHODS = ['PIX', 'CREDIT_CARD', 'BOLETO'] as const;
const STATUSES = ['PENDING', 'RECEIVED', 'REFUSED', 'REFUNDED', 'CANCELLED', 'OVERDUE'] as const;
const DELIVERY_STATUSES = ['pending', 'delivered', 'failed', 'paused', 'cancelled'] as const;

function creation<Name extends string>(
  name: Name,
  method: (typeof METHODS)[number],
  more: readonly Parameter[],
): Action & { name: Name } {
  return {
    name,
    method: 'POST',
    path: '/api/v1/charges',
    parameters: [
      body('billing_type', method, { choices: [method], required: true }),
      body('value', '100.00', { ...number, ...required }),
      body('description', '#1001'),
      body('external_reference', '1001'),
      ...more,
    ],
  };
}

const CHARGES = [
  creation('createPix', 'PIX', [body('expires_in', '3600', number)]),
  creation('createCard', 'CREDIT_CARD', [body('installments', '3', number)]),
  creation('createBoleto', 'BOLETO', [
    body('customer.name', 'Maria da Silva', required),
    body('customer.cpf_cnpj', '529.982.247-25', required),
    body('due_date', ''),
  ]),
  { name: 'getCharge', method: 'GET', path: '/api/v1/charges/{id}', parameters: [chargeId] },
  {
    name: 'listCharges',
    method: 'GET',
    path: '/api/v1/charges',
    parameters: [query('status', STATUSES), query('billing_type', METHODS), limit],
  },
  {
    name: 'refundCharge',
    method: 'POST',
    path: '/api/v1/charges/{id}/refund',
    parameters: [chargeId, body('amount', '', number), body('reason', '')],
    asks: true,
  },
  {
    name: 'cancelCharge',
    method: 'POST',
    path: '/api/v1/charges/{id}/cancel',
    parameters: [chargeId],
    asks: true,
  },
  {
    name: 'payCharge',
    method: 'POST',
    path: '/api/v1/sandbox/charges/{id}/pay',
    parameters: [chargeId],
    sandboxOnly: true,
  },
] as const satisfies readonly Action[];

const SALES = [
  {
    name: 'createLink',
    method: 'POST',
    path: '/api/v1/payment-links',
    parameters: [
      body('name', 'Curso de pães', required),
      body('value', '250.00', number),
      body('billing_types', 'PIX,CREDIT_CARD', { kind: 'list' }),
      body('max_installments', '6', number),
    ],
  },
  {
    name: 'createCustomer',
    method: 'POST',
    path: '/api/v1/customers',
    parameters: [
      body('name', 'Maria da Silva', required),
      body('email', 'maria@example.com'),
      body('cpf_cnpj', '529.982.247-25'),
    ],
  },
  {
    name: 'quote',
    method: 'POST',
    path: '/api/v1/quotes',
    parameters: [
      body('billing_type', 'CREDIT_CARD', { choices: METHODS, required: true }),
      body('value', '100.00', { ...number, ...required }),
      body('installments', '3', number),
    ],
  },
] as const satisfies readonly Action[];

const MONEY = [
  { name: 'balance', method: 'GET', path: '/api/v1/balance', parameters: [] },
  { name: 'transactions', method: 'GET', path: '/api/v1/transactions', parameters: [limit] },
  {
    name: 'createWithdrawal',
    method: 'POST',
    path: '/api/v1/withdrawals',
    parameters: [body('amount', '10.00', { ...number, ...required }), body('pix_key', '')],
    asks: true,
  },
] as const satisfies readonly Action[];

const NOTICES = [
  {
    name: 'createWebhook',
    method: 'POST',
    path: '/api/v1/webhooks',
    parameters: [
      body('url', 'https://example.com/webhooks', required),
      body('events', 'charge.paid,charge.refunded', { kind: 'list', required: true }),
    ],
  },
  { name: 'listWebhooks', method: 'GET', path: '/api/v1/webhooks', parameters: [] },
  {
    name: 'listDeliveries',
    method: 'GET',
    path: '/api/v1/deliveries',
    parameters: [query('status', DELIVERY_STATUSES), query('event', WEBHOOK_EVENTS), limit],
  },
  { name: 'listEvents', method: 'GET', path: '/api/v1/events', parameters: [limit] },
] as const satisfies readonly Action[];

const GROUPS = { charges: CHARGES, sales: SALES, money: MONEY, notices: NOTICES } as const;
export type GroupName = keyof typeof GROUPS;
export type ActionName = (typeof GROUPS)[GroupName][number]['name'];
type Named = Action & { name: ActionName };

/** The available actions, in display order. */
export function actionGroups(isSandbox: boolean): readonly (readonly [GroupName, readonly Named[]])[] {
  return (Object.keys(GROUPS) as GroupName[]).map((name) => {
    const actions: readonly Named[] = GROUPS[name];
    return [name, actions.filter(({ sandboxOnly }) => isSandbox || !sandboxOnly)] as const;
  });
}

export type Values = Readonly<Record<string, string>>;

export function examplesOf({ parameters }: Action): Record<string, string> {
  return Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
}

/** Which required parameters are still empty. */
export function missingIn({ parameters }: Action, values: Values): string[] {
  return parameters.filter(({ name, required }) => required && !values[name]?.trim()).map(({ name }) => name);
}

/** The call for these values; empty parameters are omitted. */
export function callOf(action: Action, values: Values, idempotencyKey: string): Call {
  const given = action.parameters.flatMap((parameter) => {
    const text = values[parameter.name]?.trim();
    return text ? [{ ...parameter, text }] : [];
  });
  const of = (place: Parameter['place']) => given.filter((parameter) => parameter.place === place);
  const path = of('path').reduce(
    (filled, { name, text }) => filled.replace(`{${name}}`, encodeURIComponent(text)),
    action.path,
  );
  const asked = new URLSearchParams(
    of('query').map(({ name, text }): [string, string] => [name, text]),
  ).toString();
  const written = of('body');
  return {
    method: action.method,
    path: asked ? `${path}?${asked}` : path,
    body: written.length > 0 ? bodyOf(written) : null,
    idempotencyKey: action.method === 'GET' ? null : idempotencyKey,
  };
}

function bodyOf(parameters: readonly (Parameter & { text: string })[]): object {
  const whole: Record<string, unknown> = {};
  for (const parameter of parameters) {
    const [first = '', inner] = parameter.name.split('.');
    const value = valueIn(parameter);
    whole[first] = inner ? { ...(whole[first] as object | undefined), [inner]: value } : value;
  }
  return whole;
}

/** An invalid number is sent as typed; the API reports the error. */
function valueIn({ kind, text }: Parameter & { text: string }): unknown {
  if (kind === 'list') {
    return text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean);
  }
  if (kind === 'text') return text;
  const number = Number(text.replace(',', '.'));
  return Number.isFinite(number) ? number : text;
}
