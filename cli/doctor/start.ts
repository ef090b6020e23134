import type { Config } from '../../server/src/kit/config.ts';
import type { ApipixProvider } from '../../server/src/providers/apipix/provider.ts';
import {
  loadConfig,
  loadFirstAccounts,
  loadInstallation,
  loadLog,
  loadPorts,
  loadPspCheck,
  loadPsps,
} from '../server.ts';
import { type Check, fine, refused, wrong } from './check.ts';

const ANSWERS_WITHIN_MS = 2_000;

/** Settings that are valid one by one and contradict each other. */
export async function checkTogether(config: Config): Promise<Check[]> {
  const { requirePix } = await loadInstallation();
  const { configuredOperator } = await loadFirstAccounts();
  const { requireDifferentPorts } = await loadPorts();
  return [requirePix, requireDifferentPorts, configuredOperator].flatMap((look) => {
    try {
      look(config);
      return [];
    } catch (error) {
      return [refused('Settings', error, 'Set both, or neither.')];
    }
  });
}

/** For the commands and tests, not for a gateway. */
const NOT_OF_THE_GATEWAY = [
  'GUICHE_URL',
  'GUICHE_API_KEY',
  'GUICHE_PROFILE',
  'GUICHE_WEBHOOK_SECRET',
  'GUICHE_TEST_CACHE',
];

/** A start ignores a setting it does not know; such a name is probably a typo. */
export async function checkNames(): Promise<Check[]> {
  const { settings } = await loadConfig();
  const unknown = Object.keys(process.env).filter(
    (name) =>
      name.startsWith('GUICHE_') &&
      !name.startsWith('GUICHE_PIX_') &&
      !(name in settings) &&
      !NOT_OF_THE_GATEWAY.includes(name),
  );
  const cure = 'Correct its name, or unset it; .env.example lists every setting.';
  return unknown.map((name) => wrong('Settings', `there is no setting ${name}`, cure));
}

/** Null where no folder is needed. */
export async function checkFolder(config: Config): Promise<Check | null> {
  const { requireFolder } = await loadInstallation();
  try {
    requireFolder(config);
    return null;
  } catch (error) {
    return refused('Data folder', error, 'Set GUICHE_DATA_DIR to another.');
  }
}

/** The PSPs of GUICHE_PIX, each asked as a start asks it. */
export async function checkPix(config: Config): Promise<Check[]> {
  const { openPsps } = await loadPsps();
  const { createLog } = await loadLog();
  let psps: ApipixProvider[] = [];
  try {
    psps = openPsps(process.env, config, createLog('silent'));
    return await Promise.all(psps.map(checkPsp));
  } catch (error) {
    return [refused('PIX', error, 'docs/guides/going-live.md lists what each PSP needs.')];
  } finally {
    await Promise.all(psps.map((psp) => psp.close()));
  }
}

async function checkPsp(psp: ApipixProvider): Promise<Check> {
  const { requireReachable } = await loadPspCheck();
  const cure = `\`guiche pix check ${psp.name}\` goes through it step by step.`;
  try {
    const warning = await requireReachable(psp);
    return warning === null ? fine('PIX', `${psp.name} answers`) : wrong('PIX', warning, cure);
  } catch (error) {
    return refused('PIX', error, cure);
  }
}

/** `isServed`: a gateway is at work on the same database, so that it may be the one that has the port. */
export async function checkPorts(config: Config, isServed: boolean): Promise<Check[]> {
  const { listeningPlaces, requirePort } = await loadPorts();
  const checks: Check[] = [];
  for (const place of listeningPlaces(config)) {
    const title = `Port ${place.port}`;
    try {
      await requirePort(place);
      checks.push(fine(title, 'free'));
    } catch (error) {
      const isOurs = isServed && (await isGateway(place));
      checks.push(isOurs ? fine(title, 'a gateway answers here already') : refused(title, error, ''));
    }
  }
  return checks;
}

async function isGateway({ host, port }: { host: string; port: number }): Promise<boolean> {
  const reachable = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  try {
    const signal = AbortSignal.timeout(ANSWERS_WITHIN_MS);
    return (await fetch(`http://${reachable}:${port}/healthz`, { signal })).ok;
  } catch {
    return false;
  }
}
