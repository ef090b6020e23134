import type { AddressInfo } from 'node:net';
import { Guiche, type GuicheOptions } from '../../sdk/src/main.ts';
import { type GatewayOptions, startGateway, type TestGateway } from '../support/gateway.ts';
import { type Visitor, visitorOf } from '../support/pages.ts';

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

export type Street = {
  gateway: TestGateway;
  baseUrl: string;
  visitor: Visitor;
  open(name?: string): Promise<Shop>;
  operator(): Promise<Guiche>;
  client(options: Partial<GuicheOptions>): Guiche;
  close(): Promise<void>;
};

/** A gateway on a real port; shops reach it through the SDK alone. */
export async function openStreet(options: GatewayOptions = {}): Promise<Street> {
  const gateway = await startGateway(options);
  await gateway.app.listen({ port: 0, host: '127.0.0.1' });
  const baseUrl = `http://127.0.0.1:${(gateway.app.server.address() as AddressInfo).port}`;
  const client = (more: Partial<GuicheOptions>) => new Guiche({ baseUrl, ...more });
  return {
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
    close: gateway.stop,
  };
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
