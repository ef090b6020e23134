import { createServer } from 'node:net';
import type { Config } from '../kit/config.ts';
import { StartError } from '../kit/start-error.ts';

/** A port that the gateway listens on, with the setting that chooses it. */
export type ListeningPlace = { name: 'PORT' | 'GUICHE_METRICS_PORT'; host: string; port: number };

export function listeningPlaces(config: Config): ListeningPlace[] {
  const { HOST: host, PORT: port, GUICHE_METRICS_PORT: figures, GUICHE_ROLES: roles } = config;
  return [
    ...(roles.includes('api') ? [{ name: 'PORT' as const, host, port }] : []),
    ...(figures === null ? [] : [{ name: 'GUICHE_METRICS_PORT' as const, host, port: figures }]),
  ];
}

export function requireDifferentPorts(config: Config): void {
  const { PORT: port, GUICHE_METRICS_PORT: figures, GUICHE_ROLES: roles } = config;
  if (figures !== port || port === 0 || !roles.includes('api')) return;
  const cure = 'Leave GUICHE_METRICS_PORT out, as PORT answers /metrics too, or choose another for it.';
  throw new StartError(`GUICHE_METRICS_PORT and PORT are both ${port}`, cure);
}

/** Checked before anything else is created, so that a failed start leaves nothing behind. */
export async function requirePort(place: ListeningPlace): Promise<void> {
  const { host, port } = place;
  const probe = createServer();
  try {
    await new Promise<void>((done, failed) => {
      probe.once('error', failed);
      probe.listen({ host, port, exclusive: true }, () => probe.close(() => done()));
    });
  } catch (error) {
    throw portError(place, error);
  }
}

export function portError({ name, host, port }: ListeningPlace, error: unknown): StartError {
  const { code } = error as NodeJS.ErrnoException;
  if (code === 'EADDRINUSE') {
    return new StartError(
      `${name} ${port} is taken by another program`,
      `End it, or choose another port with ${name}=…`,
      error,
    );
  }
  if (code === 'EACCES') {
    return new StartError(
      `${name} ${port} is closed to this user`,
      `Choose a port from 1024 on with ${name}=…`,
      error,
    );
  }
  const cure = 'Set HOST to an address of this machine, as 127.0.0.1 or 0.0.0.0';
  return new StartError(`Nothing can listen on HOST ${host} (${code})`, cure, error);
}
