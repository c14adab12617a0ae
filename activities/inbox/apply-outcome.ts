import { CoachTask } from "../../db/inbox/coach-task.ts";
import type { CoveredOccurrence } from "../../db/inbox/inbox-rows.ts";
import { newId } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import { type CaseOutcome, isPatient, type Occurrence } from "../../rules/inbox/settle-case.ts";
import type { SourceCase } from "../../rules/inbox/source-case.ts";
import type { AcceptedOccurrence, CaseState, SettledCase } from "./case-state.ts";
import type { TaskChange } from "./record-changes.ts";
import { dueColumns, goalOf, scoreColumns } from "./score-columns.ts";

/** Applies the outcome of a case to its task; the caller flushes. */
export function applyOutcome(
  tx: Tx,
  { at, outcome, uncovered }: SettledCase,
  causes: ReadonlyMap<string, string>,
  now: Date,
): AppliedOutcome {
  const { found, task } = at;
  const cause = { byUserId: null, sourceEventId: causes.get(at.relationship.id) ?? null };
  if (outcome.kind === "COMPLETED" && task !== null) {
    completeBySource(task, now);
    const metadata = { resolutionType: "SOURCE_COMPLETED" };
    return { covered: [], changes: [{ task, type: "resolved", ...cause, metadata }] };
  }
  if (found === null) return NOTHING;
  if (outcome.kind === "OPENED") {
    const opened = open(tx, { at, found, outcome, uncovered }, now);
    const change = { task: opened, type: "created", ...cause } as const;
    return { covered: newlyCovered(opened, found, outcome.fresh, uncovered), changes: [change] };
  }
  if (outcome.kind === "REFRESHED" && task !== null) {
    const isWoken = refresh(tx, { at, found, outcome, uncovered }, task, now);
    const reopened = {
      task,
      type: "reopened",
      ...cause,
      metadata: { reopenReason: "SEVERITY_RAISED" },
    } as const;
    const metadata = { fresh: outcome.fresh.length };
    const change = { task, type: "refreshed", ...cause, metadata } as const;
    return {
      covered: newlyCovered(task, found, outcome.fresh, uncovered),
      changes: isWoken ? [change, reopened] : [change],
    };
  }
  return NOTHING;
}

/** The changes that the outcome of a case made. */
interface AppliedOutcome {
  readonly covered: readonly CoveredOccurrence[];
  readonly changes: readonly TaskChange[];
}

const NOTHING: AppliedOutcome = { covered: [], changes: [] };

/** Closes a task because its source no longer needs a coach. */
export function completeBySource(task: CoachTask, now: Date): void {
  Object.assign(task, {
    statusBeforeClose: task.status,
    status: "RESOLVED",
    resolutionType: "SOURCE_COMPLETED",
    closedByUserId: null,
    closedAt: now,
    revision: task.revision + 1,
    updatedAt: now,
    lastSourceEventAt: now,
  });
}

interface Applying<Kind extends CaseOutcome["kind"]> {
  readonly at: CaseState;
  readonly found: SourceCase;
  readonly outcome: Extract<CaseOutcome, { readonly kind: Kind }>;
  readonly uncovered: readonly AcceptedOccurrence[];
}

function open(
  tx: Tx,
  { at, found, outcome, uncovered: wanting }: Applying<"OPENED">,
  now: Date,
): CoachTask {
  const { relationship } = at;
  const { kind, relationshipId, dedupeKey, taskType } = found;
  const { severity, fresh, previous } = outcome;
  const news = oldestFirst(
    fresh.map(({ key }) => key),
    wanting,
  );
  const acceptedAt = news.map((one) => one.acceptedAt);
  const dueState = { severity, acceptedAt, dueAt: null, zone: relationship, now };
  const due = dueColumns(found.due(dueState), relationship);
  const scored = { taskType, severity, ...due };
  const client = { clientStatus: relationship.status, isPinned: false };
  return tx.create(CoachTask, {
    id: newId(),
    workspaceId: relationship.workspaceId,
    relationshipId,
    clientUserId: relationship.clientUserId,
    coachUserId: relationship.coachUserId,
    assignedCoachUserId: null,
    taskType,
    status: "OPEN",
    severity,
    revision: 1,
    ...scoreColumns(scored, client, now),
    ...due,
    sourceKind: kind,
    sourceContext: found.context,
    ...sourceOf(found, news),
    dedupeKey,
    summary: { code: found.summary, counts: { occurrences: fresh.length } },
    ...UNSNOOZED,
    reopenReason: null,
    occurrenceCount: fresh.length,
    lastOccurrenceAt: news.at(-1)?.acceptedAt ?? now,
    lastSourceEventAt: now,
    goalAt: goalOf(severity, now),
    startedAt: null,
    touchedAt: null,
    lateToldAt: null,
    ...UNCLOSED,
    previousTaskId: previous?.id ?? null,
    redactedAt: null,
    runLineageId: null,
    runBeforeRevision: null,
    runRevision: null,
    newsAt: now,
    createdAt: now,
    updatedAt: now,
  });
}

