import { afterEach, describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { reviewAsSeen } from "../factories/agenda/review-as-seen.ts";
import { newId } from "../../db/platform/new-id.ts";
import { listQuickLogHistory } from "../../db/quick-log/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { dayAfter } from "../../rules/local-day.ts";
import { setRelationshipStatus } from "../factories/accounts/identity.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  queued,
  submit,
  type BuiltScope,
} from "../factories/sync/sync.ts";
import { campaignSize } from "../harness/campaign.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 12 });
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];
afterEach(() => moveClock(ownerUrl, 0));

/** A day and a quarter of an hour after an operation: then its day is final. */
const ENDED = 86_400 + 900;

const complete = (taskId: string) => queued("quick-log.complete-task", { taskId });
const skip = (taskId: string) => queued("quick-log.skip", { taskId, reason: "BUSY" });

describe("a review of a day", () => {
  test("ends the undo of operations accepted before it, so that their day is final, and wakes nobody", async () => {
    const scope = await buildScope(em);
    const { habit, localDate } = scope.agenda;
    const done = complete(habit.id);
    await send(scope, done);
    await settleAll(settlement, scope);
    expect(await review(scope)).toMatchObject({ undoClosed: true });
    expect(await dayOf(scope)).toEqual({
      first: true,
      reviewed: true,
      changed: false,
      open: false,
    });
    expect(await send(scope, undo(habit.id, done))).toEqual(["UNDO_WINDOW_CLOSED"]);
    const refs = { relationshipId: scope.relationshipId, localDate };
    expect(await eventsOf(scope, "DayUndoClosed")).toEqual([{ consumer: "event-feed", refs }]);
    expect(await eventsOf(scope, "DayReviewed")).toMatchObject([{ consumer: "event-feed" }]);
    expect(await finals(scope)).toEqual([true, false]);
    await moveClock(ownerUrl, ENDED);
    await settleAll(settlement, scope);
    expect(await eventsOf(scope, "DayUndoClosed")).toHaveLength(1);
  });

  test("leaves later operations their own 24 hours, and marks the day as changed", async () => {
    const scope = await buildScope(em);
    const { habit, meal } = scope.agenda;
    await send(scope, complete(habit.id));
    await settleAll(settlement, scope);
    await review(scope);
    await moveClock(ownerUrl, 60);
    const late = skip(meal.id);
    expect(await send(scope, late)).toEqual(["ACCEPTED"]);
    await settleAll(settlement, scope);
    expect(await dayOf(scope)).toEqual({ first: true, reviewed: true, changed: true, open: true });
    expect(await finals(scope)).toEqual([true, false]);
    expect(await send(scope, undo(meal.id, late))).toEqual(["ACCEPTED"]);
    await moveClock(ownerUrl, 60 + ENDED);
    await settleAll(settlement, scope);
    expect(await eventsOf(scope, "DayUndoClosed")).toHaveLength(2);
  });

  test("that is repeated clears the mark, moves its last instant and ends the undo of operations in between", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const first = await review(scope);
    expect(first.undoClosed).toBe(false);
    await moveClock(ownerUrl, 60);
    const done = complete(habit.id);
    await send(scope, done);
    await settleAll(settlement, scope);
    const second = await review(scope);
    expect(second).toMatchObject({ reviewedAt: first.reviewedAt, undoClosed: true });
    expect(second.lastReviewedAt > first.lastReviewedAt).toBe(true);
    expect(await dayOf(scope)).toEqual({
      first: false,
      reviewed: true,
      changed: false,
      open: false,
    });
    expect(await send(scope, undo(habit.id, done))).toEqual(["UNDO_WINDOW_CLOSED"]);
  });

  test("applies to operations accepted before it and settled after it", async () => {
    const scope = await buildScope(em);
    const { habit } = scope.agenda;
    const done = complete(habit.id);
    await send(scope, done);
    expect(await review(scope)).toMatchObject({ undoClosed: true });
    await settleAll(settlement, scope);
    expect(await dayOf(scope)).toEqual({
      first: true,
      reviewed: true,
      changed: false,
      open: false,
    });
    expect(await send(scope, undo(habit.id, done))).toEqual(["UNDO_WINDOW_CLOSED"]);
    expect(await eventsOf(scope, "DayUndoClosed")).toHaveLength(1);
  });

  test("moves the scope's counter if nothing can be undone, too", async () => {
    const scope = await buildScope(em);
    const seq = async () =>
      await select(sql`select seq::int from relationship_scope
        where relationship_id = ${scope.relationshipId}`);
    const before = await seq();
    expect(await review(scope)).toMatchObject({ undoClosed: false });
    expect(await eventsOf(scope, "DayReviewed")).toMatchObject([{ consumer: "event-feed" }]);
    expect(await seq()).toEqual(before.map(({ seq: was }) => ({ seq: Number(was) + 1 })));
  });

  test("is refused for a future day, a day that never was, and after the end", async () => {
    const scope = await buildScope(em);
    const { localDate } = scope.agenda;
    await expect(review(scope, dayAfter(localDate))).rejects.toMatchObject({
      code: "STATE_CONFLICT",
    });
    await expect(review(scope, "2020-02-29")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await setRelationshipStatus(em, scope.relationshipId, "ENDED");
    await expect(review(scope)).rejects.toMatchObject({ code: "RELATIONSHIP_INACTIVE" });
    expect(await dayOf(scope)).toMatchObject({ reviewed: false });
    expect(await eventsOf(scope, "DayReviewed")).toEqual([]);
  });

  test("is accepted for a paused relationship", async () => {
    const scope = await buildScope(em);
    await setRelationshipStatus(em, scope.relationshipId, "PAUSED");
    expect(await review(scope)).toMatchObject({ undoClosed: false });
  });
});

