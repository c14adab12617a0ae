import { expect, test } from "@jest/globals";
import {
  healLostEvents,
  healRelationships,
} from "../../activities/inbox/upkeep/heal-lost-events.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, superuserUrl } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
const superuser = await useClient(superuserUrl);

const tasksOf = (relationshipId: string) => em.fork().count(CoachTask, { relationshipId });
const deadRows = () => em.fork().count(OutboxRow, { consumer: "inbox", deadAt: { $ne: null } });

test("An event that was lost on its way to the inbox is repaired by querying its sources, and a failing client does not block the others (docs/rooms/inbox.md#repair)", async () => {
  const [one, bad, other] = [await unheardSkip(), await unheardSkip(), await unheardSkip()];
  await die();
  await superuser.query(`create function fail_one() returns trigger language plpgsql as
    $$ begin if new.relationship_id = '${bad}' then raise exception 'no'; end if; return new; end $$`);
  await superuser.query(
    "create trigger fail_one before insert on coach_task for each row execute function fail_one()",
  );
  expect(await healLostEvents(em, { except: [] })).toEqual({
    askedCount: 2,
    failed: [bad],
    full: false,
  });
  expect([await tasksOf(one), await tasksOf(bad), await tasksOf(other)]).toEqual([1, 0, 1]);
  expect(await deadRows()).toBeGreaterThan(0);
  expect(await healLostEvents(em, { except: [bad] })).toMatchObject({ askedCount: 0, failed: [] });
  await superuser.query("drop trigger fail_one on coach_task");
  expect(await healLostEvents(em, { except: [] })).toMatchObject({ askedCount: 1 });
  expect([await tasksOf(bad), await deadRows()]).toEqual([1, 0]);
});

test("A task is there after the daily repair even if every event of it was lost", async () => {
  const [one, other] = [await unheardSkip(), await unheardSkip()];
  await superuser.query("delete from outbox where consumer = 'inbox'");
  expect(await healLostEvents(em, { except: [] })).toMatchObject({ askedCount: 0 });
  expect(await healRelationships(em, { after: null })).toMatchObject({ failedCount: 0 });
  expect([await tasksOf(one), await tasksOf(other)]).toEqual([1, 1]);
  await healRelationships(em, { after: null });
  expect(await tasksOf(one)).toBe(1);
  expect(await healRelationships(em, { after: "ffffffff-ffff-7fff-bfff-ffffffffffff" })).toEqual({
    askedCount: 0,
    failedCount: 0,
    after: null,
  });
});

/** A client with a skip that needs a coach, whose event never reached the inbox. */
async function unheardSkip() {
  const scope = await buildScope(em);
  const skip = { taskId: scope.agenda.habit.id, reason: "CONFUSED" };
  await submit(admission, scope, [queued("quick-log.skip", skip)]);
  await settleAll(settlement, { deviceId: scope.deviceId });
  return scope.relationshipId;
}

function die() {
  return superuser.query(
    "update outbox set dead_at = now() where consumer = 'inbox' and dead_at is null",
  );
}
