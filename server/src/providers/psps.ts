import type { Config } from '../kit/config.ts';
import type { Log } from '../kit/log.ts';
import { requireReachable } from './apipix/check.ts';
import { readPixPsps } from './apipix/config.ts';
import { type ApipixProvider, apipixProvider } from './apipix/provider.ts';
import { observeCall } from './metrics.ts';

type Environment = Record<string, string | undefined>;

/** The PSPs of GUICHE_PIX, in its order. Wrong settings stop the start with an error that names them. */
export function openPsps(environment: Environment, config: Config, log: Log): ApipixProvider[] {
  return readPixPsps(environment, config.GUICHE_PIX ?? []).map((psp) =>
    apipixProvider(psp, {
      log,
      observe: (call) => observeCall({ provider: psp.name, ...call }),
    }),
  );
}

/** Only settings that are certainly wrong stop the start: a PSP that is down does not. */
export async function requireReachablePsps(
  psps: readonly ApipixProvider[],
  config: Config,
  log: Log,
): Promise<void> {
  if (config.GUICHE_START_CHECK === 'off') return;
  const warnings = await Promise.all(psps.map(requireReachable));
  for (const [at, warning] of warnings.entries()) {
    if (warning)
      log.warn({ provider: psps[at]?.name, warning }, 'a PIX provider did not answer at the start');
  }
}
