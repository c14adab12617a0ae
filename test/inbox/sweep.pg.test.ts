import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { Client } from "pg";
import { inboxFollowsRelationship } from "../../activities/inbox/inbox-follows-relationship.ts";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { pinTask } from "../../activities/inbox/acts/pin-task.ts";
import { rescoreTasks } from "../../activities/inbox/upkeep/rescore-tasks.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { lockScope } from "../../db/platform/scopes/lock-scopes.ts";
import { Relationship } from "../../db/relationships/relationship.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { scoreChangesAt, scoreOf, scoreParts } from "../../rules/inbox/score-parts.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { explainStatement, isStatement, nodesOf } from "../factories/db/explain.ts";
import { setClock } from "../factories/set-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { admissionDeps, buildScope, queued, submit } from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl, superuserUrl } = await useOrm(await useOwnDatabase());
const superuser = new Client({ connectionString: superuserUrl });
const HOUR_MS = 3_600_000;
const ROUNDS = campaignSize("RACE_ROUNDS", 3);
const noon = new Date();
noon.setUTCHours(12, 0, 0, 0);
const at = (hours: number) => new Date(noon.getTime() + hours * HOUR_MS);

await superuser.connect();
const scope = await buildScope(em);
beforeEach(async () => {
  await setClock(ownerUrl, noon);
  await superuser.query("update coach_task set score_changes_at = null");
});
afterAll(() => superuser.end());

const sweep = (except: readonly string[] = []) => rescoreTasks(em, { except });

const read = ({ id }: CoachTask) => em.fork().findOneOrFail(CoachTask, id);

describe("The sweep of the inbox (docs/rooms/inbox.md#score)", () => {
  test("rescores at the start of the due day and at the due instant, snoozed or not, and no other task", async () => {
    const due = await dueAfter(3);
    const snoozed = await dueAfter(3, { status: "SNOOZED", snoozedUntil: at(9) });
    const later = await dueAfter(8);
    expect(await sweep()).toEqual({ rescoredCount: 0, failed: [], full: false });
    for (const [hours, part] of [[1, 10] as const, [3, 20] as const]) {
      await setClock(ownerUrl, at(hours));
      expect(await sweep()).toMatchObject({ rescoredCount: 2 });
      expect(await sweep()).toMatchObject({ rescoredCount: 0 });
      for (const task of [due, snoozed, later]) await expectRight(task);
      const { duePart, revision } = await read(due);
      expect([duePart, revision]).toEqual([part, 1]);
    }
    expect((await read(due)).scoreChangesAt).toBeNull();
  });

  test("passes over locked tasks without waiting, and rescores them later", async () => {
    const [locked, free] = [await dueAfter(1), await dueAfter(1)];
    await setClock(ownerUrl, at(2));
    await superuser.query("begin");
    await superuser.query("select from coach_task where id = $1 for update", [locked.id]);
    expect(await sweep()).toMatchObject({ rescoredCount: 1 });
    await superuser.query("rollback");
    await expectRight(free);
    expect(await sweep()).toMatchObject({ rescoredCount: 1 });
    await expectRight(locked);
  });

  test("is not blocked by a task that fails", async () => {
    const tasks = [await dueAfter(1), await dueAfter(1), await dueAfter(1)];
    const [, bad] = tasks;
    await setClock(ownerUrl, at(2));
    await superuser.query(`create function fail_one() returns trigger language plpgsql as
      $$ begin if new.id = '${bad?.id}' then raise exception 'no'; end if; return new; end $$`);
    await superuser.query(
      "create trigger fail_one before update on coach_task for each row execute function fail_one()",
    );
    try {
      expect(await sweep()).toEqual({ rescoredCount: 2, failed: [bad?.id], full: false });
      expect(await sweep([bad?.id ?? ""])).toMatchObject({ rescoredCount: 0, failed: [] });
    } finally {
      await superuser.query("drop trigger fail_one on coach_task");
    }
    expect(await sweep()).toMatchObject({ rescoredCount: 1 });
    for (const task of tasks) await expectRight(task);
  });

  test("takes two statements for any number of tasks, and finds them by their index", async () => {
    const counted = async () =>
      (await recordStatements(sweep)).sent.filter(isStatement).map(({ text }) => text);
    await dueAfter(1);
    await setClock(ownerUrl, at(2));
    const alone = await counted();
    const one = await dueAfter(1);
    await superuser.query("set session_replication_role = replica");
    await superuser.query(
      `insert into coach_task select made.* from (select * from coach_task where id = $1) as one,
         generate_series(1, 5000) as n, lateral jsonb_populate_record(null::coach_task,
           to_jsonb(one) || jsonb_build_object('id', md5('task' || n)::uuid, 'dedupe_key', n,
             'score_changes_at', $2::timestamptz + make_interval(mins => n))) as made`,
      [one.id, at(1)],
    );
    await superuser.query("set session_replication_role = origin");
    await superuser.query("vacuum analyze coach_task");
    const { sent } = await recordStatements(sweep);
    const statements = sent.filter(isStatement);
    expect(statements.map(({ text }) => text)).toEqual(alone);
    const [listing] = statements;
    if (listing === undefined) throw new Error("Expected a statement");
    const scans = nodesOf(await explainStatement(superuser, listing)).filter(
      (node) => node["Relation Name"] === "coach_task",
    );
    expect(scans.map((node) => node["Index Name"])).toEqual(["coach_task_score_changes_idx"]);
    await superuser.query(
      "delete from coach_task where id in (select md5('task' || n)::uuid from generate_series(1, 5000) n)",
    );
  });
});

