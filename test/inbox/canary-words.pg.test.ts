import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { sql } from "kysely";
import { pino } from "pino";
import * as z from "zod";
import { submitForm } from "../../activities/forms/submit-form.ts";
import { actOnTask } from "../../activities/inbox/acts/act-on-task.ts";
import { dismissing, resolving, reviewing } from "../../activities/inbox/acts/close-task.ts";
import { snoozing } from "../../activities/inbox/acts/snooze-task.ts";
import type { TaskAct } from "../../activities/inbox/acts/task-act.ts";
import { settleSources } from "../../activities/inbox/settle-sources.ts";
import { decideDigests } from "../../activities/inbox/upkeep/decide-digests.ts";
import { saveClientProfile } from "../../activities/relationships/save-client-profile.ts";
import { SOURCE_KINDS, type SourceKind } from "../../contract/inbox/vocabulary.ts";
import type { Operation } from "../../contract/sync/schema.ts";
import { CoachTask } from "../../db/inbox/coach-task.ts";
import { openDatabase } from "../../db/orm.ts";
import { transact } from "../../db/transact.ts";
import { actionSchemaOf, BARE_TASK } from "../../rules/agenda/actions/action-schema.ts";
import { featureSettlements } from "../../workers/feature-settlements.ts";
import { hooks } from "../../workers/hooks.ts";
import { operationFeatures } from "../../workers/operation-features.ts";
import { buildFormAssignment } from "../factories/assigned-forms.ts";
import { coachPhone, queuedAct, sendAsCoach, tellOfMessage } from "../factories/coach-phone.ts";
import { formOf } from "../factories/forms.ts";
import { HEALTH_WORDS } from "../factories/health-words.ts";
import { type NotificationRelay, startNotificationRelay } from "../factories/notification-relay.ts";
import { buildPhone } from "../factories/push-tokens.ts";
import { settleAll, settlementDeps } from "../factories/settlement.ts";
import { unpackedTexts } from "../factories/stored-receipts.ts";
import { putTaskLike } from "../factories/structured-task.ts";
import { admissionDeps, buildScope, type BuiltScope, queued, submit } from "../factories/sync.ts";
import { verdictsOf } from "../factories/verdicts.ts";
import { draftOf, putWorkout, squats } from "../factories/workouts.ts";
import { openTestDatabase } from "../harness/database.ts";

const { appUrl } = await openTestDatabase();
const database = openDatabase({ url: appUrl, poolSize: 6, applicationName: "canary words" });
const { em } = database;
const lines: string[] = [];
const log = pino({ level: "trace" }, { write: (line: string) => lines.push(line) });
const admission = { ...admissionDeps(em, operationFeatures), log };
const settlement = { ...settlementDeps(em, featureSettlements, operationFeatures), log };

/** A word of each free text that a source of the inbox has, or a coach writes about a task. */
const WORDS = {
  skipNote: "zzskipnotezz",
  photoNote: "zzphotonotezz",
  measurementNote: "zzmeasurementnotezz",
  sessionNote: "zzsessionnotezz",
  exerciseNote: "zzexercisenotezz",
  exerciseSkip: "zzexerciseskipzz",
  correction: "zzcorrectionzz",
  answer: "zzanswerzz",
  goal: "zzgoalzz",
  resolution: "zzresolutionzz",
  dismissal: "zzdismissalzz",
  review: "zzreviewzz",
  snooze: "zzsnoozezz",
  queued: "zzqueuedzz",
} as const;
type Word = keyof typeof WORDS;

/** What a locked screen shows of a push. */
const Shown = z.object({ title: z.string(), body: z.string() });

let scope: BuiltScope;
let relay: NotificationRelay;
beforeAll(async () => {
  scope = await buildScope(em);
  relay = await startNotificationRelay(database);
  await buildPhone(em, { userId: scope.coachUserId, surface: "COACH_MOBILE" });
});
afterAll(async () => {
  await relay.close();
  await database.close();
});

async function send(...operations: readonly Operation[]): Promise<void> {
  const { results } = await submit(admission, scope, operations);
  expect(verdictsOf(results)).toEqual(operations.map(() => "ACCEPTED"));
  await settleAll(settlement, { deviceId: scope.deviceId });
}

const skipOf = (taskId: string, note: string) =>
  queued("quick-log.skip", { taskId, reason: "PAIN_OR_INJURY", note });

/** A task that is like another, of photos or of measurements. */
const taskOf = (task_kind: "PHOTO" | "MEASUREMENT") =>
  putTaskLike(em, scope.agenda.habit, {
    task_kind,
    action_schema: actionSchemaOf(task_kind, BARE_TASK),
  });

/** A session with a word of each thing that can be said of it, corrected afterwards. */
async function train(): Promise<void> {
  const draft = draftOf(await putWorkout(em, scope));
  const skip = { reason: "PAIN_OR_INJURY", note: WORDS.exerciseSkip };
  const exercises = [
    { exerciseKey: "squat", note: WORDS.exerciseNote },
    { exerciseKey: "pull", skip },
  ];
  await send(draft.submit([squats("one")], { note: WORDS.sessionNote, exercises }));
  const sets = [squats("one", 90)];
  await send(draft.op("workout.correct-session", { sets, reason: WORDS.correction }));
}

