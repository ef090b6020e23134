import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';
import { ROOT } from '../kit/root.ts';

/** What one of the three machines has here: all of them are this one, so that only ports tell them apart. */
export type NodeAddress = {
  readonly name: string;
  readonly postgresPort: number;
  readonly restPort: number;
  readonly etcdPort: number;
  readonly etcdPeerPort: number;
};

type Tree = { [name: string]: Tree | unknown };

const LOOPBACK = '127.0.0.1';

function deployed(name: string): string {
  return readFileSync(join(ROOT, 'deploy', 'patroni', name), 'utf8');
}

export type PatroniPlaces = { data: string; postgres: string; pgpass: string };

/** deploy/patroni/patroni.yml with the addresses and folders of this run; whatever decides about failover stays as it is. */
export function patroniSettings(
  own: NodeAddress,
  all: readonly NodeAddress[],
  places: PatroniPlaces,
  isSynchronous: boolean,
): string {
  const file = parse(deployed('patroni.yml')) as Tree;
  const postgresql = file.postgresql as Tree;
  const rest = `${LOOPBACK}:${own.restPort}`;
  const server = `${LOOPBACK}:${own.postgresPort}`;
  const bootstrap = file.bootstrap as { dcs: Tree };
  const { dcs } = bootstrap;
  if (!isSynchronous) Object.assign(dcs, { synchronous_mode: false });
  return stringify({
    ...file,
    name: own.name,
    restapi: { listen: rest, connect_address: rest },
    etcd: { hosts: all.map(({ etcdPort }) => `${LOOPBACK}:${etcdPort}`) },
    postgresql: {
      ...postgresql,
      listen: server,
      connect_address: server,
      data_dir: places.data,
      bin_dir: places.postgres,
      pgpass: places.pgpass,
      pg_hba: ['host all all 127.0.0.1/32 trust', 'host replication all 127.0.0.1/32 trust'],
      parameters: {
        unix_socket_directories: '',
        shared_buffers: '128MB',
        // Processes are killed, the machine is not switched off.
        fsync: 'off',
      },
    },
    // There is one machine, and it must not be reset.
    watchdog: { mode: 'off' },
  });
}

/** deploy/patroni/etcd.env with the addresses of this run. */
export function etcdSettings(
  own: NodeAddress,
  all: readonly NodeAddress[],
  data: string,
): Record<string, string> {
  const file = Object.fromEntries(
    [...deployed('etcd.env').matchAll(/^(ETCD_\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [
      name,
      value,
    ]),
  );
  const url = (port: number) => `http://${LOOPBACK}:${port}`;
  return {
    ...file,
    ETCD_NAME: own.name,
    ETCD_DATA_DIR: data,
    ETCD_LISTEN_CLIENT_URLS: url(own.etcdPort),
    ETCD_ADVERTISE_CLIENT_URLS: url(own.etcdPort),
    ETCD_LISTEN_PEER_URLS: url(own.etcdPeerPort),
    ETCD_INITIAL_ADVERTISE_PEER_URLS: url(own.etcdPeerPort),
    ETCD_INITIAL_CLUSTER: all.map(({ name, etcdPeerPort }) => `${name}=${url(etcdPeerPort)}`).join(),
  };
}

/** deploy/patroni/haproxy.cfg with the addresses of this run. */
export function haproxySettings(port: number, all: readonly NodeAddress[]): string {
  const kept = deployed('haproxy.cfg')
    .split('\n')
    .filter((line) => !/^\s+server /.test(line))
    .map((line) => line.replace(/^(\s+bind ).*/, `$1${LOOPBACK}:${port}`));
  const servers = all.map(
    ({ name, postgresPort, restPort }) =>
      `    server ${name} ${LOOPBACK}:${postgresPort} check port ${restPort}`,
  );
  return `${kept.join('\n').trimEnd()}\n${servers.join('\n')}\n`;
}
