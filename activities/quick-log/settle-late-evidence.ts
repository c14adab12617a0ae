import type { DomainEvent, EventType } from "../../contract/outbox/vocabulary.ts";
import {
  type CorrectedDay,
  markDaysCorrected,
} from "../../db/agenda/closing/mark-days-corrected.ts";
import { idFrom } from "../../db/platform/new-id.ts";
import {
  type CheckInTransition,
  listCheckInTransitions,
} from "../../db/quick-log/list-check-in-transitions.ts";
import type { AcceptedDay } from "../../db/quick-log/settlement.ts";
import type { Tx } from "../../db/platform/transactions/transact.ts";
import type { SettlementSlice } from "../sync/feature-settlement.ts";

/**
 * The consequences of operations that arrived after their day had closed (docs/rooms/agenda.md#late-evidence). The
 * day stays closed and is marked as corrected; the miss of its check-ins is withdrawn once none is missed any more.
 * Two statements, none if nothing was late.
 */
export async function settleLateEvidence(
  tx: Tx,
  accepted: readonly AcceptedDay[],
  batches: SettlementSlice["batches"],
): Promise<readonly DomainEvent[]> {
  const late = accepted.filter(({ mayBeLate }) => mayBeLate);
  if (late.length === 0) return [];
  await markDaysCorrected(tx, correctedDays(late));
  const turns = await listCheckInTransitions(
    tx,
    batches.map(({ batchId }) => batchId),
  );
  const workspaces = new Map(batches.map((batch) => [batch.relationshipId, batch.workspaceId]));
  return turns.map((turn) => checkInEvent(turn, workspaces.get(turn.relationshipId) ?? null));
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

/** Emitted once for each transition, in any slice. */
function checkInEvent(turn: CheckInTransition, workspaceId: string | null): DomainEvent {
  const { relationshipId, localDate, taskId, taskRevision, missedCount } = turn;
  const type: EventType = missedCount > 0 ? "CheckInMissed" : "CheckInMissWithdrawn";
  return {
    eventId: idFrom(taskId, `${type}/${taskRevision}`),
    type,
    subjectId: relationshipId,
    version: 0,
    refs: { workspaceId, relationshipId, localDate, missedCount },
  };
}
