import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "@jest/globals";
import * as z from "zod";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { resolveTask } from "../../activities/inbox/acts/resolve-task.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { ACTIVE_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { ProgressTrend } from "../../db/agenda/progress-trend.ts";
import { findInboxChanges, findInboxPosition } from "../../db/inbox/changes/queries.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { countInbox } from "../../db/inbox/counts/queries.ts";
import { transact } from "../../db/platform/transactions/transact.ts";
import { addDays } from "../../rules/local-day.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { closeDayOf } from "../factories/agenda/closing-day.ts";
import { putCoachTask } from "../factories/inbox/coach-tasks.ts";
import { buildScope } from "../factories/sync/sync.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const scope = await buildScope(em);
const { workspaceId, relationshipId, clientUserId, coachUserId } = scope;
const people = { workspaceId, relationshipId, clientUserId, coachUserId };
const RELATED = z.object({ taskId: z.string(), related: z.unknown() });

let fall = "";
let missed = "";
let between = "";
beforeAll(async () => {
  const now = await closeDayOf(em, scope);
  const fallen = { bucket: "OFF_TRACK", fellAt: now, toldAt: now, judgedAt: now } as const;
  await em.fork().upsert(ProgressTrend, { relationshipId, ...fallen });
  const formAssignmentId = randomUUID();
  for (const days of [9, 8, 7]) {
    const localDate = addDays(scope.agenda.localDate, -days);
    const check = { formAssignmentId, localDate, closedAt: now };
    await buildCheckIn(em, { ...scope, timezone: "UTC" }, check);
  }
  const kinds = ["CHECK_IN", "TREND"] as const;
  const about = { relationshipIds: [relationshipId], kinds, oldestDate: null };
  await transact(em, (tx) => settleSources(tx, { ...about, causes: new Map(), requestId: null }));
  const ofType = async (taskType: CoachTask["taskType"]) =>
    (await em.fork().findOneOrFail(CoachTask, { relationshipId, taskType })).id;
  [fall, missed] = [await ofType("PROGRESS_ALERT"), await ofType("MISSED_CHECK_IN")];
  const dueAt = new Date(now.getTime() - 3_600_000);
  between = (
    await putCoachTask(em, people, { taskType: "WORKOUT_REVIEW", sourceKind: "WORKOUT", dueAt })
  ).id;
});

describe("Missed check-ins and the fall off track of one client (docs/rooms/inbox.md#related)", () => {
  test("name each other, and the lower stands under the higher unless the list is asked for its own places", async () => {
    const rows = (await list()).map(({ text }) => RELATED.parse(JSON.parse(text)));
    expect(rows).toEqual([
      { taskId: fall, related: { taskId: missed, taskType: "MISSED_CHECK_IN" } },
      { taskId: missed, related: { taskId: fall, taskType: "PROGRESS_ALERT" } },
      { taskId: between, related: null },
    ]);
    expect(await order({ grouped: false })).toEqual([fall, between, missed]);
    expect(await order({ sort: "NEWEST" })).toHaveLength(3);
  });

  test.each([1, 2])("are listed in the same order by pages of %i", async (limit) => {
    expect(await order({}, limit)).toEqual([fall, missed, between]);
    expect(await order({ grouped: false }, limit)).toEqual([fall, between, missed]);
  });

  test("are two tasks for counts and filters; alone in a list, the lower one stands in its own place", async () => {
    expect(await order({ taskType: ["MISSED_CHECK_IN", "WORKOUT_REVIEW"] })).toEqual([
      between,
      missed,
    ]);
    const counts = await countInbox(em.fork(), { workspaceId });
    expect(counts.map(({ taskType, open }) => [taskType, open])).toEqual([
      ["MISSED_CHECK_IN", 1],
      ["PROGRESS_ALERT", 1],
      ["WORKOUT_REVIEW", 1],
    ]);
    const pinned = { pinPart: 25, priorityScore: 200, basePart: 160 } as const;
    const { pinPart, priorityScore, basePart } = await em.fork().findOneOrFail(CoachTask, missed);
    const { severityPart, duePart, clientPart } = await em.fork().findOneOrFail(CoachTask, missed);
    const rest = 200 - 25 - severityPart - duePart - clientPart;
    await em.fork().nativeUpdate(CoachTask, { id: missed }, { ...pinned, basePart: rest });
    expect(await order({})).toEqual([missed, fall, between]);
    await em.fork().nativeUpdate(CoachTask, { id: missed }, { pinPart, priorityScore, basePart });
  });

  test("are closed one by one: an act on one leaves the other, whose row is reported as changed", async () => {
    const { seq, now } = await findInboxPosition(em.fork(), workspaceId);
    const resolution = {
      resolutionType: "MESSAGE_SENT",
      note: null,
      linkedActionId: null,
    } as const;
    const acting = { workspaceId, taskId: missed, byUserId: coachUserId, expectedRevision: null };
    await transact(em, (tx) =>
      actOnTask(tx, { ...acting, requestId: "one" }, resolveTask(resolution)),
    );
    const { tasks } = await findInboxChanges(em.fork(), { workspaceId, seq, at: now });
    expect(tasks).toEqual(
      expect.arrayContaining([
        { id: missed, revision: expect.any(Number), isUnresolved: false },
        { id: fall, revision: expect.any(Number), isUnresolved: true },
      ]),
    );
    const rows = (await list()).map(({ text }) => RELATED.parse(JSON.parse(text)));
    expect(rows).toMatchObject([{ taskId: fall, related: null }, { taskId: between }]);
  });
});

function list(changes: Partial<Parameters<typeof listInbox>[1]> = {}) {
  const page = { workspaceId, sort: "PRIORITY", limit: 50, after: null } as const;
  return listInbox(em.fork(), { ...page, statuses: [...ACTIVE_STATUSES], ...changes });
}

/** The ids of all pages. */
async function order(changes: Partial<Parameters<typeof listInbox>[1]>, limit = 50) {
  const ids: string[] = [];
  for (let after: Readonly<Record<string, string>> | null = null; ;) {
    const rows = await list({ ...changes, limit, after });
    const page = rows.slice(0, limit);
    ids.push(...page.map(({ text }) => RELATED.parse(JSON.parse(text)).taskId));
    if (rows.length <= limit) return ids;
    after = page.at(-1)?.position ?? null;
  }
}
