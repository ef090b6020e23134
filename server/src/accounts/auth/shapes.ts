import { Type } from 'typebox';
import type { Deps } from '../../http/deps.ts';
import { instantShape, namedEnum, namedObject, nullable } from '../../http/fields.ts';
import type { Principal } from '../../http/principal.ts';
import { SECOND_MS, systemMs } from '../../kit/clock.ts';
import { reaisFromCents } from '../../kit/money.ts';
import { PERMISSIONS } from '../../kit/permissions.ts';
import { isOffered, METHODS } from '../../providers/offered.ts';
import { type AccountRow, accountShape, passwordText, presentAccount, registerBody } from '../shapes.ts';
import { type Membership, teamRole } from '../team/shapes.ts';
import { LINK_PURPOSES } from './mail-link.ts';
import type { SessionFacts, SessionRow } from './session-facts.ts';
import { TOKEN_SECONDS } from './sessions.ts';

/** A password that is only compared: no rule but its length applies. */
const givenPassword = Type.String({ maxLength: 128 });
const givenCode = Type.String({
  minLength: 1,
  maxLength: 40,
  description: 'The six digits of the authenticator app, or a recovery code',
});

export const loginBody = namedObject('Credentials', {
  email: Type.String({ maxLength: 254 }),
  password: givenPassword,
  code: Type.Optional(givenCode),
  cookie: registerBody.properties.cookie,
});

export const changePasswordBody = namedObject('ChangePassword', {
  current_password: givenPassword,
  new_password: passwordText,
});
export const recoverBody = namedObject('RecoverPassword', { email: Type.String({ maxLength: 254 }) });
const linkToken = Type.String({
  minLength: 1,
  maxLength: 400,
  description: 'What stands after # in the link',
});
export const resetBody = namedObject('ResetPassword', { token: linkToken, password: passwordText });
export const verifyEmailBody = namedObject('VerifyEmail', { token: linkToken });
const linkPurpose = namedEnum('LinkPurpose', LINK_PURPOSES, { description: 'The kind of the mail' });
export const checkLinkBody = namedObject('CheckLink', {
  purpose: linkPurpose,
  token: linkToken,
});
export const checkedLinkShape = namedObject('CheckedLink', {
  success: Type.Boolean(),
  purpose: linkPurpose,
  email: Type.String({ description: 'The address that the mail was sent to' }),
  email_verified: Type.Boolean({ description: 'Whether the address is confirmed already' }),
  expires_at: Type.String({
    format: 'date-time',
    description: 'In real time, also if the sandbox clock was moved',
  }),
});
export const proposeBody = namedObject('ProposeTwoFactor', { password: givenPassword });
export const confirmBody = namedObject('ConfirmTwoFactor', { code: givenCode });
export const disableBody = namedObject('DisableTwoFactor', { password: givenPassword, code: givenCode });

export const proofBody = namedObject('ConfirmIdentity', {
  password: Type.Optional(givenPassword),
  code: Type.Optional(givenCode),
});
export const proofShape = namedObject('IdentityConfirmation', {
  success: Type.Boolean(),
  message: Type.String(),
  expires_at: Type.String({
    format: 'date-time',
    description: 'Until then this session is not asked again',
  }),
});

export const signedInShape = namedObject('SignIn', {
  token: nullable(Type.String({ description: 'null when it was set as a cookie' })),
  token_type: Type.Literal('Bearer'),
  expires_in: Type.Integer(),
  account: accountShape,
});

export function presentSignedIn(token: string | null, account: AccountRow, seconds = TOKEN_SECONDS) {
  return {
    token,
    token_type: 'Bearer' as const,
    expires_in: seconds,
    account: presentAccount(account),
  };
}

