import { MINUTE_MS, monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import type { Secret } from '../../kit/secrets.ts';
import { type ApiCall, ApiClient, type ClientOptions } from '../http/client.ts';
import type { PreparedRequest } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';
import type { CieloConfig } from './config.ts';

export type Operation =
  | 'authorise'
  | 'capture'
  | 'void'
  | 'findPayment'
  | 'findOrder'
  | 'findStored'
  | 'verify'
  | 'openPage';

export type CieloCall = {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** After the version, encoded part by part. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly hidden?: readonly string[];
};

export type CieloClient = ApiClient<Operation>;
type Options = ClientOptions<Operation>;

/** For so long a payment whose answer was lost may still appear: Cielo asks the issuer again after five minutes. */
export const MAY_APPEAR_FOR_MS = 10 * MINUTE_MS;

/** Payments, and queries at another host: each call carries the merchant's own key. */
export function openPayments(config: CieloConfig, options: Options): CieloClient {
  const { name, authorities, merchantKey, acquirer } = config;
  const ofAcquirer = Object.values(acquirer?.credentials ?? {}).filter((each) => each !== null);
  const hidden = [merchantKey, ...ofAcquirer];
  return new ApiClient({ name, certificate: null, authorities, tokenRequest: null, hidden }, options);
}

/** Silent Order Post, signed in to by client id and secret. */
export function openPages(config: CieloConfig, options: Options): CieloClient {
  const { name, authorities, page } = config;
  const tokenRequest = () =>
    basicRequest(page.tokenUrl, page, 'application/x-www-form-urlencoded', 'grant_type=client_credentials');
  const hidden = [page.clientSecret];
  return new ApiClient({ name, certificate: null, authorities, tokenRequest, hidden }, options);
}

/** Tokens for the script of 3DS. Null: it is not used. */
export function openAuthentication(config: CieloConfig, options: Options): CieloClient | null {
  const { name, authorities, authentication } = config;
  if (!authentication) return null;
  const { url, establishmentCode, merchantName, categoryCode } = authentication;
  const body = { EstablishmentCode: establishmentCode, MerchantName: merchantName, MCC: categoryCode };
  const tokenRequest = () =>
    basicRequest(`${url}/v2/auth/token`, authentication, 'application/json', JSON.stringify(body));
  const hidden = [authentication.clientSecret];
  return new ApiClient({ name, certificate: null, authorities, tokenRequest, hidden }, options);
}

type Credentials = { readonly clientId: string; readonly clientSecret: Secret };

function basicRequest(
  url: string,
  { clientId, clientSecret }: Credentials,
  contentType: string,
  body: string,
): PreparedRequest {
  const basic = Buffer.from(`${clientId}:${clientSecret.reveal()}`).toString('base64');
  const headers = { 'content-type': contentType, authorization: `Basic ${basic}` };
  return { url: new URL(url), method: 'POST', headers, body };
}

/** Real time for one operation with all its calls. */
const OPERATION_DEADLINE_MS = 20 * SECOND_MS;

export type Calling = (call: CieloCall) => Promise<Outcome>;

/** All calls of one operation share one deadline. */
export function calling(client: CieloClient, config: CieloConfig): Calling {
  const endsAtMs = monotonicMs() + OPERATION_DEADLINE_MS;
  return (call) => client.call(prepared(call, config), endsAtMs - monotonicMs());
}

const VERSIONS = { cielo: '1', braspag: 'v2' } as const;

function prepared(call: CieloCall, config: CieloConfig): ApiCall<Operation> {
  const { operation, method, path, query = {}, body, hidden = [] } = call;
  const { dialect, apiUrl, queryUrl, merchantId, merchantKey } = config;
  const base = method === 'GET' ? queryUrl : apiUrl;
  return {
    ...{ operation, hidden, scopes: [] },
    prepare() {
      const url = new URL(`${base}/${[VERSIONS[dialect], ...path.map(encodeURIComponent)].join('/')}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return {
        ...{ url, method },
        headers: {
          ...{ MerchantId: merchantId, MerchantKey: merchantKey.reveal() },
          ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
        },
        // Without a body a PUT must still say that it has none.
        body: method === 'GET' ? null : JSON.stringify(body ?? {}),
      };
    },
  };
}
