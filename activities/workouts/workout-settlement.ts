import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { markDaysCorrected } from "../../db/agenda/closing/mark-days-corrected.ts";
import { dayKey, type RelationshipDay } from "../../db/agenda/queries.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import {
  listSettledSessions,
  replaceResults,
  type SettledSession,
} from "../../db/workouts/sessions/list-settled-sessions.ts";
import { reportedSkips } from "../../rules/workouts/reported-skips.ts";
import { projectDays } from "../agenda/project-days.ts";
import { reportSkips, withdrawOvertaken } from "../quick-log/report-skips.ts";
import type { FeatureSettlement, SettlementSlice } from "../sync/feature-settlement.ts";
import { resultsOf } from "./results-follow-rebuild.ts";

/** The consequences of accepted sessions; they keep no day open. */
export const workoutSettlement: FeatureSettlement = { settle: settleWorkouts, days: null };

/**
 * Projects the days of sessions again, recomputes the results of submitted ones, and returns the events of both
 * (docs/rooms/workouts.md#results). Nothing is incremented, and the number of statements does not depend on the
 * number of sessions.
 */
async function settleWorkouts(
  tx: Tx,
  { batches, now }: SettlementSlice,
): Promise<readonly DomainEvent[]> {
  const sessions = await listSettledSessions(
    tx,
    batches.map(({ batchId }) => batchId),
  );
  if (sessions.length === 0) return [];
  await projectDays(tx, touchedDays(sessions), now);
  const submitted = sessions.filter(({ status }) => status === "SUBMITTED");
  await settleLate(tx, submitted);
  await replaceResults(
    tx,
    submitted.map(({ id }) => id),
    submitted.flatMap(resultsOf),
  );
  const fresh = submitted.filter(({ isNew }) => isNew);
  const skips = submitted.map((session) => ({
    sourceId: session.id,
    reportedBy: session.changedReceiptId,
    skips: reportedSkips(session),
  }));
  return [
    ...fresh.flatMap(submittedEvents),
    ...submitted.filter(({ isNew }) => !isNew).map(correctedEvent),
    ...(await reportSkips(tx, skips, batches)),
    ...(await withdrawOvertaken(tx, overtaken(fresh), batches)),
  ];
}

/** Marks a closed day as corrected. */
async function settleLate(tx: Tx, submitted: readonly SettledSession[]): Promise<void> {
  const credited = submitted.flatMap(({ relationshipId, localDate, acceptedAt, creditedTaskId }) =>
    creditedTaskId === null || acceptedAt === null
      ? []
      : [{ relationshipId, localDate, correctedAt: new Date(acceptedAt) }],
  );
  const last = new Map(
    credited
      .toSorted((one, other) => one.correctedAt.getTime() - other.correctedAt.getTime())
      .map((day) => [dayKey(day), day]),
  );
  await markDaysCorrected(tx, [...last.values()]);
}

function overtaken(fresh: readonly SettledSession[]): readonly string[] {
  return fresh.flatMap(({ overtookSkip, creditedTaskId }) =>
    overtookSkip && creditedTaskId !== null ? [creditedTaskId] : [],
  );
}

/** Only opening creates a day, so a session of a future day waits for that. */
function touchedDays(sessions: readonly SettledSession[]): readonly RelationshipDay[] {
  const opened = sessions.filter(({ dayIsOpened }) => dayIsOpened);
  const days = opened.map(({ relationshipId, localDate }) => ({ relationshipId, localDate }));
  return [...new Map(days.map((day) => [dayKey(day), day])).values()];
}

/** Emitted once for each session and not for its corrections; ids only. */
function submittedEvents(session: SettledSession): DomainEvent[] {
  const { id, workspaceId, relationshipId, taskId, creditedTaskId, reviewWanted } = session;
  const refs = { workspaceId, relationshipId, sessionId: id, taskId };
  const eventOf = (type: EventType, subjectId: string): DomainEvent => ({
    eventId: idFrom(id, type),
    type,
    subjectId,
    version: 0,
    refs,
  });
  return [
    eventOf("WorkoutSessionSubmitted", id),
    ...(creditedTaskId === null ? [] : [eventOf("DailyTaskCompleted", creditedTaskId)]),
    ...(reviewWanted ? [eventOf("WorkoutSubmittedForReview", id)] : []),
  ];
}

/** Emitted for each correction: packages that contain the session's results are built again. */
function correctedEvent(session: SettledSession): DomainEvent {
  const { id, workspaceId, relationshipId, taskId, changedReceiptId } = session;
  const type = "WorkoutSessionCorrected";
  const refs = { workspaceId, relationshipId, sessionId: id, taskId };
  return { eventId: idFrom(changedReceiptId, type), type, subjectId: id, version: 0, refs };
}
