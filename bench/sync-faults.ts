/* oxlint-disable house/floors -- No user can make a rule throw: admission is called directly, with quick-log behind a fault of five operations in fifty. */
import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import pino from "pino";
import { operationFeatures } from "../workers/operation-features.ts";
import { clientDay, type DayIntent } from "../activities/client-day.ts";
import { createAdmissionQueue } from "../activities/sync/admission/in-process/admission-queue.ts";
import { createAdmissionsUnderWay } from "../activities/sync/admission/in-process/admissions-under-way.ts";
import { createRecentBatches } from "../activities/sync/admission/in-process/recent-batches.ts";
import type { AdmissionRequest } from "../activities/sync/admission/admission.ts";
import { admitBatch } from "../activities/sync/admission/admit-batch.ts";
import type { OperationFeature, WorkingCopy } from "../activities/sync/operation-feature.ts";
import { syncRequestSchema } from "../contract/sync/schema.ts";
import type { QueryExecutor } from "../db/pipeline.ts";
import { openDatabase } from "../db/open-database.ts";
import { median } from "./load.ts";
import { BATCH, nextBatch, type Phone } from "./phones/phones.ts";
import type { BenchStack } from "./stack/stack.ts";

const ROUNDS = 40;
const WARM_UP = 5;
const FAULTY = 5;

/** Median milliseconds of a batch of fifty, at one connection, without HTTP. */
export interface FaultTimes {
  readonly clean: number;
  /** Five operations whose rule throws. */
  readonly throwing: number;
  /** Five operations whose write the database refuses. */
  readonly failing: number;
}

type Fault = keyof FaultTimes;
const FAULTS = ["clean", "throwing", "failing"] as const satisfies readonly Fault[];

/** Admits batches in turns: without a fault, with throwing rules, with failing writes. */
export async function measureFaults(
  { database: { url } }: BenchStack,
  phones: readonly Phone[],
): Promise<FaultTimes> {
  const database = openDatabase({ url, poolSize: 2, applicationName: "bench" });
  const shared = {
    queue: createAdmissionQueue({ connections: 20 }),
    recent: createRecentBatches(),
    underWay: createAdmissionsUnderWay(),
    log: pino({ level: "silent" }),
  };
  const users = await usersOf(database.em.fork());
  const durations = {
    clean: new Array<number>(),
    throwing: new Array<number>(),
    failing: new Array<number>(),
  };
  for (let round = -WARM_UP; round < ROUNDS; round += 1) {
    for (const [index, fault] of FAULTS.entries()) {
      const phone = phones[(FAULTS.length * (round + WARM_UP) + index) % phones.length];
      if (phone === undefined) throw new Error("There are no phones");
      const deps = { em: database.em, features: faultyFeatures(phone, fault), ...shared };
      const request = requestOf(phone, users.get(phone.deviceId) ?? "");
      const from = performance.now();
      const { results } = await admitBatch(deps, request, async () => undefined);
      if (round >= 0) durations[fault].push(performance.now() - from);
      const accepted = results.filter(({ status }) => status === "ACCEPTED").length;
      const wanted = fault === "clean" ? BATCH : BATCH - FAULTY;
      if (accepted !== wanted) throw new Error(`${accepted} of ${wanted} were accepted (${fault})`);
    }
  }
  await database.close();
  return {
    clean: median(durations.clean),
    throwing: median(durations.throwing),
    failing: median(durations.failing),
  };
}

function requestOf(phone: Phone, actorUserId: string): AdmissionRequest {
  const { relationshipId, deviceId } = phone;
  const body = nextBatch(phone);
  return {
    relationshipId,
    deviceId,
    actorUserId,
    actor: "CLIENT",
    surface: "CLIENT_MOBILE",
    requestId: randomUUID(),
    body,
    operations: syncRequestSchema.parse(JSON.parse(body)).operations,
    faultyOrdinals: new Set(),
    outboxHealth: null,
  };
}

/** Production's features, except that every tenth task of this phone has a fault. */
function faultyFeatures({ taskIds }: Phone, fault: Fault): readonly OperationFeature[] {
  const bad = new Set(taskIds.filter((_, index) => index % (BATCH / FAULTY) === 4));
  if (fault === "clean") return operationFeatures;
  const faulty: OperationFeature<DayIntent> = {
    ...clientDay,
    load: (relationshipId, operations) => async (executor) => {
      const loaded = await clientDay.load(relationshipId, operations)(executor);
      return {
        copy: (scope, ready) => async (next) => {
          const copy = await loaded.copy(scope, ready)(next);
          return fault === "throwing" ? throwing(copy, bad) : failing(copy, bad);
        },
      };
    },
  };
  return operationFeatures.map((feature) => (feature === clientDay ? faulty : feature));
}

function isOneOf(bad: ReadonlySet<string>, { payload }: DayIntent): boolean {
  return "taskId" in payload && bad.has(payload.taskId);
}

function throwing(copy: WorkingCopy<DayIntent>, bad: ReadonlySet<string>): WorkingCopy<DayIntent> {
  return {
    ...copy,
    decide(operation) {
      if (isOneOf(bad, operation.intent)) throw new Error("A rule with a bug");
      return copy.decide(operation);
    },
  };
}

async function fail(executor: QueryExecutor): Promise<void> {
  await sql`select 1 / (random() * 0)::int`.execute(executor);
}

function failing(copy: WorkingCopy<DayIntent>, bad: ReadonlySet<string>): WorkingCopy<DayIntent> {
  let failed = false;
  return {
    decide(operation) {
      failed ||= isOneOf(bad, operation.intent);
      return copy.decide(operation);
    },
    writes() {
      const writes = copy.writes();
      return failed ? { ...writes, statements: [...writes.statements, fail] } : writes;
    },
  };
}

async function usersOf(em: ReturnType<typeof openDatabase>["em"]) {
  const { rows } = await sql<{ id: string; userId: string }>`
    select id, user_id as "userId" from device
  `.execute(em.getKysely());
  return new Map(rows.map(({ id, userId }) => [id, userId]));
}
