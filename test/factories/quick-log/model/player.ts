import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { pino } from "pino";
import { presentMetric } from "../../../../api/quick-log/present-metric.ts";
import { scanDays } from "../../../../activities/agenda/closing/scan-days.ts";
import { rebuildDays } from "../../../../activities/agenda/rebuild-days.ts";
import { followAssignment } from "../../../../activities/agenda/calendar/follow-assignment.ts";
import { planContentSchema } from "../../../../contract/plans/content-schema.ts";
import { openUpload } from "../../../../activities/media/open-upload.ts";
import { settleUpload } from "../../../../activities/media/settle-upload.ts";
import { MEDIA_LIMITS } from "../../../../contract/media/vocabulary.ts";
import { reviewAsSeen } from "../../agenda/review-as-seen.ts";
import { saveClientProfile } from "../../../../activities/relationships/save-client-profile.ts";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import type { SettlementDeps } from "../../../../activities/sync/settlement/settlement-deps.ts";
import { saveClientProfileSchema } from "../../../../contract/relationships/client-profile-schema.ts";
import { AgendaDay } from "../../../../db/agenda/agenda-day.ts";
import { listDayTasks } from "../../../../db/agenda/queries.ts";
import { executorOf } from "../../../../db/platform/pipeline/pipeline.ts";
import { OutboxRow } from "../../../../db/outbox/outbox-row.ts";
import { listMetricEntries } from "../../../../db/quick-log/metrics/queries.ts";
import { clockNow, transact } from "../../../../db/platform/transactions/transact.ts";
import type { DayTask } from "../../../../rules/agenda/agenda-task.ts";
import { importedValue } from "../../../../rules/agenda/imported-value.ts";
import { hooks } from "../../../../workers/hooks.ts";
import { complaintsOf, sumsOf } from "../../agenda/days-model.ts";
import { factOf } from "./fact-model.ts";
import { formOf } from "../../forms/forms.ts";
import { announcement, hashOf, photo } from "../../media/media.ts";
import { buildPublishedForm } from "../../forms/published-form.ts";
import { scanAllCalendars } from "../../agenda/scan-all-calendars.ts";
import { at } from "../../sync/model/terms.ts";
import { buildAssignment, planBodies } from "../../plans/plans.ts";
import type { Command, TaskName } from "./commands.ts";
import { type PhoneOfHistory, resolve } from "./operations.ts";
import { misnamedValues, newestValuesOf } from "../newest-values.ts";
import { createQuickLogModel, type QuickLogModel } from "./reference.ts";
import { valueOf } from "./reference-acts.ts";
import type { ModelDone, ModelTask } from "./terms.ts";
import { settleOf } from "../../sync/settlement.ts";
import { countsAsRead, misreadHistories, sumsAsRead } from "../../agenda/sums-as-read.ts";
import { buildDevice, buildScope, type BuiltScope, submit } from "../../sync/sync.ts";
import { verdictOf } from "../../sync/verdicts.ts";

/** The stage of histories, which run one after the other because they share its clock. */
export interface QuickLogStage {
  readonly em: SqlEntityManager;
  readonly admission: AdmissionDeps;
  readonly settlement: SettlementDeps;
  /** Removes everybody, and resets the clock to the middle of a day. */
  readonly begin: () => Promise<void>;
  /** Moves the clock this many hours ahead of its start. */
  readonly moveClock: (hours: number) => Promise<void>;
}

/** A history in progress. */
interface Play {
  readonly stage: QuickLogStage;
  readonly scope: BuiltScope;
  readonly phones: readonly PhoneOfHistory[];
  readonly model: QuickLogModel;
  readonly receipts: Map<ModelDone, string>;
  /** Receipts of undos, by what they took back. */
  readonly undos: Map<ModelDone, string>;
  readonly uploadIds: readonly string[];
  readonly startedAt: number;
}

