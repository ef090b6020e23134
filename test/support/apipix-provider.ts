import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { type ApipixProvider, apipixProvider } from '../../server/src/providers/apipix/provider.ts';
import type { ObservedCall } from '../../server/src/providers/http/outcome.ts';
import { type ApipixServer, type Reply, type SeenRequest, startApipixServer } from './apipix-server.ts';

export type ProviderUnderTest = {
  bank(): ApipixServer;
  provider(): ApipixProvider;
  observed(): ObservedCall[];
  logged(): string;
  /** The bank answers so in turn; the last one again and again. */
  inTurn(...replies: Reply[]): void;
  /** What the bank was asked for: `PUT /cob/abc`. */
  calls(): string[];
  request(index: number): SeenRequest;
};

/** One bank for all tests of a file, and a new provider for each. */
export function providerUnderTest(): ProviderUnderTest {
  let bank: ApipixServer;
  let provider: ApipixProvider;
  let observed: ObservedCall[] = [];
  let logged = '';
  beforeAll(async () => {
    bank = await startApipixServer();
  });
  afterAll(() => bank.close());
  beforeEach(() => {
    bank.seen.length = 0;
    observed = [];
    logged = '';
    const write = (line: string) => {
      logged += line;
    };
    const log = pino({ level: 'debug' }, { write });
    provider = apipixProvider(bank.config(), { log, observe: (call) => observed.push(call) });
  });
  afterEach(() => provider.close());
  return {
    bank: () => bank,
    provider: () => provider,
    observed: () => observed,
    logged: () => logged,
    inTurn: (...replies) => {
      let turn = 0;
      bank.answer(() => replies[Math.min(turn++, replies.length - 1)] ?? 'drop');
    },
    calls: () => bank.seen.map(({ method, path }) => `${method} ${path.replace('/api', '')}`),
    request: (index) => {
      const request = bank.seen[index];
      if (!request) throw new Error(`The bank has seen ${bank.seen.length} requests.`);
      return request;
    },
  };
}
