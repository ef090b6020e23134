import { Type } from 'typebox';
import { filledText, instantShape, namedEnum, namedObject, nullable, optionalBody } from '../http/fields.ts';
import { SCOPES } from '../kit/permissions.ts';

const MAX_NETWORKS = 50;
const scope = namedEnum('KeyScope', SCOPES);

const limits = {
  scopes: Type.Optional(
    nullable(
      Type.Array(scope, {
        minItems: 1,
        maxItems: SCOPES.length,
        description: 'What the key may do; null: everything',
      }),
    ),
  ),
  allowed_ips: Type.Optional(
    nullable(
      Type.Array(Type.String({ minLength: 1, maxLength: 50 }), {
        minItems: 1,
        maxItems: MAX_NETWORKS,
        description: 'IP addresses and networks (CIDR) that the key may be used from; null: all',
      }),
    ),
  ),
  expires_at: Type.Optional(
    nullable(
      Type.String({
        maxLength: 40,
        description: 'ISO 8601 with its zone, in real time; the key is refused from then on. null: never',
      }),
    ),
  ),
};

export const createKeyBody = optionalBody(
  namedObject('CreateApiKey', { name: Type.Optional(filledText(100)), ...limits }),
);

export const changeKeyBody = namedObject('ChangeApiKey', { name: Type.Optional(filledText(100)), ...limits });

const shownLimits = {
  scopes: nullable(Type.Array(scope, { description: 'null: everything' })),
  allowed_ips: nullable(Type.Array(Type.String(), { description: 'null: from everywhere' })),
  expires_at: nullable(instantShape),
};

export const createdKeyShape = namedObject('CreatedApiKey', {
  success: Type.Boolean(),
  id: Type.String(),
  name: Type.String(),
  api_key: Type.String(),
  created_at: instantShape,
  warning: Type.String(),
  ...shownLimits,
});

/** Without a limit all keys are listed. */
export const keyListQuery = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
});

export const keyShape = namedObject('ApiKey', {
  id: Type.String(),
  name: Type.String(),
  api_key: Type.String(),
  status: Type.String(),
  last_used_at: nullable(instantShape),
  created_at: instantShape,
  created_by: nullable(Type.String({ description: 'E-mail of the person who made it' })),
  ...shownLimits,
});

export const keyListShape = namedObject('ApiKeyList', {
  keys: Type.Array(keyShape),
  total: Type.Integer(),
  has_more: Type.Boolean(),
});
