import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import { Counter, Gauge, type Registry } from 'prom-client';
import { GatewayError } from '../kit/errors.ts';

/** Of what may be in progress at once, an account has at most this part: one that waits leaves room for the others. */
const MAX_PART_OF_ACCOUNT = 1 / 2;

/**
 * The requests of this process that are in progress. Beyond the bound, a request is refused at once and before anything
 * was done for it: what waits behind more than can be served in a second would time out at its caller's anyway.
 */
export class InProgress {
  readonly #max: number;
  readonly #ofAccount: number;
  readonly #answers = new Set<ServerResponse>();
  readonly #byAccount = new Map<string, number>();
  #refused = 0;
  #isStopping = false;

  constructor(max: number) {
    this.#max = max;
    this.#ofAccount = Math.max(1, Math.ceil(max * MAX_PART_OF_ACCOUNT));
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** The connections that an answer is still to be sent on. */
  sockets(): ReadonlySet<Socket> {
    return new Set([...this.#answers].flatMap(({ socket }) => socket ?? []));
  }

  /** Counts what is refused because of it. */
  refusesMore(): boolean {
    if (this.#answers.size < this.#max) return false;
    this.#refused += 1;
    return true;
  }

  enter({ raw }: FastifyReply): void {
    if (this.refusesMore()) throw new GatewayError('OVERLOADED');
    this.#answers.add(raw);
    raw.once('close', () => this.#answers.delete(raw));
  }

  /** Once it is known who asks. */
  enterFor(accountId: string, { raw }: FastifyReply): void {
    const own = this.#byAccount.get(accountId) ?? 0;
    if (own >= this.#ofAccount) {
      this.#refused += 1;
      throw new GatewayError('OVERLOADED');
    }
    this.#byAccount.set(accountId, own + 1);
    raw.once('close', () => this.#leave(accountId));
  }

  /** Answers say from now on that they are the last on their connection. */
  stop(): void {
    this.#isStopping = true;
    for (const answer of this.#answers) if (!answer.headersSent) answer.setHeader('Connection', 'close');
  }

  register(registry: Registry): void {
    const answers = this.#answers;
    new Gauge({
      name: 'guiche_http_requests_in_progress',
      help: 'Requests in progress',
      registers: [registry],
      collect() {
        this.set(answers.size);
      },
    });
    new Gauge({
      name: 'guiche_http_requests_max',
      help: 'Requests that may be in progress at once (GUICHE_MAX_REQUESTS)',
      registers: [registry],
    }).set(this.#max);
    const refused = () => this.#refused;
    new Counter({
      name: 'guiche_http_requests_refused_total',
      help: 'Requests refused as OVERLOADED before anything was done for them',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(refused());
      },
    });
  }

  #leave(accountId: string): void {
    const own = (this.#byAccount.get(accountId) ?? 1) - 1;
    if (own > 0) this.#byAccount.set(accountId, own);
    else this.#byAccount.delete(accountId);
  }
}
