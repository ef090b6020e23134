import type { TlsIdentity } from '../../net/connect.ts';
import type { ExchangeResult } from '../../net/exchange.ts';
import { HttpClient } from '../../net/http-client.ts';

export type PreparedRequest = {
  readonly url: URL;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** Why it failed. `client certificate`: ours was refused; `server certificate`: theirs is not trusted. */
export type FailureKind =
  | 'name'
  | 'refused connection'
  | 'client certificate'
  | 'server certificate'
  | 'connection'
  | 'timeout'
  | 'answer';

/** unknown: it may have happened. unsent: the server has not acted on it. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'unknown' | 'unsent'; readonly reason: string; readonly failure: FailureKind };

const MAX_ANSWER_BYTES = 1_048_576;
const ANSWER_LIMITS = { maxReadBytes: MAX_ANSWER_BYTES, maxKeptBytes: MAX_ANSWER_BYTES };
const MAX_CONNECTIONS = 32;
/** API and token server may be two origins. */
const MAX_IDLE = 2 * MAX_CONNECTIONS;
const IDLE_MS = 4_000;
const MAX_IDLE_MS = 600_000;

/** The address of a provider comes from the operator's settings and may be in a private network. */
const ANY_ADDRESS = { allows: () => true };

/** Connections with one client certificate. */
export function openHttpClient(identity: TlsIdentity): HttpClient {
  return new HttpClient({
    guard: ANY_ADDRESS,
    tls: identity,
    maxPerOrigin: MAX_CONNECTIONS,
    maxIdle: MAX_IDLE,
    idleMs: IDLE_MS,
    maxIdleMs: MAX_IDLE_MS,
  });
}

/** Sends one request and waits at most `timeoutMs` for its answer. Never rejects; redirects are answers. */
export async function exchange(
  client: HttpClient,
  { url, method, headers, body }: PreparedRequest,
  timeoutMs: number,
): Promise<Exchanged> {
  const result = await client.exchange(
    { url: url.href, method, headers: { accept: 'application/json', ...headers }, body },
    // A payment or a refund that may have arrived is looked up, not sent again.
    { timeoutMs: Math.max(timeoutMs, 0), limits: ANSWER_LIMITS, resendIfStale: false },
  );
  if (result.kind === 'answered') return { kind: 'answered', status: result.status, text: result.text };
  return failureOf(result);
}

type Failed = Extract<ExchangeResult, { kind: 'failed' }>;
type Failure = { readonly reason: string; readonly failure: FailureKind };

/** In TLS 1.3 a refused client certificate is reported only after the request was written; the server has not read it. */
const CERTIFICATE_ALERT =
  /ALERT_.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE|DECRYPT_ERROR|INSUFFICIENT_SECURITY)/;
const UNTRUSTED =
  /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|INVALID_CA)/;

function failureOf(failed: Failed): Exchanged {
  const code = String((failed.cause as NodeJS.ErrnoException | null)?.code ?? '');
  if (CERTIFICATE_ALERT.test(code)) {
    return { kind: 'unsent', reason: 'our certificate was refused', failure: 'client certificate' };
  }
  const { wasSent } = failed;
  return wasSent
    ? { kind: 'unknown', ...afterSending(failed) }
    : { kind: 'unsent', ...beforeSending(failed, code) };
}

function beforeSending({ reason }: Failed, code: string): Failure {
  if (reason === 'invalid_request') {
    return { reason: 'the request could not be written', failure: 'connection' };
  }
  if (UNTRUSTED.test(code)) {
    return { reason: `its certificate is not trusted (${code})`, failure: 'server certificate' };
  }
  if (code === 'ENOTFOUND') return { reason: 'its name is not known', failure: 'name' };
  if (code === 'ECONNREFUSED') return { reason: 'it refuses connections', failure: 'refused connection' };
  if (reason === 'timeout' || code === 'ETIMEDOUT') {
    return { reason: 'no connection in time', failure: 'timeout' };
  }
  return { reason: 'no connection', failure: 'connection' };
}

function afterSending({ reason }: Failed): Failure {
  switch (reason) {
    case 'timeout':
      return { reason: 'no answer in time', failure: 'timeout' };
    case 'answer_too_large':
      return { reason: 'an answer larger than 1 MB', failure: 'answer' };
    case 'answer_encoded':
      return { reason: 'a compressed answer', failure: 'answer' };
    case 'invalid_answer':
      return { reason: 'an answer that is not valid HTTP', failure: 'answer' };
    case 'closed':
      return { reason: 'the gateway stopped', failure: 'connection' };
    case 'dns':
    case 'address_refused':
    case 'invalid_request':
    case 'connection':
    case 'tls':
      return { reason: 'the connection broke', failure: 'connection' };
  }
}