/** The columns of a task that is not snoozed. */
export const UNSNOOZED = { snoozedUntil: null, snoozePreset: null, snoozeReason: null } as const;

/** The columns of a task that is not closed. */
export const UNCLOSED = {
  statusBeforeClose: null,
  resolutionType: null,
  dismissReason: null,
  dismissedUntilCount: null,
  duplicateOf: null,
  linkedActionId: null,
  note: null,
  closedByUserId: null,
  closedAt: null,
  nudgeAt: null,
  nudgeNotificationId: null,
} as const;

/**
 * Lowers neither severity nor urgency.
 *
 * @returns whether it ended a snooze.
 */
function refresh(
  tx: Tx,
  { at, found, outcome, uncovered: wanting }: Applying<"REFRESHED">,
  task: CoachTask,
  now: Date,
): boolean {
  const { relationship } = at;
  const { severity, fresh, occurrenceCount } = outcome;
  const isRaised = severity !== task.severity;
  const own = at.covered.flatMap((one) => (one.taskId === task.id ? one.occurrenceKey : []));
  const freshKeys = fresh.map(({ key }) => key);
  const remaining = oldestFirst([...own, ...freshKeys], wanting);
  const acceptedAt = remaining.map((one) => one.acceptedAt);
  const dueState = { severity, acceptedAt, dueAt: task.dueAt, zone: relationship, now };
  tx.assign(task, {
    severity,
    ...dueColumns(found.due(dueState), relationship),
    ...(fresh.length > 0 || found.sourceOf !== undefined ? sourceOf(found, remaining) : {}),
    coachUserId: relationship.coachUserId,
    occurrenceCount,
    summary: { ...task.summary, counts: { occurrences: occurrenceCount } },
    lastSourceEventAt: now,
    revision: task.revision + 1,
    updatedAt: now,
  });
  const newest = oldestFirst(freshKeys, wanting).at(-1);
  if (newest !== undefined) tx.assign(task, { lastOccurrenceAt: newest.acceptedAt });
  if (isRaised && task.touchedAt === null) tx.assign(task, { goalAt: goalOf(severity, now) });
  const client = { clientStatus: relationship.status, isPinned: task.pinPart > 0 };
  tx.assign(task, scoreColumns(task, client, now));
  const isWoken = task.status === "SNOOZED" && !isPatient(severity);
  if (isWoken) {
    const reopenReason = "SEVERITY_RAISED";
    tx.assign(task, { status: "OPEN", ...UNSNOOZED, reopenReason });
  }
  return isWoken;
}

/** The uncovered occurrences with these keys, in the order in which the server accepted them. */
function oldestFirst(
  keys: readonly string[],
  uncovered: readonly AcceptedOccurrence[],
): readonly AcceptedOccurrence[] {
  const wanted = new Set(keys);
  return uncovered
    .filter(({ key }) => wanted.has(key))
    .toSorted((one, other) => one.acceptedAt.getTime() - other.acceptedAt.getTime());
}

/** Target that a coach opens by a task with these open occurrences. */
function sourceOf(
  { sourceType, sourceId, route, sourceOf: byOldest }: SourceCase,
  [oldest]: readonly AcceptedOccurrence[],
) {
  const own = { sourceId, route };
  return { sourceType, ...(oldest === undefined ? own : (byOldest?.(oldest.key) ?? own)) };
}

function newlyCovered(
  { id: taskId, relationshipId, dedupeKey }: CoachTask,
  { kind: sourceKind }: SourceCase,
  fresh: readonly Occurrence[],
  uncovered: readonly AcceptedOccurrence[],
): readonly CoveredOccurrence[] {
  const keys = new Set(fresh.map(({ key }) => key));
  return uncovered
    .filter(({ key }) => keys.has(key))
    .map(({ key: occurrenceKey, localDate, acceptedAt }) => {
      const own = { relationshipId, dedupeKey, occurrenceKey, taskId };
      return { ...own, sourceKind, localDate, acceptedAt, reviewedAt: null };
    });
}