const HOUR_MS = 3_600_000;
const log = pino({ level: "silent" });
const namesByTitle: ReadonlyMap<string, TaskName> = new Map([
  [planBodies.habit.title, "habit"],
  [planBodies.supplement.title, "supplement"],
  [planBodies.meal.title, "meal"],
  [planBodies.water.title, "water"],
  [planBodies.steps.title, "steps"],
  ["reminder", "reminder"],
  ["weight", "weight"],
  ["photo", "photo"],
  ["check-in", "check-in"],
  ["stretch", "stretch"],
]);
const DAILY = { recurrence: { rrule: "FREQ=DAILY" } };
const WEIGHT = { metricKind: "WEIGHT", unit: "kg", min: 30, max: 300, mode: "REPLACE" };
const MINUTES = { key: "minutes", type: "number", unit: "min", min: 1, max: 60, required: true };
const BACK = { label: "Back", inputs: [MINUTES] };
/** Tasks of a history in addition to the usual agenda and a check-in. */
const more = [
  { kind: "REMINDER", title: "reminder", ...DAILY, snooze: {} },
  { kind: "MEASUREMENT", title: "weight", ...DAILY, metrics: [WEIGHT] },
  { kind: "PHOTO", title: "photo", ...DAILY, poses: ["front"] },
  { kind: "HABIT", title: "stretch", ...DAILY, items: [{ label: "Neck" }, BACK] },
];

/** Plays a history; fails at the first step after which product and reference disagree. */
export async function playQuickLog(
  stage: QuickLogStage,
  history: readonly Command[],
): Promise<void> {
  await stage.begin();
  const { em } = stage;
  const scope = await buildScope(em);
  for (const body of [...more, await checkInOf(em, scope)]) {
    const assignmentId = await buildAssignment(em, scope, planContentSchema.parse(body));
    await transact(em, (tx) => followAssignment(tx, { assignmentId, requestId: null }));
  }
  const deviceIds = [scope.deviceId, await buildDevice(em, scope.clientUserId)];
  const play: Play = {
    stage,
    scope,
    phones: deviceIds.map((deviceId) => ({ deviceId, seen: new Map() })),
    model: createQuickLogModel(),
    uploadIds: [await sentPhoto(em, scope), await sentPhoto(em, scope)],
    receipts: new Map(),
    undos: new Map(),
    startedAt: await nowOf(em),
  };
  await adoptDays(play);
  for (const command of history) {
    await step(play, command);
    await agree(play);
  }
  await expectCounted(play);
}

/** A check-in of a form without required questions. */
async function checkInOf(em: SqlEntityManager, { workspaceId, coachUserId }: BuiltScope) {
  const form = formOf({ kind: "TEXT", required: false });
  const coach = { workspaceId, userId: coachUserId };
  const { formVersionId } = await buildPublishedForm(em, coach, form);
  return { kind: "CHECK_IN", title: "check-in", ...DAILY, formVersionId };
}

/** An uploaded photo. */
async function sentPhoto(em: SqlEntityManager, { relationshipId, clientUserId }: BuiltScope) {
  const bytes = photo();
  const announced = announcement(relationshipId, bytes);
  const opening = { userId: clientUserId, as: "CLIENT", announced, limits: MEDIA_LIMITS } as const;
  const uploadId = await transact(em, (tx) => openUpload(tx, opening));
  const arrived = {
    sizeBytes: bytes.length,
    contentHash: hashOf(bytes),
    detectedType: "image/jpeg",
  };
  await transact(em, (tx) => settleUpload(tx, { uploadId, arrived, requestId: null }));
  return uploadId;
}

const nowOf = async (em: SqlEntityManager) => (await clockNow(em.fork())).getTime();

async function step(play: Play, command: Command): Promise<void> {
  const { stage, scope, model, phones } = play;
  const { em } = stage;
  switch (command.kind) {
    case "SUBMIT":
      return await submitBatch(play, command);
    case "READ":
      for (const { id, revision } of model.tasks.values())
        at(phones, command.phone).seen.set(id, revision);
      return;
    case "REVIEW": {
      const { localDate } = dayBack(play, command.daysBack);
      const { workspaceId, relationshipId, coachUserId: byUserId } = scope;
      const review = { workspaceId, relationshipId, localDate, byUserId, requestId: "model" };
      await transact(em, (tx) => reviewAsSeen(tx, review));
      await adoptDays(play);
      return model.review(dayCalled(play, localDate));
    }
    case "SETTLE":
      await settleOf(stage.settlement, at(phones, command.phone).deviceId);
      model.settle(command.phone);
      return await expectNotified(play);
    case "ZONE": {
      const { timezone } = command;
      const content = { displayName: "Ana", timezone, locale: "en" };
      const profile = saveClientProfileSchema.parse(content);
      const saving = { userId: scope.clientUserId, profile, requestId: null };
      await transact(em, (tx) => saveClientProfile(tx, saving, hooks.relationships));
      return await adoptDays(play);
    }
    case "PASS":
      model.state.ahead += command.hours * HOUR_MS;
      await stage.moveClock(model.state.ahead / HOUR_MS);
      await scanAllCalendars(em);
      await scanDays({ em, log }, { after: null });
      return await adoptDays(play);
  }
}

