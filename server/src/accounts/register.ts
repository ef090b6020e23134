import { type Action, type Actor, systemActor } from '../audit/record.ts';
import { personTypeOf } from '../brazil/documents.ts';
import { readDocument } from '../brazil/read-document.ts';
import type { Deps } from '../http/deps.ts';
import { systemMs } from '../kit/clock.ts';
import { GatewayError, invalidField } from '../kit/errors.ts';
import type { Lang } from '../kit/language.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite, together } from '../write/effects.ts';
import { requireStrongPassword } from './auth/password-strength.ts';
import { hashPassword } from './auth/passwords.ts';
import { type NewSession, newSession, type Origin, openedSession, type SignedIn } from './auth/sessions.ts';
import { addUnclaimed, type Holder, lockHolder, passwordHint } from './emails.ts';
import {
  countedMailTries,
  emailMark,
  lockMailTries,
  type MailTries,
  REGISTRATIONS,
  TooManyMails,
  waitSeconds,
} from './mail-tries.ts';
import { confirmationOf, type NewcomerMail } from './newcomer.ts';
import {
  type EmailOwner,
  findEmailOwner,
  type NewAccount,
  newAccountRows,
  unclaimedAccountRows,
} from './store.ts';

export type Registration = {
  name: string;
  email: string;
  password: string;
  document: string;
  personType?: 'PF' | 'PJ';
  phone?: string;
};

type Role = 'seller' | 'operator';

/**
 * `id`: of the new account; `from`: where a person signs up; `addedBy`: the operator who adds another; `isVerified`: the
 * address needs no confirmation, because no person reads it (demo accounts).
 */
type RegisterOptions = {
  id?: string;
  from?: Omit<Origin, 'byCookie'>;
  addedBy?: Actor;
  isVerified?: boolean;
};

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

/**
 * A person signs up and is signed in at once, whether or not the address is another user's: the answer, and what can be
 * done with it, are the same (decision 0036).
 */
export async function signUp(
  deps: Deps,
  { lang, ...request }: Registration & { lang: Lang },
  origin: Origin,
  answer?: Answer<SignedIn>,
): Promise<SignedIn> {
  const { byCookie: _, ...from } = origin;
  const registration = await newRegistration(deps, request, 'seller', { from });
  const { account, user } = registration;
  const owner = { accountId: account.id, userId: user.id };
  const command: SignUpCommand = {
    registration,
    session: await newSession(deps, owner, origin),
    hint: passwordHint(deps.vault, account.email, request.password),
    mail: confirmationOf(deps, { ...owner, email: account.email, name: account.name, lang }),
  };
  const mark = emailMark(deps.vault, 'confirm', account.email);
  const now = new Date(systemMs());
  return deps.writer.commit(
    {
      load: async (tx): Promise<SignUpState> => ({
        tries: await lockMailTries(tx, [mark]),
        holder: await lockHolder(tx, account.email),
      }),
      decide: (state) => decideSignUp(state, command, now),
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
  { id = deps.ids.next(), from, addedBy, isVerified = false }: RegisterOptions,
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
    emailVerifiedAt: isVerified ? account.created_at : null,
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

export type SignUpState = { tries: readonly MailTries[]; holder: Holder | null };
export type SignUpCommand = {
  registration: RegistrationCommand;
  session: NewSession;
  hint: string;
  mail: NewcomerMail;
};

/** Beyond the hourly limit of an address no more mail is sent to it: the user can ask for a link later. */
export function decideSignUp(
  { tries, holder }: SignUpState,
  { registration, session, hint, mail }: SignUpCommand,
  now: Date,
): Decision<SignedIn> {
  const { account, user } = registration;
  const wait = waitSeconds(tries, 'email', now, REGISTRATIONS);
  if (wait !== null) return new TooManyMails(wait);
  const { accountId, token } = session;
  const unclaimed = { email: account.email, accountId, userId: user.id, hint, at: now };
  const rows = holder
    ? [rowWrite(addUnclaimed, unclaimed), ...unclaimedAccountRows(registration)]
    : newAccountRows(registration);
  const mails = waitSeconds(tries, 'email', now) === null ? [mail(holder)] : [];
  const registered = {
    rows: [...rows, ...countedMailTries(tries, now)],
    audit: [registrationAction(registration)],
    mails,
  };
  return done({ accountId, token }, together([registered, openedSession(session)]));
}

function registrationAction({ account, user, by }: RegistrationCommand): Action {
  const { id, name, email } = account;
  const isOperator = user.role === 'operator';
  const kind = isOperator ? 'operator' : 'account';
  const action = isOperator ? 'operator.added' : 'account.registered';
  return { actor: by, accountId: id, action, target: { kind, id }, details: { email, name } };
}
