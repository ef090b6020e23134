import { type Answered, jsonOf, pageOf } from './answer.ts';
import { Listing } from './listing.ts';
import { type Call, type Input, perform, performRemoval } from './request.ts';
import type { Settings } from './settings.ts';
import type { Done, Removed } from './shapes.ts';
import type { AnswerOf, ItemOf, ListPath, PageOf, Path, RequestOptions, VerbOf } from './wire.ts';

/** A file as the gateway sent it; `bytes` keep the mark by which spreadsheets know UTF-8. */
export type ExportedFile = { filename: string | null; contentType: string; bytes: Uint8Array; text: string };

/** What every resource is made of. The settings are private, so that neither a log nor JSON shows the key. */
export class Resource {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** One operation of the API, typed by its path and verb. */
  protected async send<P extends Path, V extends VerbOf<P>>(
    verb: V,
    path: P,
    input: Input<P, V> = {},
    options?: RequestOptions,
  ): Promise<AnswerOf<P, V>> {
    return jsonOf(await this.bytes({ verb, path, ...input, options })) as AnswerOf<P, V>;
  }

  /** Removes the object with this id. */
  protected async removal(
    path: Path,
    id: string,
    options?: RequestOptions,
    of: Pick<Call, 'cardId'> = {},
  ): Promise<Removed> {
    const result = await performRemoval(this.#settings, { verb: 'delete', path, id, options, ...of });
    return 'bytes' in result ? (jsonOf(result) as Done) : result;
  }

  protected async file(
    path: Path,
    query: object,
    options?: RequestOptions,
    of: Pick<Call, 'id' | 'documentId'> = {},
  ): Promise<ExportedFile> {
    const { bytes, headers } = await this.bytes({ verb: 'get', path, query, options, ...of });
    const disposition = headers.get('content-disposition') ?? '';
    return {
      filename: /filename="?([^";]+)"?/.exec(disposition)?.[1] ?? null,
      contentType: headers.get('content-type') ?? 'application/octet-stream',
      bytes,
      text: new TextDecoder().decode(bytes),
    };
  }

  protected bytes(call: Call): Promise<Answered> {
    return perform(this.#settings, call);
  }

  protected listing<P extends ListPath>(
    path: P,
    query: object | undefined,
    options: RequestOptions | undefined,
    id?: string,
  ): Listing<ItemOf<P>, PageOf<P>> {
    const load = async (page: object) =>
      pageOf(await this.bytes({ verb: 'get', path, id, query: page, options })) as PageOf<P>;
    return new Listing(load, query);
  }
}
