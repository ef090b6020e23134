import type { FastifyRequest } from 'fastify';
import { holdsCardNumber, type TextKind } from '../brazil/card-numbers.ts';
import { GatewayError } from '../kit/errors.ts';
import type { Rails } from '../providers/rails.ts';

const REFUSAL = 'must not hold a card number';
const REFUSED_NAME = 'must not have a name that holds a card number';

/** Fields whose own numbers may look like a card's. */
const KINDS: Readonly<Record<string, TextKind>> = {
  cpf_cnpj: 'document',
  document: 'document',
  pix_key: 'document',
  payout_pix_key: 'document',
  phone: 'phone',
};
/** Compared with a hash and never stored. A password may be anything and must still open the account. */
const NEVER_KEPT: ReadonlySet<string> = new Set(['password', 'current_password']);

/** A file: its cells are checked one by one when they are read, since numbers side by side are not one number. */
const READ_BY_CELL: ReadonlySet<string> = new Set(['csv']);

type Problems = Record<string, string>;

/** Of a request that pays by card. */
const NUMBER_FIELD = 'card.number';
const NUMBER_REFUSAL =
  "a card number is never taken here: send card.token, which the acquirer's script makes in the payer's browser";

/**
 * The one place where card numbers are refused, before anything reads or keeps what was sent: every text of body and
 * query, names of fields included, and the idempotency key. Only a card that is paid with has its number, where the
 * acquirer takes one: the sandbox.
 */
export function refuseCardNumbers(
  { body, query, headers, routeOptions }: FastifyRequest,
  { card }: Pick<Rails, 'card'>,
): void {
  const problems: Problems = {};
  collect(body, 'body', '', problems);
  if (routeOptions.config.takesCard && problems[NUMBER_FIELD]) {
    if (card[0]?.takes.includes('number')) delete problems[NUMBER_FIELD];
    else problems[NUMBER_FIELD] = NUMBER_REFUSAL;
  }
  collect(query, 'query', '', problems);
  const key = headers['idempotency-key'];
  if (typeof key === 'string' && holdsCardNumber(key)) problems['Idempotency-Key'] = REFUSAL;
  const [first] = Object.entries(problems);
  if (first) throw new GatewayError('VALIDATION_ERROR', `${first[0]}: ${first[1]}`, problems);
}

/** The same for a row of a file. */
export function cardNumberProblems(body: object): Problems {
  const problems: Problems = {};
  collect(body, 'row', '', problems);
  return problems;
}

/** Depth is bounded by the parser of bodies. A problem never repeats what was sent. */
function collect(value: unknown, whole: string, path: string, problems: Problems): void {
  if (typeof value === 'string') {
    if (holdsCardNumber(value)) problems[path || whole] = REFUSAL;
    return;
  }
  // The bytes of a file are no text.
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  for (const name in value) {
    const child = (value as Record<string, unknown>)[name];
    if (holdsCardNumber(name)) problems[path || whole] = REFUSED_NAME;
    else if (typeof child !== 'string') collect(child, whole, path ? `${path}.${name}` : name, problems);
    else if (
      !NEVER_KEPT.has(name) &&
      !(path === '' && READ_BY_CELL.has(name)) &&
      holdsCardNumber(child, KINDS[name])
    ) {
      problems[path ? `${path}.${name}` : name] = REFUSAL;
    }
  }
}
