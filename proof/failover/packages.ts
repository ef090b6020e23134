import { accessSync, constants, existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Debian's packages that the run needs, and a program of each. */
const PACKAGES: readonly (readonly [name: string, program: string])[] = [
  ['patroni', 'patroni'],
  ['etcd-server', 'etcd'],
  ['haproxy', 'haproxy'],
];
/** Debian keeps the programs of services where only root looks. */
const MORE_FOLDERS = ['/usr/sbin', '/usr/local/sbin'];
/** Patroni speaks to etcd by it, and Debian only suggests it. */
const ETCD_CLIENT = ['python3-etcd', '/usr/lib/python3/dist-packages/etcd'] as const;
const POSTGRES = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;
const POSTGRES_PROGRAMS = ['initdb', 'postgres', 'pg_basebackup', 'pg_rewind', 'pg_controldata'];

export type Look = {
  /** Where a program is; null: nowhere. */
  program(name: string): string | null;
  folder(path: string): readonly string[] | null;
};

export type Programs = { patroni: string; etcd: string; haproxy: string; postgres: string };

/** Where the programs are, or the names of the packages that are missing. */
export function findPrograms(look: Look = ofThisMachine): Programs | readonly string[] {
  const found = new Map(PACKAGES.map(([, program]) => [program, look.program(program)]));
  const missing: string[] = PACKAGES.filter(([, program]) => !found.get(program)).map(([name]) => name);
  if (!look.folder(ETCD_CLIENT[1])) missing.push(ETCD_CLIENT[0]);
  const postgres = newestPostgres(look);
  if (!postgres) missing.push('postgresql');
  if (missing.length > 0) return missing;
  const at = (name: string) => found.get(name) ?? '';
  return { patroni: at('patroni'), etcd: at('etcd'), haproxy: at('haproxy'), postgres: postgres ?? '' };
}

export function missingText(missing: readonly string[]): string {
  const names = missing.join(' ');
  return [
    `This run needs Debian's packages for failover, and these are not installed: ${names}.`,
    `  apt-get install --no-install-recommends ${names}`,
  ].join('\n');
}

function newestPostgres(look: Look): string | null {
  const versions = (look.folder(POSTGRES) ?? [])
    .map(Number)
    .filter((version) => version >= OLDEST_POSTGRES)
    .sort((one, other) => other - one);
  const folders = versions.map((version) => join(POSTGRES, String(version), 'bin'));
  const isWhole = (names: readonly string[] | null) =>
    POSTGRES_PROGRAMS.every((name) => names?.includes(name));
  return folders.find((folder) => isWhole(look.folder(folder))) ?? null;
}

const ofThisMachine: Look = {
  program: (name) =>
    [...(process.env.PATH ?? '').split(delimiter), ...MORE_FOLDERS]
      .map((folder) => join(folder, name))
      .find(isExecutable) ?? null,
  folder: (path) => (existsSync(path) ? readdirSync(path) : null),
};

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
