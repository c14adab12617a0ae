import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { overviewPageSchema } from "../../contract/agenda/overview-schema.ts";
import { planAssignmentPageSchema } from "../../contract/plans/schema.ts";
import {
  ADHERENCE_BUCKETS,
  type AdherenceBucket,
} from "../../contract/agenda/adherence/vocabulary.ts";
import { bucketOf } from "../../rules/agenda/adherence-trend.ts";
import { addDays } from "../../rules/local-day.ts";
import { isStatement } from "../factories/db/explain.ts";
import { buildRelationship, setRelationshipStatus } from "../factories/accounts/identity.ts";
import { withhold } from "../factories/agenda/withhold.ts";
import { buildPhone, type Phone, refusalBody, refusalOf, sync } from "../factories/sync/phone.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import { queued } from "../factories/sync/sync.ts";
import type { TestRequest } from "../harness/api.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useApi } from "../harness/use-api.ts";

const { api, issuer } = await useApi();

const stranger = await buildPhone(api, issuer);

describe("The overview of a workspace", () => {
  test("shows every client with the counts of the present day, open tasks and the bucket of 7 dates", async () => {
    const own = await buildPhone(api, issuer);
    const [idle = ""] = await addClients(own, 1);
    const { habit, meal, localDate } = own.agenda;
    await sync(api, own, [
      queued("quick-log.complete-task", { taskId: habit.id }),
      queued("quick-log.skip", { taskId: meal.id, reason: "BUSY" }),
    ]);
    await settleAll(settlementDeps(api.deps.database.em), { deviceId: own.deviceId });
    await putClosedDay(own.relationshipId, { ago: 1, counted: 10, score: 6.5 });
    const { items, nextCursor } = await pageOf(own);
    expect(nextCursor).toBeNull();
    expect(items.map(({ relationshipId }) => relationshipId)).toEqual([idle, own.relationshipId]);
    expect(items[1]).toEqual({
      relationshipId: own.relationshipId,
      status: "ACTIVE",
      coachUserId: own.pair.coach.userId,
      client: { userId: own.pair.client.userId, displayName: expect.any(String) },
      localDate,
      timezone: "UTC",
      counters: { taskCount: 5, completedCount: 1, skippedCount: 1, missedCount: 0 },
      openTaskCount: 3,
      bucket7: "ATTENTION",
      adherencePercent: 65,
      warnings: [],
    });
    expect(items[0]).toMatchObject({
      bucket7: "TOO_FEW",
      adherencePercent: null,
      openTaskCount: 0,
    });
  });

  test("warns of what could not be shown that day; the list of assignments warns for each plan", async () => {
    const own = await buildPhone(api, issuer);
    const { relationshipId, pair } = own;
    const { habit, localDate } = own.agenda;
    await withhold(api.deps.database.em, {
      relationshipId,
      localDate,
      taskId: randomUUID(),
      sourceId: habit.sourceId,
    });
    const warning = {
      code: "CANNOT_BE_SHOWN",
      localDate,
      sourceType: "PLAN_ASSIGNMENT",
      sourceId: habit.sourceId,
      title: habit.snapshot.title,
      reason: "CONSTRAINT",
      isFinal: false,
      message: {
        en: expect.stringMatching(/^Cannot be shown on /),
        de: expect.stringMatching(/^Kann am .* nicht angezeigt werden: /),
      },
    };
    expect((await pageOf(own)).items).toMatchObject([{ relationshipId, warnings: [warning] }]);
    const path = `/api/v1/workspaces/${pair.workspaceId}/relationships/${relationshipId}/plan-assignments`;
    const { data } = await api.call("GET", path, { token: pair.coachToken });
    const { items } = planAssignmentPageSchema.parse(data);
    const warned = items.filter(({ warnings }) => warnings.length > 0);
    expect(warned).toMatchObject([{ assignmentId: habit.sourceId, warnings: [warning] }]);
  });

  test("shows a requested date, even one that a client never had", async () => {
    const own = await buildPhone(api, issuer);
    await putClosedDay(own.relationshipId, { ago: 3, counted: 4, score: 4 });
    const before = addDays(own.agenda.localDate, -3);
    const [item] = (await pageOf(own, { date: before })).items;
    expect(item).toMatchObject({
      localDate: before,
      counters: { taskCount: 4, missedCount: 4 },
      openTaskCount: 0,
    });
    const [none] = (await pageOf(own, { date: "2020-01-01" })).items;
    expect(none).toMatchObject({ localDate: "2020-01-01", counters: null, openTaskCount: 0 });
  });

  test("is filtered by buckets and by responsible coach", async () => {
    const own = await buildPhone(api, issuer);
    const [second = "", third = ""] = await addClients(own, 2);
    await putClosedDay(own.relationshipId, { ago: 1, counted: 10, score: 9 });
    await putClosedDay(second, { ago: 1, counted: 10, score: 1 });
    expect(await idsOf(own, { bucket: "ON_TRACK" })).toEqual([own.relationshipId]);
    expect(await idsOf(own, { bucket: "OFF_TRACK,ON_TRACK" })).toEqual([
      second,
      own.relationshipId,
    ]);
    expect(await idsOf(own, { bucket: "TOO_FEW" })).toEqual([third]);
    expect(await idsOf(own, { coachUserId: own.pair.coach.userId })).toHaveLength(3);
    expect(await idsOf(own, { coachUserId: own.pair.client.userId })).toEqual([]);
  });

  test("omits ended relationships and includes paused ones", async () => {
    const own = await buildPhone(api, issuer);
    const [paused = "", ended = ""] = await addClients(own, 2);
    const { em } = api.deps.database;
    await setRelationshipStatus(em, paused, "PAUSED");
    await setRelationshipStatus(em, ended, "ENDED");
    expect(await idsOf(own)).toEqual([paused, own.relationshipId]);
  });

  test("is paged without repeating or omitting a client, filtered or not", async () => {
    const own = await buildPhone(api, issuer);
    await addClients(own, 4);
    for (const narrowing of [{}, { bucket: "TOO_FEW" }]) {
      const all = await idsOf(own, narrowing);
      expect(all).toHaveLength(5);
      const seen: string[] = [];
      let cursor: string | null = null;
      do {
        const query = { ...narrowing, limit: "2", ...(cursor !== null && { cursor }) };
        const page: Awaited<ReturnType<typeof pageOf>> = await pageOf(own, query);
        seen.push(...page.items.map(({ relationshipId }) => relationshipId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual(all);
    }
  });

  test("refuses a cursor of another workspace or filter, and a modified one", async () => {
    const own = await buildPhone(api, issuer);
    const other = await buildPhone(api, issuer);
    await addClients(own, 1);
    const cursor = (await pageOf(own, { limit: "1" })).nextCursor ?? "";
    expect((await visit(own, { cursor })).status).toBe(200);
    for (const refused of [
      await visit(other, { cursor }),
      await visit(own, { cursor, bucket: "TOO_FEW" }),
      await visit(own, { cursor, date: "2026-01-05" }),
      await visit(own, { cursor, coachUserId: own.pair.coach.userId }),
      await visit(own, { cursor: `${cursor}x` }),
    ])
      expect(refusalOf(refused)).toMatchObject({ status: 400, code: "CURSOR_INVALID" });
  });

  test("is for the coaches of the workspace; a foreign workspace is answered like an unknown one", async () => {
    const own = await buildPhone(api, issuer);
    expect((await visit(own, {}, { token: "" })).status).toBe(401);
    expect(refusalOf(await visit(own, {}, { token: own.token }))).toMatchObject({
      status: 403,
      code: "APP_ROLE_MISMATCH",
    });
    const token = stranger.pair.coachToken;
    const foreign = await visit(own, {}, { token });
    const unknown = await api.call("GET", `/api/v1/workspaces/${randomUUID()}/daily-overview`, {
      token,
    });
    expect(foreign.status).toBe(404);
    expect(refusalBody(foreign)).toEqual(refusalBody(unknown));
  });

  test.each<readonly [string, Readonly<Record<string, string>>, string]>([
    ["an unknown bucket", { bucket: "GOOD" }, "/query/bucket/0"],
    ["an invalid date", { date: "2026-02-30" }, "/query/date"],
    ["more than 500 clients", { limit: "501" }, "/query/limit"],
    ["a coach id that is not a UUID", { coachUserId: "me" }, "/query/coachUserId"],
  ])("with %s is malformed", async (_, query, pointer) => {
    expect(refusalOf(await visit(stranger, query))).toEqual({
      status: 400,
      code: "VALIDATION_FAILED",
      pointers: [pointer],
    });
  });
});

describe("The bucket in an overview", () => {
  test("equals the rule's for the same sums, at every limit", async () => {
    const own = await buildPhone(api, issuer);
    const limits = { onTrackPercent: 67, attentionPercent: 33, fewestCounted: 3 };
    await run(sql`update coach_workspace
      set settings = ${JSON.stringify({ adherenceLimits: limits })}::jsonb
      where id = ${own.pair.workspaceId}`);
    const seen = new Set<AdherenceBucket>();
    for (const countedCount of [0, 2, 3, 100])
      for (const share of [0, 0.329, 0.33, 0.331, 0.669, 0.67, 0.671, 1]) {
        const score = Math.round(1000 * share * countedCount) / 1000;
        await putClosedDay(own.relationshipId, { ago: 1, counted: countedCount, score });
        const [item] = (await pageOf(own)).items;
        expect(item?.bucket7).toBe(bucketOf({ countedCount, score }, limits));
        if (item !== undefined) seen.add(item.bucket7);
      }
    expect(seen).toEqual(new Set(ADHERENCE_BUCKETS));
  });

  test("covers 7 dates up to the newest closed one, offered days only", async () => {
    const own = await buildPhone(api, issuer);
    const sums = { counted: 3, score: 3 };
    await putClosedDay(own.relationshipId, { ago: 2, ...sums });
    await putClosedDay(own.relationshipId, { ago: 5, counted: 3, score: 0, offered: false });
    await putClosedDay(own.relationshipId, { ago: 8, ...sums, score: 0 });
    const percent = async () => (await pageOf(own)).items[0]?.adherencePercent;
    expect(await percent()).toBe(50);
    await putClosedDay(own.relationshipId, { ago: 1, ...sums });
    expect(await percent()).toBe(100);
    const response = await api.call(
      "GET",
      `/api/v1/coach/relationships/${own.relationshipId}/adherence`,
      { token: own.pair.coachToken },
    );
    expect(response.data).toMatchObject({ last7: { adherencePercent: 100, bucket: "ON_TRACK" } });
  });
});

test("An overview takes the same number of statements for few clients and many", async () => {
  const own = await buildPhone(api, issuer);
  const count = async () => {
    const { sent } = await recordStatements(() => visit(own));
    return sent.filter(isStatement).length;
  };
  await visit(own);
  const ofOne = await count();
  await addClients(own, 3);
  expect(await count()).toBe(ofOne);
});

async function run(statement: ReturnType<typeof sql>) {
  return await statement.execute(api.deps.database.em.fork().getKysely());
}

function visit(of: Phone, query: Readonly<Record<string, string>> = {}, request: TestRequest = {}) {
  const search = new URLSearchParams(query).toString();
  const path = `/api/v1/workspaces/${of.pair.workspaceId}/daily-overview?${search}`;
  return api.call("GET", path, { token: of.pair.coachToken, ...request });
}

async function pageOf(of: Phone, query: Readonly<Record<string, string>> = {}) {
  return overviewPageSchema.parse((await visit(of, query)).data);
}

async function idsOf(of: Phone, query: Readonly<Record<string, string>> = {}) {
  return (await pageOf(of, query)).items.map(({ relationshipId }) => relationshipId);
}

/** Adds clients to a phone's coach. Returns their relationships, newest first. */
async function addClients({ pair }: Phone, count: number): Promise<readonly string[]> {
  const { em } = api.deps.database;
  const ids: string[] = [];
  for (let nth = 0; nth < count; nth += 1)
    ids.unshift(
      (await buildRelationship(em, { coach: pair.coach, timezone: "UTC" })).relationshipId,
    );
  return ids;
}

/** Inserts a closed day of a client with its sums, the given number of days ago. */
async function putClosedDay(
  relationshipId: string,
  { ago, counted, score, offered = true }: ClosedSums,
) {
  await run(sql`insert into agenda_day (relationship_id, local_date, timezone, projection_version,
      task_count, completed_count, skipped_count, missed_count, agenda_checksum, projected_at,
      opened_at, counted_count, done_count, adherence_score, closed_at, not_offered)
    select relationship_id, local_date - ${ago}::int, timezone, 1, ${counted}, 0, 0, ${counted}, '',
      clock_now(), clock_now(), ${counted}, 0, ${score}, clock_now(), ${!offered}
    from relationship_calendar where relationship_id = ${relationshipId}
    on conflict (relationship_id, local_date) do update set counted_count = excluded.counted_count,
      adherence_score = excluded.adherence_score, closed_at = excluded.closed_at`);
}

interface ClosedSums {
  readonly ago: number;
  readonly counted: number;
  readonly score: number;
  readonly offered?: boolean;
}
