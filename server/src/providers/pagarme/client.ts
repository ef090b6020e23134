import { type Clock, monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Log } from '../../kit/log.ts';
import { Secret } from '../../kit/secrets.ts';
import { type ApiCall, ApiClient, type ClientOptions } from '../http/client.ts';
import type { ObservedCall, Outcome } from '../http/outcome.ts';
import { asRecord, asText } from '../http/tolerant.ts';
import type { PagarmeConfig } from './config.ts';

export type Operation =
  | 'authorise'
  | 'findCard'
  | 'findCharge'
  | 'capture'
  | 'void'
  | 'refund'
  | 'findRefund'
  | 'storeCard'
  | 'removeCard'
  | 'settlements'
  | 'disputes'
  | 'authenticationToken'
  | 'account';

export type PagarmeCall = {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Encoded part by part. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: object;
  /** Of a write: the same key again gets the first answer, for a day. */
  readonly key?: string;
  /** Of persons, in the body. */
  readonly hidden?: readonly string[];
};

export type PagarmeClient = ApiClient<Operation>;
export type Calling = (call: PagarmeCall) => Promise<Outcome>;

/** An account, and what its calls need. */
export type Pagarme = {
  readonly config: PagarmeConfig;
  readonly client: PagarmeClient;
  readonly clock: Clock;
  readonly log: Log;
};

export type PagarmeOptions = {
  readonly log: Log;
  /** Default: the machine's clock. */
  readonly clock?: Clock | undefined;
  /** Called at the end of each call: for metrics. */
  readonly observe?: ((call: ObservedCall) => void) | undefined;
};

const NO_SCOPES: readonly string[] = [];
/** Real time for one operation with all its calls. */
const OPERATION_DEADLINE_MS = 20 * SECOND_MS;

export function openClient(config: PagarmeConfig, options: ClientOptions<Operation>): PagarmeClient {
  const { name, authorities, secretKey } = config;
  const hidden = [secretKey, new Secret(credentials(config))];
  return new ApiClient({ ...{ name, authorities, hidden }, certificate: null, tokenRequest: null }, options);
}

/** All calls of one operation share one deadline. */
export function calling({ client, config }: Pick<Pagarme, 'client' | 'config'>): Calling {
  const endsAtMs = monotonicMs() + OPERATION_DEADLINE_MS;
  return async (call) =>
    understood(await client.call(prepared(call, config.apiUrl, config), endsAtMs - monotonicMs()));
}

export function prepared(
  { operation, method, path, query = {}, body, key, hidden = [] }: PagarmeCall,
  base: string,
  config: PagarmeConfig,
): ApiCall<Operation> {
  return {
    ...{ operation, hidden, scopes: NO_SCOPES },
    prepare: () => {
      const url = new URL([base, ...path.map(encodeURIComponent)].join('/'));
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return {
        ...{ url, method },
        headers: {
          authorization: `Basic ${credentials(config)}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(key === undefined ? {} : { 'idempotency-key': key }),
        },
        body: body === undefined ? null : JSON.stringify(body),
      };
    },
  };
}

/** The secret key is the name, and there is no password. */
function credentials({ secretKey }: PagarmeConfig): string {
  return Buffer.from(`${secretKey.reveal()}:`).toString('base64');
}

const IN_PROGRESS = 409;
/** As with a timeout: a request with this key may be under way. */
const UNDECIDED = 408;
const REFUSED = 400;
const MAX_FIELDS = 5;

/** The outcome with an error that is one text: which fields are wrong, and nothing of what they held. */
function understood(outcome: Outcome): Outcome {
  if (outcome.kind !== 'answered' || outcome.status < REFUSED) return outcome;
  const status = outcome.status === IN_PROGRESS ? UNDECIDED : outcome.status;
  const { message } = asRecord(outcome.body);
  const fields = wrongFields(outcome).slice(0, MAX_FIELDS);
  const said = [asText(message), fields.join(', ')].filter((part) => part).join('; ');
  return { ...outcome, status, body: { ...asRecord(outcome.body), message: said } };
}

/** `errors` of a refusal is an object of lists, by field: `order.customer.name`. */
export function wrongFields(outcome: Outcome): string[] {
  if (outcome.kind !== 'answered') return [];
  return Object.keys(asRecord(asRecord(outcome.body).errors)).filter((field) =>
    /^[\w.[\]]{1,80}$/.test(field),
  );
}
