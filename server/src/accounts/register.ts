import { type Actor, recordAction, systemActor } from '../audit/record.ts';
import { personTypeOf } from '../brazil/documents.ts';
import { readDocument } from '../brazil/read-document.ts';
import { isUniqueViolation, type Tx, transaction } from '../db/transaction.ts';
import type { Deps } from '../http/deps.ts';
import { fail, invalidField } from '../kit/errors.ts';
import { hashPassword } from './auth/passwords.ts';
import type { AccountRow } from './shapes.ts';
import { findAccount, insertAccount } from './store.ts';

export type Registration = {
  name: string;
  email: string;
  password: string;
  document: string;
  personType?: 'PF' | 'PJ';
  phone?: string;
};

type Role = 'seller' | 'operator';

type Origin = Pick<Actor, 'address' | 'userAgent' | 'requestId'>;

/** The id the account is to have, from where a person signs up, or which operator adds another. */
type Circumstances = { id?: string; from?: Origin; addedBy?: Actor };

/**
 * A sandbox account is active at once; a live one waits for an operator. The role stands apart from the request: no
 * body may carry it.
 */
export async function register(
  deps: Deps,
  request: Registration,
  role: Role = 'seller',
  { id = deps.ids.next(), from, addedBy }: Circumstances = {},
): Promise<{ account: AccountRow; userId: string }> {
  const document = readDocument('document', request.document, deps.config.GUICHE_RAILS === 'live');
  const personType = personTypeOf(document);
  if (request.personType && request.personType !== personType) {
    throw invalidField('person_type', `does not match the document: ${personType}`);
  }
  const isOperator = role === 'operator';
  const account = {
    id,
    name: request.name.trim(),
    email: request.email.toLowerCase(),
    document,
    person_type: personType,
    phone: request.phone ?? null,
    status: isOperator || deps.config.GUICHE_RAILS === 'sandbox' ? ('active' as const) : ('pending' as const),
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
  try {
    await transaction(deps.db, async (tx) => {
      await insertAccount(tx, { account, user });
      await recordArrival(tx, addedBy ?? person, account, role);
    });
  } catch (error) {
    if (isUniqueViolation(error, 'user_emails_pkey'))
      fail('EMAIL_TAKEN', undefined, { email: 'is already registered' });
    throw error;
  }
  return { account: (await findAccount(deps.db, account.id)) as AccountRow, userId: user.id };
}

async function recordArrival(
  tx: Tx,
  actor: Actor,
  { id, name, email }: Pick<AccountRow, 'id' | 'name' | 'email'>,
  role: Role,
): Promise<void> {
  const kind = role === 'operator' ? 'operator' : 'account';
  const action = role === 'operator' ? 'operator.added' : 'account.registered';
  await recordAction(tx, { actor, accountId: id, action, target: { kind, id }, details: { email, name } });
}
