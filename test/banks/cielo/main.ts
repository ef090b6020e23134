import { join } from 'node:path';
import { replaceFile } from '../../psp/client-files.ts';
import { startControl } from '../../psp/control.ts';
import { createCertificateAuthority } from '../../support/certificates.ts';
import {
  type Behaviour,
  behave,
  createHouse,
  type House,
  type Notice,
  type Payment,
  type Seen,
  type Settings,
  type StoredCard,
} from './house.ts';
import { typeCard } from './page.ts';
import { chargeback, denyVoid, duplicate, finish, paymentsOf } from './sales.ts';
import { API, PAGE, QUERY, startHost } from './server.ts';

/** What this program is started with, as JSON in its first argument. */
export type Start = { folder: string; settings: Settings };

/** What it sends once it serves. */
export type Ready = { apiUrl: string; queryUrl: string; pageUrl: string; controlUrl: string; caFile: string };

export type CieloState = { payments: Payment[]; notices: Notice[]; seen: Seen[] };

const HOST = 'localhost';

const start = JSON.parse(process.argv[2] ?? '{}') as Start;
process.once('disconnect', () => process.exit(0));
process.send?.(await run(start));

async function run({ folder, settings }: Start): Promise<Ready> {
  const authority = createCertificateAuthority('Simulator Cielo');
  const certificate = authority.issueServer([HOST], ['127.0.0.1']);
  const house = createHouse(settings);
  const hosts = await Promise.all([API, QUERY, PAGE].map((routes) => startHost(house, certificate, routes)));
  const caFile = join(folder, 'ca.pem');
  replaceFile(caFile, authority.cert);
  const { port } = await startControl({
    ...orders(house),
    cutConnections() {
      for (const host of hosts) host.cutConnections();
    },
  });
  const [apiUrl = '', queryUrl = '', pageUrl = ''] = hosts.map((host) => `https://${HOST}:${host.port}`);
  return { apiUrl, queryUrl, pageUrl, controlUrl: `http://127.0.0.1:${port}`, caFile };
}

function orders(house: House) {
  return {
    behave: (behaviour: Behaviour) => behave(house, behaviour),
    typeCard: (key: string, card: StoredCard, tokenize: boolean) => typeCard(house, key, card, tokenize),
    paymentsOf: (order: string) => paymentsOf(house, order),
    finish: (id: string, status: 1 | 2 | 3 | 13) => finish(house, id, status),
    duplicate: (id: string) => duplicate(house, id),
    denyVoid: (id: string, cents: number) => denyVoid(house, id, cents),
    chargeback: (id: string) => chargeback(house, id),
    moveClock: (offsetMs: number) => house.moveClock(offsetMs),
    state: (): CieloState => ({
      payments: [...house.payments.values()],
      notices: house.notices,
      seen: house.seen,
    }),
  };
}
