import { Type } from 'typebox';
import { sentFields } from '../accounts/identity/shapes.ts';
import { addressOf } from '../brazil/address.ts';
import { readDocument } from '../brazil/read-document.ts';
import { presentCustomer } from '../catalog/customer-shapes.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import { presentPurchase, purchaseShape } from '../charges/purchase.ts';
import { presentPayer } from '../charges/shapes.ts';
import { actorOf } from '../http/actor.ts';
import { answerTo } from '../http/answer.ts';
import { type App, errorAnswers } from '../http/app-type.ts';
import { addressShape, filledText, instantShape, namedObject, nullable } from '../http/fields.ts';
import { invalidField } from '../kit/errors.ts';
import { isId } from '../kit/ids.ts';
import { reaisFromCents } from '../kit/money.ts';
import { livesOf } from '../retention/lives.ts';
import type { HeldCharge, HeldData, HeldPosition } from './held-data.ts';
import { type Erasure, erasePerson, exportPerson } from './people.ts';

const tags = ['Operators'];
const config = { access: 'operator' } as const;
const text = nullable(Type.String());

const personFields = {
  document: Type.String({ minLength: 1, maxLength: 20, description: 'CPF or CNPJ' }),
  reason: filledText(500),
};
const exportBody = namedObject('ExportPerson', {
  ...personFields,
  cursor: Type.Optional(
    nullable(Type.String({ maxLength: 200, description: 'next_cursor of the answer before' })),
  ),
});
const eraseBody = namedObject('ErasePerson', personFields);

const personShape = namedObject('PersonData', {
  object: Type.Literal('person_data'),
  document: Type.String(),
  customers: Type.Array(
    namedObject('PersonCustomer', {
      object: Type.Literal('customer'),
      account_id: Type.String({ description: 'The seller' }),
      id: Type.String(),
      name: Type.String(),
      email: text,
      cpf_cnpj: text,
      phone: text,
      address: nullable(addressShape),
      created_at: instantShape,
    }),
  ),
  charges: Type.Array(
    namedObject('PersonCharge', {
      account_id: Type.String({ description: 'The seller' }),
      id: Type.String(),
      billing_type: Type.String(),
      status: Type.String(),
      value: Type.Number(),
      description: text,
      external_reference: text,
      metadata: nullable(Type.Record(Type.String(), Type.String())),
      purchase: nullable(purchaseShape),
      customer: nullable(
        namedObject('PersonContact', {
          name: Type.String(),
          email: text,
          cpf_cnpj: text,
          phone: text,
          address: nullable(addressShape),
        }),
      ),
      payment_date: nullable(instantShape),
      created_at: instantShape,
      event_count: Type.Integer({
        description: 'Events of this charge; each holds name and e-mail of the payer',
      }),
      cards: Type.Array(
        namedObject('PersonCard', {
          brand: Type.String(),
          last_four: Type.String(),
          status: Type.String(),
          created_at: Type.String(),
        }),
      ),
    }),
  ),
  accounts: Type.Array(
    namedObject('PersonAccount', {
      id: Type.String(),
      name: Type.String(),
      email: Type.String(),
      document: Type.String(),
      phone: text,
      address: nullable(addressShape),
      contact_email: text,
      contact_phone: text,
      contact_whatsapp: text,
      account_status: Type.String(),
      created_at: instantShape,
      identity: Type.Array(
        namedObject('PersonIdentity', {
          id: Type.String(),
          status: Type.String(),
          documents: Type.Array(namedObject('IdentityDocument', sentFields)),
          created_at: instantShape,
        }),
        { description: 'Documents that were sent; an operator opens each to hand it over' },
      ),
    }),
    { description: 'Sellers with this document' },
  ),
  has_more: Type.Boolean({ description: 'There are more charges' }),
  next_cursor: text,
});

