import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Receiver } from '../chaos/receiver.ts';
import { type Answer, fieldsOf } from '../kit/call.ts';
import { killPostmaster } from '../kit/postmaster.ts';
import { freePort, type Program, startGatewayProcess } from '../kit/processes.ts';
import { Random } from '../kit/random.ts';
import { until } from '../kit/until.ts';
import { faultOf, faultOfAny, isOverloaded } from './check.ts';
import { curlOf, rawCommand } from './curl.ts';
import { type Operation, readOperations } from './description.ts';
import { rawRequest, sendRaw } from './raw.ts';
import { credentialsFor, Draw, type MadeRequest, makeRequest } from './requests.ts';
import { World } from './world.ts';

const CALLERS = 12;
const READY_WITHIN_MS = 60_000;
const RAW_SHARE = 0.03;
const MEND_EVERY = 400;
const REPORT_EVERY_MS = 10_000;
const MAX_FAULTS_KEPT = 50;
const MAX_ANSWER_SHOWN = 3_000;
const MAX_LOG_SHOWN = 2_000;
const MAX_TRIES = 20;

export type FuzzOptions = {
  requests: number;
  seed: number;
  /** A part of an operation's name; empty: all. */
  only: string;
  /** Changes answers before they are checked: only to show that a wrong one is found. */
  tamper?: (answer: Answer) => Answer;
  say(line: string): void;
};

export type FuzzResult = {
  sent: number;
  statuses: Map<string, number>;
  /** Operations → how often they were answered with success. */
  succeeded: Map<string, number>;
  operations: string[];
  overloaded: number;
  unanswered: number;
  faults: string[];
  faultCount: number;
  seconds: number;
};

/** Sends requests by the hundred thousand to one real process, and looks at every answer. */
export class Fuzz {
  readonly #options: FuzzOptions;
  readonly #random: Random;
  readonly #folder = mkdtempSync(join(tmpdir(), 'guiche-fuzz-'));
  readonly #receiver = new Receiver();
  readonly #result: FuzzResult;
  readonly #operations: Operation[];
  readonly #kinds = new Set<string>();
  #program: Program | null = null;
  #port = 0;
  #mending: Promise<void> | null = null;

  constructor(options: FuzzOptions) {
    this.#options = options;
    this.#random = new Random(options.seed);
    this.#operations = readOperations().filter(({ name }) => name.includes(options.only));
    if (this.#operations.length === 0) throw new Error(`No operation has "${options.only}" in its name.`);
    this.#result = {
      ...{ sent: 0, overloaded: 0, unanswered: 0, faultCount: 0, seconds: 0, faults: [] },
      operations: this.#operations.map(({ name }) => name),
      statuses: new Map(),
      succeeded: new Map(),
    };
  }

