import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Client as TemporalClient } from "@temporalio/client";
import type { TestWorkflowEnvironment } from "@temporalio/testing";
import { Worker } from "@temporalio/worker";
import pino from "pino";
import { createAgendaActivities } from "../../../activities/agenda/index.ts";
import { createInboxActivities } from "../../../activities/inbox/index.ts";
import { createSettlingActs } from "../../../activities/outbox/register-actor.ts";
import { sweepOverdueActors } from "../../../activities/outbox/sweep-overdue-actors.ts";
import { actorWaker } from "../../../activities/outbox/wake-actor.ts";
import { actors } from "../../../workers/actors.ts";
import { migrate } from "../../../db/platform/migrate.ts";
import { openDatabase } from "../../../db/open-database.ts";
import { findFreePorts } from "../../processes/ports.ts";
import { type Postgres, startPostgres } from "../../postgres/postgres.ts";
import { startNodePart } from "../../processes/node-part.ts";
import { openStackSecrets } from "../../stack/stack-secrets.ts";
import { stackEnvironment } from "../../stack/stack-environment.ts";
import type { RunningStack } from "../../stack/stack-file.ts";
import { addSearchAttributes } from "../../../workers/worker/search-attributes.ts";
import { startTimeSkipping } from "../../temporal/open-time-skipping.ts";
import { findTimeSkippingServer } from "../../temporal/time-skipping-server.ts";
import type { Environment } from "../../../workers/config/environment.ts";
import { featureSettlements } from "../../../workers/feature-settlements.ts";
import { createLaneMemory } from "../../../activities/sync/settlement/lane-memory.ts";
import { hooks } from "../../../workers/hooks.ts";
import { operationFeatures } from "../../../workers/operation-features.ts";
import { type HouseClock, openHouseClock } from "./house-clock.ts";
import { ensureBundle } from "../../../workers/worker/ensure-bundle.ts";
import { installRuntime } from "../../../workers/worker/install-runtime.ts";

