import type { Program } from '../kit/processes.ts';

/** Through which door a write must pass to show that a fault is over. */
export type Path =
  | { kind: 'api'; port: number }
  /** A write whose notification arrives: the worker does its part. */
  | { kind: 'worker' }
  /** A write that is counted at this port of Redis. */
  | { kind: 'redis'; port: number };

export type Fault = {
  readonly name: string;
  /** How often it is in the deck from which faults are drawn. */
  readonly weight: number;
  /** Processes that it kills with SIGKILL. */
  readonly kills: number;
  readonly how: string;
  /** Does it and ends it. Says which way writes must pass again, and from when the recovery counts. */
  run(): Promise<{ path: Path; endedMs: number }>;
  /** What is to be made ready again before the next fault; not part of the recovery. */
  after?(): Promise<void>;
};

/** An installation of the gateway that faults happen to. */
export type Site = {
  readonly name: string;
  readonly faults: readonly Fault[];
  /** Faults that this machine cannot do, and why. */
  readonly skipped: readonly string[];
  /** Between two faults: time for work, and for both sites to have about as many kills. */
  readonly pauseMs: number;
  ports(): readonly number[];
  metricsPorts(): readonly number[];
  /** Where the database answers directly. */
  databaseUrl(): string;
  /** What all its processes have printed, those that are gone included. */
  outputs(): Buffer[];
  stop(): Promise<void>;
};

/** Everything that a site started, so that its end is certain whatever fails. */
export class Started {
  readonly #all: Program[] = [];
  #isOver = false;

  add(program: Program): Program {
    this.#all.push(program);
    // A fault in progress starts its victim again, also when everything is being ended.
    if (this.#isOver) program.signal('SIGKILL');
    return program;
  }

  outputs(): Buffer[] {
    return this.#all.map((program) => program.output());
  }

  async kill(): Promise<void> {
    this.#isOver = true;
    for (const program of this.#all) program.signal('SIGCONT');
    await Promise.all(this.#all.map((program) => program.kill()));
  }
}
