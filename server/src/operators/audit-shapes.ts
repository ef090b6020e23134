import { Type } from 'typebox';
import type { AuditLine } from '../audit/list.ts';
import { instantShape, namedObject, nullable } from '../http/fields.ts';
import { cursorQuery, pageQuery } from '../http/lists.ts';

const text = nullable(Type.String());
const page = { ...pageQuery, ...cursorQuery };

const auditLineShape = namedObject('AuditEntry', {
  id: Type.String(),
  created_at: instantShape,
  action: Type.String({ description: 'What was done, e.g. api_key.created' }),
  account_id: Type.String({ description: 'Account whose log has this entry' }),
  account_name: text,
  actor: namedObject('AuditActor', {
    kind: Type.Enum(['user', 'api_key', 'system']),
    user_id: text,
    email: text,
    name: nullable(Type.String({ description: 'Name of the person, if known' })),
    key_id: text,
    key_name: text,
  }),
  target: nullable(namedObject('AuditTarget', { kind: Type.String(), id: Type.String() })),
  details: Type.Record(Type.String(), Type.Unknown(), { description: 'Secrets and keys are masked' }),
  address: text,
  user_agent: text,
  request_id: text,
});

export const auditLogShape = namedObject('AuditEntryList', {
  object: Type.Literal('list'),
  data: Type.Array(auditLineShape),
  total: nullable(Type.Integer({ description: 'null: more than 10,000' })),
  has_more: Type.Boolean(),
  next_cursor: text,
});

const ACTION_NAME = '^[a-z_]+\\.[a-z_]+$';

export const auditQuery = Type.Object({
  action: Type.Optional(Type.String({ maxLength: 60, pattern: ACTION_NAME })),
  actor: Type.Optional(Type.String({ maxLength: 254, description: 'Actor: the id of a user, or an e-mail' })),
  created_from: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, inclusive' })),
  created_to: Type.Optional(Type.String({ maxLength: 40, description: 'ISO 8601, exclusive' })),
  ...page,
});

export const everyAuditQuery = Type.Object({
  account_id: Type.Optional(Type.String({ maxLength: 60 })),
  ...auditQuery.properties,
});

export function presentAuditLine(line: AuditLine) {
  const { target_kind: kind, target_id: target } = line;
  return {
    id: line.id,
    created_at: line.created_at.toISOString(),
    action: line.action,
    account_id: line.account_id,
    account_name: line.account_name,
    actor: {
      kind: line.actor_kind,
      user_id: line.user_id,
      email: line.email,
      name: line.user_name,
      key_id: line.key_id,
      key_name: line.key_name,
    },
    target: kind !== null && target !== null ? { kind, id: target } : null,
    details: line.details as Record<string, unknown>,
    address: line.address,
    user_agent: line.user_agent,
    request_id: line.request_id,
  };
}

/** A seller sees that an operator acted, and what was done, but neither who nor from where. */
export function presentOwnLine(line: AuditLine) {
  if (line.actor_account_id === line.account_id) return presentAuditLine(line);
  const hiddenActor = { user_id: null, email: null, user_name: null, key_id: null, key_name: null };
  const hiddenOrigin = { address: null, user_agent: null, request_id: null };
  const details = detailsForSeller(line);
  return presentAuditLine({ ...line, ...hiddenActor, ...hiddenOrigin, details });
}

/**
 * The reason of a rejected withdrawal is for the seller. Those of a block, an opening and a view are for operators only, and
 * so is what they say about an identity: the seller's own page tells what it is to know.
 */
function detailsForSeller({ action, target_kind: kind, details }: AuditLine): object {
  if (kind === 'identity') return picked(details, 'document');
  if (action.endsWith('.opened') || action === 'view.started') return { ...details, reason: undefined };
  return kind === 'account' ? withoutReasons(details) : details;
}

function withoutReasons(details: object): object {
  const sides = Object.entries(details as Record<string, object>).filter(([side]) => side !== 'reason');
  return Object.fromEntries(sides.map(([side, shown]) => [side, { ...shown, reason: undefined }]));
}

function picked(details: object, name: string): object {
  return name in details ? { [name]: (details as Record<string, unknown>)[name] } : {};
}