/** A second, empty installation next to the stack, in which time can be skipped. */
export interface FastHouse extends HouseClock {
  readonly api: string;
  /** Database address of its tables' owner. */
  readonly ownerUrl: string;
  readonly temporal: TemporalClient;
  /** Opens the days that have begun and closes those that are due, like the schedule that runs each minute. */
  readonly turnDays: () => Promise<void>;
  /** Decides the digests of workspaces whose hour has come, like the schedule that runs each quarter of an hour. */
  readonly decideDigests: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Data folder and environment of the tour's stack. */
export interface HomeOfStack {
  readonly dataDir: string;
  readonly env: Environment;
}

const DATABASE = "sideline_tour";
const NAMESPACE = "default";
const TASK_QUEUE = "sideline-tour";
const log = pino({ level: "silent" });

/**
 * Opens an installation with its own database on the time-skipping server. People sign in at the provider of the
 * stack, and mail arrives in its mailbox. Throws ProgramMissing without a time-skipping server.
 */
export async function openFastHouse(stack: RunningStack, home: HomeOfStack): Promise<FastHouse> {
  const folder = mkdtempSync(join(tmpdir(), "sideline-tour-"));
  const closing: (() => Promise<unknown>)[] = [
    async () => rmSync(folder, { recursive: true, force: true }),
  ];
  const close = async () => {
    for (const end of closing.splice(0).toReversed()) await end();
  };
  try {
    const postgres = await openScratchDatabase(folder);
    closing.push(() => postgres.child.stop());
    const temporal = await openTimeSkipping(home.env);
    closing.push(() => temporal.teardown());
    const { stop, wakeOverdue } = await runActors(temporal, postgres, {
      folder,
      dataDir: home.dataDir,
    });
    closing.push(stop);
    const { api, parts } = await startParts(stack, home, { folder, postgres, temporal });
    for (const part of parts) closing.push(() => part.stop());
    const ownerUrl = postgres.ownerUrl(DATABASE);
    const { client } = temporal;
    const runOnce = async (type: "turnDays" | "inboxDigest") => {
      const workflowId = `${type}-${randomUUID()}`;
      await client.workflow.execute(type, { taskQueue: TASK_QUEUE, workflowId });
    };
    const turnDays = () => runOnce("turnDays");
    const decideDigests = () => runOnce("inboxDigest");
    const clock = openHouseClock({ temporal, ownerUrl, wakeOverdue });
    return { api, ownerUrl, temporal: client, ...clock, turnDays, decideDigests, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openScratchDatabase(folder: string): Promise<Postgres> {
  const [port = 0] = await findFreePorts(1);
  const postgres = await startPostgres({
    directory: join(folder, "postgres"),
    port,
    passwords: openStackSecrets(folder).passwords,
    durable: false,
    onLine: () => undefined,
  });
  await postgres.createDatabase(DATABASE);
  await migrate(postgres.ownerUrl(DATABASE));
  return postgres;
}

async function openTimeSkipping(env: Environment): Promise<TestWorkflowEnvironment> {
  installRuntime(log);
  const { path } = await findTimeSkippingServer({ env, say: () => undefined });
  const temporal = await startTimeSkipping(path);
  await addSearchAttributes(temporal.connection, NAMESPACE);
  return temporal;
}

/** Runs the actors and the day rollover in this process. */
async function runActors(
  { client, nativeConnection }: TestWorkflowEnvironment,
  postgres: Postgres,
  { folder, dataDir }: { readonly folder: string; readonly dataDir: string },
): Promise<{ stop: () => Promise<void>; wakeOverdue: () => Promise<unknown> }> {
  const database = openDatabase({
    url: postgres.appUrl(DATABASE),
    poolSize: 4,
    applicationName: "sideline-tour",
  });
  const { em } = database;
  const worker = await Worker.create({
    connection: nativeConnection,
    taskQueue: TASK_QUEUE,
    workflowBundle: { codePath: await ensureBundle(dataDir) },
    activities: {
      ...createAgendaActivities({ em, log, rebuilds: hooks.rebuilds }),
      ...createInboxActivities({ em, log }),
      ...createSettlingActs(actors, {
        em,
        log,
        settlements: featureSettlements,
        lanes: 1,
        memory: createLaneMemory(),
        features: operationFeatures,
        hooks,
        // This database is never backed up.
        markErased: async () => {},
        invitationKey: Buffer.from(openStackSecrets(folder).invitationKey, "base64"),
        countBatches: () => undefined,
      }),
    },
  });
  const running = worker.run();
  const wakeActor = actorWaker(client, TASK_QUEUE);
  return {
    wakeOverdue: () =>
      sweepOverdueActors(
        { em, wakeActor },
        { reason: "SWEPT", lateBySeconds: 0, perSecond: null },
        new AbortController().signal,
      ),
    stop: async () => {
      worker.shutdown();
      await running;
      await database.close();
    },
  };
}

/** API and relay as in the stack, on the database and the server of the second installation. */
async function startParts(
  stack: RunningStack,
  { dataDir, env }: HomeOfStack,
  own: { folder: string; postgres: Postgres; temporal: TestWorkflowEnvironment },
) {
  const [port = 0] = await findFreePorts(1);
  const api = `http://127.0.0.1:${port}`;
  const { postgres, temporal } = own;
  const partEnv = stackEnvironment({
    dataDir,
    logLevel: "error",
    env: withoutHealthPorts(env),
    secrets: openStackSecrets(own.folder),
    stack: {
      ...stack,
      urls: { ...stack.urls, api },
      ports: { ...stack.ports, api: port },
      database: { url: postgres.appUrl(DATABASE), ownerUrl: postgres.ownerUrl(DATABASE) },
      temporal: { address: temporal.address, namespace: NAMESPACE, taskQueue: TASK_QUEUE },
    },
  });
  const start = (name: "api" | "relay") =>
    startNodePart({
      name,
      entry: new URL(`../../../workers/${name}.ts`, import.meta.url),
      env: partEnv,
      onLine: () => undefined,
      onStart: () => undefined,
    });
  return { api, parts: [await start("api"), await start("relay")] };
}

/** The stack's own processes already listen on these ports. */
function withoutHealthPorts(env: Environment): Environment {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.endsWith("_HEALTH_PORT")));
}
