import { Account, Auth, Files, Keys } from './resources/account.ts';
import { Coupons, Customers, PaymentLinks, Products } from './resources/catalog.ts';
import { ChargeImports, Charges, Disputes, Quotes } from './resources/charges.ts';
import { Balance, Receivables, Transactions, Withdrawals } from './resources/money.ts';
import { Deliveries, Events, Webhooks } from './resources/notifications.ts';
import { Operators } from './resources/operators.ts';
import { Sandbox } from './resources/sandbox.ts';
import { Team } from './resources/team.ts';
import { type GuicheOptions, readSettings } from './settings.ts';

export {
  AbortError,
  type AnyErrorCode,
  AuthenticationError,
  ConnectionError,
  type ErrorCode,
  GuicheError,
  InvalidRequestError,
  isGuicheError,
  type LocalErrorCode,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ServerError,
  SignatureError,
  TimeoutError,
  UnexpectedAnswerError,
  UsageError,
} from './errors.ts';
export type * from './event-types.ts';
export { Listing, type Page } from './listing.ts';
export { type Cents, fromCents, type Reais, reais, toCents } from './reais.ts';
export type { NotFoundOnRetry } from './request.ts';
export type { ExportedFile } from './resource.ts';
export type { GuicheOptions } from './settings.ts';
export type * from './shapes.ts';
export { type IncomingHeaders, type VerifyOptions, verifyWebhook } from './verify.ts';
export type { Fetch, FetchAnswer, FetchInit, RequestOptions, Signal } from './wire.ts';

const INSPECT: symbol = Symbol.for('nodejs.util.inspect.custom');

/**
 * A client of a Guichê gateway.
 *
 *     const guiche = new Guiche({ baseUrl: 'http://127.0.0.1:3000', apiKey: 'guiche_…' });
 *     const charge = await guiche.charges.create({ billing_type: 'PIX', value: reais(19.9) });
 */
export class Guiche {
  readonly #options: GuicheOptions;
  readonly baseUrl: string;
  readonly charges: Charges;
  readonly chargeImports: ChargeImports;
  readonly quotes: Quotes;
  readonly customers: Customers;
  readonly products: Products;
  readonly paymentLinks: PaymentLinks;
  readonly coupons: Coupons;
  readonly balance: Balance;
  readonly receivables: Receivables;
  readonly transactions: Transactions;
  readonly withdrawals: Withdrawals;
  readonly disputes: Disputes;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly events: Events;
  readonly account: Account;
  readonly files: Files;
  readonly keys: Keys;
  readonly team: Team;
  readonly auth: Auth;
  readonly sandbox: Sandbox;
  readonly operators: Operators;

  constructor(options: GuicheOptions) {
    const settings = readSettings(options);
    this.#options = options;
    this.baseUrl = settings.baseUrl;
    this.charges = new Charges(settings);
    this.chargeImports = new ChargeImports(settings);
    this.quotes = new Quotes(settings);
    this.customers = new Customers(settings);
    this.products = new Products(settings);
    this.paymentLinks = new PaymentLinks(settings);
    this.coupons = new Coupons(settings);
    this.balance = new Balance(settings);
    this.receivables = new Receivables(settings);
    this.transactions = new Transactions(settings);
    this.withdrawals = new Withdrawals(settings);
    this.disputes = new Disputes(settings);
    this.webhooks = new Webhooks(settings);
    this.deliveries = new Deliveries(settings);
    this.events = new Events(settings);
    this.account = new Account(settings);
    this.files = new Files(settings);
    this.keys = new Keys(settings);
    this.team = new Team(settings);
    this.auth = new Auth(settings);
    this.sandbox = new Sandbox(settings);
    this.operators = new Operators(settings);
  }

  /** Another client with some settings changed: `client.with({ token })` after signing in. */
  with(changes: Partial<GuicheOptions>): Guiche {
    return new Guiche({ ...this.#options, ...changes });
  }

  /** Neither JSON nor a log shows the key. */
  toJSON(): { baseUrl: string } {
    return { baseUrl: this.baseUrl };
  }

  [INSPECT](): string {
    return `Guiche { baseUrl: '${this.baseUrl}', credentials: hidden }`;
  }
}
