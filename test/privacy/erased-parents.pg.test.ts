import { afterAll, afterEach, beforeEach, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { AccountHook } from "../../activities/accounts/account-hook.ts";
import { agendaFollowsAccount } from "../../activities/agenda/agenda-follows-account.ts";
import { workoutsFollowAccount } from "../../activities/workouts/workouts-follow-account.ts";
import { AgendaTask } from "../../db/agenda/agenda-task.ts";
import { FocusPin } from "../../db/agenda/focus-pin/focus-pin.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { newId } from "../../db/platform/new-id.ts";
import { forgetRecipient } from "../../db/notifications/forget-recipient.ts";
import { Notification } from "../../db/notifications/notification.ts";
import { openDatabase } from "../../db/open-database.ts";
import { clockNow, transact, type Tx } from "../../db/platform/transactions/transact.ts";
import { WorkoutSession } from "../../db/workouts/workout-session.ts";
import { meet } from "../factories/db/meet.ts";
import { startNotificationRelay } from "../factories/notifications/notification-relay.ts";
import { admissionDeps, type BuiltScope, buildScope, submit } from "../factories/sync/sync.ts";
import { draftOf, putWorkout } from "../factories/workouts/workouts.ts";
import { useOwnDatabase } from "../harness/database.ts";

const { appUrl } = await useOwnDatabase();
const database = openDatabase({ url: appUrl, poolSize: 6, applicationName: "test" });
const { em } = database;
afterAll(() => database.close());

const onTestEnd: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of onTestEnd.splice(0)) await end();
});

let scope: BuiltScope;
beforeEach(async () => {
  scope = await buildScope(em);
});

test("a task is deleted with the pin and the item that were added before", async () => {
  const { relationshipId } = scope;
  await erasedWhile(agendaFollowsAccount, async (tx) => {
    const { id: taskId } = await tx.findOneOrFail(AgendaTask, { relationshipId });
    await putLike(tx, {
      table: "agenda_task_item",
      like: "task_id",
      columns: {
        id: newId(),
        task_id: taskId,
        relationship_id: relationshipId,
        source_item_key: "x",
      },
    });
    await sql`insert into focus_pin
        (relationship_id, local_date, pin_id, agenda_task_id, revision, pinned_by_user_id, pinned_at)
      values (${relationshipId}, '2026-01-05', ${newId()}, ${taskId}, 1, ${newId()}, clock_now())
    `.execute(tx.getKysely());
  });
  expect(await em.fork().count(AgendaTask, { relationshipId })).toBe(0);
  expect(await em.fork().count(FocusPin, { relationshipId })).toBe(0);
});

test("a session is deleted with the result that was added before", async () => {
  const { relationshipId } = scope;
  const draft = draftOf(await putWorkout(em, scope));
  await submit(admissionDeps(em), scope, [draft.submit()]);
  await erasedWhile(workoutsFollowAccount, async (tx) => {
    const { id } = await tx.findOneOrFail(WorkoutSession, { relationshipId });
    await sql`insert into workout_result (session_id, exercise_key, relationship_id, identity, local_date)
      values (${id}, 'squat', ${relationshipId}, 'squat', '2026-01-05')`.execute(tx.getKysely());
  });
  expect(await em.fork().count(WorkoutSession, { relationshipId })).toBe(0);
});

test("a deleted decision is delivered to nobody", async () => {
  await em.fork().execute("delete from outbox");
  const relay = await startNotificationRelay(database);
  onTestEnd.push(() => relay.close());
  const { notificationId } = await relay.decide({
    category: "FORM_ASSIGNED",
    recipientUserId: scope.clientUserId,
    relationshipId: scope.relationshipId,
    localDate: null,
    verdict: "ASK",
  });
  await meet(
    em,
    (tx) => forgetRecipient(tx, scope.clientUserId),
    () => relay.drain(),
  );
  expect(await em.fork().count(Notification, { id: notificationId })).toBe(0);
  expect([relay.letters, relay.pushes()]).toEqual([[], []]);
});

/** Lets a session that locks the scope write a row while the account's rows are being deleted. */
async function erasedWhile(hook: AccountHook, write: (tx: Tx) => Promise<unknown>): Promise<void> {
  const { relationshipId, clientUserId: userId } = scope;
  await em
    .fork()
    .execute("update relationship set status = 'ENDED' where id = ?", [relationshipId]);
  await sql`
    update app_user set status = 'PENDING_DELETION', deletion_requested_at = clock_now() - interval '15 days'
    where id = ${userId}`.execute(em.fork().getKysely());
  const erase = () =>
    transact(em, async (tx) => {
      const account = { userId, now: await clockNow(tx), requestId: "test" };
      let hasMore = true;
      while (hasMore) hasMore = (await hook.endSlice?.(tx, account)) ?? false;
    });
  await meet(
    em,
    async (tx) => {
      await lockScope(tx, relationshipId);
      await write(tx);
    },
    erase,
  );
}

/** Inserts a row like another of its table, except for some columns. */
async function putLike(
  tx: Tx,
  { table, like, columns }: { table: string; like: string; columns: Record<string, unknown> },
): Promise<void> {
  await sql`
    insert into ${sql.table(table)}
    select (jsonb_populate_record(row, ${JSON.stringify(columns)}::jsonb)).* from ${sql.table(table)} row
    where row.${sql.ref(like)} is not null limit 1
  `.execute(tx.getKysely());
}
