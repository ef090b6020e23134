import { maskedAddress, maskedText } from '../../kit/masked-text.ts';
import { HIDDEN, withoutCredentials } from '../../kit/without-credentials.ts';

const MAX_QUERY_LENGTH = 500;
const MAX_PATH_LENGTH = 500;

/** Parameters whose values are logged: useful to developers and not personal. Of others only the name is kept. */
const SHOWN = new Set([
  ...[
    'limit',
    'offset',
    'cursor',
    'status',
    'billing_type',
    'type',
    'category',
    'active',
    'outcome',
    'action',
  ],
  ...[
    'created_from',
    'created_to',
    'external_reference',
    'customer_id',
    'charge_id',
    'webhook_id',
    'account_id',
  ],
  ...['event', 'days', 'format', 'language', 'product_id', 'payment_link_id', 'withdrawal_id'],
]);

export function withoutSecrets(text: string): string {
  return maskedText(withoutCredentials(text));
}

function shownPart(text: string): string {
  return maskedAddress(withoutCredentials(text));
}

/** The path and query of a request as the seller's log shows them. */
export function shownPath(url: string): string {
  const mark = url.indexOf('?');
  const path = (mark < 0 ? url : url.slice(0, mark))
    .split('/')
    .map(shownPart)
    .join('/')
    .slice(0, MAX_PATH_LENGTH);
  if (mark < 0) return path;
  const query = url
    .slice(mark + 1)
    .split('&')
    .map(shownParameter)
    .join('&');
  return `${path}?${query.slice(0, MAX_QUERY_LENGTH)}`;
}

function shownParameter(parameter: string): string {
  const mark = parameter.indexOf('=');
  if (mark < 0) return SHOWN.has(parameter) ? parameter : HIDDEN;
  const name = parameter.slice(0, mark);
  const value = parameter.slice(mark + 1);
  return SHOWN.has(name) ? `${name}=${shownPart(value)}` : `${shownPart(name)}=${HIDDEN}`;
}
