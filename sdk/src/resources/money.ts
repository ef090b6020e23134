import type { Listing } from '../listing.ts';
import { Resource } from '../resource.ts';
import type {
  Balance as BalanceShape,
  CreateWithdrawal,
  PageFilters,
  RequestedWithdrawal,
  ReserveDay,
  StatementQuery,
  Transaction,
  TransactionFilters,
  Withdrawal,
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
}

/** A file as the gateway sent it; `bytes` keep the mark by which spreadsheets know UTF-8. */
export type StatementFile = { filename: string | null; contentType: string; bytes: Uint8Array; text: string };

export class Transactions extends Resource {
  /** The statement, newest first. */
  list(
    filters?: TransactionFilters,
    options?: RequestOptions,
  ): Listing<Transaction, PageOf<'/api/v1/transactions'>> {
    return this.listing('/api/v1/transactions', filters, options);
  }

  /** The statement as a CSV or OFX file, oldest first. By default of the last 30 days. */
  async export(query: StatementQuery, options?: RequestOptions): Promise<StatementFile> {
    const { bytes, headers } = await this.bytes({
      verb: 'get',
      path: '/api/v1/transactions/export',
      query,
      options,
    });
    const disposition = headers.get('content-disposition') ?? '';
    return {
      filename: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null,
      contentType: headers.get('content-type') ?? 'application/octet-stream',
      bytes,
      text: new TextDecoder().decode(bytes),
    };
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
}
