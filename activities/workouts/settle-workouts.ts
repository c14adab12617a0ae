import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { markDaysCorrected } from "../../db/agenda/closing/correct-days.ts";
import { dayKey, type RelationshipDay } from "../../db/agenda/queries.ts";
import { idFrom } from "../../db/new-id.ts";
import type { Tx } from "../../db/transact.ts";
import {
  listSettledSessions,
  replaceResults,
  type SettledSession,
} from "../../db/workouts/sessions/settlement.ts";
import { reportedSkips } from "../../rules/workouts/reported-skips.ts";
import { projectDays } from "../agenda/project-days.ts";
import { reportSkips, withdrawOvertaken } from "../quick-log/report-skips.ts";
import type { FeatureSettlement, Settlement, SettlementSlice } from "../sync/feature-settlement.ts";
import { resultsOf } from "./rebuild-results.ts";

/** What follows from accepted sessions; nothing of them comes to its time by itself. */
export const workoutSettlement: FeatureSettlement = {
  settle: settleWorkouts,
  findDueScopes: async () => await Promise.resolve([]),
  closeExpiredUndo: async () => await Promise.resolve([]),
  listWaits: async () => await Promise.resolve([]),
};

/**
 * The days that sessions touched and the results of submitted ones computed afresh, and what is to be told of both
 * (docs/rooms/workouts.md#results). Nothing is incremented, and the number of statements is the same for any number of
 * sessions.
 */
async function settleWorkouts(tx: Tx, { batches, now }: SettlementSlice): Promise<Settlement> {
  const sessions = await listSettledSessions(
    tx,
    batches.map(({ batchId }) => batchId),
  );
  if (sessions.length === 0) return { events: [], waits: [] };
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
    toldBy: session.changedReceiptId,
    skips: reportedSkips(session),
  }));
  const events = [
    ...fresh.flatMap(submittedEvents),
    ...submitted.filter(({ isNew }) => !isNew).map(correctedEvent),
    ...(await reportSkips(tx, skips, batches)),
    ...(await withdrawOvertaken(tx, overtaken(fresh), batches)),
  ];
  return { events, waits: [] };
}

/** A closed day keeps that it was corrected. */
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

/** Only opening makes a day: what is told of one to come waits for that. */
function touchedDays(sessions: readonly SettledSession[]): readonly RelationshipDay[] {
  const opened = sessions.filter(({ dayIsOpened }) => dayIsOpened);
  const days = opened.map(({ relationshipId, localDate }) => ({ relationshipId, localDate }));
  return [...new Map(days.map((day) => [dayKey(day), day])).values()];
}

/** Told once of each session, whatever corrects it later: ids only. */
function submittedEvents(session: SettledSession): DomainEvent[] {
  const { id, workspaceId, relationshipId, taskId, creditedTaskId, reviewWanted } = session;
  const refs = { workspaceId, relationshipId, sessionId: id, taskId };
  const tell = (type: EventType, subjectId: string): DomainEvent => ({
    eventId: idFrom(id, type),
    type,
    subjectId,
    version: 0,
    refs,
  });
  return [
    tell("WorkoutSessionSubmitted", id),
    ...(creditedTaskId === null ? [] : [tell("DailyTaskCompleted", creditedTaskId)]),
    ...(reviewWanted ? [tell("WorkoutSubmittedForReview", id)] : []),
  ];
}

/** Told of each correction: what was packed with the session's results is packed anew. */
function correctedEvent(session: SettledSession): DomainEvent {
  const { id, workspaceId, relationshipId, taskId, changedReceiptId } = session;
  const type = "WorkoutSessionCorrected";
  const refs = { workspaceId, relationshipId, sessionId: id, taskId };
  return { eventId: idFrom(changedReceiptId, type), type, subjectId: id, version: 0, refs };
}
