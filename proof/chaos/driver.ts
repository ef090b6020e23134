import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, Caller, fieldsOf, jsonRequest, type Request } from '../kit/call.ts';
import { malformation } from '../kit/error-shape.ts';
import type { Random } from '../kit/random.ts';
import type { Findings } from './findings.ts';

const CALL_TIMEOUT_MS = 20_000;
/** Longer than any fault lasts. A request that has no answer by then never gets one. */
const ANSWERED_WITHIN_MS = 150_000;
const PAUSE_MS = 100;

export type Counts = {
  /** Requests sent, repetitions included. */
  sent: number;
  /** Writes asked for, each once. */
  tried: number;
  /** Writes answered as done. */
  acked: number;
  /** Writes refused as the model says. */
  refused: number;
  reads: number;
  /** Answers that never came: connection cut, refused or silent. */
  cut: number;
  /** Answers that ask to try again: any 500, or a key in use. */
  unavailable: number;
  replayed: number;
  /** Writes answered before their outcome was known, which was waited for. */
  provisional: number;
};

export function newCounts(): Counts {
  return {
    ...{ sent: 0, tried: 0, acked: 0, refused: 0, reads: 0, cut: 0, unavailable: 0, replayed: 0 },
    provisional: 0,
  };
}

/** Changes an answer before it is checked: only to show that a wrong answer is found. */
export type Tamper = (request: Request, answer: Answer) => Answer;

export type DriverOptions = {
  /** Where API processes listen, those that are down at the moment included. */
  ports(): readonly number[];
  findings: Findings;
  counts: Counts;
  tamper?: Tamper | undefined;
  /** What is wrong with an answer in this run, besides its shape; null: nothing. */
  alsoWrong?(answer: Answer): string | null;
};

/** Asks any API process, again and again, until one has answered. */
export class Driver {
  readonly findings: Findings;
  readonly counts: Counts;
  readonly #options: DriverOptions;
  readonly #caller = new Caller();

  constructor(options: DriverOptions) {
    this.findings = options.findings;
    this.counts = options.counts;
    this.#options = options;
  }

  /** One try at one port. Null: no answer came. */
  async once(port: number, request: Request, timeoutMs = CALL_TIMEOUT_MS): Promise<Answer | null> {
    this.counts.sent += 1;
    const answer = await this.#caller.call(port, request, timeoutMs);
    if (!answer) {
      this.counts.cut += 1;
      return null;
    }
    const isOfApi = request.path.startsWith('/api/');
    const fault = isOfApi ? (malformation(answer) ?? this.#options.alsoWrong?.(answer) ?? null) : null;
    if (fault)
      this.findings.add('malformed', `${describe(request)}: ${fault}: ${answer.status} ${answer.text}`);
    if (isUnavailable(answer)) this.counts.unavailable += 1;
    return this.#options.tamper?.(request, answer) ?? answer;
  }

  /** The same request until it is answered. Null: it never was, which is a finding. */
  async ask(request: Request, random: Random): Promise<Answer | null> {
    const deadline = performance.now() + ANSWERED_WITHIN_MS;
    let last = 'no answer';
    while (performance.now() < deadline) {
      const answer = await this.once(random.pick(this.#options.ports()), request);
      if (answer && !isUnavailable(answer)) return answer;
      last = answer ? `${answer.status} ${answer.text}` : 'no answer';
      await pause(PAUSE_MS);
    }
    this.findings.add('unanswered', `${describe(request)}: last ${last}`);
    return null;
  }

  ports(): readonly number[] {
    return this.#options.ports();
  }

  async read(path: string, credentials: Record<string, string>, random: Random): Promise<Answer | null> {
    this.counts.reads += 1;
    return this.ask(jsonRequest('GET', path, credentials), random);
  }

  close(): Promise<void> {
    return this.#caller.close();
  }
}

export function isUnavailable({ status, json }: Answer): boolean {
  return status >= 500 || fieldsOf(json).code === 'IDEMPOTENCY_KEY_IN_USE';
}

export function describe({ method, path, headers, body }: Request): string {
  const key = headers?.['idempotency-key'];
  return `${method} ${path}${key ? ` [${key}]` : ''}${body ? ` ${body.slice(0, 300)}` : ''}`;
}
