import { format, parse } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Connection } from "@temporalio/client";
import { registerSearchAttributes as register } from "../../workers/worker/search-attributes.ts";
import { type Child, startChild } from "../processes/child-process.ts";
import { tryProgram } from "../processes/program-ladder.ts";
import { serverVersionOf } from "./server-program.ts";
import { type UiFront, type UiPlace, openUiFront, planUi } from "./ui-front.ts";

/** A running Temporal server with its namespace and the actors' search attributes. */
export type TemporalServer = { readonly child: Child; readonly address: string };

export type TemporalServerOptions = {
  /** The Temporal CLI. */
  readonly program: string;
  /**
   * The SQLite file of the server's data; null keeps them in memory. Each release of the server has its own file next
   * to it, because no release migrates the file of another.
   */
  readonly file: string | null;
  readonly namespace: string;
  readonly port: number;
  /** Port of the web UI, reachable only by names of this machine; null runs without it. */
  readonly uiPort: number | null;
  /** Home folder of the server, so that it does not read the user's settings. */
  readonly home: string;
  readonly onLine: (line: string) => void;
  readonly onStart?: (child: Child) => void;
};

const LOOPBACK = "127.0.0.1";
const READY_LIMIT_MS = 60_000;

// One matching partition: a single machine gains nothing from more, and each one polls. The cache of workflow states
// is limited by entries; a recently used actor takes about 54 KB.
const DYNAMIC_CONFIG: Readonly<Record<string, number | boolean | readonly string[]>> = {
  "matching.numTaskqueueReadPartitions": 1,
  "matching.numTaskqueueWritePartitions": 1,
  "history.hostLevelCacheMaxSize": 2048,
  "frontend.enableServerVersionCheck": false,
  // Another site can point its own name at this machine.
  "frontend.httpAllowedHosts": ["127.0.0.1:*", "localhost:*"],
};

/** Starts the Temporal dev server and waits until the namespace is usable. */
export async function startTemporalServer(options: TemporalServerOptions): Promise<TemporalServer> {
  const ui = options.uiPort === null ? null : await planUi();
  const front = ui === null ? null : await openUiFront(options.uiPort ?? 0, ui);
  const child = await startBehind(front, options, await serverArguments(options, ui));
  const address = `${LOOPBACK}:${options.port}`;
  try {
    await prepareNamespace(child, address, options.namespace);
  } catch (error) {
    await child.stop();
    throw error;
  }
  return { child, address };
}

/** Starts the server; the proxy of its UI stops with it. */
async function startBehind(
  front: UiFront | null,
  options: TemporalServerOptions,
  args: readonly string[],
): Promise<Child> {
  try {
    const child = await startChild({
      name: "temporal",
      command: options.program,
      args,
      env: { HOME: options.home, TZ: "UTC" },
      onLine: options.onLine,
      onStart: options.onStart,
    });
    void child.ended.then(() => front?.close());
    return child;
  } catch (error) {
    await front?.close();
    throw error;
  }
}

async function serverArguments(
  options: TemporalServerOptions,
  ui: UiPlace | null,
): Promise<string[]> {
  const { output } = await tryProgram(options.program, ["server", "start-dev", "--help"]);
  const file = options.file === null ? null : await fileOfRelease(options.program, options.file);
  return [
    "server",
    "start-dev",
    ...flag("--ip", LOOPBACK),
    ...flag("--port", options.port),
    ...flag("--namespace", options.namespace),
    ...flag("--log-format", "json"),
    ...flag("--log-level", "warn"),
    ...(ui === null
      ? ["--headless"]
      : [...flag("--ui-ip", ui.host), ...flag("--ui-port", ui.port)]),
    ...(file === null ? [] : storageFlags(file)),
    ...Object.entries(DYNAMIC_CONFIG).flatMap(([key, value]) =>
      flag("--dynamic-config-value", `${key}=${JSON.stringify(value)}`),
    ),
    // Newer servers download news for their UI; older ones do not know the flag.
    ...(output.includes("--ui-disable-news-fetch") ? ["--ui-disable-news-fetch"] : []),
  ];
}

/** For server 1.31.2, `temporal.db` becomes `temporal-1.31.db`. */
async function fileOfRelease(program: string, file: string): Promise<string> {
  const version = (await serverVersionOf(program)) ?? "unknown";
  const { dir, ext, name } = parse(file);
  return format({ dir, ext, name: `${name}-${version.split(".").slice(0, 2).join(".")}` });
}

function storageFlags(file: string): string[] {
  return [
    ...flag("--db-filename", file),
    ...flag("--sqlite-pragma", "journal_mode=wal"),
    ...flag("--sqlite-pragma", "synchronous=1"),
  ];
}

const flag = (name: string, value: string | number) => [name, String(value)];

// Registered through the API and not by a flag, so that an existing file gets new attributes too.
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

/** Registers the actors' search attributes that the namespace lacks. */
export async function registerSearchAttributes(address: string, namespace: string): Promise<void> {
  const connection = await Connection.connect({ address, connectTimeout: 2000 });
  try {
    await register(connection, namespace);
  } finally {
    await connection.close();
  }
}
