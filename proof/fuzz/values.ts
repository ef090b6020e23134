import type { Random } from '../kit/random.ts';
import type { Schema } from './description.ts';
import type { Known } from './known.ts';

export type Surroundings = {
  random: Random;
  known: Known;
  receiverUrl: string;
  passwords: readonly string[];
};

const DAY_MS = 86_400_000;
const EVENTS = [
  ...[
    'charge.pending',
    'charge.paid',
    'charge.refunded',
    'charge.cancelled',
    'charge.refused',
    'charge.overdue',
  ],
  ...['payment.received', 'payment.refunded', 'payment.overdue', 'payment.failed', 'payment.expired'],
  ...[
    'withdrawal.completed',
    'withdrawal.approved',
    'withdrawal.rejected',
    'dispute.opened',
    'dispute.closed',
  ],
];
const DOCUMENTS = ['52998224725', '11144477735', '11222333000181', '12ABC34501DE35', '529.982.247-25'];

const date = (random: Random, days: number) =>
  new Date(Date.now() + random.whole(-days, days) * DAY_MS).toISOString();

/** By what a field is called, where its schema does not say enough. */
const BY_NAME: readonly [RegExp, (around: Surroundings) => unknown][] = [
  [
    /^(value|amount|price|min_value|max_value|fixed)$/,
    ({ random }) => random.whole(1, random.chance(0.7) ? 20_000 : 999_999_999) / 100,
  ],
  [/percent$/, ({ random }) => random.whole(1, random.chance(0.8) ? 1_500 : 9_999) / 100],
  [
    /email$/,
    ({ random, known }) =>
      (random.chance(0.3) && known.some(random, 'email')) ||
      `${random.letters(10).toLowerCase()}@example.com`,
  ],
  [/^(document|cpf_cnpj)$/, ({ random }) => random.pick(DOCUMENTS)],
  [/^phone$/, ({ random }) => `119${random.digits(8)}`],
  [
    /password$/,
    ({ random, passwords }) =>
      random.chance(0.3) ? random.pick(passwords) : `Capivara-${random.letters(12)}`,
  ],
  [
    /url$/,
    ({ random, receiverUrl }) =>
      random.chance(0.5)
        ? `${receiverUrl}/hook`
        : `https://shop-${random.letters(5).toLowerCase()}.invalid/x`,
  ],
  [
    /^(due_date|until)$/,
    ({ random }) => new Date(Date.now() + random.whole(1, 60) * DAY_MS).toISOString().slice(0, 10),
  ],
  [/^(created_from|created_to|expires_at|from|to)$/, ({ random }) => date(random, 400)],
  [/^(advance_seconds|advance_days)$/, ({ random }) => random.whole(1, 3)],
  [/^recipient_id$/, (around) => idFor(around, 'account')],
  [
    /^pix_key$|payout_pix_key/,
    ({ random }) => random.pick(['loja@example.com', '+5511999990000', '52998224725']),
  ],
  [/color$/, ({ random }) => `#${random.digits(6)}`],
  [/^code$/, ({ random }) => random.digits(6)],
  [
    /^(customer_id|product_id|payment_link_id|charge_id|webhook_id|account_id)$/,
    (around) => idFor(around, 'any'),
  ],
  [/cursor$/, ({ random, known }) => known.some(random, 'next_cursor') ?? random.letters(20)],
];

export function idFor({ random, known }: Surroundings, kind: string): string {
  const found = kind === 'any' ? known.any(random) : known.some(random, `${kind}_id`);
  return found && !random.chance(0.05) ? found : `01a1eb16-b3ad-7013-923b-${random.digits(12)}`;
}

/** A value that the schema takes, mostly also one that the gateway can do something with. */
export function valueFor(schema: Schema, name: string, around: Surroundings, depth = 0): unknown {
  const { random } = around;
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return random.pick(schema.enum);
  if (schema.anyOf) {
    const choices = schema.anyOf.filter(({ type }) => type !== 'null');
    const isNull = choices.length < schema.anyOf.length && random.chance(0.1);
    return isNull || choices.length === 0 ? null : valueFor(random.pick(choices), name, around, depth);
  }
  if (name === 'events') return random.shuffled(EVENTS).slice(0, random.whole(1, 6));
  const named =
    schema.type === 'object' || schema.type === 'array'
      ? undefined
      : BY_NAME.find(([pattern]) => pattern.test(name));
  if (named && !random.chance(0.03)) return named[1](around);
  return plainValue(schema, name, around, depth);
}

function plainValue(schema: Schema, name: string, around: Surroundings, depth: number): unknown {
  const { random } = around;
  switch (schema.type) {
    case 'object':
      return objectFor(schema, around, depth);
    case 'array':
      return Array.from({ length: random.whole(0, Math.min(3, schema.maxItems ?? 3)) }, () =>
        valueFor(schema.items ?? {}, name, around, depth + 1),
      );
    case 'boolean':
      return random.chance(0.5);
    case 'integer':
    case 'number':
      return random.whole(schema.minimum ?? 0, Math.min(schema.maximum ?? 1_000, 100_000));
    case 'null':
      return null;
    default:
      return random.letters(
        random.whole(Math.max(1, schema.minLength ?? 1), Math.min(40, schema.maxLength ?? 40)),
      );
  }
}

function objectFor(schema: Schema, around: Surroundings, depth: number): Record<string, unknown> {
  const { random } = around;
  const optionalChance = depth === 0 ? 0.3 : 0.6;
  const object: Record<string, unknown> = {};
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const isRequired = schema.required?.includes(name) === true;
    if (isRequired || random.chance(optionalChance)) object[name] = valueFor(inner, name, around, depth + 1);
  }
  if (typeof schema.additionalProperties === 'object' && random.chance(0.7))
    object[random.letters(5)] = valueFor(schema.additionalProperties, 'note', around, depth + 1);
  // Of amount and percent exactly one is taken.
  if ('amount' in object && 'percent' in object) delete object[random.pick(['amount', 'percent'])];
  if ('recipient_id' in object && !('amount' in object) && !('percent' in object)) object.percent = 10;
  return object;
}
