import { lookup } from 'node:dns/promises';
import type { Command } from 'commander';
import type { Config } from '../../server/src/kit/config.ts';
import { command, type Shown } from '../command.ts';
import { type Check, fine, refused, wrong } from '../doctor/check.ts';
import { checkClock, checkMasterKey, checkMigrations, checkVersion, isServed } from '../doctor/database.ts';
import { checkDisk, checkNode, connectFailure } from '../doctor/machine.ts';
import { checkFolder, checkNames, checkPix, checkPorts, checkTogether } from '../doctor/start.ts';
import { Refusal } from '../outcome.ts';
import { paint, printable, say, sayJson } from '../output.ts';
import { startProgress } from '../progress.ts';
import { hasCluster, loadConfig, migratedTo, openDatabase, query } from '../server.ts';

const MAX_WEBHOOKS = 20;
const REDIS_PORT = 6_379;

type DoctorOptions = Shown & { reach?: string[] };

export function doctorCommand(): Command {
  return command('doctor', 'check settings, database, clock, ports, disk and webhooks', [
    'doctor',
    'doctor --reach https://shop.example.com/hook',
    'doctor --json',
  ])
    .option('--reach <addresses...>', 'also try to connect to these')
    .option('--json', 'write JSON for programs')
    .addHelpText(
      'after',
      '\nIt changes nothing. It reads the same settings as `guiche start`, from the environment.',
    )
    .action(async (options: DoctorOptions) => {
      const progress = startProgress('Looking…');
      const checks = await examine(options).finally(() => progress.end());
      if (options.json) sayJson({ ok: checks.every((check) => check.cure === null), checks });
      else for (const check of checks) say(lineOf(check));
      const ill = checks.filter((check) => check.cure !== null).length;
      if (ill > 0) throw new Refusal(ill === 1 ? 'One check failed.' : `${ill} checks failed.`);
    });
}

function lineOf({ name, found, cure }: Check): string {
  const mark = cure === null ? paint('green', '✓') : paint('red', '✗');
  const line = `${mark} ${name.padEnd(12)} ${printable(found)}`;
  return cure === null ? line : `${line}\n  ${' '.repeat(12)} → ${cure}`;
}

async function examine({ reach = [] }: DoctorOptions): Promise<Check[]> {
  const settings = await checkSettings();
  if (!settings.config) return [checkNode(), ...settings.checks];
  const { config } = settings;
  const folder = await checkFolder(config);
  const database = folder && !config.DATABASE_URL ? NO_DATABASE : await checkDatabase(config);
  return [
    checkNode(),
    ...settings.checks,
    ...(folder ? [folder] : []),
    ...database.checks,
    ...(await checkPorts(config, database.isServed)),
    await checkDisk(config),
    ...(await checkPix(config)),
    ...(await checkRedis(config)),
    ...(await checkWebhooks(config, reach)),
  ];
}

/** Each setting by itself, so that every wrong one is reported. */
async function checkSettings(): Promise<{ config: Config | null; checks: Check[] }> {
  const { readConfig, settings } = await loadConfig();
  const faults = Object.keys(settings).flatMap((name) => {
    try {
      readConfig({ [name]: process.env[name] });
      return [];
    } catch (error) {
      return [
        wrong('Settings', (error as Error).message, `Correct ${name} in the environment, or unset it.`),
      ];
    }
  });
  if (faults.length > 0) return { config: null, checks: faults };
  const config = readConfig(process.env);
  const faulty = [...(await checkNames()), ...(await checkTogether(config))];
  const well = fine('Settings', `${config.GUICHE_RAILS} rails, roles ${config.GUICHE_ROLES.join(' and ')}`);
  return { config, checks: faulty.length > 0 ? faulty : [well] };
}

type Examined = { checks: Check[]; isServed: boolean };
const NO_DATABASE: Examined = { checks: [], isServed: false };

