import { randomUUID } from "node:crypto";
import { describe, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { prepareFor } from "../../activities/workouts/deliver-to-workouts.ts";
import { presentItem } from "../../api/inbox/present-item.ts";
import { type CoachTaskItem, coachTaskItemSchema } from "../../contract/inbox/schema.ts";
import { SOURCE_KINDS, type SourceKind } from "../../contract/inbox/source-vocabulary.ts";
import { ACTIVE_STATUSES } from "../../contract/inbox/vocabulary.ts";
import { MEMBER_PERMISSIONS } from "../../contract/workspaces/vocabulary.ts";
import { getRelationshipAdherence } from "../../db/agenda/adherence/queries.ts";
import { ProgressTrend } from "../../db/agenda/progress-trend.ts";
import { redactTasksOf } from "../../db/inbox/redact-tasks.ts";
import { listInbox } from "../../db/inbox/queries.ts";
import { clockNow, transact } from "../../db/platform/transactions/transact.ts";
import { adherenceTrend } from "../../rules/agenda/adherence-trend.ts";
import { addDays } from "../../rules/local-day.ts";
import { hooks } from "../../workers/hooks.ts";
import { buildCheckIn } from "../factories/agenda/check-ins.ts";
import { buildFormAssignment } from "../factories/forms/assigned-forms.ts";
import { formOf } from "../factories/forms/forms.ts";
import { reportMessage } from "../factories/inbox/coach-phone.ts";
import { buildOnboarded, skip as postpone } from "../factories/onboarding/onboarding-life.ts";
import { planActs, programContent } from "../factories/plans/plan-acts.ts";
import { settleAll, settlementDeps } from "../factories/sync/settlement.ts";
import {
  admissionDeps,
  buildScope,
  type BuiltScope,
  queued,
  submit,
} from "../factories/sync/sync.ts";
import { submittedSession } from "../factories/workouts/offered-workout.ts";
import { isStatement } from "../factories/db/explain.ts";
import { useOwnDatabase } from "../harness/database.ts";
import { recordStatements } from "../harness/record-statements.ts";
import { useOrm } from "../harness/use-orm.ts";

const { em } = await useOrm(await useOwnDatabase());
const [admission, settlement] = [admissionDeps(em), settlementDeps(em)];

const scope = await buildScope(em);
const { relationshipId, workspaceId, clientUserId } = scope;

describe("A row of the inbox says what it is about (docs/rooms/inbox.md#facts)", () => {
  test("a submitted form by its title and purpose", async () => {
    const content = formOf({ kind: "TEXT" });
    const assignment = await buildFormAssignment(em, { relationshipId, workspaceId }, { content });
    const submitting = { formAssignmentId: assignment.id, clientUserId, answers: {} };
    await transact(em, (tx) => submitForm(tx, { ...submitting, requestId: null }));
    expect(await itemOf(scope, "FORM")).toMatchObject({
      facts: { kind: "FORM", title: "Intake", purpose: "SINGLE", occurrences: { count: 1 } },
      sentence: {
        en: expect.stringMatching(/^Form “Intake” was submitted on \w+ \d+ \w+\.$/),
        de: expect.stringMatching(/^Formular „Intake“ wurde am .+ abgegeben\.$/),
      },
    });
  });

  test("skips by their number and dates, and by the last one's kind, date and title; food has no title, and no reason is told", async () => {
    const own = await buildScope(em);
    const { habit, meal } = own.agenda;
    await skipped(own, meal.id, "CONFUSED");
    const kinds = await itemOf(own, "SKIP");
    expect(kinds).toMatchObject({
      facts: { taskKind: "MEAL", title: null, localDate: own.agenda.localDate },
      sentence: { en: expect.stringMatching(/^Meal of .+ was skipped\.$/) },
    });
    const undoes = await skipped(own, habit.id, "PAIN_OR_INJURY");
    const [both] = (await itemsOf(own)).filter((item) => item.severity === "URGENT");
    expect(both).toMatchObject({
      facts: {
        kind: "SKIP",
        taskKind: "HABIT",
        title: "Ten minutes of stretching",
        occurrences: { count: 1, dates: [own.agenda.localDate] },
      },
    });
    expect(JSON.stringify(await itemsOf(own))).not.toMatch(/pain|confus/i);
    await submit(admission, own, [queued("quick-log.undo", { taskId: habit.id, ...undoes })]);
    await settleAll(settlement, { deviceId: own.deviceId });
    expect(await itemsOf(own)).toMatchObject([{ facts: { taskKind: "MEAL" } }]);
  });

  test("a workout by the name of its day and its date", async () => {
    const own = await buildScope(em);
    const acts = planActs(em);
    const program = { ...programContent(), reviewWanted: true };
    const { assignmentId } = await acts.give(own, program);
    await prepareFor(em, [own.relationshipId], null);
    const [workout] = await acts.tasksOf(assignmentId);
    await submittedSession(em, workout?.id ?? "");
    expect(await itemOf(own, "WORKOUT")).toMatchObject({
      facts: { kind: "WORKOUT", title: "Legs", localDate: own.agenda.localDate },
      sentence: { de: expect.stringMatching(/^Training „Legs“ vom .+ wurde abgegeben\.$/) },
    });
  });

  test("missed check-ins by their days, at most the last ten, and by how long the client has been silent", async () => {
    const own = await buildScope(em);
    const { localDate: today, habit } = own.agenda;
    const closedAt = await clockNow(em.fork());
    for (let days = 12; days > 0; days -= 1)
      await buildCheckIn(
        em,
        { ...own, timezone: "UTC" },
        {
          formAssignmentId: randomUUID(),
          localDate: addDays(today, -days),
          closedAt,
        },
      );
    const never = await itemOf(own, "CHECK_IN");
    const dates = Array.from({ length: 10 }, (_, at) => addDays(today, at - 10));
    expect(never.facts).toEqual({
      kind: "CHECK_IN",
      silentDays: null,
      occurrences: { count: 12, dates },
    });
    expect(never.sentence?.en).toMatch(/^12 days without the check-in \(.+\), never active\.$/);
    await submit(admission, own, [queued("quick-log.complete-task", { taskId: habit.id })]);
    await settleAll(settlement, { deviceId: own.deviceId });
    const { facts, sentence } = await itemOf(own, "CHECK_IN");
    expect(facts).toMatchObject({ silentDays: 0 });
    expect(sentence?.de).toMatch(/^12 Tage ohne den Check-in \([^,]+,.+ und .+\)\.$/);
  });

  test("a client off track by the adherence now and before, as the client's page shows it", async () => {
    const own = await buildScope(em);
    const through = addDays(own.agenda.localDate, -1);
    // Seven days with 5 of 14 tasks done, after seven with 4 of 5.
    await closedDay(own, through, { counted: 14, score: 5 });
    await closedDay(own, addDays(through, -6), { counted: 0, score: 0 });
    await closedDay(own, addDays(through, -7), { counted: 5, score: 4 });
    await closedDay(own, addDays(through, -14), { counted: 9, score: 0 });
    const now = await clockNow(em.fork());
    const fallen = { bucket: "OFF_TRACK", fellAt: now, toldAt: now, judgedAt: now } as const;
    await em.fork().upsert(ProgressTrend, { relationshipId: own.relationshipId, ...fallen });
    const { facts, sentence } = await itemOf(own, "TREND");
    expect(facts).toMatchObject({ kind: "TREND", percent: 36, percentBefore: 80 });
    expect(sentence?.en).toBe("36 % of the plan done in 7 days, was 80 %.");
    const found = await getRelationshipAdherence(em.fork(), {
      relationshipId: own.relationshipId,
      dates: 7,
    });
    const shown = adherenceTrend(found.days, { through, dates: 7 }, found.limits);
    expect(facts).toMatchObject({ percent: shown.adherencePercent });
  });

  test("a questionnaire, a message and a profile by their dates", async () => {
    const onboarded = await buildOnboarded(em);
    await postpone(em, onboarded);
    expect(await itemOf(onboarded, "QUESTIONNAIRE")).toMatchObject({
      facts: { kind: "QUESTIONNAIRE", title: expect.any(String) },
    });
    const subjectId = randomUUID();
    const acceptedAt = new Date("2027-01-02T12:00:00Z");
    for (const _ of [1, 2]) await reportMessage(em, { relationshipId, subjectId, acceptedAt });
    const profile = { displayName: "Ana", timezone: "UTC", locale: "en" };
    const baseline = { birthDate: "1990-02-03", heightCm: 171, goal: "Run" };
    const saved = { userId: clientUserId, profile: { ...profile, ...baseline }, requestId: null };
    await transact(em, (tx) => saveClientProfile(tx, saved, hooks.relationships));
    expect(await itemOf(scope, "MESSAGE")).toMatchObject({
      facts: { occurrences: { count: 2, dates: ["2027-01-02", "2027-01-02"] } },
      sentence: {
        en: "2 messages wait for a reply (2 Jan).",
        de: "2 Nachrichten warten auf Antwort (2. Jan.).",
      },
    });
    expect(await itemOf(scope, "PROFILE")).toMatchObject({
      sentence: { en: expect.stringMatching(/^The baseline profile was completed or changed on /) },
    });
  });
});

test("Facts are read with the permission of their source only, and go with their source", async () => {
  const coach = MEMBER_PERMISSIONS.COACH.filter((name) => name !== "forms.submissions.read");
  const [hidden] = (await listItems(scope, coach)).filter(isOf("FORM"));
  expect(hidden).toMatchObject({ mayOpen: false, facts: null, sentence: null });
  expect(JSON.stringify(hidden)).not.toContain("Intake");
  await sql`delete from form_submission where relationship_id = ${relationshipId}`.execute(
    em.fork().getKysely(),
  );
  expect((await listItems(scope)).find(isOf("FORM"))).toMatchObject({
    facts: null,
    sentence: null,
  });
  await transact(em, (tx) => redactTasksOf(tx, clientUserId, new Date()));
  const items = await listItems(scope);
  expect(items.map(({ facts, sentence }) => [facts, sentence])).toEqual(
    items.map(() => [null, null]),
  );
});

test("A page takes one statement, whatever its rows are about", async () => {
  const { sent } = await recordStatements(() => listItems(scope));
  expect(sent.filter(isStatement)).toHaveLength(1);
});

/** A client, and the workspace whose inbox lists them. */
interface Place {
  readonly workspaceId: string;
  readonly relationshipId: string;
}

/** The first page of an inbox, as a coach with these permissions reads it. */
async function listItems(
  place: Pick<Place, "workspaceId">,
  permissions: readonly string[] = MEMBER_PERMISSIONS.COACH,
): Promise<readonly CoachTaskItem[]> {
  const page = { sort: "PRIORITY", limit: 50, after: null } as const;
  const rows = await listInbox(em.fork(), {
    ...page,
    workspaceId: place.workspaceId,
    statuses: ACTIVE_STATUSES,
  });
  const reader = { userId: randomUUID(), permissions, readThrough: null };
  return rows.map((row) => coachTaskItemSchema.parse(JSON.parse(presentItem(row, reader))));
}

/** The same after the inbox has queried every source of the client. */
async function itemsOf(place: Place): Promise<readonly CoachTaskItem[]> {
  await transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [place.relationshipId],
      kinds: SOURCE_KINDS,
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );
  return await listItems(place);
}

