import { beforeEach, describe, expect, test } from "@jest/globals";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { AgendaDay } from "../../db/agenda/agenda-day.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { loadReviewableDays } from "../../db/quick-log/load-reviewable-days.ts";
import { executorOf } from "../../db/platform/pipeline/pipeline.ts";
import { RelationshipScope } from "../../db/sync/relationship-scope.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { coachPhone, sendAsCoach } from "../factories/inbox/coach-phone.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { verdictsOf } from "../factories/sync/verdicts.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { pipelinesOf } from "../harness/record-pipelines.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const [deps, settlement] = [admissionDeps(em), settlementDeps(em)];

let scope: BuiltScope;
let phone: string;
beforeEach(async () => {
  scope = await buildScope(em);
  phone = await coachPhone(em, scope);
});

describe("a day that was reviewed offline", () => {
  test("has the effect of an online review: marked, its undo windows ended, its tasks closed, the counter moved once", async () => {
    await pain(scope.agenda.habit.id);
    expect(await tasks()).toEqual(["OPEN"]);
    const before = await counter();
    const operation = await review();
    expect(await sent(operation)).toEqual(["ACCEPTED"]);
    expect(await sent(operation)).toEqual(["ALREADY_ACCEPTED"]);
    expect(await counter()).toBe(before + 1);
    const { relationshipId, agenda } = scope;
    const day = await em
      .fork()
      .findOneOrFail(AgendaDay, { relationshipId, localDate: agenda.localDate });
    expect([day.reviewedAt, day.undoClosedAt].map((at) => at instanceof Date)).toEqual([
      true,
      true,
    ]);
    expect(await tasks()).toEqual(["RESOLVED"]);
    const events = await em
      .fork()
      .find(OutboxRow, { subjectId: relationshipId, consumer: "inbox" });
    expect(events.filter(({ type }) => type === "DayReviewed")).toHaveLength(1);
  });

  test("covers no pain recorded after it was read: another version of the day is a conflict", async () => {
    const { version } = await dayOf();
    await pain(scope.agenda.habit.id);
    await scan();
    const [result] = (await sendAsCoach(deps, scope, phone, [await review({ version })])).results;
    expect(result).toMatchObject({
      status: "CONFLICT",
      conflictCode: "STATE_CONFLICT",
      latestRevision: version + 1,
      conflict: { changedFields: ["tasks"], sinceRevision: version },
    });
    expect(await tasks()).toEqual(["OPEN"]);
  });

  test("covers no pain of an earlier day recorded after it was read", async () => {
    const { relationshipId, agenda } = scope;
    const localDate = addDays(agenda.localDate, 1);
    const { taskCount: _count, ...row } = await em
      .fork()
      .findOneOrFail(AgendaDay, { relationshipId, localDate: agenda.localDate });
    await em.fork().insert(AgendaDay, { ...row, taskCount: 0, localDate });
    const seenAt = new Date(Date.now() - 60_000);
    await pain(agenda.habit.id);
    await scan();
    const later = queued(
      "day.review",
      { localDate, seenAt: seenAt.toISOString() },
      { expectedRevision: 0 },
    );
    expect(await sent(later)).toEqual(["ACCEPTED"]);
    expect(await tasks()).toEqual(["OPEN"]);
  });

  test("reverts nothing that a later review saw, and refuses a version that never was", async () => {
    await sent(await review());
    const { lastReviewedAt } = await dayOf();
    expect(await sent(await review({ at: new Date(Date.now() - 3_600_000) }))).toEqual([
      "ACCEPTED",
    ]);
    expect((await dayOf()).lastReviewedAt).toEqual(lastReviewedAt);
    expect(await sent(await review({ version: 99 }))).toEqual(["REVISION_AHEAD"]);
  });

  test("waits if it has not begun, and is unknown if it does not exist", async () => {
    const on = (days: number) =>
      queued("day.review", {
        localDate: addDays(scope.agenda.localDate, days),
        seenAt: new Date().toISOString(),
      });
    expect(await sent(on(1))).toEqual(["DAY_NOT_OPEN"]);
    expect(await sent(on(30), on(-30))).toEqual(["DAY_UNKNOWN", "DAY_UNKNOWN"]);
  });

  test("takes the same statements and pipelines for one review and for several", async () => {
    const [one, two] = [await review(), await review()];
    await sent(await review());
    const first = await pipelinesOf(() => sent(one));
    const several = await pipelinesOf(() => sent(two, queued("day.review", two.payload)));
    expect(several).toEqual(first);
    expect(first).toHaveLength(2);
  });
});

async function dayOf() {
  const { relationshipId, agenda } = scope;
  const [day] = await loadReviewableDays(executorOf(em.fork()), relationshipId, [agenda.localDate]);
  if (day === undefined) throw new Error("There is no such day");
  return day;
}

/** A review of the state at an instant, by default a moment after everything there is. */
async function review(seen: { readonly version?: number; readonly at?: Date } = {}) {
  return queued(
    "day.review",
    {
      localDate: scope.agenda.localDate,
      seenAt: (seen.at ?? new Date(Date.now() + 3_000)).toISOString(),
    },
    { expectedRevision: seen.version ?? (await dayOf()).version },
  );
}

async function sent(...operations: readonly ReturnType<typeof queued>[]) {
  return verdictsOf((await sendAsCoach(deps, scope, phone, operations)).results);
}

async function pain(taskId: string) {
  await submit(deps, scope, [queued("quick-log.skip", { taskId, reason: "PAIN_OR_INJURY" })]);
  await settleAll(settlement, { deviceId: scope.deviceId });
}

function scan() {
  return transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [scope.relationshipId],
      kinds: ["SKIP"],
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );
}

async function tasks() {
  await scan();
  const { relationshipId } = scope;
  return (await em.fork().find(CoachTask, { relationshipId })).map(({ status }) => status);
}

async function counter() {
  return (
    await em.fork().findOneOrFail(RelationshipScope, { relationshipId: scope.relationshipId })
  ).seq;
}