  async run(): Promise<FuzzResult> {
    const begunMs = performance.now();
    try {
      await this.#start();
      const world = new World(this.#port, this.#random.fork('world'));
      await world.open();
      this.#options.say(`the gateway is ready on port ${this.#port}; ${this.#operations.length} operations`);
      await this.#sendAll(world);
      await this.#checkEnd(world);
      await world.caller.close();
    } finally {
      await this.stop();
    }
    this.#result.seconds = (performance.now() - begunMs) / 1_000;
    return this.#result;
  }

  async stop(): Promise<void> {
    await this.#program?.stop();
    killPostmaster(join(this.#folder, 'data'));
    await this.#receiver.stop().catch(() => undefined);
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 5 });
  }

  async #start(): Promise<void> {
    chmodSync(this.#folder, 0o755);
    await this.#receiver.start();
    this.#port = await freePort();
    const environment = {
      GUICHE_DATA_DIR: join(this.#folder, 'data'),
      PORT: String(this.#port),
      TMPDIR: this.#folder,
    };
    this.#program = startGatewayProcess({ ...environment, GUICHE_LOG_LEVEL: 'error' });
    const isReady = () =>
      fetch(`http://127.0.0.1:${this.#port}/readyz`).then(
        ({ status }) => status === 200,
        () => false,
      );
    await until('the gateway is ready', isReady, READY_WITHIN_MS);
  }

  async #sendAll(world: World): Promise<void> {
    const draw = new Draw(this.#operations);
    let next = 0;
    let reportMs = performance.now() + REPORT_EVERY_MS;
    await Promise.all(
      Array.from({ length: CALLERS }, async () => {
        while (next < this.#options.requests && !this.#program?.isOver) {
          const number = next;
          next += 1;
          await this.#mending;
          if (number % MEND_EVERY === MEND_EVERY - 1) {
            this.#mending = world.mend();
            await this.#mending;
          }
          const random = this.#random.fork(`request ${number}`);
          if (random.chance(RAW_SHARE)) await this.#sendBytes(random, world);
          else await this.#sendMade(random, world, draw.next(random));
          if (performance.now() < reportMs) continue;
          reportMs += REPORT_EVERY_MS;
          this.#options.say(
            `${this.#result.sent} of ${this.#options.requests} sent, ${this.#result.faultCount} faults`,
          );
        }
      }),
    );
  }

  async #sendMade(random: Random, world: World, operation: Operation): Promise<void> {
    const request = makeRequest(random, world, operation, this.#receiver.url);
    const answer = await this.#answered(world, request);
    this.#result.sent += 1;
    if (!answer) {
      this.#result.unanswered += 1;
      this.#add(`${operation.name}: no answer`, curlOf(this.#base, request), '');
      return;
    }
    this.#count(answer);
    const fault = faultOf(request, answer);
    if (fault)
      this.#add(
        `${operation.name}: ${fault}`,
        curlOf(this.#base, request),
        answer.text + this.#logOf(answer),
      );
    if (answer.status >= 300) return;
    this.#result.succeeded.set(operation.name, (this.#result.succeeded.get(operation.name) ?? 0) + 1);
    const resource = /\/api\/(?:v1\/)?(?:admin\/|sandbox\/|auth\/)?([\w-]+)/.exec(operation.path)?.[1] ?? '';
    world.known.learn(
      random,
      resource.replace('deliveries', 'delivery').replace(/s$/, '').replace('-', '_'),
      answer.json,
    );
  }

  /** What is refused as too much at once is asked again; that is what the answer says to do. */
  async #answered(world: World, request: MadeRequest): Promise<Answer | null> {
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const answer = await world.send(request);
      if (!answer || !isOverloaded(answer)) return answer && (this.#options.tamper?.(answer) ?? answer);
      this.#result.overloaded += 1;
      await pause(200);
    }
    return world.send(request);
  }

  async #sendBytes(random: Random, world: World): Promise<void> {
    const bytes = rawRequest(random, credentialsFor(random, world, ''));
    const answer = await sendRaw(this.#port, bytes);
    this.#result.sent += 1;
    // Bytes that are no HTTP need no answer: the connection may simply end.
    if (!answer) return;
    this.#count(answer);
    const isOfApi = /^\S+ \/api\//.test(bytes.toString('latin1'));
    const isBroken = answer.status >= 500 && !isOverloaded(answer);
    const fault = isOfApi ? faultOfAny(answer, '') : isBroken ? `answered ${answer.status}` : null;
    if (fault) this.#add(`bytes: ${fault}`, rawCommand(this.#port, bytes), answer.text);
  }

  async #checkEnd(world: World): Promise<void> {
    if (this.#program?.isOver) {
      this.#add('the process ended', '', this.#program.output().toString().slice(-2_000));
      return;
    }
    const audit = await world.audit();
    if (fieldsOf(audit?.json).ok !== true)
      this.#add('the ledger audit finds differences', '', audit?.text ?? 'no answer');
    const ready = await world.send({ method: 'GET', path: '/readyz' });
    if (ready?.status !== 200) this.#add('/readyz is red at the end', '', ready?.text ?? 'no answer');
  }

  get #base(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  #count({ status, json }: Answer): void {
    const code = status >= 400 ? ` ${fieldsOf(json).code}` : '';
    const name = `${status}${code}`;
    this.#result.statuses.set(name, (this.#result.statuses.get(name) ?? 0) + 1);
  }

  /** What the gateway itself says of an error that it did not expect. */
  #logOf({ status, json }: Answer): string {
    const id = String(fieldsOf(fieldsOf(json).details).request_id);
    const lines = status < 500 ? [] : (this.#program?.output().toString().split('\n') ?? []);
    const line = lines.find((each) => each.includes(id));
    return line ? `\n    ${line.slice(0, MAX_LOG_SHOWN)}` : '';
  }

  /** The first of each kind is shown with the command that repeats it. */
  #add(what: string, command: string, answer: string): void {
    this.#result.faultCount += 1;
    const kind = what.replace(/[\d"]+/g, '#');
    if (this.#kinds.has(kind) || this.#result.faults.length >= MAX_FAULTS_KEPT) return;
    this.#kinds.add(kind);
    const text = `${what}\n    ${command}\n    ${answer.slice(0, MAX_ANSWER_SHOWN)}`;
    this.#result.faults.push(text);
    this.#options.say(`!! ${text}`);
  }
}
