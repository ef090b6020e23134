import { createServer } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { readConfig } from '../kit/config.ts';
import { listeningPlaces, requireDifferentPorts, requirePort } from './ports.ts';

const taken = createServer();
afterEach(() => void taken.close());

it('a port that is taken is named by its own setting', async () => {
  await new Promise<void>((done) => taken.listen(0, '127.0.0.1', done));
  const { port } = taken.address() as { port: number };
  const config = readConfig({ PORT: '0', GUICHE_METRICS_PORT: String(port) });
  const [api, figures] = listeningPlaces(config);
  if (!api || !figures) throw new Error('two places are expected');
  await requirePort(api);
  await expect(requirePort(figures)).rejects.toThrow(
    `GUICHE_METRICS_PORT ${port} is taken by another program. End it, or choose another port with GUICHE_METRICS_PORT=…`,
  );
});

it('one port for both is refused, unless the system chooses it or no API is served', () => {
  const both = { PORT: '4298', GUICHE_METRICS_PORT: '4298' };
  expect(() => requireDifferentPorts(readConfig(both))).toThrow(
    'GUICHE_METRICS_PORT and PORT are both 4298. Leave GUICHE_METRICS_PORT out',
  );
  requireDifferentPorts(readConfig({ ...both, GUICHE_ROLES: 'worker' }));
  requireDifferentPorts(readConfig({ ...both, GUICHE_METRICS_PORT: '4299' }));
  requireDifferentPorts(readConfig({ PORT: '0', GUICHE_METRICS_PORT: '0' }));
});

it('a process that serves nothing needs no port', () => {
  expect(listeningPlaces(readConfig({ GUICHE_ROLES: 'worker' }))).toEqual([]);
});
