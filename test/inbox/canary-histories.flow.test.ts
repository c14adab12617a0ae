import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { inboxTaskActor } from "../../contract/inbox/inbox-task-actor.ts";
import { SOURCE_KINDS } from "../../contract/inbox/source-vocabulary.ts";
import { UNRESOLVED_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { User } from "../../db/accounts/user.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { ProgressTrend } from "../../db/agenda/progress-trend.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow, firstRow, transact } from "../../db/platform/transactions/transact.ts";
import { WorkoutSession } from "../../db/workouts/workout-session.ts";
import { isUnresolved } from "../../rules/inbox/settle-case.ts";
import { addDays } from "../../rules/local-day.ts";
import { deletionRequestedFor } from "../../rules/accounts/deletion-due-at.ts";
import { accountDeletionActorId } from "../../rules/privacy/judge-deletion.ts";
import { hooks } from "../../workers/hooks.ts";
import { openLog } from "../../workers/open-log.ts";
import { startActors, type RunningActors } from "../factories/workers/actors.ts";
import { coachWrites, scanSources } from "../factories/inbox/canary-coach.ts";
import {
  type CanaryGround,
  clientWrites,
  FORM_TITLE,
  WORDS,
} from "../factories/inbox/canary-texts.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { eventually } from "../factories/eventually.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, type BuiltScope } from "../factories/sync/sync.ts";
import { whereIs } from "../factories/db/where-is.ts";
import { wholeHistory } from "../factories/workers/whole-history.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { openNamespace } from "../harness/namespace.ts";
import type { AgendaView } from "../../workflows/actor-state.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 12, applicationName: "canary histories" });
const { em } = database;
/** The log lines of worker and relay at any level. */
const lines: string[] = [];
const log = openLog("canary", "trace", { write: (line) => void lines.push(line) });
/** Fails once, with an error that quotes the client. */
let isBroken = true;

const settlement = {
  ...settlementDeps(em),
  log,
  markErased,
};
let actors: RunningActors;
let person: BuiltScope;
beforeAll(async () => {
  actors = await startActors({ ...(await openNamespace()), settlement, log });
  person = await buildScope(em);
  await everybodyWrites();
}, 180_000);
afterAll(async () => {
  await actors.stop();
  await database.close();
});

/**
 * Words in addition to those of free texts: a name, the title of a task, the reason for postponing a questionnaire.
 */
const OWN = { name: "zznamezz", title: "zztitlezz", postponed: "zzpostponedzz" } as const;

const reaches = (zero: () => Promise<number>) => eventually(zero, (left) => left === 0);

const SCHEDULED = ["inboxSweep", "inboxLost", "inboxHeal", "inboxDigest"] as const;

test("A task of every source passes through its actor, and no text, name or pain is in a history, memo or search attribute of any workflow", async () => {
  const tasks = await em.fork().find(CoachTask, { relationshipId: person.relationshipId });
  expect([...new Set(tasks.map(({ sourceKind }) => sourceKind))].toSorted()).toEqual(
    SOURCE_KINDS.toSorted(),
  );
  await Promise.all(tasks.filter(({ status }) => isUnresolved(status)).map(shown));
  const ids = [...tasks.map(({ id: taskId }) => inboxTaskActor.idOf({ taskId })), ...SCHEDULED];
  const kept = await eventually(histories, (found) => ids.every((id) => found.has(id)));
  // The search itself works: ids are found in the histories.
  for (const { id } of tasks)
    expect(kept.get(inboxTaskActor.idOf({ taskId: id }))).toContain(person.relationshipId);
  const words = [...Object.values(WORDS), ...Object.values(OWN), FORM_TITLE, "PAIN_OR_INJURY"];
  expect(occurrencesOf(words, kept)).toEqual([]);
}, 60_000);

test("No word of an erased client is in a history, memo or search attribute of any actor, in the log, or in a table", async () => {
  const words = [...Object.values(WORDS), OWN.name, OWN.postponed];
  expect(await whereIs(em, ...words)).not.toEqual([]);
  const { clientUserId: userId } = person;
  await transact(em, async (tx) => {
    await requestAccountDeletion(tx, { userId, requestId: "canary" }, hooks.sessions);
    const deletionRequestedAt = deletionRequestedFor(await clockNow(tx));
    await tx.nativeUpdate(User, { id: userId }, { deletionRequestedAt });
  });
  await eventually(
    () => em.fork().findOneOrFail(User, userId),
    ({ deletedAt }) => deletedAt !== null,
  );
  await delivered();
  expect(await whereIs(em, ...words)).toEqual([]);
  const actorId = accountDeletionActorId(userId);
  // It does not wait for the result of the last act, because an act that is retried after its commit reports that
  // nothing was done. Nor does it wait for the end of the actor, which lingers.
  await eventually(
    () => actors.client.workflow.getHandle(actorId).query<AgendaView>("agenda"),
    ({ waitingFor, tried }) => waitingFor === "NOTHING" && tried.settlements > 0,
  );
  const kept = await eventually(histories, (found) => found.has(actorId));
  expect(occurrencesOf(words, kept)).toEqual([]);
  // The first attempt failed with such words, and was logged.
  expect(lines.join("")).toContain("an activity failed");
  expect(
    occurrencesOf(
      words,
      lines.map((line) => ["the log", line] as const),
    ),
  ).toEqual([]);
}, 120_000);

