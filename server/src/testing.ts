import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startEmbeddedPostgres } from './db/embedded.ts';
import { copyForRun, madeOnce, templateName } from './testing/cache.ts';
import type { FromGateway, Order, ToGateway } from './testing/protocol.ts';

type Seller = { accountId: string; apiKey: string };

const MAX_CONNECTIONS = 30;
const SELLER_FILE = 'seller.json';
const NOT_OF_THE_TEMPLATE = ['postgres.json', 'postgres.log', 'lock'];
const loadGateway = () => import('./testing-gateway.ts');

/** A gateway for one run of a seller's tests, in a process of its own: the tests may stop or fake their own time. */
async function serve({ cache, receiverUrl, events }: Order): Promise<void> {
  const template = await madeOnce(cache, await templateName(), makeTemplate);
  // Another program copies the database; this one reads the gateway's code meanwhile.
  const [folder, { startTestGateway }] = await Promise.all([copyForRun(cache, template), loadGateway()]);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const server = await startServer(folder);
    const seller = JSON.parse(await readFile(join(folder, SELLER_FILE), 'utf8')) as Seller;
    const running = await startTestGateway({ folder, connectionString: server.connectionString });
    obey(running.settle, async () => {
      await running.stop();
      await server.stop();
      await remove();
    });
    const webhookSecret = await running.tellReceiver(seller.accountId, receiverUrl, events);
    tell({ is: 'ready', url: running.url, ...seller, webhookSecret });
  } catch (error) {
    await remove();
    throw error;
  }
}

/** A migrated cluster at rest, with a seller in it: what takes seconds and is the same every time. */
async function makeTemplate(draft: string): Promise<void> {
  const { fillTemplate } = await loadGateway();
  const server = await startServer(draft);
  try {
    const seller: Seller = await fillTemplate({ folder: draft, connectionString: server.connectionString });
    await writeFile(join(draft, SELLER_FILE), JSON.stringify(seller), { mode: 0o600 });
  } finally {
    await server.stop();
  }
  for (const name of NOT_OF_THE_TEMPLATE) await rm(join(draft, name), { force: true });
}

function startServer(dataDir: string) {
  return startEmbeddedPostgres({
    dataDir,
    maxConnections: MAX_CONNECTIONS,
    durabilityOffForTestsOnly: true,
  });
}

/** The channel ends when the tests' process ends, in whatever way; then this one ends too. */
function obey(settle: () => Promise<void>, stop: () => Promise<void>): void {
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
        () => tell({ is: 'settled', number: asked.number, failure: null }),
        (error: Error) => tell({ is: 'settled', number: asked.number, failure: error.message }),
      );
  });
  if (!process.connected) end();
}

function tell(told: FromGateway): void {
  if (process.connected) process.send?.(told);
}

// Ctrl-C in a terminal reaches this process too; the tests' process says when to stop.
process.on('SIGINT', () => undefined);

serve(JSON.parse(process.argv[2] ?? '{}') as Order).catch((error: Error) => {
  process.stderr.write(error.message);
  process.exit(1);
});