const CODES = {
  PROFILE: /^PROFILE/,
  FORM: /^FORM/,
  QUESTIONNAIRE: /^QUESTIONNAIRE/,
  WORKOUT: /^WORKOUT/,
  CHECK_IN: /^CHECK_INS/,
  TREND: /^ADHERENCE/,
  SKIP: /HELP|OBSTACLES|SKIPPED$/,
  MESSAGE: /^MESSAGE/,
} as const satisfies Record<SourceKind, RegExp>;

const isOf = (kind: SourceKind) => (item: CoachTaskItem) => CODES[kind].test(item.summary.code);

/** The first task of a source. */
async function itemOf(place: Place, kind: SourceKind): Promise<CoachTaskItem> {
  const found = (await itemsOf(place)).find(isOf(kind));
  if (found === undefined) throw new Error(`No task of ${kind}`);
  return found;
}

async function skipped(of: BuiltScope, taskId: string, reason: string) {
  const skip = queued("quick-log.skip", { taskId, reason });
  await submit(admission, of, [skip]);
  await settleAll(settlement, { deviceId: of.deviceId });
  return { undoesClientOperationId: skip.clientOperationId };
}

/** A day with its sums, as its close leaves them. */
async function closedDay(
  of: Place,
  date: string,
  { counted, score }: { readonly counted: number; readonly score: number },
): Promise<void> {
  await sql`insert into agenda_day (relationship_id, local_date, timezone, projection_version, task_count,
      completed_count, skipped_count, missed_count, agenda_checksum, counted_count, done_count,
      adherence_score, projected_at, opened_at, closed_at)
    values (${of.relationshipId}, ${date}, 'UTC', 1, ${counted}, ${score}, 0, ${counted - score}, '',
      ${counted}, ${score}, ${score}, clock_now(), clock_now(), clock_now())`.execute(
    em.fork().getKysely(),
  );
}
