export type ServerSettings = {
  /** Off only where the data may be lost: tests. */
  fsync?: boolean
  /** Further settings of postgresql.conf; they win over ours. */
  settings?: Record<string, string>
}

/** Sensible for one small server next to a Node process. */
export function settingsOf({ fsync = true, settings = {} }: ServerSettings): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '256MB',
    effective_cache_size: '1GB',
    maintenance_work_mem: '128MB',
    work_mem: '16MB',
    max_wal_size: '2GB',
    random_page_cost: '1.1',
    jit: 'off',
    // A company's first thousands of rows are a small part of a large table, and its few machines and units matter in every plan: the planner
    // has to hear of them soon.
    autovacuum_naptime: '15s',
    autovacuum_analyze_scale_factor: '0.02',
    autovacuum_analyze_threshold: '10',
    timezone: 'UTC',
    log_timezone: 'UTC',
    idle_in_transaction_session_timeout: '5min',
    log_min_duration_statement: '2s',
    // A statement that brings a hundred thousand rows would write them all to the log.
    log_parameter_max_length: '1kB',
    // One file per weekday, overwritten a week later: the log never fills the disk by age.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%a.log',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_truncate_on_rotation: 'on',
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off' }),
    ...settings,
  }
}
