/**
 * What the embedded server is started with, for a machine of two cores and a few gigabytes. Everything that
 * guards a committed payment (fsync, synchronous_commit, full_page_writes) is PostgreSQL's default: on.
 */
const SETTINGS: Record<string, string> = {
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  wal_buffers: '16MB',
  min_wal_size: '256MB',
  max_wal_size: '2GB',
  checkpoint_timeout: '10min',
  random_page_cost: '1.1',
  // Short statements only: a second core is worth more to another request than to half of this one.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // A young installation's tables grow from nothing: their plans are those for empty tables until the first look. How
  // much must have changed by then is PostgreSQL's default; at a twentieth, vacuums took a tenth of the database's time.
  autovacuum_naptime: '20s',
  // Plans are made once for any value, so they use how many different values there are and not which are frequent. A
  // tenth of the usual sample tells that; the whole one, of rows as wide as a charge, took a third of the database's time.
  default_statistics_target: '10',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  // Starts, stops and crashes are logged; failed statements are not, as their text may carry a payer's data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  listen_addresses: '127.0.0.1',
};

/** Nothing to outlive a power cut, and little to copy: no log is kept or filled with zeros for later. */
const WITHOUT_DURABILITY: Record<string, string> = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_recycle: 'off',
  wal_init_zero: 'off',
};

export type ServerChoices = {
  port: number;
  socketDir: string;
  maxConnections: number;
  durabilityOffForTestsOnly: boolean;
};

export function serverArguments(choices: ServerChoices): string[] {
  const all = {
    ...SETTINGS,
    ...(choices.durabilityOffForTestsOnly ? WITHOUT_DURABILITY : {}),
    port: String(choices.port),
    max_connections: String(choices.maxConnections),
    unix_socket_directories: `"${choices.socketDir}"`,
    unix_socket_permissions: '0700',
  };
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