describe("a review that races with an undo", () => {
  test("comes before it or after it, and both sides agree, whatever was settled meanwhile", async () => {
    for (let round = 0; round < campaignSize("RACE_ROUNDS", 6); round += 1) {
      const scope = await buildScope(em);
      const { habit } = scope.agenda;
      const done = complete(habit.id);
      await send(scope, done);
      if (round % 3 !== 0) await settleAll(settlement, scope);
      const works = [
        () => send(scope, undo(habit.id, done)),
        async () => [String((await review(scope)).undoClosed)],
        async () => {
          await settleAll(settlement, scope);
          return [];
        },
      ];
      const turned = [...works.slice(round % 3), ...works.slice(0, round % 3)];
      const answers = (await Promise.all(turned.map((work) => work()))).flat();
      await settleAll(settlement, scope);
      const undone = answers.includes("ACCEPTED");
      expect(answers.includes("UNDO_WINDOW_CLOSED")).toBe(!undone);
      // An undo after the review would have been refused, so an undone operation was undone before it.
      const [task] = await select(sql`select status from agenda_task where id = ${habit.id}`);
      expect(task).toEqual({ status: undone ? "PENDING" : "COMPLETED" });
      expect(await dayOf(scope)).toEqual({
        first: true,
        reviewed: true,
        changed: false,
        open: false,
      });
      expect(await eventsOf(scope, "DayUndoClosed")).toHaveLength(1);
      expect(
        await send(
          scope,
          queued("quick-log.undo", { taskId: habit.id, undoesClientOperationId: newId() }),
        ),
      ).toEqual(["UNDO_TARGET_UNKNOWN"]);
    }
  });
});

async function select(statement: ReturnType<typeof sql<Record<string, unknown>>>) {
  return (await statement.execute(em.fork().getKysely())).rows;
}

function review(scope: BuiltScope, localDate = scope.agenda.localDate) {
  const { workspaceId, relationshipId, coachUserId: byUserId } = scope;
  const day = { workspaceId, relationshipId, localDate };
  return transact(em, (tx) => reviewAsSeen(tx, { ...day, byUserId, requestId: "test" }));
}

async function send(scope: BuiltScope, ...operations: readonly ReturnType<typeof queued>[]) {
  return (await submit(admission, scope, operations)).results.map(
    ({ status, rejectionCode, conflictCode }) => rejectionCode ?? conflictCode ?? status,
  );
}

function undo(taskId: string, { clientOperationId }: ReturnType<typeof queued>) {
  return queued("quick-log.undo", { taskId, undoesClientOperationId: clientOperationId });
}

async function dayOf({ relationshipId, agenda }: BuiltScope) {
  const [row] = await select(sql`select reviewed_at = last_reviewed_at as first,
      reviewed_at is not null as reviewed, changed_after_review_at is not null as changed,
      undo_closes_at is not null and undo_closed_at is null as open
    from agenda_day where relationship_id = ${relationshipId} and local_date = ${agenda.localDate}`);
  return row;
}

async function eventsOf({ relationshipId }: BuiltScope, type: string) {
  return await select(sql`select consumer, refs from outbox where subject_id = ${relationshipId}
    and type = ${type} and consumer <> 'inbox' order by id`);
}

async function finals({ relationshipId, agenda: { localDate } }: BuiltScope) {
  const query = { taskKind: null, status: null, itemId: null, after: null, limit: 50 };
  const history = { relationshipId, from: localDate, to: localDate, ...query };
  return (await listQuickLogHistory(em.fork(), history)).toReversed().map(({ final }) => final);
}
