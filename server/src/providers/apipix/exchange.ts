import type { IncomingHttpHeaders } from 'node:http';
import { createSecureContext } from 'node:tls';
import { Agent, buildConnector, type Dispatcher } from 'undici';
import type { TlsIdentity } from './certificates.ts';

export type PreparedRequest = {
  readonly url: URL;
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH';
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
};

/** What stood in the way. `client certificate`: ours was refused; `server certificate`: theirs is not trusted. */
export type Obstacle =
  | 'name'
  | 'refused connection'
  | 'client certificate'
  | 'server certificate'
  | 'connection'
  | 'timeout'
  | 'answer';

/** unsent: no byte of the request was written, so that it surely did not happen. */
export type Exchanged =
  | { readonly kind: 'answered'; readonly status: number; readonly text: string }
  | { readonly kind: 'unknown' | 'unsent'; readonly reason: string; readonly obstacle: Obstacle };

const MAX_ANSWER_BYTES = 1_048_576;
const MAX_INFORMATIONAL = 10;
const MAX_CONNECTIONS = 32;
const KEEP_IDLE_MS = 4_000;

class ConnectFailure extends Error {
  constructor(cause: Error) {
    super('no connection', { cause });
  }
}

/** Connections of one client certificate. The connector tells what failed before a request could be written. */
export function openAgent(identity: TlsIdentity, connectTimeoutMs: number): Agent {
  // Made once: reading a hundred authorities for each connection costs more than the connection.
  const secureContext = createSecureContext({ ...identity, minVersion: 'TLSv1.2' });
  const connector = buildConnector({ secureContext, timeout: connectTimeoutMs });
  return new Agent({
    connections: MAX_CONNECTIONS,
    pipelining: 1,
    keepAliveTimeout: KEEP_IDLE_MS,
    connect: (options, callback) =>
      connector(options, (...[error, socket]) => {
        if (error) return callback(new ConnectFailure(error), null);
        // TLS tells of a refused certificate first and ends the connection then: the end must not be all that is heard.
        socket.prependOnceListener('error', (fault) => socket.destroy(fault));
        return callback(null, socket);
      }),
  });
}

/** Sends one request and waits for its answer, no longer than it may take. Always fulfils; redirects are answers. */
export function exchange(agent: Agent, request: PreparedRequest, timeoutMs: number): Promise<Exchanged> {
  return new Promise((resolve) => {
    const handler = new Exchange(timeoutMs, resolve);
    const { url, method, headers, body } = request;
    try {
      agent.dispatch(
        {
          origin: url.origin,
          path: url.pathname + url.search,
          method,
          headers: { accept: 'application/json', 'accept-encoding': 'identity', ...headers },
          body,
          headersTimeout: timeoutMs,
          bodyTimeout: timeoutMs,
        },
        handler,
      );
    } catch {
      handler.end({ kind: 'unsent', reason: 'the request could not be written', obstacle: 'connection' });
    }
  });
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout;
  readonly #onEnd: (exchanged: Exchanged) => void;
  #controller: Dispatcher.DispatchController | null = null;
  #hasEnded = false;
  #informational = 0;
  #status = 0;
  #chunks: Buffer[] = [];
  #bytes = 0;

  constructor(timeoutMs: number, onEnd: (exchanged: Exchanged) => void) {
    this.#onEnd = onEnd;
    this.#timer = setTimeout(() => this.#giveUp('no answer in time', 'timeout'), Math.max(timeoutMs, 0));
  }

  end(exchanged: Exchanged): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#onEnd(exchanged);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#hasEnded) controller.abort(new Error('the exchange has ended'));
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    if (status < 200) {
      this.#informational += 1;
      if (this.#informational > MAX_INFORMATIONAL) this.#giveUp('no answer but hints', 'answer');
      return;
    }
    this.#status = status;
    const encoding = String(headers['content-encoding'] ?? 'identity').trim();
    if (encoding !== '' && encoding !== 'identity') this.#giveUp('an answer in a packed form', 'answer');
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#hasEnded) return;
    this.#bytes += chunk.length;
    if (this.#bytes > MAX_ANSWER_BYTES) this.#giveUp('an answer larger than 1 MB', 'answer');
    else this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    this.end({ kind: 'answered', status: this.#status, text: Buffer.concat(this.#chunks).toString('utf8') });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.end(failureOf(error, this.#controller !== null));
  }

  #giveUp(reason: string, obstacle: Obstacle): void {
    const kind = this.#controller ? 'unknown' : 'unsent';
    this.end({ kind, reason: this.#controller ? reason : 'no connection in time', obstacle });
    this.#controller?.abort(new Error('given up'));
  }
}

/** In TLS 1.3 a refused client certificate is told only after the request was written; nobody has read it then. */
const CERTIFICATE_ALERT =
  /ALERT_.*(CERTIFICATE|UNKNOWN_CA|ACCESS_DENIED|HANDSHAKE_FAILURE|DECRYPT_ERROR|INSUFFICIENT_SECURITY)/;
const UNTRUSTED =
  /^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO_(VERIFY|GET)|ERR_TLS_CERT_ALTNAME|HOSTNAME_MISMATCH|INVALID_CA)/;

function failureOf(error: Error, wasStarted: boolean): Exchanged {
  const cause = error instanceof ConnectFailure ? (error.cause as Error) : error;
  const code = String((cause as NodeJS.ErrnoException).code ?? '');
  if (CERTIFICATE_ALERT.test(code)) {
    return { kind: 'unsent', reason: 'our certificate was refused', obstacle: 'client certificate' };
  }
  if (!(error instanceof ConnectFailure)) {
    const reason = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' ? 'the connection broke' : 'no answer';
    const obstacle = /TIMEOUT/.test(code) ? 'timeout' : 'connection';
    return { kind: wasStarted ? 'unknown' : 'unsent', reason, obstacle };
  }
  if (UNTRUSTED.test(code)) {
    return {
      kind: 'unsent',
      reason: `its certificate is not trusted (${code})`,
      obstacle: 'server certificate',
    };
  }
  if (code === 'ENOTFOUND') return { kind: 'unsent', reason: 'its name is not known', obstacle: 'name' };
  if (code === 'ECONNREFUSED') {
    return { kind: 'unsent', reason: 'it refuses connections', obstacle: 'refused connection' };
  }
  if (/TIMEOUT|ETIMEDOUT/.test(code)) {
    return { kind: 'unsent', reason: 'no connection in time', obstacle: 'timeout' };
  }
  return { kind: 'unsent', reason: 'no connection', obstacle: 'connection' };
}
