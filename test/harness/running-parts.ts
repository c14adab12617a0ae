import { randomBytes } from "node:crypto";
import { appendFileSync, chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { migrate } from "../../db/platform/migrate.ts";
import type { Child } from "../../tools/processes/child-process.ts";
import { rememberChild } from "../../tools/processes/children-record.ts";
import { takeLauncherLock } from "../../tools/processes/launcher-lock.ts";
import { removeCluster } from "../../tools/postgres/postgres-place.ts";
import { findKeycloak } from "../../tools/keycloak/find-keycloak.ts";
import { findFreePorts } from "../../tools/processes/ports.ts";
import { startPostgres } from "../../tools/postgres/postgres.ts";
import { startProvider } from "../../tools/provider/start-provider.ts";
import { findTemporalBinary } from "../../tools/temporal/temporal-binary.ts";
import { startTemporalServer } from "../../tools/temporal/temporal-server.ts";
import { findTimeSkippingServer } from "../../tools/temporal/time-skipping-server.ts";
import { type TestContext, writeTestContext } from "./context.ts";
import { recordScopeImages } from "./record-scope-images.ts";
import { RUN_PREFIX, folderOfRuns, removeAbandonedRuns } from "./abandoned-runs.ts";

/** The parts this test run has started, in order. One per process. */
type Run = {
  readonly directory: string;
  readonly context: TestContext;
  /** How to stop each part, in the order of their start. */
  readonly stops: (() => Promise<unknown>)[];
};

let run: Promise<Run> | null = null;
const openRun = () => (run ??= beginRun());

async function beginRun(): Promise<Run> {
  await removeAbandonedRuns();
  const directory = mkdtempSync(join(folderOfRuns(), RUN_PREFIX));
  // The database server may run as another user and needs to traverse the folder.
  chmodSync(directory, 0o711);
  takeLauncherLock(directory);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.once(signal, () => void stopParts().finally(() => process.exit(130)));
  }
  return { directory, context: {}, stops: [] };
}

/** Logging of a part of this run, and how its process is registered as ours. */
function partOptions(directory: string, name: string) {
  return {
    onLine: (line: string) => appendFileSync(join(directory, `${name}.log`), `${line}\n`),
    onStart: (child: Child) => rememberChild(directory, child.record),
  };
}

function addPart(current: Run, part: TestContext, stop?: () => Promise<unknown>): void {
  if (stop !== undefined) current.stops.push(stop);
  Object.assign(current.context, part);
  writeTestContext(join(current.directory, "context.json"), current.context);
}

const TEMPLATE = "sideline_template";

/** Starts PostgreSQL and migrates the template that each file's database is copied from. */
export async function needPostgres(): Promise<void> {
  const current = await openRun();
  if (current.context.postgres !== undefined) return;
  const [port = 0] = await findFreePorts(1);
  const password = () => randomBytes(16).toString("hex");
  const postgres = await startPostgres({
    directory: join(current.directory, "postgres"),
    port,
    passwords: { superuser: password(), owner: password(), app: password() },
    durable: false,
    ...partOptions(current.directory, "postgres"),
  });
  const bySocket = socketUrl(postgres.directory);
  const urls = {
    superuserUrl: bySocket(postgres.superuserUrl("postgres")),
    ownerUrl: bySocket(postgres.ownerUrl(TEMPLATE)),
    appUrl: bySocket(postgres.appUrl(TEMPLATE)),
  };
  addPart(current, { postgres: { ...urls, template: TEMPLATE } }, () => postgres.child.stop());
  await postgres.createDatabase(TEMPLATE);
  await migrate(urls.ownerUrl);
  const workplace = "sideline_images";
  await postgres.createDatabase(workplace, TEMPLATE);
  const images = await recordScopeImages({
    superuserUrl: postgres.superuserUrl(workplace),
    appUrl: postgres.appUrl(workplace),
  });
  const file = join(current.directory, "scope-images.json");
  writeFileSync(file, JSON.stringify(images));
  addPart(current, { scopeImages: file });
}

// The system's limit on the length of a socket's path, minus the socket's name.
const SOCKET_FOLDER_LENGTH = 80;

/**
 * Turns a URL of the server into one that connects through its socket; a path that is too long leaves the URL
 * unchanged.
 */
function socketUrl(directory: string): (url: string) => string {
  const host = encodeURIComponent(directory);
  return (url) =>
    directory.length > SOCKET_FOLDER_LENGTH ? url : url.replace("@127.0.0.1:", `@${host}:`);
}

/** Finds the Temporal CLI and builds it if missing, which takes minutes and would exceed the timeout of any test. */
export async function needTemporalProgram(): Promise<void> {
  await findTemporalBinary({ env: process.env, say });
}

/** Starts the Temporal dev server in memory, without its web UI. */
export async function needTemporal(): Promise<void> {
  const current = await openRun();
  if (current.context.temporal !== undefined) return;
  const { path } = await findTemporalBinary({ env: process.env, say });
  const [port = 0] = await findFreePorts(1);
  const { address, child } = await startTemporalServer({
    program: path,
    file: null,
    namespace: NAMESPACE,
    port,
    uiPort: null,
    home: current.directory,
    ...partOptions(current.directory, "temporal"),
  });
  addPart(current, { temporal: { address, namespace: NAMESPACE } }, () => child.stop());
}

/** Finds the time-skipping server; each test file starts its own. */
export async function needTimeSkipping(): Promise<void> {
  const current = await openRun();
  if (current.context.timeSkippingServer !== undefined) return;
  const { path } = await findTimeSkippingServer({ env: process.env, say });
  addPart(current, { timeSkippingServer: path });
}

/** Finds a Java runtime and a Keycloak, and downloads them once; each test file starts its own Keycloak. */
export async function needKeycloak(): Promise<void> {
  const current = await openRun();
  if (current.context.keycloak !== undefined) return;
  addPart(current, { keycloak: await findKeycloak({ env: process.env, say }) });
}

const NAMESPACE = "sideline";
const say = (line: string) => void process.stderr.write(`${line}\n`);

/** Starts the development provider, without back-channel notification of ended sessions. */
export async function needProvider(): Promise<void> {
  const current = await openRun();
  if (current.context.provider !== undefined) return;
  const [port = 0] = await findFreePorts(1);
  const provider = await startProvider({
    port,
    directory: null,
    audience: "sideline-api",
    backchannelLogoutUri: "http://127.0.0.1:9/api/v1/auth/backchannel-logout",
  });
  addPart(current, { provider: { issuer: provider.issuer } }, provider.stop);
}

/**
 * Starts the named parts at the same time, because each mostly waits for its own process. If one fails, all are stopped
 * here, because Jest then calls no teardown.
 */
export async function startParts(...parts: readonly (() => Promise<void>)[]): Promise<void> {
  // A part that is still starting could not be stopped.
  const outcomes = await Promise.allSettled(parts.map((part) => part()));
  const failed = outcomes.find((outcome) => outcome.status === "rejected");
  if (failed === undefined) return;
  await stopParts();
  throw failed.reason;
}

/** Stops the started parts, last first, and removes the folder of the run. */
export async function stopParts(): Promise<void> {
  if (run === null) return;
  const { stops, directory } = await run;
  run = null;
  for (const stop of stops.toReversed()) await stop();
  await removeCluster(join(directory, "postgres"));
  await rm(directory, { recursive: true, force: true });
}