/** A client writes wherever something of theirs comes before the coach. */
async function clientWrites(): Promise<void> {
  const { relationshipId, workspaceId, clientUserId: userId, agenda } = scope;
  await send(
    skipOf(agenda.habit.id, WORDS.skipNote),
    skipOf(await taskOf("PHOTO"), WORDS.photoNote),
    skipOf(await taskOf("MEASUREMENT"), WORDS.measurementNote),
  );
  await train();
  const content = formOf({ questionId: "how", kind: "TEXT" });
  const { id: formAssignmentId } = await buildFormAssignment(
    em,
    { relationshipId, workspaceId },
    { content },
  );
  const submitting = { formAssignmentId, clientUserId: userId, answers: { how: WORDS.answer } };
  await transact(em, (tx) => submitForm(tx, { ...submitting, requestId: null }));
  const person = { displayName: "Ana", timezone: "UTC", locale: "en" };
  const profile = { ...person, birthDate: "1990-02-03", heightCm: 171, goal: WORDS.goal };
  await transact(em, (tx) =>
    saveClientProfile(tx, { userId, profile, requestId: null }, hooks.relationships),
  );
  for (let said = 0; said < 4; said += 1)
    await tellOfMessage(em, { relationshipId, subjectId: randomUUID() });
}

const look = () =>
  transact(em, (tx) =>
    settleSources(tx, {
      relationshipIds: [scope.relationshipId],
      kinds: SOURCE_KINDS,
      oldestDate: null,
      causes: new Map(),
      requestId: null,
    }),
  );

const ofKind = (sourceKind: SourceKind) =>
  em.fork().find(CoachTask, { relationshipId: scope.relationshipId, sourceKind, status: "OPEN" });

/** A coach writes wherever a task takes a word of theirs. */
async function coachWrites(): Promise<void> {
  const { workspaceId, coachUserId: byUserId } = scope;
  const act = async (task: CoachTask | undefined, does: TaskAct) => {
    if (task === undefined) throw new Error("There is such a task");
    const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
    await transact(em, (tx) => actOnTask(tx, { ...acting, requestId: "canary" }, does));
  };
  const [first, second, third, fourth] = await ofKind("MESSAGE");
  const outside = { resolutionType: "HANDLED_OUTSIDE_APP", linkedActionId: null } as const;
  const none = { dismissReason: "NOT_RELEVANT", duplicateOf: null } as const;
  const until = { preset: "ONE_HOUR" } as const;
  await act(first, resolving({ ...outside, note: WORDS.resolution }));
  await act(second, dismissing({ ...none, note: WORDS.dismissal, untilOccurrences: null }));
  await act(third, snoozing({ until, reason: WORDS.snooze }));
  await act((await ofKind("FORM"))[0], reviewing({ note: WORDS.review }));
  const said = { resolutionType: "HANDLED_OUTSIDE_APP", note: WORDS.queued };
  const operation = queuedAct("resolve", fourth?.id ?? "", said, {
    expectedRevision: fourth?.revision ?? 0,
  });
  const phone = await coachPhone(em, scope);
  const { results } = await sendAsCoach(admission, scope, phone, [operation]);
  expect(verdictsOf(results)).toEqual(["ACCEPTED"]);
}

/** Where a word stands, of all that is stored: tables, and what is packed in them. */
async function placesOf(word: string): Promise<readonly string[]> {
  const run = <Row extends object>(query: ReturnType<typeof sql<Row>>) =>
    query.execute(em.fork().getKysely());
  const { rows } = await run(sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`);
  const found: string[] = [];
  for (const { name } of rows) {
    const row = sql.table(name);
    const { rows: asked } = await run(sql<{ there: boolean }>`
      select exists (select from ${row} where strpos(${row}::text, ${word}) > 0) as there`);
    if (asked[0]?.there === true) found.push(name);
  }
  for (const packed of await unpackedTexts(em))
    if (packed.text.includes(word)) found.push(packed.table);
  return [...new Set(found)].toSorted();
}

/** Where each is meant to stand. All that is told, waits in an actor or is notified has rows of other tables. */
const PLACES: Readonly<Record<Word, readonly string[]>> = {
  skipNote: ["quick_log_operation", "sync_request"],
  photoNote: ["quick_log_operation", "sync_request"],
  measurementNote: ["quick_log_operation", "sync_request"],
  sessionNote: ["sync_request", "workout_session"],
  exerciseNote: ["sync_request", "workout_session"],
  exerciseSkip: ["sync_request", "workout_session"],
  correction: ["sync_request"],
  answer: ["form_submission"],
  goal: ["client_profile"],
  resolution: ["coach_task"],
  dismissal: ["coach_task"],
  review: ["coach_task"],
  snooze: ["coach_task"],
  queued: ["coach_task", "sync_request"],
};

test("a word of each free text stands where it was written and nowhere else: no event, row of an actor, notification, push, mail or log has it, and what is pushed and mailed has no word of health", async () => {
  await clientWrites();
  await look();
  await relay.drain();
  await coachWrites();
  await look();
  await decideDigests(em, { after: null });
  await relay.drain();
  const places = await Promise.all(
    Object.entries(WORDS).map(async ([name, word]) => [name, await placesOf(word)] as const),
  );
  expect(Object.fromEntries(places)).toEqual(PLACES);
  const sent = JSON.stringify([relay.fcm.requests, relay.apns.requests, relay.letters]);
  expect(sent.length).toBeGreaterThan(100);
  expect(relay.letters.length).toBeGreaterThan(0);
  const read = [
    ...relay.messages().flatMap(({ notification }) => Object.values(Shown.parse(notification))),
    ...relay.letters.flatMap(({ subject, text }) => [subject, text]),
  ];
  expect(read.filter((text) => HEALTH_WORDS.test(text))).toEqual([]);
  const left = [sent, ...lines].filter((text) =>
    Object.values(WORDS).some((word) => text.includes(word)),
  );
  expect(left).toEqual([]);
});