async function markErased(): Promise<void> {
  if (!isBroken) return;
  isBroken = false;
  throw new Error(`duplicate key value ${OWN.name} ${WORDS.goal}`);
}

/** The count that a statement returns. */
async function counted(query: ReturnType<typeof sql<{ count: number }>>): Promise<number> {
  return firstRow((await query.execute(em.fork().getKysely())).rows).count;
}

/** Lets the lane settle everything that was admitted. */
function settle() {
  return reaches(() =>
    counted(sql`select count(*)::int as count from sync_batch where status = 'ADMITTED'`),
  );
}

/** Waits until every event has been delivered. */
function delivered() {
  return reaches(() =>
    counted(sql`select count(*)::int as count from outbox
      where dead_at is null and available_at < clock_now() + interval '1 minute'`),
  );
}

/** Waits until no actor is due: every woken actor has acted. */
function acted() {
  return reaches(() =>
    counted(sql`select count(*)::int as count from actor where due_at <= clock_now()`),
  );
}

/** Sources that need more than a client's text: a plan with reviewed workouts, and closed days. */
async function otherSources({ scope }: CanaryGround): Promise<void> {
  const { relationshipId, agenda, clientUserId } = scope;
  const reviewed = { ...programContent(), reviewWanted: true, title: OWN.title };
  const { assignmentId } = await planActs(em).give(scope, reviewed);
  await em.fork().nativeUpdate(WorkoutSession, { relationshipId }, { assignmentId });
  // When the agenda follows the new plan it withdraws tasks without a plan, such as the check-in below.
  await delivered();
  await acted();
  const now = await clockNow(em.fork());
  // The submitted form is a check-in of today if the agenda consumed its assignment before. A completed check-in would
  // end the series of missed ones, so it is canceled.
  await em
    .fork()
    .nativeUpdate(
      AgendaTask,
      { relationshipId, taskKind: "CHECK_IN" },
      { status: "CANCELED", completedAt: null, canceledAt: now },
    );
  const day = { formAssignmentId: randomUUID(), localDate: addDays(agenda.localDate, -2) };
  const missed = await buildCheckIn(em, scope, { ...day, closedAt: now });
  const snapshot = {
    planId: randomUUID(),
    title: OWN.title,
    instructions: OWN.title,
    metric: null,
  };
  await em.fork().nativeUpdate(AgendaTask, { id: missed }, { snapshot });
  const fallen = { bucket: "OFF_TRACK", fellAt: now, toldAt: now, judgedAt: now } as const;
  await em.fork().upsert(ProgressTrend, { relationshipId, ...fallen });
  const { rows } = await sql<{ id: string }>`select task.id from onboarding_task task
    join onboarding_instance instance on instance.id = task.instance_id
    where instance.relationship_id = ${relationshipId} and task.form_assignment_id is not null`.execute(
    em.fork().getKysely(),
  );
  const skipped = { taskId: firstRow(rows).id, clientUserId, reason: OWN.postponed };
  await transact(em, (tx) => skipTask(tx, { ...skipped, requestId: null }));
}

/** Every workflow of the namespace by its id, with everything that its server stores of it. */
async function histories(): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  for await (const { workflowId } of actors.client.workflow.list())
    found.set(workflowId, await wholeHistory(actors.client, workflowId));
  return found;
}

/**
 * Waits until the actor of a task shows an unresolved status. The status may be an older one, because only a change
 * that brings a deadline forward wakes the actor. Whether a snooze of an hour does so depends on the time of day.
 */
function shown({ id: taskId }: CoachTask) {
  return eventually(
    () => actors.client.workflow.getHandle(inboxTaskActor.idOf({ taskId })).describe(),
    ({ typedSearchAttributes }) =>
      typedSearchAttributes
        .getAll()
        .some(({ key, value }) => key.name === "InboxStatus" && isUnresolvedStatus(value)),
  );
}

function isUnresolvedStatus(value: unknown) {
  return UNRESOLVED_STATUSES.some((status) => status === value);
}

/** Client and coach write in every field, and every schedule of the inbox runs. */
async function everybodyWrites(): Promise<void> {
  // Delivers the plan's events first: a task that no plan asks for would be withdrawn.
  await delivered();
  await acted();
  const ground = { em, scope: person, admission: admissionDeps(em), settle };
  await clientWrites(ground, OWN.name);
  await otherSources(ground);
  await scanSources(ground);
  await delivered();
  await coachWrites(ground);
  await settle();
  for (const workflow of SCHEDULED)
    await actors.client.workflow.execute(workflow, {
      workflowId: workflow,
      taskQueue: actors.taskQueue,
    });
  await delivered();
}

/** The words that occur, and the texts in which they do. */
function occurrencesOf(words: readonly string[], texts: Iterable<readonly [string, string]>) {
  return [...texts].flatMap(([id, text]) =>
    words.filter((word) => text.includes(word)).map((word) => `${word} in ${id}`),
  );
}
