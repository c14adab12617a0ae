import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { purgeOnboarding } from "../../activities/onboarding/purge-onboarding.ts";
import { skipTask } from "../../activities/onboarding/skip-task.ts";
import { FormDraft } from "../../db/forms/form-draft.ts";
import { OnboardingRetentionReport } from "../../db/onboarding/onboarding-retention-report.ts";
import { OutboxRow } from "../../db/outbox/outbox-row.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { moveClock } from "../factories/db/move-clock.ts";
import { move, type Onboarded, traces } from "../factories/onboarding/onboarding-life.ts";
import { buildOnboardedAt, override } from "../factories/onboarding/onboarding-states.ts";
import { buildPublishedForm } from "../factories/forms/published-form.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { useOrm } from "../harness/use-orm.ts";
import { useClient } from "../harness/use-client.ts";

const { em, appUrl, ownerUrl } = await useOrm(await useOwnDatabase(), { poolSize: 16 });
const app = await useClient(appUrl);

const DAY_SECONDS = 24 * 60 * 60;
/** Answers and texts of clients, and the reason of a coach. */
const MARKERS = ["planted-answer", "planted-skip-reason", "planted-reason"];

/** Everybody of this file who left such texts. */
const marked: Onboarded[] = [];

describe("before the retention has run out", () => {
  test.each([
    ["of a relationship that goes on", 0],
    ["a minute before the end of the 30 days", 30 * DAY_SECONDS - 60],
  ])("%s nothing is purged, and the product cannot delete or change history", async (_, ahead) => {
    const built = await buildMarked();
    const { instanceId } = built;
    if (ahead > 0) await move(em, built, "END");
    await moveClock(ownerUrl, ahead);
    const before = await traces(em, built);
    expect(await purge(built)).toBeNull();
    expect(await traces(em, built)).toEqual(before);
    for (const [table, change] of [
      ["onboarding_task_event", "metadata = '{}'"],
      [
        "onboarding_task_event",
        "retention_expires_at = clock_now() - interval '1 day', type = 'opened'",
      ],
      ["onboarding_override", "reason = null"],
    ]) {
      const refused = { code: "23001", message: `${table} is append-only` };
      const where = `where instance_id = '${instanceId}'`;
      await expect(app.query(`update ${table} set ${change} ${where}`)).rejects.toMatchObject(
        refused,
      );
      await expect(app.query(`delete from ${table} ${where}`)).rejects.toMatchObject(refused);
    }
    const text = await rowsAsText();
    for (const marker of MARKERS) expect(text).toContain(marker);
    await moveClock(ownerUrl, 0);
  });

  test("an end date that is set does not change", async () => {
    const built = await buildMarked();
    await move(em, built, "END");
    const again = `update onboarding_task_event set retention_expires_at = clock_now()
                    where instance_id = '${built.instanceId}'`;
    await expect(app.query(again)).rejects.toMatchObject({ code: "23001" });
  });
});

