import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type Child, startChild } from "../processes/child-process.ts";
import type { EndingSteps } from "../processes/process-record.ts";
import type { PostgresPlace } from "./postgres-place.ts";
import { serverSettings } from "./server-settings.ts";

/** Starts a server on an existing cluster and waits until it accepts connections. */
export async function startServer(options: ServerOptions): Promise<Child> {
  const { place, port, durable, settings = {} } = options;
  const accepting = Promise.withResolvers<void>();
  const readyLine = hasSignal(place, "standby") ? STANDBY_READY_LINE : READY_LINE;
  const limit = hasSignal(place, "recovery") ? RECOVERED_WITHIN_MS : READY_WITHIN_MS;
  const child = await startChild({
    name: options.name ?? "postgres",
    command: join(place.programs, "postgres"),
    args: ["-D", place.directory, "-p", String(port), ...serverSettings(durable, settings)],
    env: { TZ: "UTC", LC_MESSAGES: "C" },
    ...place.user,
    ending: POSTGRES_ENDING,
    onLine: (line) => {
      options.onLine(line);
      if (line.includes(readyLine)) accepting.resolve();
    },
    onStart: options.onStart,
  });
  await waitUntilReady(child, accepting.promise, limit);
  return child;
}

/** A cluster and how to serve it. */
export interface ServerOptions {
  readonly place: PostgresPlace;
  readonly port: number;
  /** False for tests: nothing is synced to disk. */
  readonly durable: boolean;
  /** Name of the process; `postgres` by default. */
  readonly name?: string;
  /** Further settings of the server, by name. */
  readonly settings?: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  readonly onStart?: ((child: Child) => void) | undefined;
}

/** Fast shutdown (open transactions are rolled back), then immediate, then by force. */
export const POSTGRES_ENDING: EndingSteps = [
  ["SIGINT", 6000],
  ["SIGQUIT", 2000],
  ["SIGKILL", 2000],
];

// Crash recovery may take a while, and the replay of an archived log much longer.
const [READY_WITHIN_MS, RECOVERED_WITHIN_MS] = [60_000, 600_000];
const READY_LINE = "database system is ready to accept connections";
const STANDBY_READY_LINE = "database system is ready to accept read-only connections";

/**
 * Whether the server stays a copy (`standby`) or replays an archived log first (`recovery`). Both are read-only at first,
 * and only the second one is ready later.
 */
const hasSignal = ({ directory }: PostgresPlace, kind: "recovery" | "standby") =>
  existsSync(join(directory, `${kind}.signal`));

async function waitUntilReady(
  child: Child,
  accepting: Promise<void>,
  limitMs: number,
): Promise<void> {
  const end = await Promise.race([
    accepting,
    child.ended,
    sleep(limitMs, "late" as const, { ref: false }),
  ]);
  if (end === undefined) return;
  await child.stop();
  throw new Error(
    end === "late"
      ? "PostgreSQL did not become ready; its log may say why."
      : "PostgreSQL ended while it was starting; its log says why.",
  );
}
