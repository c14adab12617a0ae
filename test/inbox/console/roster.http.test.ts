import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import type { RosterClient } from "../../../contract/inbox/console/roster-schema.ts";
import { ADHERENCE_BUCKETS } from "../../../contract/agenda/adherence/vocabulary.ts";
import { bucketOf } from "../../../rules/agenda/adherence-trend.ts";
import { percentOf } from "../../../rules/agenda/summarise-day.ts";
import { addDays } from "../../../rules/local-day.ts";
import { setRelationshipStatus } from "../../factories/accounts/identity.ts";
import { useInboxDesk } from "../../factories/inbox/inbox-desk.ts";
import { rosterDesk } from "../../factories/inbox/roster-desk.ts";

const desk = await useInboxDesk();
const { em } = desk.api.deps.database;
const { addPhone, pageOf, putDay, report, run } = rosterDesk(desk.api);

describe("The roster of a workspace (docs/rooms/inbox.md#roster)", () => {
  test("shows a client with zone, coach, reason, days, adherence, onboarding and what their phones reported", async () => {
    const phone = await desk.phone();
    const { habit, localDate } = phone.agenda;
    await desk.skip(phone, habit.id, "PAIN_OR_INJURY");
    await putDay(phone.relationshipId, { ago: 1, counted: 10, score: 6.5 });
    await putDay(phone.relationshipId, { ago: 2, counted: 2, score: 2, offered: false });
    await report(phone.deviceId, { depth: 3, rejected: 1, at: "2026-01-05T08:00:00.000Z" });
    const [client] = (await pageOf(phone)).items;
    expect(client).toEqual({
      relationshipId: phone.relationshipId,
      status: "ACTIVE",
      client: { userId: phone.pair.client.userId, displayName: expect.any(String) },
      timezone: "UTC",
      coach: { userId: phone.pair.coach.userId, displayName: expect.any(String) },
      attention: {
        taskId: expect.any(String),
        taskType: "PROGRESS_ALERT",
        severity: "URGENT",
        code: "HELP_NEEDED",
        dueAt: expect.any(String),
        facts: expect.objectContaining({ kind: "SKIP", taskKind: "HABIT", localDate }),
        sentence: { en: expect.stringMatching(/skipped/), de: expect.any(String) },
        openTasks: 1,
      },
      snoozedUntil: null,
      days: expect.any(Array),
      percent7: 65,
      percent28: 65,
      bucket: "ATTENTION",
      onboarding: {
        instanceId: expect.any(String),
        status: "IN_PROGRESS",
        questionnaire: "READY",
        dueAt: expect.any(String),
        blocks: { programs: false, nutrition: false },
      },
      lastSyncAt: expect.any(String),
      outbox: { depth: 3, rejected: 1, reportedAt: "2026-01-05T08:00:00.000Z" },
    });
    const days = client?.days ?? [];
    expect(days.map((day) => day.localDate)).toEqual(
      Array.from({ length: 14 }, (_, place) => addDays(localDate, place - 13)),
    );
    expect(days.slice(-4).map(({ state }) => state)).toEqual([
      null,
      "NOT_OFFERED",
      "CLOSED",
      "OPEN",
    ]);
    expect(days.at(-1)).toMatchObject({ localDate, skipped: 1 });
  });

  test("sums the outboxes of a client's active phones, names the oldest report, and says nothing of phones that did not report", async () => {
    const phone = await desk.phone();
    const other = await addPhone(phone.deviceId);
    await report(phone.deviceId, { depth: null, rejected: null, at: null });
    await report(other, { depth: null, rejected: null, at: null });
    expect((await pageOf(phone)).items[0]?.outbox).toBeNull();
    await report(phone.deviceId, { depth: 3, rejected: 1, at: "2026-01-05T08:00:00.000Z" });
    await report(other, { depth: 2, rejected: 0, at: "2026-01-04T08:00:00.000Z" });
    expect((await pageOf(phone)).items[0]?.outbox).toEqual({
      depth: 5,
      rejected: 1,
      reportedAt: "2026-01-04T08:00:00.000Z",
    });
    await run(sql`update device set status = 'REVOKED', revocation = 'REVOKED',
      revoked_at = clock_now() where id = ${other}`);
    expect((await pageOf(phone)).items[0]?.outbox?.depth).toBe(3);
  });

  test("shows of an ended relationship neither phones nor outbox, and only to whom asks for ended ones", async () => {
    const phone = await desk.phone();
    await report(phone.deviceId, { depth: 3, rejected: 1, at: "2026-01-05T08:00:00.000Z" });
    await setRelationshipStatus(em, phone.relationshipId, "ENDED");
    expect((await pageOf(phone)).items).toEqual([]);
    expect((await pageOf(phone, { status: "ENDED" })).items).toMatchObject([
      { relationshipId: phone.relationshipId, status: "ENDED", lastSyncAt: null, outbox: null },
    ]);
  });

  test("shows dates after a pause began as gaps, and a day that waits for work as held", async () => {
    const phone = await desk.phone();
    const { localDate } = phone.agenda;
    await run(sql`update agenda_day set hold_reason = 'UNSENT_WORK', closes_at = clock_now(),
      ends_at = clock_now() where relationship_id = ${phone.relationshipId}`);
    expect((await pageOf(phone)).items[0]?.days.at(-1)).toMatchObject({ state: "HELD" });
    await setRelationshipStatus(em, phone.relationshipId, "PAUSED");
    await run(sql`update relationship_calendar set local_date = local_date - 3
      where relationship_id = ${phone.relationshipId}`);
    const days = (await pageOf(phone)).items[0]?.days ?? [];
    expect(days.at(-1)?.localDate).toBe(localDate);
  });
});