describe("when the retention has run out", () => {
  test("an unfinished task expires, texts and days are deleted, statuses and a report stay", async () => {
    const built = await buildMarked();
    const { instanceId } = built;
    await move(em, built, "END");
    await moveClock(ownerUrl, 61 * DAY_SECONDS);
    expect(await traces(em, built)).toMatchObject({ taskStatus: "SKIPPED_FOR_NOW" });
    const counts = await purge(built);
    expect(counts).toEqual({
      drafts: 1,
      taskEvents: 4,
      overrides: 1,
      payloads: 1,
      expiredTasks: 1,
    });
    const after = await traces(em, built);
    expect(after).toMatchObject({ status: "CANCELLED", taskStatus: "EXPIRED", taskEvents: [] });
    const report = await em.fork().findOneOrFail(OnboardingRetentionReport, instanceId);
    expect(report.counts).toEqual(counts);
    const events = await em
      .fork()
      .find(OutboxRow, { subjectId: instanceId, consumer: "event-feed" });
    expect(events.filter(({ type }) => type === "OnboardingRetentionPurged")).toMatchObject([
      { refs: { instanceId, ...counts } },
    ]);
    expect(after.eventTypes.filter((type) => type === "OnboardingTaskExpired")).toHaveLength(1);
    expect(await purge(built)).toBeNull();
    await moveClock(ownerUrl, 0);
  });

  test("no text of a client or coach remains", async () => {
    const built = await buildMarked();
    for (const one of marked) {
      if ((await traces(em, one)).status !== "CANCELLED") await move(em, one, "END");
    }
    await moveClock(ownerUrl, 62 * DAY_SECONDS);
    expect(await purge(built)).not.toBeNull();
    for (const one of marked) await purge(one);
    const text = await rowsAsText();
    for (const marker of MARKERS) expect(text).not.toContain(marker);
    await moveClock(ownerUrl, 0);
  });

  test("a completed one keeps its status and its submission", async () => {
    const built = await buildOnboardedAt(em, "COMPLETED");
    await move(em, built, "END");
    await moveClock(ownerUrl, 31 * DAY_SECONDS);
    expect(await purge(built)).toMatchObject({ expiredTasks: 0, taskEvents: 4 });
    expect(await traces(em, built)).toMatchObject({ status: "COMPLETED", taskStatus: "COMPLETED" });
    const submitted = await app.query("select from form_submission where relationship_id = $1", [
      built.relationshipId,
    ]);
    expect(submitted.rowCount).toBe(1);
    await moveClock(ownerUrl, 0);
  });

  test("eight purges at once leave one report and one event", async () => {
    const built = await buildMarked();
    await move(em, built, "END");
    await moveClock(ownerUrl, 31 * DAY_SECONDS);
    const done = await Promise.all(Array.from({ length: 8 }, () => purge(built)));
    expect(done.filter((counts) => counts !== null)).toHaveLength(1);
    const key = { subjectId: built.instanceId, consumer: "event-feed" } as const;
    const type = "OnboardingRetentionPurged";
    expect(await em.fork().count(OutboxRow, { ...key, type })).toBe(1);
    await moveClock(ownerUrl, 0);
  });
});

/** A client who answered partly, skipped with a reason, and got another questionnaire. */
async function buildMarked(): Promise<Onboarded> {
  const built = await buildOnboardedAt(em, "READY");
  const { taskId, client, formAssignmentId, coach } = built;
  const draft = {
    answers: { goal: "planted-answer" },
    lineageId: randomUUID(),
    revisionBeforeRun: 1,
    savedAt: new Date(),
  };
  await em.fork().insert(FormDraft, { assignmentId: formAssignmentId, ...draft });
  await transact(em, (tx) => {
    const reason = "planted-skip-reason";
    return skipTask(tx, { taskId, clientUserId: client.userId, reason, requestId: null });
  });
  const { formVersionId } = await buildPublishedForm(em, coach);
  await override(em, built, { type: "REASSIGN_QUESTIONNAIRE", formVersionId });
  marked.push(built);
  return built;
}

function purge({ instanceId }: Onboarded) {
  return transact(em, async (tx) => purgeOnboarding(tx, { instanceId, now: await clockNow(tx) }));
}

/** Every row about forms and onboarding, as text. */
async function rowsAsText(): Promise<string> {
  const tables = await app.query<{ name: string }>(
    `select table_name as name from information_schema.tables
      where table_schema = 'public'
        and (table_name like 'onboarding%' or table_name in ('form_draft', 'form_assignment'))`,
  );
  let text = "";
  for (const { name } of tables.rows) {
    const { rows } = await app.query<{ text: string | null }>(
      `select string_agg(to_jsonb(t)::text, ' ') as text from ${name} t`,
    );
    text += rows[0]?.text ?? "";
  }
  return text;
}
