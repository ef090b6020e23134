import type { Dispatcher } from 'undici';
import { monotonicMs } from '../../kit/clock.ts';
import { remembering } from '../../kit/remembering.ts';
import { type ConnectOptions, guardedConnect } from './connect.ts';
import { Exchange } from './exchange.ts';
import { Lines } from './lines.ts';

export type Notification = {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** Real time for all of it: waiting for a free connection, name, connection, TLS, headers and body. */
  readonly timeoutMs: number;
};

export type FailureReason =
  | 'timeout'
  | 'dns'
  | 'connection'
  | 'tls'
  | 'address_refused'
  | 'redirect'
  | 'status'
  | 'answer_too_large'
  | 'answer_encoded'
  | 'invalid_answer'
  | 'invalid_request'
  | 'closed';

/** What came of it. `answer` is the beginning of the receiver's answer, as text that can be stored. */
export type Outcome = {
  readonly delivered: boolean;
  readonly reason: FailureReason | null;
  readonly status: number | null;
  readonly latencyMs: number;
  readonly answer: string;
};

export type Sender = {
  /** Always fulfils: whatever a receiver does, or whatever the notification holds, is an outcome. */
  send(notification: Notification): Promise<Outcome>;
  /** Ends what is under way as `closed`, which says nothing of the receiver. */
  close(): Promise<void>;
};

export type SenderOptions = ConnectOptions & { readonly connectionsPerHost?: number };

const CONNECTIONS_PER_HOST = 16;

export function openSender({
  connectionsPerHost = CONNECTIONS_PER_HOST,
  ...connecting
}: SenderOptions): Sender {
  const lines = new Lines(guardedConnect(connecting), connectionsPerHost);
  const underWay = new Set<Exchange>();
  let isClosed = false;
  return {
    send: (notification) => {
      const request = prepare(notification);
      const reason = isClosed ? 'closed' : 'invalid_request';
      if (isClosed || !request) return Promise.resolve(unsent(reason));
      return new Promise((resolve) => {
        const startedMs = monotonicMs();
        const exchange = new Exchange(lines, request, notification.timeoutMs, (end) => {
          underWay.delete(exchange);
          const { reason, status, answer } = end;
          const latencyMs = monotonicMs() - startedMs;
          resolve({ delivered: reason === null, reason, status, latencyMs, answer });
        });
        underWay.add(exchange);
        exchange.start();
      });
    },
    close: async () => {
      isClosed = true;
      for (const exchange of [...underWay]) exchange.giveUp('closed');
      lines.close();
    },
  };
}

/**
 * Null when it cannot be a request at all. Headers are judged by undici when it writes them. Written out field by field:
 * copies by `...` were a sixth of what a send cost, here and where undici reads them.
 */
function prepare({ url, headers, body }: Notification): PreparedRequest | null {
  const target = targetOf(url);
  if (!target) return null;
  // What we did not ask for we need not unpack: a small answer cannot grow large in our memory.
  const all = ['Accept-Encoding', 'identity'];
  for (const name of Object.keys(headers)) all.push(name, headers[name] as string);
  return { origin: target.origin, path: target.path, method: 'POST', headers: all, body };
}

const MAX_TARGETS_KEPT = 1_000;

/** One receiver hears of many events at the same address. */
const targetOf = remembering(MAX_TARGETS_KEPT, (url) => {
  const target = URL.canParse(url) ? new URL(url) : null;
  if (!target || !/^https?:$/.test(target.protocol) || target.username || target.password) return null;
  return { origin: target.origin, path: target.pathname + target.search };
});

export type PreparedRequest = Dispatcher.DispatchOptions & { readonly origin: string };

function unsent(reason: FailureReason): Outcome {
  return { delivered: false, reason, status: null, latencyMs: 0, answer: '' };
}
