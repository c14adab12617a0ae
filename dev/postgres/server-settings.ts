/** What PostgreSQL is told beside its own settings, by name. */
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
  // What some thousand phones touch in a day stays in memory; the usual 128 MB are read anew all the time.
  shared_buffers: "256MB",
  // The first touch of a page after a checkpoint writes it whole: three times the WAL of a batch. Seldom
  // checkpoints make that seldom, and a crash is replayed in seconds all the same.
  checkpoint_timeout: "15min",
  max_wal_size: "2GB",
  // Pages that are written whole are halved by it. This build knows no other way than pglz.
  wal_compression: "pglz",
};

/**
 * Nothing is to outlive the run: nothing is synced, and no page written twice. Nobody looks after tables that live
 * for seconds, in hundreds of databases.
 */
const FLEETING: Settings = {
  // In the cluster's own folder: a round trip by a socket costs half of one by TCP.
  unix_socket_directories: ".",
  // Several files at once, each with pools and processes of its own.
  max_connections: "200",
  fsync: "off",
  full_page_writes: "off",
  synchronous_commit: "off",
  wal_level: "minimal",
  max_wal_senders: "0",
  autovacuum: "off",
};

/** Arguments of the server's process; `durable` is false for tests. */
export function serverSettings(durable: boolean): string[] {
  const settings = { ...EVERYWHERE, ...(durable ? DURABLE : FLEETING) };
  return Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