const erasureShape = namedObject('PersonErasure', {
  object: Type.Literal('person_erasure'),
  customers: Type.Integer(),
  charges: Type.Integer(),
  identity_documents: Type.Integer({
    description: 'Documents of refused or replaced checks; approved ones are kept as the law orders',
  }),
  bank_files: Type.Integer({
    description:
      'Files for and of banks that name the person in these charges. Their sealed bytes cannot be changed and are kept until bank_files_until',
  }),
  bank_files_until: nullable(Type.String({ format: 'date-time' })),
  is_complete: Type.Boolean({ description: 'false: there are more charges, call again' }),
});

/** By POST, so that a document is in no address and in no log of one. */
export function peopleRoutes(app: App, deps: ChargeDeps): void {
  app.post('/api/v1/admin/people/export', {
    config,
    schema: {
      tags,
      summary: 'Everything held about a person, by CPF or CNPJ, in all accounts (LGPD)',
      body: exportBody,
      response: { 200: personShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { document, reason, cursor = null } = request.body;
      const command = {
        document: readDocument('document', document, false),
        reason,
        operator: actorOf(request),
      };
      const answer = answerTo(request, reply, 200, presentHeld);
      await exportPerson(deps, command, cursor === null ? null : positionIn(cursor), answer);
      return answer.send();
    },
  });
  app.post('/api/v1/admin/people/erase', {
    config,
    schema: {
      tags,
      summary: 'Erase a person, by CPF or CNPJ, from all accounts (LGPD); amounts and dates stay',
      body: eraseBody,
      response: { 200: erasureShape, ...errorAnswers },
    },
    handler: async (request, reply) => {
      const { document, reason } = request.body;
      const command = {
        document: readDocument('document', document, false),
        reason,
        operator: actorOf(request),
      };
      const { bankFilesMs } = livesOf(deps.config);
      const answer = answerTo(request, reply, 200, (erasure: Erasure) =>
        presentErasure(erasure, bankFilesMs),
      );
      await erasePerson(deps, command, answer);
      return answer.send();
    },
  });
}

function presentErasure(erasure: Erasure, bankFilesMs: number) {
  const { customers, charges, documents, bankFiles, isComplete } = erasure;
  const { count, lastMadeAt } = bankFiles;
  return {
    object: 'person_erasure' as const,
    ...{ customers, charges, identity_documents: documents },
    bank_files: count,
    bank_files_until: lastMadeAt && new Date(lastMadeAt.getTime() + bankFilesMs).toISOString(),
    is_complete: isComplete,
  };
}

function presentHeld({ document, customers, charges, accounts, hasMore }: HeldData) {
  const last = charges.at(-1);
  return {
    object: 'person_data' as const,
    document,
    customers: customers.map((customer) => ({
      ...presentCustomer(customer),
      account_id: customer.accountId,
    })),
    charges: charges.map(presentHeldCharge),
    accounts: accounts.map(({ status, created_at: createdAt, address, identity, ...account }) => ({
      ...account,
      address: addressOf(address),
      account_status: status,
      created_at: createdAt.toISOString(),
      identity: identity.map((sent) => ({ ...sent, created_at: new Date(sent.created_at).toISOString() })),
    })),
    has_more: hasMore,
    next_cursor: hasMore && last ? cursorOf(last) : null,
  };
}

function presentHeldCharge(charge: HeldCharge) {
  return {
    account_id: charge.accountId,
    id: charge.id,
    billing_type: charge.billingType,
    status: charge.status,
    value: reaisFromCents(charge.valueCents),
    description: charge.description,
    external_reference: charge.externalReference,
    metadata: charge.metadata,
    purchase: charge.purchase && presentPurchase(charge.purchase),
    customer: charge.customer && presentPayer(charge.customer),
    payment_date: charge.paidAt?.toISOString() ?? null,
    created_at: charge.createdAt.toISOString(),
    event_count: charge.eventCount,
    cards: charge.cards,
  };
}

function cursorOf({ accountId, id }: HeldPosition): string {
  return Buffer.from(`${accountId} ${id}`).toString('base64url');
}

function positionIn(cursor: string): HeldPosition {
  const [accountId = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (!isId(accountId) || !isId(id)) throw invalidField('cursor', 'is not a cursor of this export');
  return { accountId, id };
}
