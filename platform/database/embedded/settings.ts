import { totalmem } from 'node:os';

/** What the machine has, or what a container is allowed of it. */
function memoryOfThisProcess(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem();
}

/**
 * postgresql.conf of the embedded cluster, written anew at each start. An operator's own settings go through
 * ALTER SYSTEM (postgresql.auto.conf), which wins over this file.
 *
 * `throwaway` trades all durability for speed: for test clusters only.
 */
export function serverConfiguration(throwaway: boolean, memoryBytes: number = memoryOfThisProcess()): string {
  const buffers = Math.min(2048, Math.max(128, Math.floor(memoryBytes / 8 / 2 ** 20)));
  const settings: [name: string, value: string, why?: string][] = [
    ['shared_buffers', `${throwaway ? Math.min(buffers, 256) : buffers}MB`, 'taken as it fills'],
    ['max_connections', '100'],
    ['dynamic_shared_memory_type', 'posix'],
    ['max_parallel_workers_per_gather', '0', 'short queries; and containers often have 64 MB of /dev/shm'],
    ['jit', 'off'],
    ['random_page_cost', '1.1', 'solid state disks'],
    ['wal_compression', 'pglz'],
    ['min_wal_size', '80MB'],
    ['max_wal_size', '1GB'],
    ['checkpoint_timeout', '5min'],
    ['timezone', "'UTC'"],
    ['log_timezone', "'UTC'"],
    ['datestyle', "'iso, ymd'"],
    ['lc_messages', "'C'"],
    ['default_text_search_config', "'pg_catalog.simple'"],
    ['password_encryption', "'scram-sha-256'"],
    ['ssl', 'off'],
    ['log_destination', "'stderr'"],
    ['logging_collector', 'off'],
    ['log_line_prefix', "'%m [%p] '"],
    ['log_min_messages', 'log', 'errors quote the values they met; the client gets them all the same'],
    ['log_min_error_statement', 'panic'],
    ['log_error_verbosity', 'terse', 'no DETAIL: it quotes rows'],
    ['log_parameter_max_length', '0'],
    ['log_parameter_max_length_on_error', '0'],
    ['log_statement', "'none'"],
    ['log_min_duration_statement', '-1'],
    ['log_min_duration_sample', '-1'],
    ['log_duration', 'off'],
    ['log_lock_waits', 'off'],
    ['log_temp_files', '-1'],
    ['log_autovacuum_min_duration', '-1'],
    ['log_checkpoints', 'off'],
    ['log_connections', "''"],
    ['log_disconnections', 'off'],
    ['synchronous_commit', throwaway ? 'off' : 'on'],
    ['fsync', throwaway ? 'off' : 'on'],
    ['full_page_writes', throwaway ? 'off' : 'on'],
  ];
  if (throwaway) settings.push(['autovacuum', 'off']);
  const lines = settings.map(([name, value, why]) => `${name} = ${value}${why === undefined ? '' : ` # ${why}`}`);
  return `# Written at each start. Your own settings: ALTER SYSTEM SET ...\n${lines.join('\n')}\n`;
}

/** pg_hba.conf: everybody proves the password, on the socket and on the loopback address. */
export const hostBasedAuthentication = [
  '# Written at each start.',
  'local all all scram-sha-256',
  'host all all 127.0.0.1/32 scram-sha-256',
  '',
].join('\n');