export const sessionShape = namedObject('CurrentSession', {
  object: Type.Literal('session'),
  id: Type.String(),
  created_at: instantShape,
  expires_at: instantShape,
  user: namedObject('SessionUser', {
    id: Type.String(),
    email: Type.String(),
    role: Type.Enum(['seller', 'operator']),
    name: nullable(Type.String()),
    team_role: teamRole,
    two_factor: Type.Boolean({ description: 'Whether signing in needs a second factor' }),
  }),
  account: accountShape,
  permissions: Type.Array(namedEnum('Permission', PERMISSIONS), {
    description: 'What the user may do in this account',
  }),
  accounts: Type.Array(
    namedObject('Membership', { id: Type.String(), name: Type.String(), role: teamRole }),
    { description: 'Accounts that the user can switch to, this one included' },
  ),
  rails: Type.Enum(['sandbox', 'live']),
  mail: namedEnum('MailDelivery', ['smtp', 'outbox', 'off'], {
    description: 'How mails leave: by SMTP, into the outbox of the sandbox, or not at all',
  }),
  methods: Type.Array(Type.Enum([...METHODS]), { description: 'Payment methods of this gateway' }),
  must_change_password: Type.Boolean({
    description: 'The password was set by an operator: it must be changed before anything else',
  }),
  two_factor_required: Type.Boolean({
    description: 'An operator on live rails who must set up a second factor before anything else',
  }),
  view: nullable(
    namedObject('SessionView', {
      expires_at: instantShape,
      seconds_left: Type.Integer({
        description: "An operator looks at this seller's dashboard: it only reads, and shows no contacts",
      }),
    }),
  ),
  two_person_above: nullable(
    Type.Number({ description: 'Withdrawals of more than this many reais need two operators; null: one' }),
  ),
});

export type ShownSession = {
  facts: SessionFacts;
  account: AccountRow;
  principal: Principal;
  memberships: readonly Membership[];
};

/** Of a view: as a read-only member of the seller's team would get it. */
export function presentSession(
  { facts: stored, account, principal, memberships }: ShownSession,
  { config, rails: providers, mail }: Pick<Deps, 'config' | 'rails' | 'mail'>,
) {
  const { permissions, view, credentialId, teamRole } = principal;
  const facts = view
    ? {
        ...stored,
        ...{ id: credentialId, role: 'seller' as const, team_role: teamRole ?? 'read_only' },
        name: null,
      }
    : stored;
  const { id, created_at: createdAt, expires_at: expiresAt } = facts;
  const { GUICHE_RAILS: rails, GUICHE_TWO_PERSON_ABOVE: twoPersonAbove } = config;
  return {
    object: 'session' as const,
    id,
    created_at: createdAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    user: {
      id: facts.user_id,
      email: facts.email,
      role: facts.role,
      name: facts.name,
      team_role: facts.team_role,
      two_factor: facts.two_factor,
    },
    account: presentAccount(account),
    permissions: PERMISSIONS.filter((permission) => permissions.has(permission)),
    accounts: memberships.map(({ id, name, role }) => ({ id, name, role })),
    rails,
    mail: mail.kind,
    methods: METHODS.filter((method) => isOffered(providers, method)),
    must_change_password: facts.must_change_password,
    two_factor_required: rails === 'live' && facts.role === 'operator' && !facts.two_factor,
    view: view && presentView(view.endsMs),
    two_person_above: twoPersonAbove === null ? null : reaisFromCents(twoPersonAbove),
  };
}

function presentView(endsMs: number) {
  const seconds = Math.ceil((endsMs - systemMs()) / SECOND_MS);
  return { expires_at: new Date(endsMs).toISOString(), seconds_left: Math.max(0, seconds) };
}

export const listedSessionShape = namedObject('Session', {
  id: Type.String(),
  created_at: instantShape,
  last_seen_at: instantShape,
  expires_at: instantShape,
  address: nullable(Type.String({ description: 'IP address of the sign-in' })),
  user_agent: nullable(Type.String()),
  current: Type.Boolean({ description: 'Whether this is the session of the request' }),
});

export function presentListedSession(row: SessionRow, currentId: string) {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_seen_at: (row.last_seen_at ?? row.created_at).toISOString(),
    expires_at: row.expires_at.toISOString(),
    address: row.address,
    user_agent: row.user_agent,
    current: row.id === currentId,
  };
}

export const proposalShape = namedObject('TwoFactorProposal', {
  secret: Type.String({ description: 'Base32, to type by hand' }),
  uri: Type.String({ description: 'otpauth://…, the content of the QR code' }),
  qr_code: Type.String({ description: 'data:image/png;base64,…' }),
});

export const confirmedShape = namedObject('TwoFactorConfirmation', {
  success: Type.Boolean(),
  recovery_codes: Type.Array(Type.String(), { description: 'Shown only once; each code works once' }),
});
