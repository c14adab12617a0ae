import type { StackOptions } from "./stack-options.ts";
import { chmodSync, mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { PORT_VARIABLES } from "../launcher-config.ts";
import type { Child } from "../processes/child-process.ts";
import { startSupervisedPart } from "../processes/supervised-part.ts";
import { takeLauncherLock } from "../processes/launcher-lock.ts";
import { runNodePart, startNodePart } from "../processes/node-part.ts";
import { type PartLog, openPartLog } from "../processes/part-log.ts";
import { requireFreePort } from "../processes/ports.ts";
import { startPostgres } from "../postgres/postgres.ts";
import { DATABASE, NAMESPACE, describeStack } from "./describe-stack.ts";
import { type StackChildren, openStackChildren } from "./stack-children.ts";
import { stackEnvironment } from "./stack-environment.ts";
import { type RunningStack, removeStack, writeStack } from "./stack-file.ts";
import { type StackSecrets, openStackSecrets } from "./stack-secrets.ts";
import { planKeycloak, startPlannedKeycloak } from "../keycloak/stack-keycloak.ts";
import { findTemporalBinary } from "../temporal/temporal-binary.ts";
import { startTemporalServer } from "../temporal/temporal-server.ts";

/** An embedded stack that this process starts. */
export type Stack = {
  /** Settles when all parts are ready; when it rejects, everything is stopped again. */
  readonly ready: Promise<RunningStack>;
  /** Settles when a part ended without which the stack cannot go on. */
  readonly failed: Promise<Error>;
  /** Stops all parts in order, within 10 s; may be called at any time. */
  readonly stop: () => Promise<void>;
};

/** What a start under way works with. */
type Starting = {
  readonly options: StackOptions;
  readonly log: PartLog;
  readonly children: StackChildren;
  readonly fail: (error: Error) => void;
};

/** Starts PostgreSQL, migrations, Temporal, identity provider, API, worker and relay, in this order. */
export function startStack(given: StackOptions): Stack {
  const options = { ...given, dataDir: resolve(given.dataDir) };
  const failure = Promise.withResolvers<Error>();
  const opened = openStack(options, failure.resolve);
  const stop = async () => {
    const { close } = await opened;
    await close();
  };
  const start = async () => {
    const { starting } = await opened;
    try {
      return await startParts(starting);
    } catch (error) {
      await stop();
      throw error;
    }
  };
  return { ready: start(), failed: failure.promise, stop };
}

async function openStack(options: StackOptions, fail: (error: Error) => void) {
  mkdirSync(options.dataDir, { recursive: true });
  // The database server may run as another user and has to pass through; files say 0600.
  chmodSync(options.dataDir, 0o711);
  const lock = takeLauncherLock(options.dataDir);
  const log = openPartLog({ ...options, directory: join(options.dataDir, "logs") });
  const children = await openStackChildren(options.dataDir, log.say);
  const close = async () => {
    await children.stop();
    removeStack(options.dataDir);
    log.close();
    lock.release();
  };
  return { starting: { options, log, children, fail }, close };
}

async function startParts(starting: Starting): Promise<RunningStack> {
  const { dataDir, env, ports } = starting.options;
  const own = starting.options.idp === "keycloak" ? (["mailbox"] as const) : [];
  for (const name of ["postgres", "temporal", "temporalUi", "provider", "api", ...own] as const) {
    await requireFreePort(ports[name], PORT_VARIABLES[name]);
  }
  const { say } = starting.log;
  const keycloak = await planKeycloak(starting.options, say);
  const { path } = await findTemporalBinary({ env, say });
  const secrets = openStackSecrets(dataDir);
  const database = await timed(starting, "PostgreSQL", () => startDatabase(starting, secrets));
  const stack = describeStack(ports, database, keycloak?.place ?? null);
  const partEnv = {
    ...stackEnvironment({ ...starting.options, secrets, stack }),
    ...keycloak?.mailboxEnv,
  };
  const ownerEnv = { ...partEnv, DATABASE_OWNER_URL: database.ownerUrl };
  await timed(starting, "schema", () =>
    runNodePart({ ...nodePart(starting, "migrate"), env: ownerEnv }),
  );
  await timed(starting, "Temporal", () => startTemporal(starting, path));
  const start = (name: string, child: () => Promise<Child>) =>
    timed(starting, name, () => startPart({ starting, name, stack, child }));
  const startProcess = (name: string) =>
    start(name, () => startNodePart({ ...nodePart(starting, name), env: partEnv }));
  await startProcess(keycloak === null ? "provider" : "mailbox");
  if (keycloak !== null) {
    const more = { env, ...hooks(starting, "keycloak") };
    await start("keycloak", () => startPlannedKeycloak(keycloak, more));
  }
  for (const name of ["api", "worker", "relay"]) await startProcess(name);
  return { ...stack, pids: starting.children.pids() };
}

async function timed<T>({ log }: Starting, name: string, start: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await start();
  log.say(`${name} is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return result;
}

async function startDatabase(starting: Starting, { passwords }: StackSecrets) {
  const postgres = await startPostgres({
    directory: join(starting.options.dataDir, "postgres"),
    port: starting.options.ports.postgres,
    passwords,
    durable: true,
    ...hooks(starting, "postgres"),
  });
  failWith(starting, postgres.child);
  if (!postgres.directory.startsWith(starting.options.dataDir)) {
    starting.log.say(`the data folder is closed to PostgreSQL; it keeps ${postgres.directory}`);
  }
  await postgres.createDatabase(DATABASE);
  return { url: postgres.appUrl(DATABASE), ownerUrl: postgres.ownerUrl(DATABASE) };
}

async function startTemporal(starting: Starting, program: string): Promise<void> {
  const { dataDir, ports } = starting.options;
  const { child } = await startTemporalServer({
    program,
    file: join(dataDir, "temporal.db"),
    namespace: NAMESPACE,
    port: ports.temporal,
    uiPort: ports.temporalUi,
    home: dataDir,
    ...hooks(starting, "temporal"),
  });
  failWith(starting, child);
}

type StackPart = {
  readonly starting: Starting;
  readonly name: string;
  readonly stack: Omit<RunningStack, "pids">;
  readonly child: () => Promise<Child>;
};

function startPart({ starting, name, stack, child }: StackPart): Promise<void> {
  const { children, log, options } = starting;
  return startSupervisedPart({
    name,
    say: log.say,
    stopping: children.stopping,
    start: async () => {
      const started = await child();
      writeStack(options.dataDir, { ...stack, pids: children.pids() });
      return started;
    },
  });
}

function hooks({ children, log }: Starting, name: string) {
  return { onLine: (line: string) => log.write(name, line), onStart: children.add };
}

/** Processes that only the embedded stack has; all others are the product's own. */
const OWN_PARTS: readonly string[] = ["provider", "mailbox"];

function nodePart(starting: Starting, name: string) {
  const floor = OWN_PARTS.includes(name) ? "dev" : "workers";
  const entry = new URL(`../../${floor}/${name}.ts`, import.meta.url);
  return { name, entry, ...hooks(starting, name) };
}

// Everything stands on the database and on Temporal: when one of them ends, so does the stack.
function failWith({ children, fail }: Starting, child: Child): void {
  void child.ended.then((end) => {
    if (children.stopping.aborted) return;
    fail(new Error(`${child.name} ended by itself (${end.signal ?? `code ${end.code}`}).`));
  });
}