async function submitBatch(play: Play, command: Command & { kind: "SUBMIT" }): Promise<void> {
  const { stage, scope, model, phones, receipts, undos, uploadIds, startedAt } = play;
  const day = dayBack(play, command.daysBack);
  const timezone = (await daysOf(play)).find(
    ({ localDate }) => localDate === day.localDate,
  )?.timezone;
  const now = await nowOf(stage.em);
  const moment = { now, startedAt, day, timezone: timezone ?? "UTC" };
  const phone = at(phones, command.phone);
  const resolved = command.drafts.flatMap((draft) => {
    const sending = { ...command, ...moment, seen: phone.seen };
    return resolve({ model, receipts, undos, uploadIds }, draft, sending) ?? [];
  });
  if (resolved.length === 0) return;
  const wires = resolved.map(({ wire }) => wire);
  const from = { ...scope, deviceId: phone.deviceId };
  const sentAt = { clientSentAt: new Date(now).toISOString() };
  const { results } = await submit(stage.admission, from, wires, sentAt);
  const wanted = resolved.map(({ operation }, index) => {
    const { verdict, done } = model.submit(operation);
    const receiptId = String(results[index]?.receiptId);
    if (done !== null) receipts.set(done, receiptId);
    if (verdict === "ACCEPTED" && operation.kind === "UNDO") undos.set(operation.done, receiptId);
    if (verdict === "ACCEPTED" && operation.kind !== "IMPORT")
      phone.seen.set(operation.task.id, operation.task.revision);
    return verdict;
  });
  expect(results.map(verdictOf)).toEqual(wanted);
}

const daysOf = ({ stage, scope: { relationshipId } }: Play) =>
  stage.em.fork().find(AgendaDay, { relationshipId }, { orderBy: { localDate: "asc" } });

async function tasksOf({ stage, scope: { relationshipId } }: Play, dates: readonly string[]) {
  return await listDayTasks(executorOf(stage.em.fork()), relationshipId, dates);
}

function dayBack({ model }: Play, daysBack: number) {
  const dates = [...model.days.keys()].toSorted();
  return at(
    [...model.days.values()].toSorted((one, other) => (one.localDate < other.localDate ? 1 : -1)),
    Math.min(daysBack, dates.length - 1),
  );
}

function dayCalled({ model }: Play, localDate: string) {
  const day = model.days.get(localDate);
  if (day === undefined) throw new Error("The day was not opened");
  return day;
}

/** The opening and closing of days, and their tasks, are taken from the product. */
async function adoptDays(play: Play): Promise<void> {
  const { model } = play;
  const days = await daysOf(play);
  const fresh = days.filter(({ localDate }) => !model.days.has(localDate));
  const tasks = await tasksOf(
    play,
    fresh.map(({ localDate }) => localDate),
  );
  for (const { localDate } of fresh) {
    const made = tasks.filter((task) => task.localDate === localDate).map(modelTask);
    model.open({ localDate, closedAt: null, reviewedUpTo: -1, reported: [] }, made);
  }
  for (const { localDate, closedAt } of days) {
    const day = dayCalled(play, localDate);
    if (day.closedAt === null && closedAt !== null) model.close(day, closedAt.getTime());
  }
}

function modelTask({ id, localDate, snapshot, items }: DayTask): ModelTask {
  const name = namesByTitle.get(snapshot.title);
  if (name === undefined) throw new Error("The task has no name");
  const own = items.map((item) => ({
    id: item.id,
    bulk: item.bulkEligible,
    asks: item.inputSchema.length > 0,
    status: "PENDING",
  }));
  const nothing = { mark: null, typed: [], imported: null, snoozes: [], starts: [], late: false };
  return { id, name, localDate, revision: 1, changes: [], items: own, ...nothing };
}

