import { createHash, randomUUID } from "node:crypto";
import type { Client } from "pg";
import { z } from "zod";
import { canonicalForm } from "../../contract/canonical-form.ts";
import { ask } from "../phones/people.ts";
import type { Phone } from "../phones/phones.ts";
import { coachToken } from "../quick-log/history.ts";
import type { BenchStack } from "../stack/stack.ts";

/** Assigns a program to the clients of these phones; each downloads its package. */
export async function trainees(
  stack: BenchStack,
  database: Client,
  phones: readonly Phone[],
): Promise<readonly Trainee[]> {
  const { rows } = await database.query<{ id: string; workspaceId: string }>(
    `select id, workspace_id as "workspaceId" from relationship where id = any($1)`,
    [phones.map(({ relationshipId }) => relationshipId)],
  );
  const workspaces = Map.groupBy(rows, ({ workspaceId }) => workspaceId);
  for (const [workspaceId, [first, ...others]] of workspaces) {
    if (first === undefined) continue;
    const token = await coachToken(stack, database, first.id);
    const url = `${stack.urls.api}/api/v1/workspaces/${workspaceId}`;
    const body = { content: program("Strength"), publish: true };
    const planned = z.object({ planId: z.string() });
    const { planId } = await ask(`${url}/plans`, { token, body }, planned);
    for (const { id } of [first, ...others])
      await ask(
        `${url}/relationships/${id}/plan-assignments`,
        { token, body: { planId } },
        z.unknown(),
      );
  }
  const trained: Trainee[] = [];
  // In sequence, because all at once would be refused as overload.
  for (const phone of phones) trained.push(await takeAlong(stack, phone));
  return trained;
}

const EXERCISES = 8;
const WEEKS = 4;
/** Maximum number of sets of a session. */
export const MOST_SETS = 500;

/** A program with training every day, of eight exercises with weights. */
export function program(title: string) {
  const exercises = Array.from({ length: EXERCISES }, (_, nth) => ({
    exerciseKey: `exercise-${nth}`,
    name: `Exercise ${nth}`,
    sets: Array.from({ length: 5 }, () => ({ repetitions: 8 })),
    alternatives: [{ name: `Instead of ${nth}` }],
  }));
  const days = Array.from({ length: 7 }, (_, day) => ({ dayNumber: day + 1, title, exercises }));
  return { kind: "PROGRAM", title, weeks: Array.from({ length: WEEKS }, () => ({ days })) };
}

const packageSchema = z.object({
  packageId: z.string(),
  taskId: z.string(),
  localDate: z.string(),
});
const answerSchema = z.object({
  packageChecksum: z.string(),
  package: z.object({ packageId: z.string() }),
});
const manifestSchema = z.object({
  manifestChecksum: z.string(),
  nextCursor: z.string(),
  packages: z.array(packageSchema),
});

/** A phone that has taken the present day's workout offline. */
export interface Trainee extends Phone {
  readonly taskId: string;
  readonly packageId: string;
  readonly packageChecksum: string;
  readonly manifestChecksum: string;
  readonly cursor: string;
}

async function takeAlong({ urls: { api } }: BenchStack, phone: Phone): Promise<Trainee> {
  const { accessToken: token, deviceId } = phone;
  const manifestUrl = `${api}/api/v1/client/workouts/offline-manifest?deviceId=${deviceId}`;
  const { packages, manifestChecksum, nextCursor } = await ask(
    manifestUrl,
    { token },
    manifestSchema,
  );
  const [first] = packages.toSorted((one, other) => (one.localDate < other.localDate ? -1 : 1));
  if (first === undefined) throw new Error("There is nothing to train");
  const { taskId } = first;
  const path = `/api/v1/client/workout-tasks/${taskId}/offline-package?deviceId=${deviceId}`;
  const { packageChecksum, package: issued } = await ask(`${api}${path}`, { token }, answerSchema);
  const { packageId } = issued;
  return { ...phone, taskId, packageId, packageChecksum, manifestChecksum, cursor: nextCursor };
}

/** A queued operation on a draft. */
export interface QueuedOperation {
  readonly clientOperationId: string;
  readonly payload: object;
}

/** A draft on a phone; each operation has the next revision. */
export function draftOf({ taskId, packageId, packageChecksum }: Trainee) {
  const clientSessionId = randomUUID();
  let revision = 0;
  const queue = (operationType: string, more: object) => {
    revision += 1;
    const named = { clientSessionId, clientRevision: revision, taskId, packageId, packageChecksum };
    const payload = { ...named, ...more };
    const digest = createHash("sha256").update(canonicalForm(payload)).digest("hex");
    return {
      clientOperationId: randomUUID(),
      operationType,
      operationVersion: 1,
      localSequence: revision,
      expectedRevision: 1,
      clientRecordedAt: new Date().toISOString(),
      payloadChecksum: `sha-256:${digest}`,
      payload,
    };
  };
  return {
    /** The given number of sets from a position on. */
    log: (from: number, count: number) => queue("workout.upsert-set", { sets: sets(from, count) }),
    submit: () =>
      queue("workout.submit-session", {
        frozenRevision: revision + 1,
        startedAt: new Date(Date.now() - 3_600_000).toISOString(),
        finishedAt: new Date().toISOString(),
        exercises: [],
        sets: sets(0, MOST_SETS),
      }),
  };
}

function sets(from: number, count: number) {
  return Array.from({ length: count }, (_, nth) => ({
    setKey: `set-${(from + nth) % MOST_SETS}`,
    exerciseKey: `exercise-${(from + nth) % EXERCISES}`,
    values: { weight: { value: 60 + ((from + nth) % 80), unit: "kg" }, reps: 8 },
    completed: true,
    source: "EXPLICIT_TAP",
  }));
}

/** The body of a batch of operations on sessions. */
export function batchOf({ deviceId }: Trainee, operations: readonly QueuedOperation[]): string {
  return JSON.stringify({ deviceId, clientBatchId: randomUUID(), operations });
}
