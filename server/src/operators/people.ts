import { type AccountDocuments, lockReleasable, releaseAtOnce } from '../accounts/identity/release.ts';
import type { Actor } from '../audit/record.ts';
import {
  erasePayerOfTitle,
  findNamingFiles,
  lockTitlesOfCharges,
  type NamingFiles,
  needsPayer,
  type PayersTitle,
} from '../bank-files/payer.ts';
import { maskDocument } from '../brazil/documents.ts';
import {
  ERASED_NAME,
  eraseCustomer,
  findCustomersOfPerson,
  lockCustomersOfPerson,
  type OwnedCustomer,
  wordsOfErased,
} from '../catalog/erase-customer.ts';
import type { ChargeDeps } from '../charges/deps.ts';
import {
  countOpenCharges,
  erasePayer,
  erasePayerOfEvents,
  lockUnerasedCharges,
  MAX_ERASED_CHARGES,
  type PayersCharge,
  wordsWithoutPayer,
} from '../charges/erase-payer.ts';
import { removalJob } from '../charges/stored-cards/remove.ts';
import { removeCardsOf } from '../charges/stored-cards/store.ts';
import type { Tx } from '../db/transaction.ts';
import { GatewayError, notFound } from '../kit/errors.ts';
import { erasePayerOfMails } from '../mail/erase-payer.ts';
import type { Answer } from '../write/answer.ts';
import { type Decision, done, rowWrite } from '../write/effects.ts';
import { type HeldData, type HeldPosition, readHeld } from './held-data.ts';

/** `document` in its stored form; `reason`: why the operator asks. */
export type PersonCommand = { document: string; reason: string; operator: Actor };

/** Everything that is held about a person, by document. Who read it, and why, is on record with the answer. */
export function exportPerson(
  deps: ChargeDeps,
  command: PersonCommand,
  after: HeldPosition | null,
  answer?: Answer<HeldData>,
): Promise<HeldData> {
  return deps.writer.commit(
    {
      load: async (tx) => {
        const customers = await findCustomersOfPerson(deps, tx, command.document);
        return readHeld(deps, tx, command.document, customers, after);
      },
      decide: (held) => decideExport(held, command),
    },
    answer,
  );
}

function decideExport(held: HeldData, command: PersonCommand): Decision<HeldData> {
  const counts = { customers: held.customers.length, charges: held.charges.length };
  return done(held, { audit: [actionOf(command, 'person.exported', counts)] });
}

export type PersonState = {
  customers: OwnedCustomer[];
  charges: PayersCharge[];
  openCharges: number;
  /** Of the person's own seller accounts, which no law orders to be kept. */
  documents: AccountDocuments[];
  /** Boletos of these charges at banks that take files, and the kept files that name the person. */
  titles: PayersTitle[];
  bankFiles: NamingFiles;
};
export type Erasure = {
  customers: number;
  charges: number;
  documents: number;
  bankFiles: NamingFiles;
  isComplete: boolean;
};

/** Replaces what is known of a person by nothing. What happened stays: amounts, dates, ids, postings. */
export function erasePerson(
  deps: ChargeDeps,
  command: PersonCommand,
  answer?: Answer<Erasure>,
): Promise<Erasure> {
  const now = deps.clock.now();
  return deps.writer.commit(
    {
      load: (tx) => loadPerson(deps, tx, command.document),
      decide: (state) => decideErasure(state, command, now),
    },
    answer,
  );
}

/** Charges are locked before customers are: charges come first in the order of locks, accounts and files last. */
async function loadPerson(deps: ChargeDeps, tx: Tx, document: string): Promise<PersonState> {
  const known = await findCustomersOfPerson(deps, tx, document);
  const payers = known.map(({ accountId, id }) => ({ accountId, customerId: id }));
  const charges = await lockUnerasedCharges(tx, payers);
  const customers = await lockCustomersOfPerson(deps, tx, document, known);
  const openCharges = await countOpenCharges(tx, payers);
  const documents = await lockReleasable(tx, document);
  const chargeIds = charges.map(({ id }) => id);
  const titles = await lockTitlesOfCharges(tx, chargeIds.slice(0, MAX_ERASED_CHARGES));
  const bankFiles = await findNamingFiles(tx, titles);
  return { customers, charges, openCharges, documents, titles, bankFiles };
}

/** A customer is erased with the last of its charges: until then the person is found by it. */
export function decideErasure(
  { customers, charges, openCharges, documents, titles, bankFiles }: PersonState,
  command: PersonCommand,
  at: Date,
): Decision<Erasure> {
  if (customers.length + documents.length === 0) return notFound('Person');
  if (openCharges > 0) {
    const message = `${openCharges} open charges need their payer: wait until they end, or have them cancelled`;
    return new GatewayError('INVALID_STATE', message, { open_charges: String(openCharges) });
  }
  const openTitles = titles.filter((title) => needsPayer(title, at)).length;
  if (openTitles > 0) {
    const message = `${openTitles} boletos are open at their bank, which needs their payer: wait until it has ended them`;
    return new GatewayError('INVALID_STATE', message, { open_boletos: String(openTitles) });
  }
  const isComplete = charges.length <= MAX_ERASED_CHARGES;
  const now = charges.slice(0, MAX_ERASED_CHARGES);
  const gone = isComplete ? customers : [];
  const files = documents.reduce((sum, { fileIds }) => sum + fileIds.length, 0);
  const counts = { customers: gone.length, charges: now.length, documents: files };
  const left = { ...counts, bank_files: bankFiles.count };
  return done<Erasure>(
    { ...counts, bankFiles, isComplete },
    {
      rows: [
        ...now.map(({ accountId, id }) => rowWrite(erasePayer, { accountId, id })),
        ...now.map(wordsWithoutPayer),
        ...now.flatMap(({ accountId, id: chargeId, recipients }) =>
          [accountId, ...recipients].map((each) =>
            rowWrite(erasePayerOfEvents, { accountId: each, chargeId }),
          ),
        ),
        ...now.map(({ accountId, id: chargeId }) =>
          rowWrite(erasePayerOfMails, { accountId, chargeId, name: ERASED_NAME }),
        ),
        ...titles
          .filter(({ hasPayer }) => hasPayer)
          .map(({ bank, reference }) => rowWrite(erasePayerOfTitle, { bank, reference })),
        ...gone.map(({ accountId, id }) => rowWrite(eraseCustomer, { accountId, id })),
        ...gone.map(wordsOfErased),
        ...gone.map(({ accountId, id: customerId }) => rowWrite(removeCardsOf, { accountId, customerId })),
        ...documents.flatMap((own) => releaseAtOnce(own, at)),
      ],
      jobs: gone.map(({ accountId, id: customerId }) => removalJob({ accountId, customerId }, at)),
      audit: [
        actionOf(command, 'person.erased', left),
        ...gone.map(({ accountId, id }) => ({
          ...actionOf(command, 'person.erased', {}),
          accountId,
          target: { kind: 'customer', id },
        })),
        ...documents.map(({ accountId, fileIds }) => ({
          ...actionOf(command, 'person.erased', { documents: fileIds.length }),
          accountId,
          target: { kind: 'identity_documents', id: accountId },
        })),
      ],
    },
  );
}

function actionOf({ operator, document, reason }: PersonCommand, action: string, counts: object) {
  const details = { document: maskDocument(document), reason, ...counts };
  return { actor: operator, accountId: operator.accountId, action, target: null, details };
}
