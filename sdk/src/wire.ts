import type { InReais } from './amounts.ts';
import type { components, paths } from './api-types.ts';

/** A schema of the API description by its name, with every amount as `Reais`. */
export type Schema<Name extends keyof components['schemas']> = InReais<components['schemas'][Name]>;

/** The paths of the API description. */
export type Path = keyof paths;
export type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete';
export type VerbOf<P extends Path> = {
  [V in Verb]: paths[P][V] extends { responses: unknown } ? V : never;
}[Verb];

type JsonOf<R> = R extends { content: { 'application/json': infer Body } } ? Body : never;

export type BodyOf<P extends Path, V extends VerbOf<P>> = paths[P][V] extends { requestBody?: infer R }
  ? InReais<NonNullable<JsonOf<R>>>
  : never;

export type GetPath = { [P in Path]: 'get' extends VerbOf<P> ? P : never }[Path];
export type QueryOf<P extends GetPath> = paths[P]['get'] extends { parameters: { query?: infer Query } }
  ? NonNullable<Query>
  : never;

type GoodOf<O> = O extends { responses: infer R } ? R[keyof R & (200 | 201)] : never;
export type AnswerOf<P extends Path, V extends VerbOf<P>> = InReais<JsonOf<GoodOf<paths[P][V]>>>;

/** Paths whose GET answers pages of `data`. */
export type ListPath = {
  [P in GetPath]: JsonOf<GoodOf<paths[P]['get']>> extends { data: unknown[]; has_more: boolean } ? P : never;
}[GetPath];

/** The page that `await` gives for a list, and one item of it. */
export type PageOf<P extends ListPath> = InReais<JsonOf<GoodOf<paths[P]['get']>>>;
export type ItemOf<P extends ListPath> = PageOf<P>['data'][number];

export type RequestOptions = {
  /** Your own key, 1 to 255 printable characters. By default each call makes one and keeps it over its retries. */
  idempotencyKey?: string;
  /** Aborts the call, also between two tries. */
  signal?: Signal;
  /** For each try. */
  timeoutMs?: number;
  maxRetries?: number;
};

/** The platform's AbortSignal where its type is known: these types need neither DOM nor Node. */
export type Signal = typeof globalThis extends { AbortSignal: { prototype: infer Own } } ? Own : BareSignal;
type BareSignal = {
  readonly aborted: boolean;
  readonly reason?: unknown;
  addEventListener(type: 'abort', listener: () => void): void;
  removeEventListener(type: 'abort', listener: () => void): void;
};

export type FetchInit = {
  method: string;
  headers: Record<string, string>;
  body?: string | Uint8Array<ArrayBuffer>;
  redirect: 'manual';
  signal: Signal;
};

export type FetchAnswer = {
  readonly status: number;
  readonly headers: { get(name: string): string | null };
  arrayBuffer(): Promise<ArrayBuffer>;
};

/** The platform's `fetch` fits; so does any function of this shape. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchAnswer>;
