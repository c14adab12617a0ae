import type { StackOptions } from "./stack-options.ts";
import { chmodSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Child } from "../processes/child-process.ts";
import { startSupervisedPart } from "../processes/supervised-part.ts";
import { takeLauncherLock } from "../processes/launcher-lock.ts";
import { runNodePart, startNodePart } from "../processes/node-part.ts";
import { type PartLog, openPartLog } from "../processes/part-log.ts";
import { cacheDirectory } from "../processes/program-ladder.ts";
import { requireWritableFolder } from "../processes/writable-folder.ts";
import { type Postgres, startPostgres } from "../postgres/postgres.ts";
import { DATABASE, NAMESPACE, describeStack } from "./describe-stack.ts";
import { type StackChildren, openStackChildren } from "./stack-children.ts";
import { stackEnvironment, startsFakeExercises } from "./stack-environment.ts";
import { requireStackPorts } from "./require-stack-ports.ts";
import { type RunningStack, removeStack, writeStack } from "./stack-file.ts";
import { type StackSecrets, openStackSecrets } from "./stack-secrets.ts";
import { LOGIN_PROVIDERS } from "../provider/accounts.ts";
import { planKeycloak, startPlannedKeycloak } from "../keycloak/stack-keycloak.ts";
import { findTemporalBinary } from "../temporal/temporal-binary.ts";
import { startTemporalServer } from "../temporal/temporal-server.ts";

/**
 * Starts PostgreSQL, migrations, Temporal, identity provider, API, worker and relay, in this order, and keeps each of
 * them running. If one of them dies it is restarted; the others wait.
 */
export function startStack(given: StackOptions): Stack {
  const options = { ...given, dataDir: resolve(given.dataDir) };
  const opened = openStack(options);
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
  return { ready: start(), stop };
}

/** An embedded stack that this process starts. */
export type Stack = {
  /** Settles when all parts are ready; when it rejects, everything is stopped again. */
  readonly ready: Promise<RunningStack>;
  /** Stops all parts in order, each within its own limits; may be called at any time. */
  readonly stop: () => Promise<void>;
};

/** Context of a running start. */
type Starting = {
  readonly options: StackOptions;
  readonly log: PartLog;
  readonly children: StackChildren;
  /** Writes the stack's description as soon as it is known, and again when a part was restarted. */
  readonly write: (stack?: Omit<RunningStack, "pids">) => void;
};

async function openStack(options: StackOptions) {
  requireWritableFolder(options.dataDir, "SIDELINE_DATA_DIR");
  requireWritableFolder(cacheDirectory(options.env), "XDG_CACHE_HOME");
  // The database server may run as another user, who has to traverse this folder; the files have mode 0600.
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
  return { starting: { options, log, children, write: stackWriter(options, children) }, close };
}

function stackWriter({ dataDir }: StackOptions, children: StackChildren): Starting["write"] {
  let known: Omit<RunningStack, "pids"> | null = null;
  return (stack) => {
    known = stack ?? known;
    if (known !== null) writeStack(dataDir, { ...known, pids: children.pids() });
  };
}

