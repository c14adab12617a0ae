import { join } from "node:path";
import { Client } from "pg";
import { findPostgresPlace } from "../../postgres/postgres-place.ts";
import { refuseForeignServer } from "../../postgres/refuse-foreign-server.ts";
import { startServer } from "../../postgres/start-server.ts";
import type { Child } from "../../processes/child-process.ts";
import { killFamily } from "../../processes/kill-family.ts";
import { openLogFile } from "../../processes/log-file.ts";
import { type Fenced, isFenced } from "./fence.ts";
import { REPLICATION_SETTINGS } from "./own-settings.ts";

/** Opens a member; it does not run yet. */
export async function openMember(options: MemberOptions): Promise<Member> {
  const { name, port, folder } = options;
  const place = await findPostgresPlace(join(options.disks?.[name] ?? folder, name));
  const fenceFile = join(folder, `${name}.fenced`);
  const server = openServer(options, { place, fenceFile });
  const url = (user: string, password: string, database: string) =>
    `postgresql://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
  return {
    name,
    port,
    place,
    fenceFile,
    ...server,
    url,
    ask: (statement, values) =>
      ask(url("postgres", options.superuserPassword, "postgres"), statement, values),
  };
}

/** The server of a member; it runs or not. */
function openServer(options: MemberOptions, fenced: Fenced): Server {
  const { name, port, folder } = options;
  const log = openLogFile(join(folder, `${name}.log`));
  let child: Child | null = null;
  const start = async () => {
    const { place, fenceFile } = fenced;
    if (isFenced(fenced))
      throw new Error(
        `${name} is fenced (${fenceFile}); only a rebuild from the primary lifts it.`,
      );
    refuseForeignServer(place.directory);
    const programs = options.programsOf?.(name) ?? place.programs;
    const started = await startServer({
      name,
      place: { ...place, programs },
      port,
      durable: true,
      settings: { ...REPLICATION_SETTINGS, ...options.settings },
      onLine: (line) => log.write(line),
      onStart: options.onStart,
    });
    child = started;
    void started.ended.then(() => {
      if (child === started) child = null;
    });
  };
  return {
    start,
    pid: () => child?.record.pid ?? null,
    reload: () => void (child !== null && process.kill(child.record.pid, "SIGHUP")),
    stop: async () => void (await child?.stop()),
    kill: async () => {
      const victim = child;
      if (victim === null) return;
      killFamily(victim.record.pid);
      await victim.ended;
    },
  };
}

/** A member of a cluster: a server with a port, whose role changes. */
export interface Member extends Server, Fenced {
  readonly name: string;
  readonly port: number;
  /** Its own address of a database, past the proxy. */
  url(user: string, password: string, database: string): string;
  /** Runs a statement as the superuser and returns its rows as texts. @throws the driver's error. */
  ask(statement: string, values?: readonly string[]): Promise<readonly Row[]>;
}

interface Server {
  /** Process id; null if it does not run. */
  pid(): number | null;
  /** @throws Error if it is fenced, or the server does not start. */
  start(): Promise<void>;
  /** Makes it read its settings again. */
  reload(): void;
  stop(): Promise<void>;
  /** Kills it with all its sessions, as a power cut does. */
  kill(): Promise<void>;
}

/** Columns of a row by name. */
export type Row = Readonly<Record<string, string | null>>;

/** Place and port of a member. */
export interface MemberOptions {
  readonly name: string;
  readonly port: number;
  /** Folder of the cluster, with the logs of all members. */
  readonly folder: string;
  /** Folders of members whose data are on a disk of their own, by name. */
  readonly disks?: Readonly<Record<string, string>> | undefined;
  readonly superuserPassword: string;
  /** Further settings of its server. */
  readonly settings?: Readonly<Record<string, string>> | undefined;
  /** Folder of a member's programs at its next start; null for those of the product. */
  readonly programsOf?: ((name: string) => string | null) | undefined;
  readonly onStart?: ((child: Child) => void) | undefined;
}

const ANSWER_MS = 10_000;

async function ask(
  connectionString: string,
  statement: string,
  values: readonly string[] = [],
): Promise<readonly Row[]> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: 2_000,
    query_timeout: ANSWER_MS,
    types: { getTypeParser: () => (text: string) => text },
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return (await client.query<Row>(statement, [...values])).rows;
  } finally {
    client.connection.stream.destroy();
  }
}
