import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Child, startChild } from "../../tools/processes/child-process.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { canAnswer } from "./can-answer.ts";
import { findPgbouncer } from "./find-servers.ts";
import { newTestFolder } from "../harness/context.ts";
import { surroundings } from "../harness/surroundings.ts";

/** A PgBouncer in front of one database. */
export interface Pgbouncer {
  /** The database's address through it. */
  readonly url: string;
  close(): Promise<void>;
}

interface PgbouncerOptions {
  /** Address of the database, with user and password. */
  readonly url: string;
  readonly mode: "session" | "transaction" | "statement";
  /** Takes the session next that has been idle for longest; otherwise the one used last. */
  readonly roundRobin?: boolean;
}

/** It does not run as root, but may change from root to this user. */
const NOBODY = ["--user", "nobody"];

/** Starts PgBouncer on a free port. */
export async function startPgbouncer({
  url,
  mode,
  roundRobin = false,
}: PgbouncerOptions): Promise<Pgbouncer> {
  const program = await findPgbouncer({ env: surroundings, say: () => {} });
  const [port = 0] = await findFreePorts(1);
  const folder = newTestFolder("pgbouncer");
  chmodSync(folder, 0o755);
  const file = join(folder, "pgbouncer.ini");
  writeFileSync(file, configuration({ url, mode, roundRobin, port }), { mode: 0o644 });
  const lines: string[] = [];
  const isRoot = process.getuid?.() === 0;
  const child: Child = await startChild({
    name: "pgbouncer",
    command: program,
    args: ["--quiet", ...(isRoot ? NOBODY : []), file],
    env: surroundings,
    onLine: (line) => lines.push(line),
  });
  await canAnswer(port, child, lines);
  const through = new URL(url);
  through.host = `127.0.0.1:${port}`;
  return { url: through.href, close: async () => void (await child.stop()) };
}

function configuration({ url, mode, roundRobin, port }: Required<PgbouncerOptions> & Ported) {
  const at = new URL(url);
  const database = at.pathname.slice(1);
  const server = `host=127.0.0.1 port=${at.port} user=${at.username} password=${at.password}`;
  return `[databases]
${database} = ${server} dbname=${database}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 60
server_round_robin = ${roundRobin ? 1 : 0}
`;
}

interface Ported {
  readonly port: number;
}
