import type { StackOptions } from "./stack-options.ts";
import { join, resolve } from "node:path";
import type { Child } from "../processes/child-process.ts";
import { runNodePart, startNodePart } from "../processes/node-part.ts";
import { type Postgres, startPostgres } from "../postgres/postgres.ts";
import { DATABASE, NAMESPACE, describeStack } from "./describe-stack.ts";
import { type OpenedStack, hooksOf, keepRunning, openStack, timed } from "./open-stack.ts";
import { stackEnvironment, startsFakeExercises } from "./stack-environment.ts";
import { requireStackPorts } from "./require-stack-ports.ts";
import type { RunningStack } from "./stack-file.ts";
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
    const { log, children, write } = await opened;
    try {
      return await startParts({ options, log, children, write });
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
type Starting = Omit<OpenedStack, "close"> & { readonly options: StackOptions };

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
    timed(starting, name, () => keepRunning(starting, name, child));
  const startProcess = (name: string) =>
    start(name, () => startNodePart({ ...nodePart(starting, name), env: partEnv }));
  await startProcess(keycloak === null ? "provider" : "mailbox");
  if (keycloak !== null) {
    const more = { env, ...hooksOf(starting, "keycloak") };
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

async function startDatabase(starting: Starting, { passwords }: StackSecrets) {
  const first = Promise.withResolvers<Postgres>();
  await keepRunning(starting, "postgres", async () => {
    const postgres = await startPostgres({
      directory: join(starting.options.dataDir, "postgres"),
      port: starting.options.ports.postgres,
      passwords,
      durable: true,
      ...hooksOf(starting, "postgres"),
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
  await keepRunning(starting, "temporal", async () => {
    const { child } = await startTemporalServer({
      program,
      file: join(dataDir, "temporal.db"),
      namespace: NAMESPACE,
      port: ports.temporal,
      uiPort: ports.temporalUi,
      home: dataDir,
      ...hooksOf(starting, "temporal"),
    });
    return child;
  });
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
  return { name, entry, ...hooksOf(starting, name) };
}