test("Ratings and percentages of the roster equal the rule's for the same sums, at every limit", async () => {
  const phone = await desk.phone();
  const limits = { onTrackPercent: 67, attentionPercent: 33, fewestCounted: 3 };
  await run(sql`update coach_workspace
    set settings = ${JSON.stringify({ adherenceLimits: limits })}::jsonb
    where id = ${phone.pair.workspaceId}`);
  const seen = new Set<RosterClient["bucket"]>();
  for (const countedCount of [0, 2, 3, 100])
    for (const share of [0, 0.329, 0.33, 0.331, 0.505, 0.669, 0.67, 0.671, 1]) {
      const score = Math.round(1000 * share * countedCount) / 1000;
      await putDay(phone.relationshipId, { ago: 1, counted: countedCount, score });
      const [client] = (await pageOf(phone)).items;
      const percent = countedCount < 3 ? null : percentOf({ score, countedCount });
      expect(client).toMatchObject({
        bucket: bucketOf({ countedCount, score }, limits),
        percent7: percent,
        percent28: percent,
      });
      if (client !== undefined) seen.add(client.bucket);
    }
  expect(seen).toEqual(new Set(ADHERENCE_BUCKETS));
});

test("The spans of the roster end at the newest closed day, and count closed and offered days alone", async () => {
  const { relationshipId, ...phone } = await desk.phone();
  await putDay(relationshipId, { ago: 2, counted: 4, score: 4 });
  await putDay(relationshipId, { ago: 5, counted: 4, score: 0, offered: false });
  await putDay(relationshipId, { ago: 9, counted: 4, score: 0 });
  await putDay(relationshipId, { ago: 30, counted: 4, score: 0 });
  const shown = async () => (await pageOf({ ...phone, relationshipId })).items[0];
  expect(await shown()).toMatchObject({ percent7: 100, percent28: 50 });
  await putDay(relationshipId, { ago: 29, counted: 4, score: 0 });
  expect(await shown()).toMatchObject({ percent7: 100, percent28: 33 });
});
