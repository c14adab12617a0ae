import { randomUUID } from "node:crypto";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { recordSourceEvent } from "../../activities/inbox/record-source-event.ts";
import type { SkipReason } from "../../contract/quick-log/vocabulary.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { listDayTasks } from "../../db/agenda/queries.ts";
import { FormAssignment } from "../../db/forms/form-assignment.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { tables } from "../../db/tables.ts";
import type { StoredTask } from "../../rules/agenda/agenda-task.ts";
import type { DemoHouse } from "./demo-house.ts";
import type { DemoClient, DemoCoach } from "./demo-people.ts";
import { queueOn, sendFromPhone } from "./demo-phone.ts";
import { CHECK_IN_ANSWERS } from "./demo-plans.ts";

/** A client's day: tasks are done or skipped, workouts trained, check-ins filled in. */
export async function liveDay(house: DemoHouse, client: DemoClient, day: LivedDay): Promise<void> {
  const { at, localDates, done } = day;
  const { relationshipId, deviceId } = client;
  const tasks = await listDayTasks(executorOf(house.em.fork()), relationshipId, localDates);
  // A day that closed while the phone was offline still counts what was recorded in time.
  const open = tasks.filter(({ status }) => status === "PENDING" || status === "MISSED");
  const operations: Operation[] = [];
  for (const [index, task] of open.entries()) {
    const recordedAt = new Date(`${task.localDate}T05:${String(10 + (index % 40))}:00.000Z`);
    if (task.taskKind === "CHECK_IN") {
      if (done(task) === true) await fillInCheckIn(house, client, task.id);
      continue;
    }
    const outcome = done(task);
    if (outcome === false) continue;
    if (outcome !== true)
      operations.push(queueOn(at, "quick-log.skip", { taskId: task.id, reason: outcome }));
    else operations.push(...(await completionOf(house, task, recordedAt < at ? recordedAt : at)));
  }
  for (let from = 0; from < operations.length; from += MOST_OPERATIONS)
    await sendFromPhone(
      house,
      { client, deviceId },
      operations.slice(from, from + MOST_OPERATIONS),
    );
}

/** Acts of a client, with their dates. */
export interface LivedDay {
  readonly at: Date;
  /** The dates whose open tasks are handled; several for a phone that was offline. */
  readonly localDates: readonly string[];
  /** Whether a task is done, or why it is skipped. */
  readonly done: (task: StoredTask) => boolean | SkipReason;
}

/** The client writes a message that needs a reply; the messaging system reports it. */
export async function writeMessage(
  { em }: DemoHouse,
  { relationshipId }: DemoClient,
  { coach, at }: { readonly coach: DemoCoach; readonly at: Date },
): Promise<void> {
  const event = {
    source: "messaging",
    eventId: randomUUID(),
    workspaceId: coach.workspaceId,
    relationshipId,
    type: "ClientMessageNeedsReply",
    subjectId: randomUUID(),
    occurredAt: at.toISOString(),
  } as const;
  await transact(em, (tx) => recordSourceEvent(tx, event, { requestId: "demo" }));
}

/** Two phones that were offline submit the same workout: the second submission is in conflict. */
export async function submitTwice(
  house: DemoHouse,
  client: DemoClient,
  { at, localDate }: { readonly at: Date; readonly localDate: string },
): Promise<void> {
  const executor = executorOf(house.em.fork());
  const tasks = await listDayTasks(executor, client.relationshipId, [localDate]);
  const workout = tasks.find(({ taskKind }) => taskKind === "WORKOUT");
  if (workout === undefined) return;
  for (const deviceId of [client.deviceId, client.secondDeviceId])
    await sendFromPhone(house, { client, deviceId }, await workoutOf(house, workout, at));
}

const MOST_OPERATIONS = 50;

async function completionOf(
  house: DemoHouse,
  task: StoredTask,
  at: Date,
): Promise<readonly Operation[]> {
  const taskId = task.id;
  if (task.taskKind === "WORKOUT") return await workoutOf(house, task, at);
  if (task.items.length > 0)
    return [queueOn(at, "quick-log.complete-all", { taskId, confirmed: true })];
  if (task.snapshot.metric === null) return [queueOn(at, "quick-log.complete-task", { taskId })];
  const recordedAt = at.toISOString();
  const glass = { taskId, metricKind: "WATER", unit: "ml", sourceType: "MANUAL", recordedAt };
  return [queueOn(at, "quick-log.record-value", { ...glass, value: 2_000 })];
}

/** The submission of the workout that a phone downloaded; none without a package. */
async function workoutOf(
  { em }: DemoHouse,
  { id: taskId, relationshipId }: StoredTask,
  at: Date,
): Promise<readonly Operation[]> {
  const pack = await tables(em.fork())
    .selectFrom("workoutPackage as pack")
    .innerJoin("workoutSnapshot as snapshot", (join) =>
      join
        .onRef("snapshot.workspaceId", "=", "pack.workspaceId")
        .onRef("snapshot.checksum", "=", "pack.snapshotChecksum"),
    )
    .select(["pack.id", "pack.packageChecksum", "snapshot.content"])
    .where("pack.relationshipId", "=", relationshipId)
    .where("pack.taskId", "=", taskId)
    .where("pack.supersededAt", "is", null)
    .executeTakeFirst();
  const exerciseKey = pack?.content.day.exercises[0]?.exerciseKey;
  if (pack === undefined || exerciseKey === undefined) return [];
  const draft = {
    clientSessionId: randomUUID(),
    clientRevision: 1,
    frozenRevision: 1,
    taskId,
    packageId: pack.id,
    packageChecksum: pack.packageChecksum,
    startedAt: new Date(at.getTime() - TRAINING_MS).toISOString(),
    finishedAt: at.toISOString(),
    confirmed: false,
    note: null,
    exercises: [],
  };
  return [
    queueOn(at, "workout.submit-session", {
      ...draft,
      sets: [setOf(exerciseKey, "one"), setOf(exerciseKey, "two")],
    }),
  ];
}

const setOf = (exerciseKey: string, setKey: string) => ({
  setKey,
  exerciseKey,
  values: { weight: { value: 60, unit: "kg" }, reps: 8 },
  completed: true,
  source: "EXPLICIT_TAP",
});

const TRAINING_MS = 45 * 60_000;

async function fillInCheckIn(
  { em }: DemoHouse,
  { userId: clientUserId, relationshipId }: DemoClient,
  taskId: string,
): Promise<void> {
  const form = await em
    .fork()
    .findOne(FormAssignment, { relationshipId, sourceType: "CHECK_IN", sourceId: taskId });
  if (form === null) return;
  const filled = { formAssignmentId: form.id, clientUserId, answers: CHECK_IN_ANSWERS, taskId };
  await transact(em, (tx) => submitForm(tx, { ...filled, requestId: null }));
}
