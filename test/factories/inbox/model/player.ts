import { randomUUID } from "node:crypto";
import { expect } from "@jest/globals";
import type { SqlEntityManager } from "@mikro-orm/postgresql";
import { actOnTask } from "../../../../activities/inbox/acts/act-on-task.ts";
import { dismissing } from "../../../../activities/inbox/acts/dismissing.ts";
import { resolving } from "../../../../activities/inbox/acts/resolving.ts";
import { pinning } from "../../../../activities/inbox/acts/pinning.ts";
import { snoozing, UNSNOOZING } from "../../../../activities/inbox/acts/snoozing.ts";
import { STARTING } from "../../../../activities/inbox/acts/starting.ts";
import type { TaskAct } from "../../../../activities/inbox/acts/task-act.ts";
import { UNDOING } from "../../../../activities/inbox/acts/undoing.ts";
import { settleInboxTask } from "../../../../activities/inbox/actor/settle-inbox-task.ts";
import { settleSources } from "../../../../activities/inbox/settle-sources.ts";
import { healRelationships } from "../../../../activities/inbox/upkeep/heal-lost-events.ts";
import { rescoreTasks } from "../../../../activities/inbox/upkeep/rescore-tasks.ts";
import { reviewAsSeen } from "../../agenda/review-as-seen.ts";
import { moveRelationship } from "../../../../activities/relationships/move-relationship.ts";
import type { AdmissionDeps } from "../../../../activities/sync/admission/admission.ts";
import { Refusal } from "../../../../contract/refusal.ts";
import type { Operation, OperationResult } from "../../../../contract/sync/schema.ts";
import { executorOf } from "../../../../db/pipeline.ts";
import type { CoachTask } from "../../../../db/inbox/coach-task.ts";
import { loadReviewableDays } from "../../../../db/quick-log/review-day.ts";
import { clockNow, transact } from "../../../../db/transact.ts";
import { isUnresolved } from "../../../../rules/inbox/settle-case.ts";
import { hooks } from "../../../../workers/hooks.ts";
import { coachPhone, queuedAct, sendAsCoach, reportMessage } from "../coach-phone.ts";
import { buildCoach, buildIdentity } from "../../accounts/identity.ts";
import type { Command, ModelAct } from "./commands.ts";
import {
  type InboxRows,
  readInbox,
  requireCounted,
  requireConsumed,
  requireHistories,
  requireOnTime,
  requireSound,
} from "./laws.ts";
import { readInboxTable } from "./table.ts";
import { beginTruth, isCurrent, type KnownByPhone, noteOwnChange, predicted } from "./truth.ts";
import { settleAll, settlementDeps } from "../../sync/settlement.ts";
import { buildScope, queued, submit } from "../../sync/sync.ts";
import { verdictsOf } from "../../sync/verdicts.ts";

/** The stage on which histories of an inbox are played. */
export interface InboxStage {
  readonly em: SqlEntityManager;
  readonly deps: AdmissionDeps;
  /** Empties the database and resets the clock. */
  begin(): Promise<void>;
  moveClock(minutes: number): Promise<void>;
}

/** The queued operation of a phone, with its purpose. */
interface Queued {
  readonly operation: Operation;
  readonly request: { readonly act: ModelAct; readonly taskId: string } | { readonly seenAt: Date };
}

interface ModelPhone extends KnownByPhone {
  readonly deviceId: string;
  queue: Queued[];
  sent: readonly { readonly operation: Operation; readonly code: string }[];
  /** Time of the last read, and the version of the day at that time. */
  seen: { readonly at: Date; readonly version: number } | null;
}

const table = readInboxTable();
const resolution = { resolutionType: "NOT_RELEVANT", note: null, linkedActionId: null } as const;
const ONLINE: Readonly<Record<ModelAct, TaskAct>> = {
  start: STARTING,
  resolve: resolving(resolution),
  dismiss: dismissing({
    dismissReason: "NOT_RELEVANT",
    note: null,
    duplicateOf: null,
    untilOccurrences: null,
  }),
  snooze: snoozing({ until: { preset: "ONE_HOUR" }, reason: null }),
  unsnooze: UNSNOOZING,
  pin: pinning(true),
  unpin: pinning(false),
  undo: UNDOING,
};
const SAID: Readonly<Partial<Record<ModelAct, Record<string, unknown>>>> = {
  resolve: { resolutionType: "NOT_RELEVANT" },
  dismiss: { dismissReason: "NOT_RELEVANT" },
  snooze: { snoozePreset: "ONE_HOUR" },
};
const NAMES_REVISION: readonly ModelAct[] = ["resolve", "dismiss", "snooze"];