async function checkDatabase(config: Config): Promise<Examined> {
  if (!config.DATABASE_URL && !hasCluster(config)) {
    const found = `embedded; it is made in ${config.GUICHE_DATA_DIR} at the first start`;
    return { checks: [fine('Database', found)], isServed: false };
  }
  try {
    return await withDatabase(config, async ({ connectionString, about }) => ({
      isServed: await isServed(connectionString),
      checks: [
        await checkVersion(connectionString, about),
        await checkMigrations(connectionString),
        await checkClock(connectionString),
        await checkMasterKey(config, connectionString),
      ],
    }));
  } catch (error) {
    const cure = 'postgres.log in the data folder says why; GUICHE_DATA_DIR names the folder.';
    return { checks: [refused('Database', error, cure)], isServed: false };
  }
}

type Opened = Awaited<ReturnType<typeof openDatabase>>;

async function withDatabase<T>(config: Config, work: (database: Opened) => Promise<T>): Promise<T> {
  const database = await openDatabase(config);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}

async function checkRedis(config: Config): Promise<Check[]> {
  if (!config.REDIS_URL) return [];
  const { hostname, port } = new URL(config.REDIS_URL.reveal());
  const failure = await connectFailure(hostname, Number(port) || REDIS_PORT);
  if (failure === null) return [fine('Redis', 'reachable')];
  return [
    wrong(
      'Redis',
      `not reachable (${failure})`,
      'Start it, or correct REDIS_URL. Meanwhile each process counts alone.',
    ),
  ];
}

/** The addresses that sellers registered, and those that were asked for. */
async function checkWebhooks(config: Config, asked: readonly string[]): Promise<Check[]> {
  const registered = await registeredAddresses(config).catch(() => null);
  const addresses = [...new Set([...asked, ...(registered ?? [])])];
  const checks = await Promise.all(addresses.map((address) => checkAddress(config, address)));
  if (registered === null) {
    checks.push(
      fine('Webhooks', 'not looked at: their addresses are in the database, which does not answer'),
    );
  }
  if (checks.length > 0) return checks;
  return [fine('Webhooks', 'none is registered; try an address with --reach https://…')];
}

async function registeredAddresses(config: Config): Promise<string[]> {
  if (!config.DATABASE_URL && !hasCluster(config)) return [];
  return withDatabase(config, async ({ connectionString }) => {
    if ((await migratedTo(connectionString)) === 0) return [];
    const sql = 'select distinct url from webhooks where active order by url limit $1';
    const rows = await query<{ url: string }>(connectionString, sql, [MAX_WEBHOOKS]);
    return rows.map((row) => row.url);
  });
}

async function checkAddress(config: Config, text: string): Promise<Check> {
  const name = 'Webhook';
  const { addressGuardOf } = await loadConfig();
  const guard = addressGuardOf(config);
  const refusal = guard.refusalOf(text);
  if (refusal) {
    const cure = /^https?:\/\//.test(text)
      ? 'Use a public address, or exempt its network with GUICHE_WEBHOOK_ALLOW.'
      : 'Write it whole, as https://shop.example.com/hook.';
    return wrong(name, `${text} ${refusal}`, cure);
  }
  const { hostname, port, protocol } = new URL(text);
  const host = hostname.replace(/^\[|\]$/g, '');
  try {
    const { address } = await lookup(host);
    if (!guard.allows(address)) {
      const cure =
        'Its name leads into a private network: exempt that with GUICHE_WEBHOOK_ALLOW if you mean it.';
      return wrong(name, `${text} leads to ${address}`, cure);
    }
    const failure = await connectFailure(address, Number(port) || (protocol === 'https:' ? 443 : 80));
    if (failure === null) return fine(name, `${text} can be reached`);
    return wrong(
      name,
      `${text} cannot be reached (${failure})`,
      'Is the receiver up, and does the firewall let this machine out?',
    );
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return wrong(
      name,
      `${host} is not known (${code})`,
      'Correct the address, or the name server of this machine.',
    );
  }
}
