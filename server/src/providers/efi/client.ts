import { monotonicMs, SECOND_MS } from '../../kit/clock.ts';
import { type ApiCall, ApiClient, type ApiServer, type ClientOptions } from '../http/client.ts';
import type { PreparedRequest } from '../http/exchange.ts';
import type { Outcome } from '../http/outcome.ts';
import type { EfiConfig, EfiSending } from './config.ts';

export type Operation =
  | 'registerBoleto'
  | 'findBoleto'
  | 'listBoletos'
  | 'cancelBoleto'
  | 'changeDueDate'
  | 'readNotice'
  | 'sendPayout'
  | 'findPayout'
  | 'sentPayouts'
  | 'bankBalance'
  | 'registerWebhook'
  | 'webhookUrl';

export type EfiCall = {
  readonly operation: Operation;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** Encoded part by part. */
  readonly path: readonly string[];
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly hidden?: readonly string[];
};

export type EfiClient = ApiClient<Operation>;
type Options = ClientOptions<Operation>;

/** An account at Efí has its scopes from the application: none are asked for. */
const NO_SCOPES: readonly string[] = [];

/** Boletos: a token for the credentials alone, good for ten minutes. */
export function openCharges(config: EfiConfig, options: Options): EfiClient {
  const server: ApiServer = {
    name: config.name,
    certificate: null,
    authorities: config.authorities,
    tokenRequest: () => tokenRequest(config, `${config.chargesUrl}/v1/authorize`),
    hidden: hiddenOf(config),
  };
  return new ApiClient(server, options);
}

/** PIX: token and calls over the client certificate. */
export function openSending(config: EfiConfig, sending: EfiSending, options: Options): EfiClient {
  const server: ApiServer = {
    name: config.name,
    certificate: sending.certificate,
    authorities: null,
    tokenRequest: () => tokenRequest(config, `${sending.pixUrl}/oauth/token`),
    hidden: hiddenOf(config),
  };
  return new ApiClient(server, options);
}

function tokenRequest({ clientId, clientSecret }: EfiConfig, url: string): PreparedRequest {
  const basic = Buffer.from(`${clientId}:${clientSecret.reveal()}`).toString('base64');
  return {
    url: new URL(url),
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Basic ${basic}` },
    body: JSON.stringify({ grant_type: 'client_credentials' }),
  };
}

function hiddenOf({ clientSecret, partnerToken }: EfiConfig) {
  return [clientSecret, ...(partnerToken ? [partnerToken] : [])];
}

/** Real time for one operation with all its calls. */
const OPERATION_DEADLINE_MS = 15 * SECOND_MS;

export type Calling = (call: EfiCall) => Promise<Outcome>;

/** All calls of one operation share one deadline. */
export function calling(client: EfiClient, base: string, { partnerToken }: EfiConfig): Calling {
  const endsAtMs = monotonicMs() + OPERATION_DEADLINE_MS;
  const partner: Record<string, string> = partnerToken ? { 'partner-token': partnerToken.reveal() } : {};
  return (call) => client.call(prepared(call, base, partner), endsAtMs - monotonicMs());
}

function prepared(call: EfiCall, base: string, partner: Record<string, string>): ApiCall<Operation> {
  const { operation, method, body, query = {}, headers = {}, hidden = [] } = call;
  return {
    operation,
    scopes: NO_SCOPES,
    hidden,
    prepare: () => {
      const url = new URL(`${base}/${call.path.map(encodeURIComponent).join('/')}`);
      for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
      return {
        url,
        method,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...partner,
          ...headers,
        },
        body: body === undefined ? null : JSON.stringify(body),
      };
    },
  };
}
