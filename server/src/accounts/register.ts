import { type Action, type Actor, systemActor } from '../audit/record.ts';
import { personTypeOf } from '../brazil/documents.ts';
import { readDocument } from '../brazil/read-document.ts';
import type { Deps } from '../http/deps.ts';
import { GatewayError, invalidField } from '../kit/errors.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, isRefusal, together } from '../write/effects.ts';
import { requireStrongPassword } from './auth/password-strength.ts';
import { hashPassword } from './auth/passwords.ts';
import { type NewSession, newSession, type Origin, openedSession, type SignedIn } from './auth/sessions.ts';
import { type EmailOwner, findEmailOwner, type NewAccount, newAccountRows } from './store.ts';

export type Registration = {
  name: string;
  email: string;
  password: string;
  document: string;
  personType?: 'PF' | 'PJ';
  phone?: string;
};

type Role = 'seller' | 'operator';

/** `id`: of the new account; `from`: where a person signs up; `addedBy`: the operator who adds another. */
type RegisterOptions = { id?: string; from?: Omit<Origin, 'byCookie'>; addedBy?: Actor };

/**
 * Adds an account with its first user. The role is a separate parameter: it can never come from a request body. A second
 * call with the same id and e-mail returns the first account.
 */
export async function register(
  deps: Deps,
  request: Registration,
  role: Role = 'seller',
  circumstances: RegisterOptions = {},
  answer?: Answer<EmailOwner>,
): Promise<EmailOwner> {
  const command = await newRegistration(deps, request, role, circumstances);
  return deps.writer.commit(
    {
      load: (tx) => findEmailOwner(tx, command.account.email),
      decide: (owner) => decideRegistration(owner, command),
    },
    answer,
  );
}

/** A person signs up and is signed in at once. */
export async function signUp(
  deps: Deps,
  request: Registration,
  origin: Origin,
  answer?: Answer<SignedIn>,
): Promise<SignedIn> {
  const { byCookie: _, ...from } = origin;
  const command = await newRegistration(deps, request, 'seller', { from });
  const owner = { accountId: command.account.id, userId: command.user.id };
  const session = await newSession(deps, owner, origin);
  return deps.writer.commit(
    {
      load: (tx) => findEmailOwner(tx, command.account.email),
      decide: (emailOwner) => decideSignUp(emailOwner, command, session),
    },
    answer,
  );
}

export type RegistrationCommand = NewAccount & { by: Actor };

/** A sandbox account is active at once; a live one is pending until an operator approves it. */
async function newRegistration(
  deps: Deps,
  request: Registration,
  role: Role,
  { id = deps.ids.next(), from, addedBy }: RegisterOptions,
): Promise<RegistrationCommand> {
  const document = readDocument('document', request.document, deps.config.GUICHE_RAILS === 'live');
  const personType = personTypeOf(document);
  if (request.personType && request.personType !== personType) {
    throw invalidField('person_type', `does not match the document: ${personType}`);
  }
  requireStrongPassword(deps, 'password', request.password, request);
  const isActive = role === 'operator' || deps.config.GUICHE_RAILS === 'sandbox';
  const account = {
    id,
    name: request.name.trim(),
    email: request.email.toLowerCase(),
    document,
    person_type: personType,
    phone: request.phone ?? null,
    status: isActive ? ('active' as const) : ('pending' as const),
    identity_verified: false,
    payment_provider: deps.rails.pix[0].name,
    created_at: deps.clock.now(),
  };
  const user = {
    id: deps.ids.next(),
    passwordHash: await hashPassword(request.password),
    role,
    addedBy: addedBy?.accountId ?? null,
  };
  const person: Actor = from
    ? { kind: 'user', accountId: id, userId: user.id, credentialId: null, ...from }
    : systemActor(id);
  return { account, user, by: addedBy ?? person };
}

/** `owner`: the user who already has this e-mail. */
export function decideRegistration(
  owner: EmailOwner | null,
  command: RegistrationCommand,
): Decision<EmailOwner> {
  const { account, user } = command;
  if (owner?.accountId === account.id) return done(owner);
  if (owner) return new GatewayError('EMAIL_TAKEN', undefined, { email: 'is already registered' });
  return done(
    { accountId: account.id, userId: user.id },
    { rows: newAccountRows(command), audit: [registrationAction(command)] },
  );
}

export function decideSignUp(
  owner: EmailOwner | null,
  command: RegistrationCommand,
  session: NewSession,
): Decision<SignedIn> {
  const decision = decideRegistration(owner, command);
  if (isRefusal(decision)) return decision;
  const { accountId, token } = session;
  return done({ accountId, token }, together([decision.effects, openedSession(session)]));
}

function registrationAction({ account, user, by }: RegistrationCommand): Action {
  const { id, name, email } = account;
  const isOperator = user.role === 'operator';
  const kind = isOperator ? 'operator' : 'account';
  const action = isOperator ? 'operator.added' : 'account.registered';
  return { actor: by, accountId: id, action, target: { kind, id }, details: { email, name } };
}
