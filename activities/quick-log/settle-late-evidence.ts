import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import { newId } from "../../db/new-id.ts";
import {
  type CheckInMoves,
  type CorrectedDay,
  listCheckInMoves,
  markDaysCorrected,
} from "../../db/quick-log/correct-days.ts";
import type { AcceptedDay } from "../../db/quick-log/settlement.ts";
import type { Tx } from "../../db/transact.ts";
import type { SettlementSlice } from "../sync/feature-settlement.ts";

/**
 * What follows from operations that came after their day had closed (docs/rules.md#agenda-late-evidence):
 * the day stays closed and keeps that it was corrected, and a miss of its check-ins is withdrawn once none
 * is missed any more. Two statements, none where nothing came late.
 */
export async function settleLateEvidence(
  tx: Tx,
  accepted: readonly AcceptedDay[],
  batches: SettlementSlice["batches"],
): Promise<readonly DomainEvent[]> {
  const late = accepted.filter(({ cameAfterClose }) => cameAfterClose);
  if (late.length === 0) return [];
  await markDaysCorrected(tx, correctedDays(late));
  const moves = await listCheckInMoves(
    tx,
    batches.map(({ batchId }) => batchId),
  );
  const workspaces = new Map(batches.map((batch) => [batch.relationshipId, batch.workspaceId]));
  return moves.flatMap((day) => checkInEvent(day, workspaces.get(day.relationshipId) ?? null));
}

function correctedDays(late: readonly AcceptedDay[]): readonly CorrectedDay[] {
  const byDay = Map.groupBy(
    late,
    ({ relationshipId, localDate }) => `${relationshipId}/${localDate}`,
  );
  return [...byDay.values()].flatMap((ofDay) => {
    const last = ofDay.toSorted((one, other) => (one.decidedAt < other.decidedAt ? -1 : 1)).at(-1);
    if (last === undefined) return [];
    const { relationshipId, localDate, decidedAt } = last;
    return [{ relationshipId, localDate, correctedAt: new Date(decidedAt) }];
  });
}

function checkInEvent(day: CheckInMoves, workspaceId: string | null): DomainEvent[] {
  const { relationshipId, localDate, missedCount, wonCount } = day;
  const missedBefore = missedCount + wonCount;
  if (missedBefore > 0 === missedCount > 0) return [];
  const type: EventType = missedCount > 0 ? "CheckInMissed" : "CheckInMissWithdrawn";
  return [
    {
      eventId: newId(),
      type,
      subjectId: relationshipId,
      version: 0,
      refs: { workspaceId, relationshipId, localDate, missedCount },
    },
  ];
}