/** Plays a history and checks the invariants after each step; rejects with the violation. */
export async function playInbox(stage: InboxStage, history: readonly Command[]): Promise<void> {
  await stage.begin();
  const play = await beginPlay(stage);
  for (const command of history) {
    await play.step(command);
    requireSound(await play.rows());
  }
  await play.end();
}

async function beginPlay({ em, deps, moveClock }: InboxStage) {
  const scope = await buildScope(em);
  const settlement = settlementDeps(em);
  const { workspaceId, relationshipId, coachUserId, agenda } = scope;
  const { userId: otherUserId } = await buildCoach(em, buildIdentity());
  const coaches = [coachUserId, otherUserId] as const;
  const conversations = [randomUUID(), randomUUID()];
  const truth = beginTruth();
  const newPhone = async (): Promise<ModelPhone> => ({
    deviceId: await coachPhone(em, scope),
    revisions: new Map(),
    runs: new Map(),
    queue: [],
    sent: [],
    seen: null,
  });
  const phones = [await newPhone(), await newPhone()] as const;
  const skips: Operation[] = [];
  let minutes = 0;
  let isPaused = false;
  const now = () => clockNow(em.fork());
  const rows = () => readInbox(em, relationshipId);

  const scan = () =>
    transact(em, (tx) =>
      settleSources(tx, {
        relationshipIds: [relationshipId],
        kinds: ["MESSAGE", "SKIP"],
        oldestDate: null,
        causes: new Map(),
        requestId: null,
      }),
    );

  const version = async () => {
    const [day] = await loadReviewableDays(executorOf(em.fork()), relationshipId, [
      agenda.localDate,
    ]);
    return day?.version ?? 0;
  };

  async function step(command: Command): Promise<void> {
    switch (command.kind) {
      case "MESSAGE": {
        const subjectId = conversations[command.conversation] ?? "";
        const { severity } = command;
        const message = { relationshipId, subjectId, severity, acceptedAt: await now() };
        const { eventId, acceptedAt } = await reportMessage(em, message);
        truth.add({
          key: `chat:${eventId}`,
          isPain: false,
          severity,
          acceptedAt,
          conversationId: subjectId,
        });
        return;
      }
      case "REPLY": {
        const subjectId = conversations[command.conversation] ?? "";
        await reportMessage(em, {
          relationshipId,
          subjectId,
          type: "ClientMessageReplied",
          acceptedAt: await now(),
        });
        truth.reply(subjectId);
        return;
      }
      case "SKIP":
        return await skip(command.which, command.isPain ? "PAIN_OR_INJURY" : "CONFUSED");
      case "WITHDRAW":
        return await withdraw(command.which);
      case "HEAR":
        await Promise.all(Array.from({ length: command.times }, scan));
        requireConsumed(await rows(), truth);
        return;
      case "HEAL":
        await healRelationships(em, { after: null });
        requireConsumed(await rows(), truth);
        return;
      case "ACT":
        return await actOnline(command.act, command.which, coaches[command.coach]);
      case "REVIEW":
        await transact(em, (tx) =>
          reviewAsSeen(tx, {
            workspaceId,
            relationshipId,
            localDate: agenda.localDate,
            byUserId: coachUserId,
            requestId: "model",
          }),
        );
        truth.review(await now());
        return;
      case "READ": {
        const phone = phones[command.phone];
        phone.seen = { at: await now(), version: await version() };
        for (const task of (await rows()).tasks) phone.revisions.set(task.id, task.revision);
        return;
      }
      case "QUEUE":
        return await queue(phones[command.phone], command.act, command.which);
      case "QUEUE_REVIEW":
        return queueReview(phones[command.phone]);
      case "SEND":
        return await send(phones[command.phone], command.again);
      case "PASS":
        minutes += command.minutes;
        await moveClock(minutes);
        return;
      case "LOOK": {
        for (const task of (await rows()).tasks) await settleInboxTask(em, { taskId: task.id });
        const at = await now();
        for (const task of (await rows()).tasks)
          expect(
            task.status === "SNOOZED" && task.snoozedUntil !== null && task.snoozedUntil < at,
          ).toBe(false);
        return;
      }
      case "SWEEP":
        await rescoreTasks(em, { except: [] });
        requireOnTime(await rows(), {
          now: await now(),
          clientStatus: isPaused ? "PAUSED" : "ACTIVE",
        });
        await requireCounted(em, workspaceId);
        return;
      case "PAUSE":
      case "RESUME":
        if (isPaused === (command.kind === "PAUSE")) return;
        isPaused = command.kind === "PAUSE";
        await move(command.kind);
    }
  }

  async function move(act: "PAUSE" | "RESUME" | "END"): Promise<void> {
    const by = {
      workspaceId,
      relationshipId,
      byUserId: coachUserId,
      reason: null,
      requestId: null,
    };
    await transact(em, (tx) => moveRelationship(tx, { ...by, act }, hooks.relationships));
  }

  async function skip(which: number, reason: "PAIN_OR_INJURY" | "CONFUSED"): Promise<void> {
    const tasks = [agenda.habit, agenda.meal, agenda.supplement];
    const { id: taskId = "" } = tasks[which % tasks.length] ?? {};
    const operation = queued("quick-log.skip", { taskId, reason });
    const { results } = await submit(deps, scope, [operation]);
    await settleAll(settlement, { deviceId: scope.deviceId });
    if (verdictsOf(results)[0] !== "ACCEPTED") return;
    skips.push(operation);
    const isPain = reason === "PAIN_OR_INJURY";
    const key = String(results[0]?.receiptId);
    const severity = isPain ? ("URGENT" as const) : ("HIGH" as const);
    truth.add({ key, isPain, severity, acceptedAt: madeAt(key), conversationId: null });
  }

  async function withdraw(which: number): Promise<void> {
    const skipped = skips[which % Math.max(1, skips.length)];
    if (skipped === undefined) return;
    const { taskId } = skipped.payload;
    const undo = queued("quick-log.undo", {
      taskId,
      undoesClientOperationId: skipped.clientOperationId,
    });
    const replayed = await submit(deps, scope, [skipped]);
    const { results } = await submit(deps, scope, [undo]);
    await settleAll(settlement, { deviceId: scope.deviceId });
    if (verdictsOf(results)[0] === "ACCEPTED")
      truth.withdraw(String(replayed.results[0]?.receiptId));
  }

  /** The state of a task for the table. */
  async function stateOf(task: CoachTask, { tasks, occurrences }: InboxRows) {
    const coveredBy = new Map(occurrences.map((one) => [one.occurrenceKey, one.taskId]));
    const ofCase = [...truth.happenings.values()].filter(({ key, conversationId }) =>
      conversationId === null
        ? coveredBy.get(key) === task.id || (coveredBy.get(key) === undefined && isOwnSkip(task))
        : task.dedupeKey.endsWith(conversationId),
    );
    const isWanted = ofCase.some(({ key }) => {
      const owner = coveredBy.get(key);
      return truth.wants(key) && (owner === undefined || owner === task.id);
    });
    const isOvertaken = tasks.some(
      (other) =>
        other.id !== task.id && other.dedupeKey === task.dedupeKey && isUnresolved(other.status),
    );
    return { task, now: await now(), isPaused, isWanted, isOvertaken };
  }

  /** Skips that the inbox has not consumed may belong to the case: then the outcome of the act is not predicted. */
  const isOwnSkip = ({ sourceKind }: CoachTask) => sourceKind === "SKIP";
  const isUncertain = (task: CoachTask, { occurrences }: InboxRows) => {
    const covered = new Set(occurrences.map(({ occurrenceKey }) => occurrenceKey));
    return isOwnSkip(task) && [...truth.happenings.keys()].some((key) => !covered.has(key));
  };

  async function actOnline(act: ModelAct, which: number, byUserId: string): Promise<void> {
    const before = await rows();
    const task = before.tasks[which % Math.max(1, before.tasks.length)];
    if (task === undefined) return;
    const state = await stateOf(task, before);
    const expected = predicted(table, act, { state, byUserId });
    const acting = { workspaceId, taskId: task.id, byUserId, expectedRevision: null };
    const code = await transact(em, (tx) =>
      actOnTask(tx, { ...acting, requestId: "model" }, ONLINE[act]),
    ).then(
      () => null,
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
    if (!isUncertain(task, before)) expect({ act, code }).toEqual({ act, code: expected });
  }

  async function queue(phone: ModelPhone, act: ModelAct, which: number): Promise<void> {
    const ids = [...phone.revisions.keys()];
    const taskId = ids[which % Math.max(1, ids.length)];
    if (taskId === undefined) return;
    const expectedRevision = phone.revisions.get(taskId) ?? 1;
    const seen = NAMES_REVISION.includes(act)
      ? { expectedRevision }
      : { expectedRevision: undefined };
    const clientRecordedAt = (await now()).toISOString();
    const { expectedRevision: _none, ...bare } = queuedAct(act, taskId, SAID[act], {
      clientRecordedAt,
    });
    const operation = NAMES_REVISION.includes(act) ? { ...bare, ...seen } : bare;
    phone.queue.push({ operation, request: { act, taskId } });
  }

  function queueReview(phone: ModelPhone): void {
    if (phone.seen === null) return;
    const { at, version: expectedRevision } = phone.seen;
    const payload = { localDate: agenda.localDate, seenAt: at.toISOString() };
    phone.queue.push({
      operation: queued("day.review", payload, { expectedRevision }),
      request: { seenAt: at },
    });
  }

  /** Sends the queued operations one by one, so that each can be predicted, and repeats as one batch. */
  async function send(phone: ModelPhone, again: boolean): Promise<void> {
    const done: { operation: Operation; code: string }[] = [];
    for (const { operation, request } of phone.queue) {
      const before = await rows();
      const { results } = await sendAsCoach(deps, scope, phone.deviceId, [operation]);
      const code = verdictsOf(results)[0] ?? "";
      if (code !== "SCOPE_PAUSED") done.push({ operation, code });
      if ("seenAt" in request) {
        if (code === "ACCEPTED") truth.review(request.seenAt);
        continue;
      }
      await requireForetold(phone, { before, request, operation, results });
    }
    phone.queue = isPaused ? phone.queue : [];
    if (again && !isPaused) await sendAgain(phone, [...phone.sent, ...done].slice(-20));
    phone.sent = [...phone.sent, ...done];
  }

  async function requireForetold(
    phone: ModelPhone,
    sent: {
      readonly before: InboxRows;
      readonly request: { readonly act: ModelAct; readonly taskId: string };
      readonly operation: Operation;
      readonly results: readonly OperationResult[];
    },
  ): Promise<void> {
    const { before, request, operation, results } = sent;
    const task = before.tasks.find(({ id }) => id === request.taskId);
    if (task === undefined) throw new Error("The task has disappeared");
    const state = await stateOf(task, before);
    const refused = predicted(table, request.act, { state, byUserId: coachUserId });
    const seen = operation.expectedRevision;
    const known = { ...phone, revisions: new Map([[task.id, seen ?? 0]]) };
    const isStale = seen !== undefined && !isCurrent(known, task.id, task.revision);
    const code = verdictsOf(results)[0] ?? "";
    const expected = isPaused
      ? "SCOPE_PAUSED"
      : (refused ?? (isStale ? "STATE_CONFLICT" : "ACCEPTED"));
    if (!isUncertain(task, before))
      expect({ act: request.act, code }).toEqual({ act: request.act, code: expected });
    const after = (await rows()).tasks.find(({ id }) => id === task.id);
    const isOwn = code === "ACCEPTED" && after?.resolutionType !== "SOURCE_COMPLETED";
    if (isOwn) noteOwnChange(phone, task.id, task.revision, after?.revision ?? task.revision);
  }

  async function sendAgain(
    phone: ModelPhone,
    sent: readonly { readonly operation: Operation; readonly code: string }[],
  ): Promise<void> {
    if (sent.length === 0) return;
    const before = await rows();
    const operations = sent.map(({ operation }) => operation);
    const { results } = await sendAsCoach(deps, scope, phone.deviceId, operations);
    const first = sent.map(({ code }) => (code === "ACCEPTED" ? "ALREADY_ACCEPTED" : code));
    expect(verdictsOf(results)).toEqual(first);
    expect(await rows()).toEqual(before);
  }

  async function end(): Promise<void> {
    await requireHistories(em, await rows());
    await scan();
    requireConsumed(await rows(), truth);
    await move("END");
    const statuses = (await rows()).tasks.map(({ status }) => status);
    expect(statuses.filter((status) => status !== "ARCHIVED")).toEqual([]);
    await scan();
    expect((await rows()).tasks).toHaveLength(statuses.length);
  }

  return { step, rows, end };
}

/** When a receipt was made; its id contains the millisecond. */
function madeAt(receiptId: string): Date {
  return new Date(Number.parseInt(receiptId.slice(0, 8) + receiptId.slice(9, 13), 16));
}
