import type { FastifyReply, FastifyRequest } from 'fastify';
import { Gauge, type Registry } from 'prom-client';
import { type Db, statement } from '../../db/pool.ts';
import { ASYNCHRONOUS_COMMIT } from '../../db/transaction.ts';
import { rowset, rowsOf, rowType } from '../../db/wire/row-type.ts';
import { systemMs } from '../../kit/clock.ts';
import { originOf } from '../actor.ts';
import type { App } from '../app-type.ts';
import { shownPath, withoutSecrets } from './shown-path.ts';

/** Calls kept per account between two saves; the newest are kept. */
const MAX_PER_ACCOUNT = 50;
/** Calls of all accounts. Beyond this, calls of further accounts are left out. */
const MAX_IN_MEMORY = 5_000;

type Call = {
  accountId: string;
  requestId: string;
  method: string;
  url: string;
  status: number;
  code: string | null;
  durationMs: number;
  via: 'api_key' | 'jwt';
  credentialId: string;
  address: string | null;
  userAgent: string | null;
  atMs: number;
};

/** `back` is how many of the same account follow in the same save. */
type SavedCall = { call: Call; back: number };

/** The calls of one account since the last save, in a ring buffer: a new call takes the place of the oldest. */
type Ring = { calls: Call[]; oldest: number };

const loggedCall = rowType<SavedCall>('logged_call_row', [
  { name: 'account_id', type: 'uuid', of: ({ call }) => call.accountId },
  { name: 'back', type: 'bigint', of: ({ back }) => back },
  { name: 'request_id', type: 'text', of: ({ call }) => withoutSecrets(call.requestId) },
  { name: 'method', type: 'text', of: ({ call }) => call.method },
  { name: 'path', type: 'text', of: ({ call }) => shownPath(call.url) },
  { name: 'status', type: 'integer', of: ({ call }) => call.status },
  { name: 'code', type: 'text', of: ({ call }) => call.code },
  { name: 'duration_ms', type: 'integer', of: ({ call }) => Math.round(call.durationMs) },
  { name: 'via', type: 'text', of: ({ call }) => call.via },
  { name: 'credential_id', type: 'uuid', of: ({ call }) => call.credentialId },
  { name: 'address', type: 'text', of: ({ call }) => call.address },
  { name: 'user_agent', type: 'text', of: ({ call }) => call.userAgent && withoutSecrets(call.userAgent) },
  { name: 'created_at', type: 'timestamptz', of: ({ call }) => new Date(call.atMs) },
]);

// Calls are numbered without a gap within an account.
const saveCalls = statement(
  'request_log.save',
  `with calls as (
     select *
     from ${rowset(loggedCall, 1, 'call')}
     where ${ASYNCHRONOUS_COMMIT}
   ), marks as (
     insert into request_log_marks as m (account_id, last_number)
     select account_id, count(*)
     from calls
     group by account_id
     order by account_id
     on conflict (account_id) do update
       set last_number = m.last_number + excluded.last_number
     returning account_id, last_number
   )
   insert into request_log (account_id, number, request_id, method, path, status, code, duration_ms, via, credential_id,
     address, user_agent, created_at)
   select account_id, last_number - back, request_id, method, path, status, code, duration_ms, via, credential_id,
     address, user_agent, created_at
   from calls
   join marks using (account_id)`,
);

export class RequestLog {
  readonly #db: Db;
  #rings = new Map<string, Ring>();
  #held = 0;
  #leftOut = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  /** How many calls were not logged because of these limits. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** Runs with every answer: it never waits, and its memory is bounded. */
  note(call: Call): void {
    const ring = this.#rings.get(call.accountId);
    if (ring && ring.calls.length === MAX_PER_ACCOUNT) {
      ring.calls[ring.oldest] = call;
      ring.oldest = (ring.oldest + 1) % MAX_PER_ACCOUNT;
      this.#leftOut += 1;
      return;
    }
    if (this.#held >= MAX_IN_MEMORY) {
      this.#leftOut += 1;
      return;
    }
    this.#held += 1;
    if (ring) ring.calls.push(call);
    else this.#rings.set(call.accountId, { calls: [call], oldest: 0 });
  }

  /** One statement. Calls that cannot be saved are dropped: no request waits for this log. */
  async save(): Promise<number> {
    const rings = [...this.#rings.values()];
    this.#rings = new Map();
    const held = this.#held;
    this.#held = 0;
    if (held === 0) return 0;
    try {
      await this.#db.query(saveCalls, [rowsOf(loggedCall, rings.flatMap(inOrder))]);
    } catch (error) {
      this.#leftOut += held;
      throw error;
    }
    return 0;
  }
}

function inOrder({ calls, oldest }: Ring): SavedCall[] {
  const ordered = [...calls.slice(oldest), ...calls.slice(0, oldest)];
  return ordered.map((call, at) => ({ call, back: ordered.length - 1 - at }));
}

export function registerRequestLogFigure(registry: Registry, log: RequestLog): void {
  const leftOut = new Gauge({
    name: 'guiche_request_log_left_out',
    help: 'Calls that are in no log of requests, because they were too many at once',
    registers: [registry],
    collect(): void {
      leftOut.set(log.leftOut);
    },
  });
}

/** Logs every call by API key or bearer token in its account's log. Calls of the dashboard are not logged. */
export function logRequests(app: App, log: RequestLog): void {
  app.addHook('onResponse', (request, reply, done) => {
    if (request.principal && !request.byCookie) log.note(callOf(request, reply, request.principal));
    done();
  });
}

function callOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { accountId, via, credentialId }: NonNullable<FastifyRequest['principal']>,
): Call {
  const { address, userAgent, requestId } = originOf(request);
  return {
    accountId,
    credentialId,
    via,
    address,
    userAgent,
    requestId,
    method: request.method,
    url: request.url,
    status: reply.statusCode,
    code: request.failureCode,
    durationMs: reply.elapsedTime,
    atMs: systemMs(),
  };
}