async function startParts(starting: Starting): Promise<RunningStack> {
  const { dataDir, env, ports } = starting.options;
  await requireStackPorts(starting.options);
  const { say } = starting.log;
  const keycloak = await planKeycloak(starting.options, say);
  const { path } = await findTemporalBinary({ env, say });
  const secrets = openStackSecrets(dataDir);
  const database = await timed(starting, "PostgreSQL", () => startDatabase(starting, secrets));
  const stack = describeStack(ports, database, keycloak?.place ?? null);
  const partEnv = {
    ...stackEnvironment({ ...starting.options, secrets, stack }),
    // The development provider simulates all of them.
    ...(keycloak === null ? { AUTH_UPSTREAMS: LOGIN_PROVIDERS.join(",") } : keycloak.mailboxEnv),
  };
  // Built while the other parts start; only the API needs them.
  const pages = timed(starting, "pages", () =>
    runNodePart({ ...nodePart(starting, "pages"), env: partEnv }),
  );
  // A failure is thrown where the promise is awaited.
  pages.catch(() => undefined);
  const ownerEnv = { ...partEnv, DATABASE_OWNER_URL: database.ownerUrl };
  await timed(starting, "schema", () =>
    runNodePart({ ...nodePart(starting, "migrate"), env: ownerEnv }),
  );
  await timed(starting, "Temporal", () => startTemporal(starting, path));
  starting.write(stack);
  const start = (name: string, child: () => Promise<Child>) =>
    timed(starting, name, () => keep(starting, name, child));
  const startProcess = (name: string) =>
    start(name, () => startNodePart({ ...nodePart(starting, name), env: partEnv }));
  await startProcess(keycloak === null ? "provider" : "mailbox");
  if (keycloak !== null) {
    const more = { env, ...hooks(starting, "keycloak") };
    await start("keycloak", () => startPlannedKeycloak(keycloak, more));
  }
  if (startsFakeExercises(env)) await startProcess("exercise-provider");
  await pages;
  for (const name of ["api", "worker", "relay"]) await startProcess(name);
  // Nothing waits for the pictograms; until they are imported, exercises show placeholders.
  void bringPictograms(starting, partEnv);
  return { ...stack, pids: starting.children.pids() };
}

/** Imports our own pictograms into a new stack; a stack that has them keeps them. */
async function bringPictograms(starting: Starting, env: NodeJS.ProcessEnv): Promise<void> {
  try {
    await runNodePart({ ...nodePart(starting, "pictograms"), env });
  } catch {
    if (!starting.children.stopping.aborted)
      starting.log.say(
        "the pictograms were not imported; see their log; the next start tries again",
      );
  }
}

async function timed<T>({ log }: Starting, name: string, start: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await start();
  log.say(`${name} is ready (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
  return result;
}

async function startDatabase(starting: Starting, { passwords }: StackSecrets) {
  const first = Promise.withResolvers<Postgres>();
  await keep(starting, "postgres", async () => {
    const postgres = await startPostgres({
      directory: join(starting.options.dataDir, "postgres"),
      port: starting.options.ports.postgres,
      passwords,
      durable: true,
      ...hooks(starting, "postgres"),
    });
    first.resolve(postgres);
    return postgres.child;
  });
  const postgres = await first.promise;
  if (!postgres.directory.startsWith(starting.options.dataDir)) {
    starting.log.say(`PostgreSQL cannot access the data folder; it uses ${postgres.directory}`);
  }
  await postgres.createDatabase(DATABASE);
  return { url: postgres.appUrl(DATABASE), ownerUrl: postgres.ownerUrl(DATABASE) };
}

async function startTemporal(starting: Starting, program: string): Promise<void> {
  const { dataDir, ports } = starting.options;
  await keep(starting, "temporal", async () => {
    const { child } = await startTemporalServer({
      program,
      file: join(dataDir, "temporal.db"),
      namespace: NAMESPACE,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      home: dataDir,
      ...hooks(starting, "temporal"),
    });
    return child;
  });
}

/** Starts a part and keeps it running. */
function keep(
  { children, log, write }: Starting,
  name: string,
  child: () => Promise<Child>,
): Promise<void> {
  return startSupervisedPart({
    name,
    say: log.say,
    stopping: children.stopping,
    start: async () => {
      const started = await child();
      write();
      return started;
    },
  });
}

function hooks({ children, log }: Starting, name: string) {
  return { onLine: (line: string) => log.write(name, line), onStart: children.add };
}

/** Processes that only the embedded stack has; the others belong to the product. */
const OWN_PARTS: readonly string[] = [
  "provider",
  "mailbox",
  "exercise-provider",
  "pages",
  "pictograms",
];

function nodePart(starting: Starting, name: string) {
  const floor = OWN_PARTS.includes(name) ? "tools" : "workers";
  const entry = new URL(`../../${floor}/${name}.ts`, import.meta.url);
  return { name, entry, ...hooks(starting, name) };
}
