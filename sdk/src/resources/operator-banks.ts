import type { Listing } from '../listing.ts';
import { type ExportedFile, Resource } from '../resource.ts';
import type {
  Alert,
  AlertFilters,
  AlertNote,
  BankFile,
  BankFileDetail,
  BankFileFilters,
  BankFileLine,
  BankFileLineFilters,
  BankFileLineList,
  BookBankFile,
  BookSecondPayment,
  FileBankList,
  PayerRefund,
  PayerRefundList,
  PaymentProof,
  Reason,
  ReconciliationDay,
  ReconciliationDifference,
  ReconciliationDifferenceFilters,
  ReconciliationFilters,
  ReconciliationNote,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

/** What banks said that does not fit the books. */
export class OperatorAlerts extends Resource {
  /** Newest first. */
  list(filters?: AlertFilters, options?: RequestOptions): Listing<Alert, PageOf<'/api/v1/admin/alerts'>> {
    return this.listing('/api/v1/admin/alerts', filters, options);
  }

  /** It moves no money. */
  resolve(id: string, note: AlertNote, options?: RequestOptions): Promise<Alert> {
    return this.send('post', '/api/v1/admin/alerts/{id}/resolve', { id, body: note }, options);
  }
}

export class OperatorReconciliation extends Resource {
  /** What each provider lists, compared with the books day by day. */
  list(
    filters?: ReconciliationFilters,
    options?: RequestOptions,
  ): Listing<ReconciliationDay, PageOf<'/api/v1/admin/reconciliation'>> {
    return this.listing('/api/v1/admin/reconciliation', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<ReconciliationDay> {
    return this.send('get', '/api/v1/admin/reconciliation/{id}', { id }, options);
  }

  differences(
    id: string,
    filters?: ReconciliationDifferenceFilters,
    options?: RequestOptions,
  ): Listing<ReconciliationDifference, PageOf<'/api/v1/admin/reconciliation/{id}/differences'>> {
    return this.listing('/api/v1/admin/reconciliation/{id}/differences', filters, options, id);
  }

  /** Compares the day again. */
  run(id: string, options?: RequestOptions): Promise<ReconciliationDay> {
    return this.send('post', '/api/v1/admin/reconciliation/{id}/run', { id }, options);
  }

  resolve(id: string, note: ReconciliationNote, options?: RequestOptions): Promise<ReconciliationDifference> {
    const path = '/api/v1/admin/reconciliation/differences/{id}/resolve';
    return this.send('post', path, { id, body: note }, options);
  }
}

/** Files of boletos for banks and from them. */
export class OperatorBankFiles extends Resource {
  banks(options?: RequestOptions): Promise<FileBankList> {
    return this.send('get', '/api/v1/admin/file-banks', {}, options);
  }

  list(
    filters?: BankFileFilters,
    options?: RequestOptions,
  ): Listing<BankFile, PageOf<'/api/v1/admin/bank-files'>> {
    return this.listing('/api/v1/admin/bank-files', filters, options);
  }

  retrieve(id: string, options?: RequestOptions): Promise<BankFileDetail> {
    return this.send('get', '/api/v1/admin/bank-files/{id}', { id }, options);
  }

  lines(id: string, filters?: BankFileLineFilters, options?: RequestOptions): Promise<BankFileLineList> {
    return this.send('get', '/api/v1/admin/bank-files/{id}/lines', { id, query: filters }, options);
  }

  content(id: string, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/admin/bank-files/{id}/content', {}, options, { id });
  }

  /** A file of all that waits for this bank. */
  make(bank: string, options?: RequestOptions): Promise<BankFile> {
    return this.send('post', '/api/v1/admin/file-banks/{name}/remittances', { id: bank }, options);
  }

  /** A file of the bank, as it came: read and checked, and booked by `book`. */
  upload(
    bank: string,
    content: Uint8Array,
    query: { file_name: string },
    options?: RequestOptions,
  ): Promise<BankFile> {
    return this.send(
      'post',
      '/api/v1/admin/file-banks/{name}/returns',
      { id: bank, content, query },
      options,
    );
  }

  book(id: string, how: BookBankFile = {}, options?: RequestOptions): Promise<BankFile> {
    return this.send('post', '/api/v1/admin/bank-files/{id}/book', { id, body: how }, options);
  }

  /** A payment that was taken for a repetition is another one. */
  bookSecondPayment(id: string, payment: BookSecondPayment, options?: RequestOptions): Promise<BankFileLine> {
    return this.send('post', '/api/v1/admin/bank-files/{id}/payments', { id, body: payment }, options);
  }

  /** The bank has the file. */
  sent(id: string, options?: RequestOptions): Promise<BankFile> {
    return this.send('post', '/api/v1/admin/bank-files/{id}/sent', { id }, options);
  }
}

export class OperatorPayerRefunds extends Resource {
  /** Refunds of boletos that are not done: a PIX to a key that the payer says. */
  list(options?: RequestOptions): Promise<PayerRefundList> {
    return this.send('get', '/api/v1/admin/payer-refunds', {}, options);
  }

  /** Records that an operator paid one by hand. */
  paid(id: string, proof: PaymentProof, options?: RequestOptions): Promise<PayerRefund> {
    return this.send('post', '/api/v1/admin/payer-refunds/{id}/paid', { id, body: proof }, options);
  }

  /** Refuses the key of one that is paid by hand: the payer is asked for another one. */
  refuse(id: string, reason: Reason, options?: RequestOptions): Promise<PayerRefund> {
    return this.send('post', '/api/v1/admin/payer-refunds/{id}/refuse', { id, body: reason }, options);
  }
}
