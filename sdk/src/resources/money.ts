import type { Listing } from '../listing.ts';
import { type ExportedFile, Resource } from '../resource.ts';
import type {
  Anticipation,
  AnticipationQuote,
  BalanceCalendar,
  Balance as BalanceShape,
  CalendarQuery,
  CreateAnticipation,
  CreateWithdrawal,
  PageFilters,
  QuoteAnticipation,
  Receivable,
  ReceivableFilters,
  RequestedWithdrawal,
  ReserveDay,
  StatementEntry,
  StatementFilters,
  StatementQuery,
  Transaction,
  TransactionFilters,
  Withdrawal,
  WithdrawalExport,
  WithdrawalFilters,
} from '../shapes.ts';
import type { PageOf, RequestOptions } from '../wire.ts';

export class Balance extends Resource {
  retrieve(options?: RequestOptions): Promise<BalanceShape> {
    return this.send('get', '/api/v1/balance', {}, options);
  }

  /** What the reserve gives back, day by day. */
  reserve(
    filters?: PageFilters,
    options?: RequestOptions,
  ): Listing<ReserveDay, PageOf<'/api/v1/balance/reserve'>> {
    return this.listing('/api/v1/balance/reserve', filters, options);
  }

  /** What the reserve releases and which boletos are expected, day by day. */
  calendar(query?: CalendarQuery, options?: RequestOptions): Promise<BalanceCalendar> {
    return this.send('get', '/api/v1/balance/calendar', { query: query ?? {} }, options);
  }

  /** The statement with one entry for each sale, newest first. */
  statement(
    filters?: StatementFilters,
    options?: RequestOptions,
  ): Listing<StatementEntry, PageOf<'/api/v1/balance/statement'>> {
    return this.listing('/api/v1/balance/statement', filters, options);
  }
}

export class Receivables extends Resource {
  /** What is still to come of payments by card, and what has come, soonest first. */
  list(
    filters?: ReceivableFilters,
    options?: RequestOptions,
  ): Listing<Receivable, PageOf<'/api/v1/receivables'>> {
    return this.listing('/api/v1/receivables', filters, options);
  }

  /** What it costs to have installments paid out now. */
  quoteAnticipation(quote?: QuoteAnticipation, options?: RequestOptions): Promise<AnticipationQuote> {
    return this.send('post', '/api/v1/receivables/anticipations/quote', { body: quote ?? {} }, options);
  }

  /** Has installments paid out now, soonest first. */
  anticipate(anticipation?: CreateAnticipation, options?: RequestOptions): Promise<Anticipation> {
    return this.send('post', '/api/v1/receivables/anticipations', { body: anticipation ?? {} }, options);
  }
}

export class Transactions extends Resource {
  /** The statement, newest first. */
  list(
    filters?: TransactionFilters,
    options?: RequestOptions,
  ): Listing<Transaction, PageOf<'/api/v1/transactions'>> {
    return this.listing('/api/v1/transactions', filters, options);
  }

  /** The statement as a CSV or OFX file, oldest first. By default of the last 30 days. */
  export(query: StatementQuery, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/transactions/export', query, options);
  }
}

export class Withdrawals extends Resource {
  /** The amount leaves `available` at once; a rejection puts it back. */
  create(withdrawal: CreateWithdrawal, options?: RequestOptions): Promise<RequestedWithdrawal> {
    return this.send('post', '/api/v1/withdrawals', { body: withdrawal }, options);
  }

  list(
    filters?: WithdrawalFilters,
    options?: RequestOptions,
  ): Listing<Withdrawal, PageOf<'/api/v1/withdrawals'>> {
    return this.listing('/api/v1/withdrawals', filters, options);
  }

  export(query: WithdrawalExport, options?: RequestOptions): Promise<ExportedFile> {
    return this.file('/api/v1/withdrawals/export', query, options);
  }
}
