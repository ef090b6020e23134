import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemMs } from '../../server/src/kit/clock.ts';
import type { CardEntry, CardProvider } from '../../server/src/providers/card.ts';
import type { Rails } from '../../server/src/providers/rails.ts';
import { TEST_CARDS, tokenOf } from '../../server/src/providers/sandbox/test-cards.ts';

/** Where a page gives cards away, and gets the sandbox's tokens for them. */
export type TokenHouse = {
  readonly origin: string;
  /** What was sent to it: the only place that may see a card. */
  readonly seen: string[];
  /** Parts that it calls wrong, instead of a token. */
  wrong: string[];
  isDown: boolean;
  stop(): Promise<void>;
};

/** As Cielo's script works: it reads the fields of its classes, and sends them home. */
const SOP = `window.bpSop_silentOrderPost = (options) => {
  const read = (name) => document.querySelector('.bp-sop-' + name).value;
  const card = { number: read('cardnumber'), holder: read('cardholdername'), expiry: read('cardexpirationdate'), cvv: read('cardcvvc') };
  fetch(new URL('/sop', '{origin}'), { method: 'POST', body: JSON.stringify({ key: options.accessToken, card }) })
    .then((answer) => answer.json())
    .then((body) => body.invalid ? options.onInvalid(body.invalid) : options.onSuccess({ PaymentToken: body.id }))
    .catch(options.onError);
};`;

export async function startTokenHouse(): Promise<TokenHouse> {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const house: TokenHouse = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...{ seen: [], wrong: [], isDown: false },
    async stop() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    if (request.method === 'OPTIONS') return void response.writeHead(204, headers).end();
    if (house.isDown) return void response.writeHead(503, headers).end('{}');
    if (request.url === '/sop.js') {
      response.writeHead(200, { ...headers, 'content-type': 'text/javascript' });
      return void response.end(SOP.replace('{origin}', house.origin));
    }
    const body = await textOf(request);
    house.seen.push(body);
    response.writeHead(house.wrong.length > 0 && request.url !== '/sop' ? 422 : 200, headers);
    response.end(JSON.stringify(house.wrong.length > 0 ? refused(house.wrong) : tokenFor(body)));
  }
  return house;
}

function refused(wrong: readonly string[]): object {
  return {
    invalid: wrong.map((name) => ({ Field: `card${name}`, Message: 'invalid' })),
    errors: Object.fromEntries(wrong.map((name) => [`request.card.${name}`, ['invalid']])),
  };
}

function tokenFor(body: string): object {
  const { card } = JSON.parse(body) as { card: { number: string } };
  // As the sandbox has it, any other card is good.
  const known = TEST_CARDS.find(({ number }) => number === card.number);
  return { id: known ? tokenOf(known) : 'tok_visa_1111' };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request) text += String(chunk);
  return text;
}

/** The sandbox's cards behind such a house: an acquirer that takes no number. */
export function tokensOnly(house: () => Pick<TokenHouse, 'origin'>, dialect: CardEntry['dialect']) {
  const entry: CardEntry = {
    dialect,
    get sources() {
      const { origin } = house();
      return { scripts: dialect === 'cielo' ? [origin] : [], connects: [origin], frames: [] };
    },
    questionnaire: 'A-EP',
    async open() {
      const { origin } = house();
      const script = `${origin}/sop.js`;
      const settings: Record<string, string> =
        dialect === 'cielo'
          ? { script, accessToken: 'key of one card', environment: 'sandbox' }
          : { publicKey: 'pk_test', tokensUrl: `${origin}/tokens?appId=pk_test` };
      return { ok: true, settings };
    },
  };
  const provider = (sandbox: CardProvider): CardProvider => ({
    ...sandbox,
    takes: ['token', 'stored'],
    remote: {
      entry,
      ...{ settlements: null, disputes: null, readNotice: async () => null, accepts: () => true },
      health: () => ({
        ...{ state: 'closed', since: new Date(systemMs()), calls: 0, failures: 0 },
        ...{ averageLatencyMs: null, lastFailure: null },
      }),
    },
  });
  return (rails: Rails): Rails => ({ ...rails, card: rails.card.map(provider) });
}
