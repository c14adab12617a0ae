/** Arguments of the server's process; `durable` is false for tests. Further settings win. */
export function serverSettings(durable: boolean, further: Settings = {}): string[] {
  const settings = { ...EVERYWHERE, ...(durable ? DURABLE : FLEETING), ...further };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** Settings that differ from PostgreSQL's defaults, by name. */
type Settings = Readonly<Record<string, string>>;

const EVERYWHERE: Settings = {
  listen_addresses: "127.0.0.1",
  unix_socket_directories: "",
  max_connections: "100",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  log_checkpoints: "off",
  // Filling a new WAL file with zeros costs more than it saves on small machines.
  wal_init_zero: "off",
};

const DURABLE: Settings = {
  synchronous_commit: "on",
  // Keeps in memory the rows that some thousand phones use within a day. With the default of 128 MB they would be read
  // from disk repeatedly.
  shared_buffers: "256MB",
  // After a checkpoint, the first change of a page writes the whole page: three times the WAL of a batch. Rare
  // checkpoints make that rare, and crash recovery still takes only seconds.
  checkpoint_timeout: "15min",
  max_wal_size: "2GB",
  // Halves full-page writes. This build supports only pglz.
  wal_compression: "pglz",
};

/**
 * Nothing has to survive the run: no syncing, no full-page writes. Autovacuum is off, because tables live for
 * seconds, in hundreds of databases.
 */
const FLEETING: Settings = {
  // In the cluster's own folder: a round trip by a socket costs half of one by TCP.
  unix_socket_directories: ".",
  // Several test files run at once, each with its own pools and processes.
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
};
