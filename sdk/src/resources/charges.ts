import type { FeedEvent } from '../event-types.ts';
import type { Listing } from '../listing.ts';
import { type ExportedFile, Resource } from '../resource.ts';
import type {
  AnswerDispute,
  CaptureCharge,
  Charge,
  ChargeCounts,
  ChargeEventPage,
  ChargeExport,
  ChargeFilters,
  ChargeImport,
  ChargeImportFilters,
  ChargeImportRow,
  ChargeImportRowFilters,
  ChargeLedger,
  ChargeMailResult,
  ChargeSummary,
  CreateCharge,
  CreateChargeImport,
  CreateQuote,
  CreateRefund,
  Dispute,
  DisputeExport,
  DisputeFilters,
  PageFilters,
  PayCharge,
  Quote,
  Refund,
  SendChargeMail,
  UpdateCharge,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

export class Charges extends Resource {
  /** Creates a charge and its means of payment: `pix`, `boleto`, `payment_url` or `checkout_url`. */
  create(charge: CreateCharge, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/charges', { body: charge }, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<Charge> {
    return this.send('get', '/api/v1/charges/{id}', { id }, options);
  }

  /** Newest first. */
  list(filters?: ChargeFilters, options?: RequestOptions): Listing<ChargeSummary, PageOf<'/api/v1/charges'>> {
    return this.listing('/api/v1/charges', filters, options);
  }

  /** How many there are of each status. */
  counts(options?: RequestOptions): Promise<ChargeCounts> {
    return this.send('get', '/api/v1/charges/counts', {}, options);
  }

  /** A list as a CSV or XLSX file. */
  export(query: ChargeExport, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/charges/export', query, options);
  }

  /** Sends the charge to its payer by e-mail; a paid one as its receipt. */
  sendMail(id: string, mail: SendChargeMail = {}, options?: RequestOptions): Promise<ChargeMailResult> {
    return this.send('post', '/api/v1/charges/{id}/mails', { id, body: mail }, options);
  }

  /** The due date of a pending boleto. At a bank it counts once the bank has accepted: `boleto.due_date_change`. */
  update(id: string, change: UpdateCharge, options?: RequestOptions): Promise<Charge> {
    return this.send('patch', '/api/v1/charges/{id}', { id, body: change }, options);
  }

  /** For a charge that is PENDING or OVERDUE. */
  cancel(id: string, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/charges/{id}/cancel', { id }, options);
  }

  /** Tries a card. `card_payment` says what became of it; the payer of a challenge is led to its `challenge_url`. */
  pay(id: string, payment: PayCharge, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/charges/{id}/pay', { id, body: payment }, options);
  }

  /** Takes what is held on the card of a charge with `capture` false: all of it, or `amount`, once. */
  capture(id: string, capture: CaptureCharge = {}, options?: RequestOptions): Promise<Charge> {
    return this.send('post', '/api/v1/charges/{id}/capture', { id, body: capture }, options);
  }

  /** Returns money of a paid charge: all that is left, or `amount` of it. The fee is not returned. */
  refund(id: string, refund: CreateRefund = {}, options?: RequestOptions): Promise<Refund> {
    return this.send('post', '/api/v1/charges/{id}/refund', { id, body: refund }, options);
  }

  /** Every posting of the charge, with the rule and the rounding behind it. */
  ledger(id: string, options?: RequestOptions): Promise<ChargeLedger> {
    return this.send('get', '/api/v1/charges/{id}/ledger', { id }, options);
  }

  /** What happened to the charge, in order. */
  events(id: string, filters?: PageFilters, options?: RequestOptions): Listing<FeedEvent, ChargeEventPage> {
    const events: unknown = this.listing('/api/v1/charges/{id}/events', filters, options, id);
    return events as Listing<FeedEvent, ChargeEventPage>;
  }
}

export class ChargeImports extends Resource {
  /** Checks a file of charges row by row and makes none. */
  create(file: CreateChargeImport, options?: RequestOptions): Promise<ChargeImport> {
    return this.send('post', '/api/v1/charge-imports', { body: file }, options);
  }

  /** Makes the charges of the rows without errors, in the background. */
  confirm(id: string, options?: RequestOptions): Promise<ChargeImport> {
    return this.send('post', '/api/v1/charge-imports/{id}/confirm', { id }, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<ChargeImport> {
    return this.send('get', '/api/v1/charge-imports/{id}', { id }, options);
  }

  /** Newest first. */
  list(
    filters?: ChargeImportFilters,
    options?: RequestOptions,
  ): Listing<ChargeImport, PageOf<'/api/v1/charge-imports'>> {
    return this.listing('/api/v1/charge-imports', filters, options);
  }

  /** In the order of the file, each with its errors or its charge. */
  rows(
    id: string,
    filters?: ChargeImportRowFilters,
    options?: RequestOptions,
  ): Listing<ChargeImportRow, PageOf<'/api/v1/charge-imports/{id}/rows'>> {
    return this.listing('/api/v1/charge-imports/{id}/rows', filters, options, id);
  }

  /** The rows with their outcome as a CSV file. */
  export(id: string, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/charge-imports/{id}/export', {}, options, { id });
  }
}

export class Quotes extends Resource {
  /** What a charge would cost, equal to what the charge then shows. */
  create(quote: CreateQuote, options?: RequestOptions): Promise<Quote> {
    return this.send('post', '/api/v1/quotes', { body: quote }, options);
  }
}

export class Disputes extends Resource {
  /** Chargebacks of cards and returns of PIX (MED), newest first. */
  list(filters?: DisputeFilters, options?: RequestOptions): Listing<Dispute, PageOf<'/api/v1/disputes'>> {
    return this.listing('/api/v1/disputes', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.send('get', '/api/v1/disputes/{id}', { id }, options);
  }

  /** Your side of the sale: once, until `answer_by`. */
  answer(id: string, answer: AnswerDispute, options?: RequestOptions): Promise<Dispute> {
    return this.send('post', '/api/v1/disputes/{id}/answer', { id, body: answer }, options);
  }

  /** A document of your answer. */
  document(id: string, documentId: string, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/disputes/{id}/documents/{document_id}', {}, options, { id, documentId });
  }

  /** The money stays with the payer. Cannot be undone. */
  accept(id: string, options?: RequestOptions): Promise<Dispute> {
    return this.send('post', '/api/v1/disputes/{id}/accept', { id }, options);
  }

  export(query: DisputeExport, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/disputes/export', query, options);
  }
}
