import { Resolver } from 'node:dns/promises';
import { SECOND_MS } from '../kit/clock.ts';

/** What the DNS says of a name. `silent`: it gave no answer that can be relied on. */
export type Records = { readonly is: 'found' | 'none' | 'silent'; readonly values: readonly string[] };

export type Dns = {
  texts(name: string): Promise<Records>;
  /** Of IPv4 and IPv6. */
  addresses(name: string): Promise<Records>;
};

const TIMEOUT_MS = 2 * SECOND_MS;
const TRIES = 2;
/** Over all servers and tries. */
const MAX_WAIT_MS = 8 * SECOND_MS;
const MAX_RECORDS = 20;
const MAX_VALUE_LENGTH = 500;
const NO_RECORD = ['ENOTFOUND', 'ENODATA'];

const NONE: Records = { is: 'none', values: [] };
const SILENT: Records = { is: 'silent', values: [] };

/** `servers`: addresses, with or without a port; null: those of the system. */
export function openDns(servers: readonly string[] | null): Dns {
  return {
    texts: (name) =>
      ask(servers, async (resolver) =>
        // A long value comes in several parts, each byte as one character.
        (await resolver.resolveTxt(name)).map((parts) => Buffer.from(parts.join(''), 'latin1').toString()),
      ),
    addresses: async (name) => {
      const both = await Promise.all([
        ask(servers, (resolver) => resolver.resolve4(name)),
        ask(servers, (resolver) => resolver.resolve6(name)),
      ]);
      const values = both.flatMap((records) => records.values);
      if (values.length > 0) return { is: 'found', values };
      return both.some(({ is }) => is === 'silent') ? SILENT : NONE;
    },
  };
}

async function ask(
  servers: readonly string[] | null,
  question: (resolver: Resolver) => Promise<readonly string[]>,
): Promise<Records> {
  const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  if (servers) resolver.setServers(servers);
  const limit = setTimeout(() => resolver.cancel(), MAX_WAIT_MS);
  try {
    const values = (await question(resolver)).slice(0, MAX_RECORDS);
    if (values.length === 0) return NONE;
    return { is: 'found', values: values.map((value) => value.slice(0, MAX_VALUE_LENGTH)) };
  } catch (error) {
    return NO_RECORD.includes((error as { code?: string }).code ?? '') ? NONE : SILENT;
  } finally {
    clearTimeout(limit);
  }
}