/** After every step each task, its newest value and each day's fact match the reference. */
async function agree(play: Play): Promise<void> {
  const { model } = play;
  const tasks = await tasksOf(play, [...model.days.keys()]);
  const found = tasks.map(({ completionSummary: { value }, ...task }) => ({
    id: task.id,
    revision: task.revision,
    status: task.status,
    snoozeCount: task.snoozeCount,
    late: task.lateEvidence,
    items: task.items.map((item) => item.status),
    value: value && {
      current: value.current,
      entryCount: value.entryCount,
      source: importedValue(value)?.sourceType ?? null,
    },
  }));
  const wanted = tasks.map(({ id }) => {
    const task = model.tasks.get(id);
    if (task === undefined) return null;
    const items = task.items.map(({ status }) => status);
    const { revision, snoozes, late } = task;
    const expected = { revision, snoozeCount: snoozes.length, late };
    return { id, ...expected, status: model.statusOf(task), items, value: valueOf(task) };
  });
  expect(found).toEqual(wanted);
  expect(await misnamedValues(play.stage.em, play.scope.relationshipId)).toEqual([]);
  await expectFacts(play);
}

/** An import after the close changes the fact of its day, and not its task. */
async function expectFacts({ stage, scope: { relationshipId }, model }: Play): Promise<void> {
  const dates = [...model.days.keys()].toSorted();
  const range = { relationshipId, from: dates[0] ?? "", to: dates.at(-1) ?? "" };
  const rows = await listMetricEntries(stage.em.fork(), { ...range, metricKind: "STEPS" });
  const found = presentMetric("STEPS", rows).days.flatMap(({ localDate, fact }) =>
    fact === null ? [] : [{ localDate, value: fact.value, source: fact.sourceType }],
  );
  const wanted = dates.flatMap((localDate) => {
    const day = model.days.get(localDate);
    const task = [...model.tasks.values()].find(
      (each) => each.name === "steps" && each.localDate === localDate,
    );
    const fact = factOf(
      day?.reported ?? [],
      (task?.typed ?? []).map(({ value }) => value),
    );
    return fact === null ? [] : [{ localDate, ...fact }];
  });
  expect(found).toEqual(wanted);
}

/** The events about skips in the event feed. */
async function expectNotified({ stage, scope: { relationshipId }, model }: Play): Promise<void> {
  const types = ["ClientSkipNeedsAttention", "ClientSkipWithdrawn"] as const;
  const rows = await stage.em
    .fork()
    .find(OutboxRow, { type: { $in: [...types] }, refs: { relationshipId } });
  const count = (type: (typeof types)[number]) =>
    new Set(rows.filter((row) => row.type === type).map(({ eventId }) => eventId)).size;
  expect(types.map(count)).toEqual([model.state.needAttention, model.state.withdrawn]);
}

/** A day has one sum, however it is read, and its history contains the score of each task. */
async function expectOneReading(
  em: SqlEntityManager,
  relationshipId: string,
  localDates: readonly string[],
): Promise<void> {
  for (const localDate of localDates) {
    const { stored, ...others } = await sumsAsRead(em, { relationshipId, localDate });
    for (const [reader, sums] of Object.entries(others))
      expect({ localDate, reader, sums }).toEqual({ localDate, reader, sums: stored });
    const counts = Object.entries(await countsAsRead(em, { relationshipId, localDate }));
    for (const [reader, count] of counts)
      expect({ localDate, reader, count }).toEqual({ localDate, reader, count: counts[0]?.[1] });
  }
  expect(await misreadHistories(em, { relationshipId, localDates })).toEqual([]);
}

/** Once all is settled, each day's counters match its tasks and a rebuild, which names the newest values. */
async function expectCounted(play: Play): Promise<void> {
  const { stage, scope, model, phones } = play;
  for (const [phone, { deviceId }] of phones.entries()) {
    await settleOf(stage.settlement, deviceId);
    model.settle(phone);
  }
  await expectNotified(play);
  const { relationshipId } = scope;
  expect(await complaintsOf(stage.em, relationshipId)).toEqual([]);
  await expectOneReading(stage.em, relationshipId, [...model.days.keys()]);
  const before = await sumsOf(stage.em, relationshipId);
  const { rebuilds } = hooks;
  await rebuildDays({ em: stage.em, log, rebuilds }, { after: null, only: [relationshipId] });
  expect(await sumsOf(stage.em, relationshipId)).toEqual(before);
  for (const { named, logged } of await newestValuesOf(stage.em, relationshipId))
    expect(named).toBe(logged);
}
