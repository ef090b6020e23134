/**
 * Settings of the embedded server, for a machine of two cores and a few gigabytes. Everything that protects a
 * committed payment (fsync, synchronous_commit, full_page_writes) is PostgreSQL's default: on.
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
  // Statements are short: other requests use the second core better than a parallel plan.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
  // The tables of a new installation grow from nothing, and plans are made for empty tables until the first analyze. The
  // scale factor is PostgreSQL's default; at a twentieth, vacuums took a tenth of the database's time.
  autovacuum_naptime: '20s',
  // Generic plans use the number of distinct values, not the most common ones. A tenth of the usual sample is enough;
  // the full sample, of rows as wide as a charge, took a third of the database's time.
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

/** No durability, and a small data folder: WAL files are neither kept nor preallocated. */
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