describe("In any order a score is the sum of its parts and equals the pure function's:", () => {
  const settle = async (task: CoachTask) => {
    // A row written by a clock before the instant is left to the next sweep.
    await sweep();
    await expectRight(task);
  };

  test("sweep against pin", async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const task = await dueAfter(1);
      await setClock(ownerUrl, at(2));
      const { workspaceId, coachUserId: byUserId } = scope;
      const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
      await Promise.all([
        transact(em, (tx) => actOnTask(tx, { ...acting, requestId: "pin" }, pinTask(true))),
        sweep(),
      ]);
      await settle(task);
      expect((await read(task)).pinPart).toBe(25);
      await setClock(ownerUrl, noon);
    }
  });

  test("an act that began before the instant writes no part that differs from its sum", async () => {
    const task = await dueAfter(1);
    const { workspaceId, relationshipId, coachUserId: byUserId } = scope;
    const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
    const blocker = em.fork();
    await blocker.begin();
    await lockScope(blocker, relationshipId);
    const pinned = transact(em, (tx) =>
      actOnTask(tx, { ...acting, requestId: "pin" }, pinTask(true)),
    );
    await setClock(ownerUrl, at(2));
    await sweep();
    await blocker.rollback();
    await pinned;
    await settle(task);
  });

  test("sweep against refresh", async () => {
    const own = await buildScope(em);
    const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
    const scan = () =>
      transact(em, (tx) =>
        settleSources(tx, {
          relationshipIds: [own.relationshipId],
          kinds: ["SKIP"],
          oldestDate: null,
          causes: new Map(),
          requestId: null,
        }),
      );
    const skips = [own.agenda.habit.id, own.agenda.water.id];
    for (const [index, taskId] of skips.entries()) {
      await submit(admission, own, [queued("quick-log.skip", { taskId, reason: "CONFUSED" })]);
      await settleAll(settlement, { deviceId: own.deviceId });
      await setClock(ownerUrl, at(30 * (index + 1)));
      await Promise.all([scan(), sweep()]);
      const [task] = await em.fork().find(CoachTask, { relationshipId: own.relationshipId });
      if (task === undefined) throw new Error("A skip that asks for help opens a task");
      await setClock(ownerUrl, task.dueAt ?? noon);
      await Promise.all([scan(), sweep()]);
      await settle(task);
    }
  });
});

test("A changed time zone moves the bounds of the due day, and the score with them", async () => {
  const task = await dueAfter(20);
  const dueAt = at(20);
  const { relationshipId } = scope;
  await transact(em, async (tx) => {
    await lockScope(tx, relationshipId);
    const relationship = await tx.findOneOrFail(Relationship, relationshipId);
    tx.assign(relationship, { timezone: "Pacific/Kiritimati" });
    const actor = { userId: scope.clientUserId, kind: "CLIENT" } as const;
    const changed = { relationship, actor, now: noon, requestId: null };
    await inboxFollowsRelationship.zoneChanged?.(tx, changed);
  });
  const { dueDayStartsAt } = await read(task);
  // 08:00 of UTC is 22:00 of that zone: its day begins at 10:00 of UTC, of the day before.
  expect(dueDayStartsAt?.getTime()).toBe(dueAt.getTime() - 22 * HOUR_MS);
  await expectRight(task);
});

function owner() {
  const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
  return { workspaceId, relationshipId, clientUserId, coachUserId };
}

/** A task due at the hour, on a day that begins two hours earlier. */
function dueAfter(hours: number, changes: Partial<CoachTask> = {}) {
  const [dueAt, dueDayStartsAt] = [at(hours), at(hours - 2)];
  const scoreChanges = scoreChangesAt({ dueAt, dueDayStartsAt }, noon);
  const due = { dueAt, dueDayStartsAt, scoreChangesAt: scoreChanges, createdAt: noon };
  return putCoachTask(em, owner(), { ...due, ...changes });
}

/** Expects the score that the pure functions compute at this moment. */
async function expectRight(task: CoachTask) {
  const now = await clockNow(em.fork());
  const found = await read(task);
  const { taskType, severity, dueAt, dueDayStartsAt, pinPart } = found;
  const scored = { taskType, severity, dueAt, dueDayStartsAt };
  const parts = scoreParts({ ...scored, clientStatus: "ACTIVE", isPinned: pinPart > 0 }, now);
  expect(found).toMatchObject({
    duePart: parts.due,
    priorityScore: scoreOf(parts),
    scoreChangesAt: scoreChangesAt(found, now),
  });
}
