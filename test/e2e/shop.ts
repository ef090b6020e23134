import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';
import { Guiche, type GuicheOptions } from '../../sdk/src/main.ts';
import { type GatewayOptions, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Visitor, visitorOf } from '../support/pages.ts';
import { startPspGateway, stopPspGateway } from '../support/psp-gateway.ts';
import { type Outside, pspOutside, sandboxOutside } from './outside.ts';
import { expectSameBooks } from './psp-books.ts';

const PASSWORD = 'correct horse battery';
let opened = 0;

export type Shop = {
  id: string;
  email: string;
  password: string;
  /** Signed in and with a key, as a seller who set everything up. */
  client: Guiche;
  apiKey: string;
};

/** Who receives PIX for the gateway. What is the same on both is said once, for each of them. */
export const RAILS = ['the sandbox', 'a PSP'] as const;
export type Rail = (typeof RAILS)[number];

export type Street = Outside & {
  gateway: TestGateway;
  baseUrl: string;
  visitor: Visitor;
  open(name?: string): Promise<Shop>;
  operator(): Promise<Guiche>;
  client(options: Partial<GuicheOptions>): Guiche;
  close(): Promise<void>;
};

/** The streets of one file: each is opened when a group of tests first needs it, and left at the end of the file. */
export function streetsOfFile(): (rail: Rail, arrive: (street: Street) => unknown) => void {
  const streets = new Map<Rail, Promise<Street>>();
  afterAll(() => Promise.all([...streets.values()].map(async (street) => (await street).close())));
  return (rail, arrive) =>
    beforeAll(async () => {
      const street = streets.get(rail) ?? openStreet({}, rail);
      streets.set(rail, street);
      await arrive(await street);
    });
}

/** A gateway on a real port; shops reach it through the SDK alone. */
export async function openStreet(options: GatewayOptions = {}, rail: Rail = 'the sandbox'): Promise<Street> {
  const { gateway, outside, check, stop } = await (rail === 'a PSP' ? atPsp(options) : inSandbox(options));
  const baseUrl = `http://127.0.0.1:${(gateway.app.server.address() as AddressInfo).port}`;
  const client = (more: Partial<GuicheOptions>) => new Guiche({ baseUrl, ...more });
  return {
    ...outside,
    gateway,
    baseUrl,
    visitor: visitorOf(gateway),
    client,
    open: (name = 'Loja Azul') => openShop(client({}), name),
    operator: async () => {
      const { email, password } = await gateway.operator();
      const { token } = await client({}).auth.login({ email, password });
      return client({ token: String(token) });
    },
    async close() {
      try {
        await outside.rest();
        await check();
      } finally {
        await stop();
      }
    },
  };
}

type Place = { gateway: TestGateway; outside: Outside; check(): Promise<void>; stop(): Promise<void> };

async function inSandbox(options: GatewayOptions): Promise<Place> {
  const gateway = await startGateway(options);
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  return {
    gateway,
    outside: sandboxOutside(gateway),
    check: () => expectSoundLedger(gateway),
    stop: gateway.stop,
  };
}

async function atPsp(options: GatewayOptions): Promise<Place> {
  const place = await startPspGateway({ behaviour: { refunds: 'at once' } }, options);
  return {
    gateway: place.gateway,
    outside: pspOutside(place),
    async check() {
      await expectSoundLedger(place.gateway);
      await expectSameBooks(place);
    },
    stop: () => stopPspGateway(place),
  };
}

async function expectSoundLedger(gateway: TestGateway): Promise<void> {
  expect(await gateway.audit()).toEqual([]);
}

async function openShop(visitor: Guiche, name: string): Promise<Shop> {
  opened += 1;
  const email = `shop-${opened}-${process.pid}@example.com`;
  const registration = { name, email, password: PASSWORD, document: '52998224725' };
  const { token, account } = await visitor.auth.register(registration);
  const signedIn = visitor.with({ token: String(token) });
  const { api_key: apiKey } = await signedIn.keys.create({ name: 'e2e' });
  return { id: account.id, email, password: PASSWORD, client: signedIn.with({ apiKey }), apiKey };
}
