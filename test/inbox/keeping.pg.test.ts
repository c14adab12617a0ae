import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { archiveClosedTasks } from "../../activities/inbox/upkeep/archive-closed-tasks.ts";
import { requestAccountDeletion } from "../../activities/privacy/request-account-deletion.ts";
import { settleAccountDeletion } from "../../activities/privacy/settle-account-deletion.ts";
import { moveRelationship } from "../../activities/relationships/move-relationship.ts";
import { DELETION_GRACE_DAYS } from "../../contract/accounts/session-vocabulary.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { CoachTaskEvent } from "../../db/inbox/coach-task-event.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { hooks } from "../../workers/hooks.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { type BuiltRelationship, buildRelationship } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { erasureDeps } from "../factories/privacy/erasure-deps.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase());
const DAY = 86_400;
afterAll(() => moveClock(ownerUrl, 0));

let pair: BuiltRelationship;
beforeEach(async () => {
  await moveClock(ownerUrl, 0);
  pair = await buildRelationship(em);
});

const read = ({ id }: CoachTask) => em.fork().findOneOrFail(CoachTask, id);

describe("A closed task (docs/rooms/inbox.md#retention)", () => {
  test("is archived after 90 days with its resolution and an event, and its actor stays dormant", async () => {
    const task = await dismissed();
    await moveClock(ownerUrl, 91 * DAY);
    expect(await transact(em, (tx) => archiveClosedTasks(tx, 1_000))).toBe(1);
    expect(await read(task)).toMatchObject({
      status: "ARCHIVED",
      dismissReason: "NOT_RELEVANT",
      statusBeforeClose: "OPEN",
      closedAt: task.closedAt,
      revision: 2,
    });
    expect(await eventsOf(task)).toEqual(["CoachTaskArchived event-feed"]);
    expect(await em.fork().count(CoachTaskEvent, { taskId: task.id, type: "archived" })).toBe(1);
    expect(await transact(em, (tx) => archiveClosedTasks(tx, 1_000))).toBe(0);
  });

  test("is archived once by concurrent runs", async () => {
    const tasks = await Promise.all(Array.from({ length: 6 }, () => dismissed()));
    await moveClock(ownerUrl, 91 * DAY);
    const rounds = Array.from({ length: 4 }, () => transact(em, (tx) => archiveClosedTasks(tx, 2)));
    await Promise.all(rounds);
    while ((await transact(em, (tx) => archiveClosedTasks(tx, 2))) > 0);
    for (const task of tasks)
      expect(await eventsOf(task)).toEqual(["CoachTaskArchived event-feed"]);
  });
});

test("The end of a relationship archives all its tasks, closed or not", async () => {
  const [open, closed] = [await put(), await dismissed()];
  const { workspaceId, relationshipId, coach } = pair;
  const ending = { workspaceId, relationshipId, byUserId: coach.userId, reason: "moved" };
  await transact(em, (tx) =>
    moveRelationship(tx, { ...ending, act: "END", requestId: "test" }, hooks.relationships),
  );
  expect(await read(open)).toMatchObject({ status: "ARCHIVED", statusBeforeClose: "OPEN" });
  expect(await read(closed)).toMatchObject({ status: "ARCHIVED", dismissReason: "NOT_RELEVANT" });
  expect(await eventsOf(open)).toEqual([
    "CoachTaskArchived event-feed",
    "CoachTaskArchived inbox-task-actor",
  ]);
  expect(await eventsOf(closed)).toEqual(["CoachTaskArchived event-feed"]);
});

test("Erasing a client's account deletes the summaries and notes of its tasks, and no others", async () => {
  const other = await dismissed({ note: "Kept" });
  pair = await buildRelationship(em);
  const task = await dismissed({ note: "Her knee hurts", snoozeReason: "After the doctor" });
  const open = await put();
  const { userId } = pair.client;
  await transact(em, (tx) =>
    requestAccountDeletion(tx, { userId, requestId: "test" }, hooks.sessions),
  );
  await moveClock(ownerUrl, (DELETION_GRACE_DAYS + 1) * DAY);
  for (let turn = 0; turn < 5; turn += 1) await settleAccountDeletion(erasureDeps(em), { userId });
  for (const one of [task, open])
    expect(await read(one)).toMatchObject({
      status: "ARCHIVED",
      summary: { code: "SOURCE_DELETED", counts: { occurrences: 0 } },
      note: null,
      snoozeReason: null,
      redactedAt: expect.any(Date),
    });
  expect(await read(other)).toMatchObject({ note: "Kept", redactedAt: null });
});

function put(changes: Partial<CoachTask> = {}) {
  const { workspaceId, relationshipId, client, coach } = pair;
  const people = { clientUserId: client.userId, coachUserId: coach.userId };
  return putCoachTask(em, { workspaceId, relationshipId, ...people }, changes);
}

function dismissed(changes: Partial<CoachTask> = {}) {
  const closed = { closedAt: new Date(), statusBeforeClose: "OPEN" } as const;
  return put({ status: "DISMISSED", dismissReason: "NOT_RELEVANT", ...closed, ...changes });
}

async function eventsOf({ id: subjectId }: CoachTask) {
  return (await em.fork().find(OutboxRow, { subjectId }, { orderBy: { id: "asc" } })).map(
    ({ type, consumer }) => `${type} ${consumer}`,
  );
}
