import { totalmem } from 'node:os'

const megabyte = 1024 * 1024

/** Command-line settings of the embedded PostgreSQL; its configuration file is not changed. */
export function listSettings(durable: boolean): string[] {
  const memory = totalmem() / megabyte
  const settings: Record<string, string | number> = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: durable ? 120 : 400,
    shared_buffers: `${Math.round(clamp(memory / 8, 64, 1024))}MB`,
    effective_cache_size: `${Math.round(clamp(memory / 2, 256, 65536))}MB`,
    work_mem: '16MB',
    maintenance_work_mem: `${Math.round(clamp(memory / 32, 64, 512))}MB`,
    // All statements are short: JIT compilation and parallel plans cost more than they save, and parallel plans need a larger
    // /dev/shm than containers usually have.
    jit: 'off',
    max_parallel_workers_per_gather: 0,
    max_parallel_maintenance_workers: 0,
    random_page_cost: 1.1,
    // Without replicas the WAL needs only what crash recovery needs.
    wal_level: 'minimal',
    max_wal_senders: 0,
    max_wal_size: '2GB',
    checkpoint_timeout: '15min',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    // The log must not contain statements or rows: they have personal data.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    log_line_prefix: '%m ',
    log_checkpoints: 'off',
  }
  if (!durable) Object.assign(settings, { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' })
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
