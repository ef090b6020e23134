import { UnexpectedAnswerError, UsageError } from './errors.ts';

export type Page<Item> = {
  data: Item[];
  has_more: boolean;
  next_cursor?: string | null;
};

type ListQuery = { limit?: number; offset?: number; cursor?: string };

const MAX_PAGE_SIZE = 100;

/**
 * A list request. `await` gives the first page; `for await` goes over every item, page by page, by cursor. Nothing is
 * sent before one of the two.
 */
export class Listing<Item, P extends Page<Item> = Page<Item>> implements PromiseLike<P>, AsyncIterable<Item> {
  readonly #load: (query: object) => Promise<P>;
  readonly #query: ListQuery;
  #first: Promise<P> | null = null;

  constructor(load: (query: object) => Promise<P>, query: object = {}) {
    checkQuery(query);
    this.#load = load;
    this.#query = query;
  }

  /** Makes the listing awaitable: its first page. */
  // biome-ignore lint/suspicious/noThenProperty: to be awaited is what it is for
  then<A = P, B = never>(
    done?: ((page: P) => A | PromiseLike<A>) | null,
    failed?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    this.#first ??= this.#load(this.#query);
    return this.#first.then(done, failed);
  }

  catch<B = never>(failed?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<P | B> {
    return this.then(null, failed);
  }

  finally(ended?: (() => void) | null): Promise<P> {
    return this.then().finally(ended);
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void, undefined> {
    let page = await this.#load(this.#query);
    let cursor: string | null = this.#query.cursor ?? null;
    for (;;) {
      yield* page.data;
      const next: string | null = page.has_more ? (page.next_cursor ?? null) : null;
      if (next === null) return;
      if (next === cursor) throw stuck();
      cursor = next;
      const { offset: _passed, ...filters } = this.#query;
      page = await this.#load({ ...filters, cursor });
    }
  }
}

function stuck(): UnexpectedAnswerError {
  const said =
    'The list gave the same cursor twice. Begin again, and report it to the operator of the gateway.';
  return new UnexpectedAnswerError('UNEXPECTED_ANSWER', said);
}

function checkQuery(query: unknown): void {
  if (typeof query !== 'object' || query === null || Array.isArray(query)) {
    throw new UsageError("A list takes an object of filters, as { status: 'RECEIVED', limit: 20 }.");
  }
  const { limit, offset, cursor } = query as Record<string, unknown>;
  if (limit !== undefined && !isWithin(limit, 1, MAX_PAGE_SIZE)) {
    throw new UsageError(
      `limit is the size of a page, 1 to ${MAX_PAGE_SIZE}. For more, use for await: it goes over all pages.`,
    );
  }
  if (offset !== undefined && !isWithin(offset, 0, Number.MAX_SAFE_INTEGER)) {
    throw new UsageError('offset is a whole number from 0 on; next_cursor of the page before is quicker.');
  }
  if (cursor !== undefined && (typeof cursor !== 'string' || cursor === '')) {
    throw new UsageError('cursor is next_cursor of the page before; leave it out for the first page.');
  }
}

function isWithin(value: unknown, min: number, max: number): boolean {
  return Number.isInteger(value) && Number(value) >= min && Number(value) <= max;
}
