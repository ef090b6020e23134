import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Guiche as Client } from '../../sdk/src/main.ts';
import { commandWith, endCommands, type Guiche, requireBuilt } from './command.ts';
import { createTestDatabase } from './database.ts';
import { startServer } from './processes.ts';

export const EMAIL = 'loja@example.com';
export const PASSWORD = 'correct horse battery';
const OPERATOR = { GUICHE_OPERATOR_EMAIL: 'operator@example.com', GUICHE_OPERATOR_PASSWORD: PASSWORD };

export type SignedIn = {
  readonly url: string;
  /** Where the command keeps its file. */
  readonly home: string;
  /** Signed in as the seller EMAIL. */
  readonly guiche: Guiche;
  /** Ends the gateway; `back` starts it again on the same port and database. */
  away(): Promise<void>;
  back(): Promise<void>;
  stop(): Promise<void>;
};

/** A gateway in a process of its own, with one seller, and the command signed in to it. */
export async function startSignedIn(): Promise<SignedIn> {
  await requireBuilt();
  const database = await createTestDatabase();
  const place = { databaseUrl: database.connectionString, environment: OPERATOR };
  let server = await startServer(place);
  const { port } = server;
  const url = `http://127.0.0.1:${port}`;
  const home = mkdtempSync(join(tmpdir(), 'guiche-home-'));
  const guiche = commandWith({ XDG_CONFIG_HOME: home, GUICHE_URL: url });
  const account = { name: 'Loja', email: EMAIL, password: PASSWORD, document: '52998224725' };
  await new Client({ baseUrl: url }).auth.register(account);
  const words = ['login', '--email', EMAIL, '--password-stdin'];
  const { out, err } = await guiche.begin(words, `${PASSWORD}\n`).ended;
  if (!out.includes(`Signed in at ${url} as ${EMAIL}`))
    throw new Error(`The command did not sign in: ${err}`);
  return {
    ...{ url, home, guiche },
    away: async () => void (await server.end('SIGTERM')),
    back: async () => {
      server = await startServer({ ...place, port });
    },
    stop: async () => {
      await endCommands();
      await server.end('SIGTERM');
      await database.drop();
      rmSync(home, { recursive: true, force: true });
    },
  };
}
