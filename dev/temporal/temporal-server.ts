import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import { registerSearchAttributes as register } from "../../workers/worker/search-attributes.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { tryProgram } from "../processes/program-ladder.ts";

export type TemporalServerOptions = {
  /** The Temporal CLI. */
  readonly program: string;
  /** The SQLite file that keeps everything; null keeps it in memory. */
  readonly file: string | null;
  readonly namespace: string;
  readonly port: number;
  /** Null runs without the web UI. */
  readonly uiPort: number | null;
  /** A folder the server may take for its home, so that no settings of the user reach it. */
  readonly home: string;
  readonly onLine: (line: string) => void;
  readonly onStart?: (child: Child) => void;
};

/** A running Temporal server with its namespace and the actors' search attributes. */
export type TemporalServer = { readonly child: Child; readonly address: string };

const LOOPBACK = "127.0.0.1";
const READY_LIMIT_MS = 60_000;

// One matching partition: a single machine gains nothing from more, and each one polls. The cache
// of workflow states is bounded in entries; a recently touched actor costs about 54 KB.
const DYNAMIC_CONFIG: Readonly<Record<string, number | boolean>> = {
  "matching.numTaskqueueReadPartitions": 1,
  "matching.numTaskqueueWritePartitions": 1,
  "history.hostLevelCacheMaxSize": 2048,
  "frontend.enableServerVersionCheck": false,
};

/** Starts the Temporal dev server and waits until the namespace can be used. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const child = await startChild({
    name: "temporal",
    command: options.program,
    args: await serverArguments(options),
    env: { HOME: options.home, TZ: "UTC" },
    onLine: options.onLine,
    onStart: options.onStart,
  });
  const address = `${LOOPBACK}:${options.port}`;
  try {
    await prepareNamespace(child, address, options.namespace);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { child, address };
}

async function serverArguments(options: TemporalServerOptions): Promise<string[]> {
  const { output } = await tryProgram(options.program, ["server", "start-dev", "--help"]);
  return [
    "server",
    "start-dev",
    ...flag("--ip", LOOPBACK),
    ...flag("--port", options.port),
    ...flag("--namespace", options.namespace),
    ...flag("--log-format", "json"),
    ...flag("--log-level", "warn"),
    ...(options.uiPort === null ? ["--headless"] : flag("--ui-port", options.uiPort)),
    ...(options.file === null ? [] : storageFlags(options.file)),
    ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) =>
      flag("--dynamic-config-value", `${key}=${value}`),
    ),
    // Newer servers fetch news for their UI; older ones do not know the flag.
    ...(output.includes("--ui-disable-news-fetch") ? ["--ui-disable-news-fetch"] : []),
  ];
}

function storageFlags(file: string): string[] {
  return [
    ...flag("--db-filename", file),
    ...flag("--sqlite-pragma", "journal_mode=wal"),
    ...flag("--sqlite-pragma", "synchronous=1"),
  ];
}

const flag = (name: string, value: string | number) => [name, String(value)];

// Registered through the API and not by a flag, so that a kept file gets new attributes too.
async function prepareNamespace(child: Child, address: string, namespace: string): Promise<void> {
  let ended = false;
  void child.ended.then(() => (ended = true));
  const deadline = performance.now() + READY_LIMIT_MS;
  for (;;) {
    if (ended) throw new Error("Temporal ended while it was starting; its log says why.");
    try {
      return await registerSearchAttributes(address, namespace);
    } catch (cause) {
      if (performance.now() < deadline) await sleep(100);
      else throw new Error("Temporal did not become ready.", { cause });
    }
  }
}

/** Registers the actors' search attributes that the namespace does not have yet. */
export async function registerSearchAttributes(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2000 });
  try {
    await register(connection, namespace);
  } finally {
    await connection.close();
  }
}
