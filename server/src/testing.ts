import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { copyForRun, createOnce, templateName } from './testing/cache.ts';
import type { FromGateway, Order, ToGateway } from './testing/protocol.ts';

type Seller = { accountId: string; apiKey: string };

const MAX_CONNECTIONS = 30;
const SELLER_FILE = 'seller.json';
const NOT_IN_TEMPLATE = ['postgres.json', 'postgres.log', 'lock'];
const loadGateway = () => import('./testing-gateway.ts');

/** A gateway for one run of a seller's tests, in a separate process: the tests may fake their own clock. */
async function serve({ cache, receiverUrl, events }: Order): Promise<void> {
  const template = await createOnce(cache, await templateName(), makeTemplate);
  // `cp` copies the database while this process loads the gateway's code.
  const [folder, { startTestGateway }] = await Promise.all([copyForRun(cache, template), loadGateway()]);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await startServer(folder);
    const seller = JSON.parse(await readFile(join(folder, SELLER_FILE), 'utf8')) as Seller;
    const running = await startTestGateway({ folder, connectionString: server.connectionString });
    handleMessages(running.settle, async () => {
      await running.stop();
      await server.stop();
      await remove();
    });
    const webhookSecret = await running.registerReceiver(seller.accountId, receiverUrl, events);
    send({ is: 'ready', url: running.url, ...seller, webhookSecret });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A stopped, migrated cluster with a seller in it: making it takes seconds, so it is made once. */
async function makeTemplate(draft: string): Promise<void> {
  const { fillTemplate } = await loadGateway();
  const server = await startServer(draft);
  try {
    const seller: Seller = await fillTemplate({ folder: draft, connectionString: server.connectionString });
    await writeFile(join(draft, SELLER_FILE), JSON.stringify(seller), { mode: 0o600 });
  } finally {
    await server.stop();
  }
  for (const name of NOT_IN_TEMPLATE) await rm(join(draft, name), { force: true });
}

function startServer(dataDir: string) {
  return startEmbeddedPostgres({
    dataDir,
    maxConnections: MAX_CONNECTIONS,
    durabilityOffForTestsOnly: true,
  });
}

/** The channel closes when the tests' process ends in any way; then this one ends too. */
function handleMessages(settle: () => Promise<void>, stop: () => Promise<void>): void {
  let isStopping = false;
  const end = () => {
    if (isStopping) return;
    isStopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('disconnect', end);
  process.on('SIGTERM', end);
  process.on('message', (asked: ToGateway) => {
    if (asked.do === 'stop') end();
    else
      settle().then(
        () => send({ is: 'settled', number: asked.number, failure: null }),
        (error: Error) => send({ is: 'settled', number: asked.number, failure: error.message }),
      );
  });
  if (!process.connected) end();
}

function send(message: FromGateway): void {
  if (process.connected) process.send?.(message);
}

// Ctrl-C in a terminal reaches this process too; the tests' process says when to stop.
process.on('SIGINT', () => undefined);

serve(JSON.parse(process.argv[2] ?? '{}') as Order).catch((error: Error) => {
  process.stderr.write(error.message);
  process.exit(1);
});
